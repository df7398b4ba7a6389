package import Rendering

/// The words after a command's name, sorted into options and arguments by its declaration.
package struct ParsedWords: Hashable, Sendable {
    package private(set) var arguments: [String] = []
    private var values: [String: String] = [:]
    private var flags: Set<String> = []

    /// Whether a flag was given.
    package func has(_ flag: String) -> Bool { flags.contains(flag) }

    /// The value of an option, or nil where it was not given; the last one counts.
    package subscript(option option: String) -> String? { values[option] }

    /// A whole number of at least `minimum`.
    package func integer(_ option: String, from minimum: Int = 0) throws(UsageMistake) -> Int? {
        guard let text = values[option] else { return nil }
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text), number >= minimum else {
            throw UsageMistake("--\(option) takes a whole number from \(minimum) on, not `\(text)`")
        }
        return number
    }

    /// One of the raw values of an enumeration.
    package func choice<Choice: RawRepresentable & CaseIterable>(
        _ option: String, of type: Choice.Type
    ) throws(UsageMistake) -> Choice? where Choice.RawValue == String {
        guard let text = values[option] else { return nil }
        if let choice = Choice(rawValue: text) { return choice }
        let allowed = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageMistake("--\(option) takes one of \(allowed), not `\(text)`")
    }

    /// Sorts words by a declaration: options may stand before or after arguments, `--name=value` or `--name value`,
    /// short flags together; `--` ends the options.
    package init(_ words: [String], for command: CommandDeclaration, shared: [OptionDeclaration]) throws(UsageMistake) {
        let options = command.options + shared
        var rest = words[...]
        var optionsEnded = false
        while let word = rest.popFirst() {
            if optionsEnded || word == "-" || !word.hasPrefix("-") {
                arguments.append(word)
            } else if word == "--" {
                optionsEnded = true
            } else if word.hasPrefix("--") {
                try long(word.dropFirst(2), rest: &rest, options: options, command: command.name)
            } else {
                try short(word.dropFirst(), rest: &rest, options: options, command: command.name)
            }
        }
        if !has("help") {
            try checkArguments(of: command)
            try checkFiles(of: command, options)
        }
    }

    private mutating func long(
        _ text: Substring, rest: inout ArraySlice<String>, options: [OptionDeclaration], command: String
    ) throws(UsageMistake) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = options.first(where: { $0.long == name }) else {
            throw UsageMistake.unknown("option", "--\(name)", among: options.map { "--\($0.long)" }, of: command)
        }
        guard option.takesValue else {
            guard parts.count == 1 else { throw UsageMistake("--\(name) takes no value") }
            flags.insert(name)
            return
        }
        guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
            throw UsageMistake("--\(name) needs a value: \(option.synopsis.drop { $0 == " " })")
        }
        values[name] = value
        repeated[name, default: []].append(value)
    }

    private mutating func short(
        _ letters: Substring, rest: inout ArraySlice<String>, options: [OptionDeclaration], command: String
    ) throws(UsageMistake) {
        var letters = letters
        while let letter = letters.popFirst() {
            guard let option = options.first(where: { $0.short == letter }) else {
                let known = options.compactMap { $0.short.map { "-\($0)" } }
                throw UsageMistake(
                    "no option of `\(command)` is called `-\(letter)` (known: \(known.joined(separator: ", ")))")
            }
            guard option.takesValue else {
                flags.insert(option.long)
                continue
            }
            guard let value = letters.isEmpty ? rest.popFirst() : String(letters) else {
                throw UsageMistake("-\(letter) needs a value")
            }
            values[option.long] = value
            repeated[option.long, default: []].append(value)
            return
        }
    }

    /// Every value of an option that may be given several times.
    package func all(_ option: String) -> [String] { repeated[option] ?? [] }

    private var repeated: [String: [String]] = [:]

    /// An empty variable of a script must not come to mean a folder.
    private func checkFiles(of command: CommandDeclaration, _ options: [OptionDeclaration]) throws(UsageMistake) {
        for option in options where option.valueName == "FILE" || option.valueName == "COPY" {
            guard all(option.long).contains("") else { continue }
            throw UsageMistake("--\(option.long) needs the name of a file, and what is given is empty")
        }
        for (argument, text) in zip(command.arguments, arguments) where argument.name == "FILE" && text.isEmpty {
            throw UsageMistake("`\(command.name)` needs the name of a file for FILE, and what is given is empty")
        }
    }

    private func checkArguments(of command: CommandDeclaration) throws(UsageMistake) {
        let required = command.arguments.count { $0.arity.isRequired }
        let unbounded = command.arguments.contains { $0.arity.repeats }
        if arguments.count < required {
            let missing = command.arguments.filter(\.arity.isRequired)[arguments.count].name
            throw UsageMistake("`\(command.name)` needs \(missing)", seeHelpOf: command.name)
        }
        if !unbounded, arguments.count > command.arguments.count {
            throw UsageMistake(
                "`\(command.name)` does not know what to do with `\(arguments[command.arguments.count])`",
                seeHelpOf: command.name)
        }
    }
}
