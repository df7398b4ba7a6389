internal import Records
internal import Rendering
internal import SQLiteStore

/// `articlesync records`: the rows of any entity by its name.
struct RecordsCommand: Command {
    static let declaration = CommandDeclaration(
        name: "records",
        summary: "Read any entity of the store by its name, and write those that are a person's",
        discussion: """
            select reads, insert makes one row, update sets values in rows, delete takes rows away for good. Each is one
            transaction. `records entities` shows what there is: names, columns and types, and which can be set.

            KEY=VALUE sets a column; firstName means first_name. A list has commas between its words, and a word with a
            comma in it stands in double quotes. KEY= alone takes a number, a date or an article away. A key that no
            column has, or that the store sets by itself, is passed over and told of; --strict refuses it.

            A predicate compares columns: title CONTAINS[cd] "coach" AND article_id != NIL. %@ in it stands for the text of
            the next --arg, %d for a whole number, %f for a number and %K for a column, so that no quote of a script's
            variable can change what is asked. Without --where, or with an empty one, every row is meant; update and
            delete then need --all.

            A table shows as many columns as have room, the first ones; --columns chooses.

            Exit codes: 0 done, 1 the store is against it, 64 an entity, a key, a value or a predicate is wrong, or the
            entity can only be read.
            """,
        arguments: [
            ArgumentDeclaration("ACTION", "select, insert, update, delete or entities"),
            ArgumentDeclaration("ENTITY", "Its name", arity: .optional),
            ArgumentDeclaration("KEY=VALUE", "What is to be set (insert, update)", arity: .any),
        ],
        options: [
            OptionDeclaration("where", value: "PREDICATE", "Only rows that fit"),
            OptionDeclaration("arg", value: "TEXT", "For the next %@, %d, %f or %K of the predicate"),
            OptionDeclaration("sort", value: "KEYS", "The order (select)", default: "none"),
            OptionDeclaration("columns", short: "c", value: "NAMES", "Only these, in this order (select)"),
            OptionDeclaration("limit", short: "n", value: "N", "At most so many (select)", default: "all"),
            OptionDeclaration("offset", value: "N", "Leave out the first so many (select)", default: "0"),
            OptionDeclaration("all", "Every row is meant (update, delete)"),
            OptionDeclaration("strict", "Refuse keys that cannot be set (insert, update)"),
            OptionDeclaration("dry-run", "Tell how many rows it would be, and write nothing (update, delete)"),
            OptionDeclaration(
                "format", short: "f", value: "table|json|jsonl|csv", "How the answer is written", default: "table"),
            OptionDeclaration("bom", "A byte order mark, for Excel (select, csv)"),
            OptionDeclaration(
                "safe-for-spreadsheets", "An apostrophe before what would be a formula: = + - @ (select, csv)"),
        ],
        lists: [
            .init(
                "Actions",
                [
                    .init("select", "rows of an entity"), .init("insert", "make a row"),
                    .init("update", "set values in the rows that --where means"),
                    .init("delete", "take away the rows that --where means"),
                    .init("entities", "what there is, or one entity in full"),
                ]),
            .init("Entities", Entities.store.all.map { .init($0.name, $0.summary) }),
        ],
        examples: [
            .init(
                "articlesync records select runs --where 'outcome == \"held\"' --sort -id",
                "The runs that were held, the newest first"),
            .init(
                "articlesync records insert notes title='Call the coach' article_id=17",
                "A note about article 17"),
            .init(
                "articlesync records delete notes --where 'title == %@' --arg \"$OLD\"",
                "Remove the notes of a title, whatever quotes are in it"),
        ])

    private let action: RecordAction
    private let format: ArticleFormat
    private let csv: CSVForm

    init(_ words: ParsedWords) throws(UsageMistake) {
        format = try words.choice("format", of: ArticleFormat.self) ?? .table
        action = try RecordAction(words)
        csv = try words.csvForm(isCSV: format == .csv)
        if case .select = action { return }
        guard format != .csv else {
            throw UsageMistake("only `records select` writes csv; table, json or jsonl are for the others")
        }
    }

    func run(in session: Session) async throws -> ExitCode {
        let json = format != .table
        if case .entities(let name) = action {
            let entities = try name.map { [try RecordDesk.entity($0)] } ?? Entities.store.all
            try session.write(EntitiesReport(entities.map { EntityDetails($0) }), json: json)
            return .done
        }
        let desk = RecordDesk(try action.writes ? session.settings() : session.settingsForReading(), session)
        switch action {
        case .entities: break
        case .select(let selection): try desk.select(selection, as: format, csv)
        case .insert(let entity, let values, let unknownKeys):
            try session.write(try desk.insert(entity, values, unknownKeys), json: json)
        case .update(let entity, let condition, let values, let unknownKeys, let isDryRun):
            try session.write(try desk.update(entity, condition, values, unknownKeys, isDryRun), json: json)
        case .delete(let entity, let condition, let isDryRun):
            try session.write(try desk.delete(entity, condition, isDryRun), json: json)
        }
        return .done
    }
}
