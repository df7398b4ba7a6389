internal import Chronology
internal import Lifecycle
internal import Rendering
internal import Sandbox
internal import Telemetry

/// `articlesync sandbox`: a stand-in API on loopback, until it is interrupted.
struct SandboxCommand: Command {
    static let declaration = CommandDeclaration(
        name: "sandbox",
        summary: "Serve an invented corpus as the New York Times API would, on loopback",
        discussion: """
            For trying and for tests; every answer says that it is invented. The same seed gives the same articles.
            Stops on Ctrl-C.

            --fail KIND:COUNT makes the first COUNT requests fail so, KIND:COUNT@PAGE only those of one page (from 0);
            COUNT may be `always`. It may be given several times.
            """,
        options: [
            OptionDeclaration("port", short: "p", value: "N", "The port; 0 lets the system choose", default: "0"),
            OptionDeclaration("articles", value: "N", "How many articles there are", default: "250"),
            OptionDeclaration("from", value: "DAY", "Their first day", default: "30 days before --to"),
            OptionDeclaration("to", value: "DAY", "Their last day", default: "2015-07-31"),
            OptionDeclaration("era", value: "2013|2019|2025", "The shape of the answers", default: "2025"),
            OptionDeclaration("cap", value: "N", "Results that one search can reach", default: "1000"),
            OptionDeclaration("per-minute", value: "N", "Requests a minute; 0 is no limit", default: "0"),
            OptionDeclaration("per-day", value: "N", "Requests a day; 0 is no limit", default: "0"),
            OptionDeclaration("fail", value: "KIND:COUNT", "Fail on purpose, see above"),
            OptionDeclaration("seed", value: "N", "Which corpus", default: "42"),
            OptionDeclaration("key", value: "KEY", "The one key that is accepted", default: "any"),
        ],
        lists: [.init("Kinds", SandboxFault.allCases.map { .init($0.rawValue, $0.summary) })],
        examples: [
            .init("articlesync sandbox --port 8421 --articles 2000 --fail 500:2", "Two failures, then 2,000 articles")
        ])

    private let options: SandboxOptions

    init(_ words: ParsedWords) throws(UsageMistake) {
        var options = SandboxOptions()
        if let port = try words.integer("port") {
            guard let number = UInt16(exactly: port) else {
                throw UsageMistake("--port takes a number from 0 to 65535")
            }
            options.port = number
        }
        if let articles = try words.integer("articles") { options.articles = articles }
        options.days = try Self.days(words, standard: options.days)
        if let era = try words.choice("era", of: SandboxEra.self) { options.era = era }
        if let cap = try words.integer("cap", from: 1) { options.cap = cap }
        if let limit = try words.integer("per-minute") { options.requestsPerMinute = limit }
        if let limit = try words.integer("per-day") { options.requestsPerDay = limit }
        if let seed = try words.integer("seed") { options.seed = UInt64(seed) }
        if let key = words[option: "key"] { options.key = Secret(key) }
        for text in words.all("fail") {
            do throws(SandboxFaultRuleError) {
                options.faults.append(try SandboxFaultRule(text))
            } catch {
                throw UsageMistake("--fail: \(error)")
            }
        }
        self.options = options
    }

    func run(in session: Session) async throws -> ExitCode {
        let sandbox: Sandbox
        do { sandbox = try Sandbox.start(options, clock: session.context.clock) } catch {
            throw CommandFailure(.failed, "\(error)")
        }
        defer { sandbox.stop() }
        try session.context.output.write(
            """
            An invented corpus of \(options.articles) articles, \(options.days), in the shape of \(options.era.rawValue), at
            \(sandbox.baseURL)
            To sync it:  [providers.nyt]  base_url = "\(sandbox.baseURL)"  and any key. Ctrl-C stops it.

            """)
        await session.untilInterrupted()
        return .done
    }

    private static func days(_ words: ParsedWords, standard: DayRange) throws(UsageMistake) -> DayRange {
        let from = try day("from", words)
        let to = try day("to", words)
        let last = to ?? from?.adding(days: standard.count - 1) ?? standard.to
        let first = from ?? last.adding(days: 1 - standard.count)
        guard let days = DayRange(from: first, to: last) else {
            throw UsageMistake("--to (\(last)) is before --from (\(first))")
        }
        return days
    }

    private static func day(_ option: String, _ words: ParsedWords) throws(UsageMistake) -> CalendarDay? {
        guard let text = words[option: option] else { return nil }
        guard let day = DayFormat.iso.day(from: text) else {
            throw UsageMistake("--\(option) takes a day such as 2015-07-01, not `\(text)`")
        }
        return day
    }
}
