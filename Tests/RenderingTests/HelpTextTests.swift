internal import Expectations
internal import Rendering
internal import TestSupport
internal import Testing

@Suite struct HelpTextTests {
    private let articles = CommandDeclaration(
        name: "articles", summary: "Reads the store; never blocked by a writer",
        discussion: """
            Prints the articles that the queries named hold at present, in the provider's own order; without names, \
            those of every query.

            A predicate reads like `word_count > 500 AND section == "Sports"`.
            """,
        arguments: [ArgumentDeclaration("QUERY", "whose articles; every query's without one", arity: .any)],
        options: [
            OptionDeclaration("where", value: "P", "only those for which the predicate holds"),
            OptionDeclaration("limit", short: "n", value: "N", "at most so many", default: "all"),
            OptionDeclaration(
                "format", value: "table|json|jsonl|csv",
                "how they are written, and this summary is long enough to wrap",
                default: "table"),
            OptionDeclaration("quiet", short: "q", "says nothing"),
        ],
        examples: [
            .init("articlesync articles basketball -n 5", "The first five."),
            .init("articlesync articles --format csv > all.csv", "All of them for a spreadsheet."),
        ])

    private var program: ProgramDeclaration {
        ProgramDeclaration(
            name: "articlesync", summary: "keeps article searches in a database",
            discussion: "Runs searches with a date range and keeps what they find.",
            commands: [
                articles, CommandDeclaration(name: "demo", summary: "Sandbox, one sync and a look at the result"),
                CommandDeclaration(name: "records select", summary: "The dynamic door"),
            ],
            options: [
                OptionDeclaration(
                    "config", short: "c", value: "FILE", "the configuration",
                    default: "$ARTICLESYNC_CONFIG, else /etc/articlesync/articlesync.toml"),
                OptionDeclaration("help", short: "h", "says what can be typed"),
            ])
    }

    @Test func `the program's help`() { expectGolden(program.help, named: "help.txt") }

    @Test func `a command's help`() { expectGolden(program.help(for: articles), named: "help-articles.txt") }

    @Test func `help is at most 80 columns wide`() {
        let pages = [program.help] + program.commands.map { program.help(for: $0) }
        for line in pages.joined().split(separator: "\n") { #expect(line.displayWidth <= 80, "\(line)") }
    }

    @Test func `declarations say how they are parsed`() {
        #expect(articles.options.map(\.takesValue) == [true, true, true, false])
        #expect(articles.arguments.map(\.arity.repeats) == [true])
        #expect(ArgumentDeclaration("A", "").usage == "A")
        #expect(ArgumentDeclaration("A", "", arity: .optional).usage == "[A]")
        #expect(!ArgumentDeclaration.Arity.optional.isRequired)
    }
}
