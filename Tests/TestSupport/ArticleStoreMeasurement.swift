package import Articles
package import Chronology
internal import Glibc

/// What one replacement of a store costs, from the first page staged to the commit.
package struct ArticleStoreMeasurement: Sendable, CustomStringConvertible {
    package let articles: Int
    package let pageSize: Int
    package let wall: Duration
    /// Of the whole process, in user and kernel.
    package let cpu: Duration
    /// The part of it that went before `replace`, the making of pages among it.
    package let stagingCPU: Duration
    /// The most memory that the process ever had resident, in KiB.
    package let peakKiB: Int
    package let run: Run

    /// Replaces a query's contents by so many articles of a corpus; pages are made one by one.
    ///
    /// - Parameter prepared: the pages where making them is not to be measured; else they are made one by one.
    package static func replacement(
        of count: Int, pageSize: Int, corpus: ArticleCorpus, writer: any ArticleWriter, query: ArticleQuery,
        window: DayRange, at now: Instant, from first: Int = 0, prepared: [ArticlePage]? = nil
    ) async throws -> ArticleStoreMeasurement {
        let started = (ContinuousClock.now, cpuTime())
        let ticket = try await writer.begin(query, window: window, at: now)
        if let prepared {
            for page in prepared { _ = try await writer.stage(page, for: ticket) }
        } else {
            for page in corpus.pages(of: count, size: pageSize, from: first) {
                _ = try await writer.stage(page, for: ticket)
            }
        }
        let staging = cpuTime() - started.1
        let run = try await writer.replace(ticket, ending: RunEnding(.complete, counts: RunCounts()), at: now)
        return ArticleStoreMeasurement(
            articles: count, pageSize: pageSize, wall: ContinuousClock.now - started.0, cpu: cpuTime() - started.1,
            stagingCPU: staging,
            peakKiB: peak(), run: run)
    }

    package var rate: Double { Double(articles) / (wall / .seconds(1)) }

    package var description: String {
        "\(articles) articles in pages of \(pageSize): \(wall / .milliseconds(1)) ms wall, \(cpu / .milliseconds(1)) ms CPU (staging \(stagingCPU / .milliseconds(1))), "
            + "\(Int(rate)) articles/s, peak \(peakKiB / 1_024) MiB; added \(run.counts.added), "
            + "changed \(run.counts.changed), removed \(run.counts.removed)"
    }

    private static func cpuTime() -> Duration {
        var usage = rusage()
        unsafe getrusage(RUSAGE_SELF.rawValue, &usage)
        return .seconds(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
            + .microseconds(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
    }

    private static func peak() -> Int {
        var usage = rusage()
        unsafe getrusage(RUSAGE_SELF.rawValue, &usage)
        return usage.ru_maxrss
    }
}
