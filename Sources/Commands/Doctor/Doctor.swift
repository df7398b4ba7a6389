internal import Articles
internal import Chronology
internal import Rendering
internal import SQLiteStore

/// Looks over a setup, one area after the other; an area that cannot be looked at keeps none of the others from it.
struct Doctor {
    typealias Check = DoctorReport.Check

    let session: Session
    let repairs: Bool

    var now: Instant { session.context.clock.now }

    func checks() async -> [Check] {
        let settings: Settings
        do throws(ConfigurationMistakes) {
            settings = try Settings.loadForReading(session.configuration, context: session.context)
        } catch {
            return configurationMistakes(
                error.lines, advice: "without it nothing else of the setup can be looked at")
                + machine(newestRun: nil)
        }
        let store = Assembly.store(of: settings, clock: session.context.clock)
        var checks = configuration(settings)
        let (storeChecks, facts) = await self.store(settings, store)
        let service = service(settings, store, facts)
        checks += keys(settings, isServed: service.line?.state == .running) + refused(facts)
        checks += storeChecks + service.checks
        if let line = service.line, line.state == .running { checks += await server(settings, line) }
        checks += queries(settings, service.line) + budgets(settings, facts)
        return checks + machine(newestRun: facts?.newestRunAt)
    }

    /// What went wrong while something was looked at: this user may not, or the thing itself is at fault.
    func failure(_ area: DoctorReport.Area, _ name: String, _ failure: StoreFailure) -> Check {
        let state: DoctorReport.State = failure.kind == .busy || failure.kind == .readOnly ? .notChecked : .problem
        return Check(area, name, state, "\(failure.tried): \(failure.reason)", advice: failure.hint)
    }
}

/// Permissions as `chmod` writes them: `0640`.
func octal(_ mode: UInt32) -> String {
    let digits = String(mode, radix: 8)
    return String(repeating: "0", count: max(4 - digits.count, 0)) + digits
}
