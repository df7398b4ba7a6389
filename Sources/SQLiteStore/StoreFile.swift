internal import Articles
internal import Chronology
internal import SQLite

/// The writer's hold on an open store: what it does in SQL, without saying on which thread.
final class StoreFile {
    let connection: Connection
    let identity: ProcessIdentity
    private var stagings: [Int64: Staging] = [:]
    /// Empty tables that no run uses now.
    private var restingTables: [StagingTables] = []
    private var origins: [Int64: RunAnswers] = [:]
    /// Runs whose end could not be written: their lines are open, and nobody works on them any more.
    var lostRuns: Set<Int64> = []
    /// Looks that go on; their numbers are no run's.
    private var previews: Set<Int64> = []
    /// Made when the first answer is kept or looked for.
    var kept: KeptAnswers?
    /// The most that pages of the store take in memory.
    private static let cacheKiB = 4_096
    private static let largestCacheKiB = 8_192

    /// As much as makes a replacement quick: what a small one writes fits in a quarter.
    private static func cacheKiB(replacing count: Int) -> Int {
        isLarge(count) ? largestCacheKiB : min(max(count, 512), cacheKiB)
    }

    /// Whether a replacement is worth more memory, for which room is made.
    static func isLarge(_ count: Int) -> Bool { count > 40_000 }

    /// Gives back what the process can do without, before a replacement takes more than others.
    private let makeRoom: @Sendable () -> Void

    init(
        _ connection: consuming Connection, identity: ProcessIdentity, makeRoom: @escaping @Sendable () -> Void = {}
    ) {
        self.connection = connection
        self.identity = identity
        self.makeRoom = makeRoom
    }

    /// What came of the wish to begin a run.
    enum Beginning {
        case begun(RunTicket)
        /// A run of the query is going, since then, in a process of this number.
        case going(since: Instant?, process: Int32?)
        case refused(Refusal)
    }

    /// Opens the journal's line of a run, unless one of the query is going; lines that an ended process left open are
    /// closed.
    func begin(
        _ query: ArticleQuery, window: DayRange, from origin: RunOrigin, at now: Instant
    ) throws(SQLiteError) -> Beginning {
        var answers = RunAnswers(window: window)
        let beginning = try connection.transaction(.immediate) { () throws(SQLiteError) -> Beginning in
            try connection.run(
                "INSERT INTO queries (name, provider, fingerprint) VALUES (?1, ?2, ?3) ON CONFLICT (name) DO NOTHING",
                .text(query.name), .text(query.provider), .text(query.fingerprint))
            let id = try queryID(query.name)
            if let line = try closeAbandonedLines(of: id, at: now) {
                return .going(since: line.since, process: line.owner?.pid)
            }
            switch try self.answers(for: query, id: id, window: window, from: origin, at: now) {
            case .success(let found): answers = found
            case .failure(let refusal): return .refused(refusal)
            }
            let run = try openLine(
                of: id, named: query.name, window: answers.window, candidate: answers.candidate, at: now)
            var ticket = ticket(of: run, query, answers, current: try contents(of: id), at: now)
            ticket.held = try heldCandidates(of: id)
            return .begun(ticket)
        }
        if case .begun(let ticket) = beginning { origins[ticket.run] = answers }
        return beginning
    }

    /// Prepares a look at kept answers, which has no line in the journal and writes nothing.
    func preview(
        _ query: ArticleQuery, window: DayRange, from origin: RunOrigin, at now: Instant
    ) throws(SQLiteError) -> Result<RunTicket, Refusal> {
        var number = Int64.max
        while previews.contains(number) { number -= 1 }
        var answers = RunAnswers(window: window)
        let result = try connection.transaction(.deferred) { () throws(SQLiteError) -> Result<RunTicket, Refusal> in
            let id = try queryID(query.name)
            switch try keptAnswers(for: query, id: id, window: window, from: origin) {
            case .success(let found): answers = found
            case .failure(let refusal): return .failure(refusal)
            }
            return .success(ticket(of: number, query, answers, current: try contents(of: id), at: now))
        }
        guard case .success = result else { return result }
        previews.insert(number)
        origins[number] = answers
        return result
    }

    func endPreview(_ ticket: RunTicket) {
        guard previews.remove(ticket.run) != nil else { return }
        forget(ticket.run)
    }

    /// The candidate whose answers a run reads a window from, its own unless the run reads what was read before; nil for
    /// a run that was not begun here.
    func candidate(holding window: DayRange, for run: Int64) -> Int64? { origins[run]?.candidate(holding: window) }

    /// Sets a page aside for an open run.
    ///
    /// - Returns: how many distinct articles there are now; nil where the run is not open.
    func stage(_ page: ArticlePage, as request: PageRequest, for run: Int64) throws(SQLiteError) -> Int? {
        guard let staging = try staging(of: run) else { return nil }
        try staging.stage(page, as: request, in: connection)
        return staging.count
    }

    /// Forgets what was set aside of the window that was set aside last.
    ///
    /// - Returns: how many distinct articles there are now; nil where the run is not open.
    func unstage(_ window: DayRange, for run: Int64) throws(SQLiteError) -> Int? {
        guard let staging = try staging(of: run) else { return nil }
        try staging.unstage(window, in: connection)
        return staging.count
    }

    /// Replaces a query's contents in one transaction; nil where the run is not open.
    func replace(
        _ ticket: RunTicket, readings: [WindowReading], ending: RunEnding, at now: Instant
    ) throws(SQLiteError) -> Run? {
        guard let staging = try staging(of: ticket.run) else { return nil }
        // Pages beyond this bound spill into the log while the replacement goes on.
        try connection.limitCache(kiB: Self.cacheKiB(replacing: staging.count))
        // What very many places were before they get their articles would be megabytes of journal in memory.
        let journalsInFile = staging.count > 150_000
        if journalsInFile { try connection.execute("PRAGMA temp.journal_mode = TRUNCATE") }
        defer { if journalsInFile { try? connection.execute("PRAGMA temp.journal_mode = MEMORY") } }
        if Self.isLarge(staging.count) { makeRoom() }
        let run = try connection.transaction(.immediate) { () throws(SQLiteError) -> Run? in
            guard try isOpen(ticket.run), try generation(of: ticket.query) == ticket.current.generation else {
                return nil
            }
            let replacement = Replacement(
                staging: staging, answers: origins[ticket.run] ?? RunAnswers(window: ticket.window), ticket: ticket,
                query: try queryID(ticket.query.name), now: now)
            var ending = ending
            try replacement.perform(readings, &ending, in: connection)
            return try closeLine(ticket.run, ending, at: now)
        }
        forget(ticket.run)
        return run
    }

    /// Compares what is set aside with what the query holds of the windows read; nil where the run is not open.
    func difference(
        _ ticket: RunTicket, readings: [WindowReading], examples: Int
    ) throws(SQLiteError) -> ContentsDifference? {
        guard let staging = try staging(of: ticket.run) else { return nil }
        return try connection.transaction(.deferred) { () throws(SQLiteError) -> ContentsDifference in
            try ContentsComparison(staging: staging, ticket: ticket, query: try queryID(ticket.query.name))
                .difference(readings, examples: examples, in: connection)
        }
    }

    /// Closes the journal's line of a run and keeps its result as a held candidate; nil where the run is not open.
    func hold(
        _ ticket: RunTicket, readings: [WindowReading], ending: RunEnding, agreements: Int, at now: Instant
    ) throws(SQLiteError) -> Run? {
        let staged = stagings[ticket.run]?.count ?? 0
        return try end(ticket, ending, at: now) { query throws(SQLiteError) in
            try hold(
                ticket.candidate, of: query, readings, ending, articles: staged, agreements: agreements, run: ticket.run
            )
        }
    }

    /// Closes the journal's line of a run and leaves the contents; nil where the run is not open.
    func finish(_ ticket: RunTicket, ending: RunEnding, at now: Instant) throws(SQLiteError) -> Run? {
        let staged = stagings[ticket.run]?.count
        return try end(ticket, ending, at: now) { _ throws(SQLiteError) in
            try leave(ticket.candidate, ending, articles: staged)
        }
    }

    /// Ends a run that replaces nothing.
    private func end(
        _ ticket: RunTicket, _ ending: RunEnding, at now: Instant, _ work: (Int64) throws(SQLiteError) -> Void
    ) throws(SQLiteError) -> Run? {
        do throws(SQLiteError) {
            let run = try connection.transaction(.immediate) { () throws(SQLiteError) -> Run? in
                guard try isOpen(ticket.run) else { return nil }
                let query = try queryID(ticket.query.name)
                var ending = ending
                ending.counts.stored = try memberCount(of: query)
                (ending.counts.added, ending.counts.changed, ending.counts.removed) = (0, 0, 0)
                try work(query)
                return try closeLine(ticket.run, ending, at: now)
            }
            forget(ticket.run)
            lostRuns.remove(ticket.run)
            return run
        } catch {
            // Whoever began it may try once more; if not, the next run of the query takes its place.
            lostRuns.insert(ticket.run)
            throw error
        }
    }

    private func ticket(
        of run: Int64, _ query: ArticleQuery, _ answers: RunAnswers, current: RunTicket.Contents, at now: Instant
    ) -> RunTicket {
        var ticket = RunTicket(run: run, query: query, window: answers.window, startedAt: now, current: current)
        ticket.candidate = answers.candidate ?? 0
        ticket.keptPages = answers.keptPages
        ticket.gatheredSince = answers.since
        ticket.readings = answers.readings
        return ticket
    }

    private func staging(of run: Int64) throws(SQLiteError) -> Staging? {
        if let staging = stagings[run] { return staging }
        if !previews.contains(run) { guard try isOpen(run) else { return nil } }
        try connection.limitCache(kiB: Self.cacheKiB)
        let staging = try Staging(run: run, tables: tables(), in: connection)
        stagings[run] = staging
        return staging
    }

    /// Empty tables for a run to set its pages aside in.
    private func tables() throws(SQLiteError) -> StagingTables {
        if let tables = restingTables.popLast() { return tables }
        let taken = Set(stagings.values.map(\.tables.place))
        let tables = StagingTables(place: (0...taken.count).first { !taken.contains($0) } ?? taken.count)
        // A former run's may be there, where they could not be dropped.
        try connection.execute(tables.removal + tables.creation)
        return tables
    }

    /// Drops what a run has set aside.
    func forget(_ run: Int64) {
        origins[run] = nil
        guard let staging = stagings.removeValue(forKey: run) else { return }
        // The run has ended whatever comes of this; tables that stay are gone with the connection.
        if staging.leavesTables, (try? empty(staging.tables)) != nil {
            restingTables.append(staging.tables)
        } else {
            connection.forgetStatements()
            try? connection.execute(staging.tables.removal)
        }
    }

    /// Gives back pages and statements; what is open stays open.
    func settle() {
        connection.forgetStatements()
        // A hint, which cannot fail in a way that matters.
        try? connection.execute("PRAGMA shrink_memory")
    }

    private func empty(_ tables: StagingTables) throws(SQLiteError) {
        for table in tables.all { try connection.run("DELETE FROM \(table)") }
    }
}
