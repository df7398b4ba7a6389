internal import Articles
internal import Chronology

/// Reading again what was read before, from the answers that were kept, without asking anybody.
extension SyncRun {
    /// Stages everything that the ticket says was read.
    func restage(_ work: inout RunWork) async throws {
        let ticket = work.ticket
        work.standing = standing(beside: ticket.readings, ticket)
        if origin == .contents { for window in work.standing { work.add(notice: Self.isNotKept(window)) } }
        try await restage(ticket.readings, &work)
    }

    /// Stages readings from the answers that were kept of them.
    func restage(_ readings: [WindowReading], _ work: inout RunWork) async throws {
        let fetch = AnswerFetch(query: query, source: source, archive: writer, ticket: work.ticket, clock: clock)
        for reading in readings {
            let requests = try await writer.answers(of: reading, for: work.ticket)
            if requests.isEmpty, origin == .contents {
                work.standing.append(reading)
                work.add(notice: Self.isNotKept(reading))
                continue
            }
            var tally = WindowTally()
            for request in requests {
                let page = try await fetch.kept(request)
                tally.add(page, for: request)
                work.add(page)
                try await stage(page, as: request, &work)
            }
            work.readings.append(reading.readAgain(tally))
        }
    }

    /// The windows of the contents that stay as they are when some readings are put in place.
    private func standing(beside readings: [WindowReading], _ ticket: RunTicket) -> [WindowReading] {
        guard ticket.current.fingerprint == query.fingerprint else { return [] }
        return ticket.current.windows.filter { window in
            (query.keep == .everything || window.days.overlaps(ticket.window))
                && !readings.contains { $0.days.overlaps(window.days) }
        }
    }

    private static func isNotKept(_ window: WindowReading) -> String {
        "no answers are kept of \(window.days), which stays as it is until it is synced again"
    }
}
