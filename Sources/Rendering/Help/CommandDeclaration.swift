/// A command as declared once: what is parsed and what `--help` prints.
package struct CommandDeclaration: Hashable, Sendable {
    /// As typed: `sync`, or `notes add`.
    package var name: String
    /// One sentence without a full stop.
    package var summary: String
    /// Paragraphs after the usage; empty where the summary says it all.
    package var discussion: String
    package var arguments: [ArgumentDeclaration]
    package var options: [OptionDeclaration]
    /// Lists of what an argument or an option may be, each under a title.
    package var lists: [List]
    package var examples: [Example]

    /// Words that may be typed, each with what it means.
    package struct List: Hashable, Sendable {
        package var title: String
        package var entries: [Entry]

        package struct Entry: Hashable, Sendable {
            package var word: String
            package var summary: String

            package init(_ word: String, _ summary: String) {
                self.word = word
                self.summary = summary
            }
        }

        package init(_ title: String, _ entries: [Entry]) {
            self.title = title
            self.entries = entries
        }
    }

    /// A line to type, and what it does.
    package struct Example: Hashable, Sendable {
        package var line: String
        package var summary: String

        package init(_ line: String, _ summary: String) {
            self.line = line
            self.summary = summary
        }
    }

    package init(
        name: String, summary: String, discussion: String = "", arguments: [ArgumentDeclaration] = [],
        options: [OptionDeclaration] = [], lists: [List] = [], examples: [Example] = []
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.arguments = arguments
        self.options = options
        self.lists = lists
        self.examples = examples
    }
}

/// A word that a command takes by its place.
package struct ArgumentDeclaration: Hashable, Sendable {
    /// In capitals: `QUERY`.
    package var name: String
    package var summary: String
    package var arity: Arity

    /// How often the word may stand.
    package enum Arity: Hashable, Sendable {
        case one, optional, any

        package var isRequired: Bool { self == .one }
        package var repeats: Bool { self == .any }
    }

    package init(_ name: String, _ summary: String, arity: Arity = .one) {
        self.name = name
        self.summary = summary
        self.arity = arity
    }

    /// `QUERY`, `[QUERY]` or `[QUERY…]`.
    package var usage: String {
        switch arity {
        case .one: name
        case .optional: "[\(name)]"
        case .any: "[\(name)…]"
        }
    }
}

/// A word with dashes, with or without a value.
package struct OptionDeclaration: Hashable, Sendable {
    /// Without dashes: `limit`.
    package var long: String
    /// Without the dash.
    package var short: Character?
    /// In capitals, or as alternatives: `N`, `table|json`; nil is a flag without a value.
    package var valueName: String?
    package var summary: String
    /// What holds where the option is not given, in words.
    package var defaultText: String?

    package init(
        _ long: String, short: Character? = nil, value valueName: String? = nil, _ summary: String,
        default defaultText: String? = nil
    ) {
        self.long = long
        self.short = short
        self.valueName = valueName
        self.summary = summary
        self.defaultText = defaultText
    }

    /// Whether a value follows.
    package var takesValue: Bool { valueName != nil }

    /// `-n, --limit N`.
    package var synopsis: String {
        (short.map { "-\($0), " } ?? "    ") + "--\(long)" + (valueName.map { " \($0)" } ?? "")
    }
}

/// The whole program as declared.
package struct ProgramDeclaration: Hashable, Sendable {
    package var name: String
    package var summary: String
    package var discussion: String
    package var commands: [CommandDeclaration]
    /// Options that every command takes.
    package var options: [OptionDeclaration]

    package init(
        name: String, summary: String, discussion: String = "", commands: [CommandDeclaration],
        options: [OptionDeclaration]
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.commands = commands
        self.options = options
    }
}
