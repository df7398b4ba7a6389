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

            --fail KIND:COUNT makes the first COUNT requests fail so, KIND:COUNT@PAGE only those of one page (from 0),
            KIND:COUNT@PAGE/FROM..TO only those whose days are among these; COUNT may be `always`. A page with an article
            that --poison names fails for ever; an article is named by its number, from 0, or by its id.

            --arrivals, --late-arrivals, --departures, --moves and --changes say how often each is to happen: one of each
            after every few pages (--every), so that totals and order drift while somebody reads.

            --fail, --poison and --day-articles may be given several times.
            """,
        options: [
            OptionDeclaration("port", short: "p", value: "N", "The port; 0 lets the system choose", default: "0"),
            OptionDeclaration("articles", value: "N", "How many articles there are", default: "250"),
            OptionDeclaration("from", value: "DAY", "Their first day", default: "30 days before --to"),
            OptionDeclaration("to", value: "DAY", "Their last day", default: "2015-07-31"),
            OptionDeclaration("era", value: "2013|2019|2025", "The shape of the answers", default: "2025"),
            OptionDeclaration("cap", value: "N", "Results that one search can reach", default: "1000"),
            OptionDeclaration(
                "count-to", value: "N", "The most hits that it admits to; 0 is no limit",
                default: "10000 in the newest era"),
            OptionDeclaration("per-minute", value: "N", "Requests a calendar minute; 0 is no limit", default: "0"),
            OptionDeclaration("per-day", value: "N", "Requests a day of UTC; 0 is no limit", default: "0"),
            OptionDeclaration("fail", value: "KIND:COUNT", "Fail on purpose, see above"),
            OptionDeclaration("poison", value: "INDEX|ID", "An article that trips the server"),
            OptionDeclaration("poison-with", value: "500|html", "What its pages are answered with", default: "500"),
            OptionDeclaration(
                "skew", value: "N", "How unevenly days are filled: 1 gives a few days very many", default: "0"),
            OptionDeclaration("day-articles", value: "DAY=N", "A day with exactly so many articles"),
            OptionDeclaration("print", "Every article is of midnight, and their order another each time"),
            OptionDeclaration("twins", value: "N", "Articles with a second id", default: "0"),
            OptionDeclaration("arrivals", value: "N", "New articles, each the newest", default: "0"),
            OptionDeclaration("late-arrivals", value: "N", "New articles on days of chance", default: "0"),
            OptionDeclaration("departures", value: "N", "Articles that vanish", default: "0"),
            OptionDeclaration("moves", value: "N", "Articles that move to a later day", default: "0"),
            OptionDeclaration("changes", value: "N", "Articles whose text changes", default: "0"),
            OptionDeclaration("every", value: "N", "Pages between these", default: "7"),
            OptionDeclaration("drift", value: "ERA:N", "Answer in the shape of another era after N pages"),
            OptionDeclaration("prepare", "Write every document first, so that answers cost little"),
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
        options.countsTo = try words.integer("count-to")
        options.poison = words.all("poison").map { SandboxPoison($0) }
        if let answer = try words.choice("poison-with", of: SandboxPoison.Answer.self) { options.poisonAnswer = answer }
        if let skew = try words.integer("skew") {
            guard skew <= 9 else { throw UsageMistake("--skew takes a number from 0 to 9") }
            options.skew = skew
        }
        for text in words.all("day-articles") {
            let (day, count) = try Self.dayArticles(text)
            options.dayArticles[day] = count
        }
        options.isPrepared = words.has("prepare")
        options.isPrint = words.has("print")
        if let twins = try words.integer("twins") { options.twins = twins }
        let largest = ([options.articles, options.twins] + options.dayArticles.values).max() ?? 0
        guard largest <= 5_000_000, options.dayArticles.count <= 100 else {
            throw UsageMistake("the sandbox holds at most 5,000,000 articles, and 100 days with numbers of their own")
        }
        options.life = try Self.life(words)
        if let text = words[option: "drift"] {
            guard let drift = SandboxDrift(text) else {
                throw UsageMistake("--drift takes ERA:N such as 2025:40, not `\(text)`")
            }
            options.drift = drift
        }
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
        for case .id(let id) in options.poison where sandbox.corpus.index(of: id) == nil {
            throw UsageMistake("--poison: no article of this corpus is called `\(id)`")
        }
        try session.context.output.write(
            """
            An invented corpus of \(sandbox.corpus.count) articles, \(options.days), in the shape of \(options.era.rawValue), at
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

    private static func life(_ words: ParsedWords) throws(UsageMistake) -> SandboxLife {
        SandboxLife(
            arrivals: try words.integer("arrivals") ?? 0, lateArrivals: try words.integer("late-arrivals") ?? 0,
            departures: try words.integer("departures") ?? 0, moves: try words.integer("moves") ?? 0,
            changes: try words.integer("changes") ?? 0, every: try words.integer("every", from: 1) ?? 7)
    }

    private static func dayArticles(_ text: String) throws(UsageMistake) -> (CalendarDay, Int) {
        let parts = text.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2, let day = DayFormat.iso.day(from: parts[0]),
            parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(parts[1])
        else { throw UsageMistake("--day-articles takes DAY=N such as 2015-07-04=2500, not `\(text)`") }
        return (day, count)
    }

    private static func day(_ option: String, _ words: ParsedWords) throws(UsageMistake) -> CalendarDay? {
        guard let text = words[option: option] else { return nil }
        guard let day = DayFormat.iso.day(from: text) else {
            throw UsageMistake("--\(option) takes a day such as 2015-07-01, not `\(text)`")
        }
        return day
    }
}
