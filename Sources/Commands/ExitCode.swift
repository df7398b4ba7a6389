package import Articles

/// What the program tells the shell; the numbers are those of `sysexits.h` where it has one.
package enum ExitCode: Int32, Sendable, CaseIterable {
    case done = 0
    case failed = 1
    /// Finished, but partial, capped or held.
    case incomplete = 2
    case usage = 64
    /// The upstream API is unavailable.
    case unavailable = 69
    /// The budget is spent or a lock is held.
    case tryLater = 75
    case keyRefused = 77
    case configuration = 78

    /// What a run comes to.
    package init(_ run: Run) { self.init(run.outcome, run.failure) }

    /// What an ending comes to.
    package init(_ outcome: RunOutcome, _ failure: SourceFailure.Kind?) {
        self =
            switch (outcome, failure) {
            case (.complete, _): .done
            case (.partial, _), (.capped, _), (.unverified, _), (.held, _): .incomplete
            case (.parked, _), (.skipped, _): .tryLater
            case (_, .badKey): .keyRefused
            case (_, .transient), (_, .poisonPage): .unavailable
            case (_, .rateLimited), (_, .daySpent): .tryLater
            case (_, .badQuery), (_, .drift), (_, .cancelled), (_, nil): .failed
            }
    }

    package init(_ failure: StoreFailure) {
        self =
            switch failure.kind {
            case .usage: .usage
            case .busy, .going: .tryLater
            case .full, .readOnly, .missing, .unusable, .refused, .other: .failed
            }
    }

    /// What several runs come to: the one that most needs a person.
    package static func worst(_ codes: some Sequence<ExitCode>) -> ExitCode {
        let order: [ExitCode] = [
            .configuration, .usage, .keyRefused, .failed, .unavailable, .tryLater, .incomplete, .done,
        ]
        let present = Set(codes)
        return order.first { present.contains($0) } ?? .done
    }
}
