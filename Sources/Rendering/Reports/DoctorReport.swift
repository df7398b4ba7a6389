package import Chronology
package import JSONText

/// What was looked at of a setup, what it means, and what to do.
///
/// ## JSON
/// `{"at": instant, "problems": …, "warnings": …, "checks": […]}`. A check has `area` (`configuration`, `keys`, `store`,
/// `service`, `queries`, `budget`, `machine`), `check` (what was looked at, a stable name), `state` (`ok`, `warning`,
/// `problem`, `not_checked`), `finding` and `advice` (null where there is nothing to do).
package struct DoctorReport: Report {
    package var checks: [Check]
    package var now: Instant

    package init(_ checks: [Check], now: Instant) {
        self.checks = checks
        self.now = now
    }

    /// One thing that was looked at.
    package struct Check: Hashable, Sendable {
        package var area: Area
        /// Stable, in snake_case.
        package var name: String
        package var state: State
        package var finding: String
        /// What to do; nil where there is nothing to do.
        package var advice: String?

        package init(_ area: Area, _ name: String, _ state: State, _ finding: String, advice: String? = nil) {
            self.area = area
            self.name = name
            self.state = state
            self.finding = finding
            self.advice = advice
        }
    }

    package enum Area: String, Sendable, CaseIterable {
        case configuration, keys, store, service, queries, budget, machine
    }

    package enum State: String, Sendable, CaseIterable {
        case ok, warning, problem
        /// This user may not look, or there is nothing to look at.
        case notChecked = "not_checked"

        var label: String { self == .notChecked ? "unknown" : rawValue }

        var style: TextStyle {
            switch self {
            case .ok: .good
            case .warning: .warning
            case .problem: .bad
            case .notChecked: .quiet
            }
        }
    }

    package var problems: Int { checks.count { $0.state == .problem } }
    package var warnings: Int { checks.count { $0.state == .warning } }

    /// The checks by area, then what they come to.
    package func text(on terminal: Terminal) -> String {
        var text = ""
        for area in Area.allCases where checks.contains(where: { $0.area == area }) {
            text += terminal.paint(area.rawValue, .heading) + "\n"
            for check in checks where check.area == area { text += paragraph(check, on: terminal) }
            text += "\n"
        }
        return text + summary(on: terminal) + "\n"
    }

    private func paragraph(_ check: Check, on terminal: Terminal) -> String {
        let label = check.state.label
        let words = "\(check.name.replacing("_", with: " ")): \(check.finding)".harmless
        let lines = hanging("  " + label, words, indent: 12, width: terminal.width)
        var text = "  " + terminal.paint(label, check.state.style) + lines.dropFirst(2 + label.count)
        if let advice = check.advice { text += hanging("", "→ " + advice.harmless, indent: 12, width: terminal.width) }
        return text
    }

    private func summary(on terminal: Terminal) -> String {
        let unknown = checks.count { $0.state == .notChecked }
        let unlooked = unknown > 0 ? "; \(counted(unknown, "thing")) could not be looked at" : ""
        if problems > 0 {
            return terminal.paint(counted(problems, "problem"), .bad) + ", \(counted(warnings, "warning"))" + unlooked
        }
        if warnings > 0 { return "No problems, \(counted(warnings, "warning"))" + unlooked }
        return "All is well" + unlooked
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("at", now.description)
            writer.member("problems", problems)
            writer.member("warnings", warnings)
            writer.key("checks")
            writer.array { writer in
                for check in checks {
                    writer.object { writer in
                        writer.member("area", check.area.rawValue)
                        writer.member("check", check.name)
                        writer.member("state", check.state.rawValue)
                        writer.member("finding", check.finding)
                        writer.member("advice", check.advice)
                    }
                }
            }
        }
    }
}
