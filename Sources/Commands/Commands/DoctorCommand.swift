internal import Chronology
internal import Rendering

/// `articlesync doctor`: whether the setup and the store are whole.
struct DoctorCommand: Command {
    static let declaration = CommandDeclaration(
        name: "doctor",
        summary: "Look over the configuration, the keys, the store, the service and the machine",
        discussion: """
            Says of each thing whether it is well, what it means where it is not, and what to do. Nothing is written, no
            provider is asked, no sync waits, and read access is enough: what this user may not look at is named. The store
            is read from end to end.

            --repair also compares the full-text index with every article, and puts right what can be told from other rows:
            the index, references that lead nowhere, counts, places and marks. The store is copied first, then all of it is
            done in one transaction, or none; syncs wait for that. Damaged pages are beyond it.

            Exit codes: 0 no problems, 1 problems.
            """,
        options: [
            OptionDeclaration("repair", "Put right what can be, after a copy of the store was made"),
            OptionDeclaration("json", "One JSON document"),
        ],
        examples: [.init("articlesync doctor", "What is wrong, and what to do")])

    private let repairs: Bool
    private let json: Bool

    init(_ words: ParsedWords) throws(UsageMistake) {
        repairs = words.has("repair")
        json = words.has("json")
    }

    func run(in session: Session) async throws -> ExitCode {
        let report = DoctorReport(
            await Doctor(session: session, repairs: repairs).checks(), now: session.context.clock.now)
        try session.write(report, json: json)
        return report.problems > 0 ? .failed : .done
    }
}
