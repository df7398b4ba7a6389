internal import Articles
internal import Rendering

/// What is to be exported, in which form, and where to.
struct ExportOrder {
    var listing: ArticleListing
    var format: ExportFormat
    var csv = CSVForm()
    var withNotes = false
    var places: ExportPlaces
    var force = false

    /// - Throws: what of the words goes not together, or is missing.
    init(_ words: ParsedWords, query: String, output: String) throws(UsageMistake) {
        listing = ArticleListing()
        listing.queries = [query]
        listing.predicate = words[option: "where"]
        listing.search = words[option: "search"]
        listing.sort = words[option: "sort"]
        listing.asOf = try words.instant("as-of")
        guard !output.isEmpty else { throw UsageMistake("--output needs the name of a file, or - for standard output") }
        places = ExportPlaces(output: output, manifest: words[option: "manifest"])
        guard output == "-" || places.name != nil, !output.hasSuffix("/") else {
            throw UsageMistake("--output \(output) names a folder, not a file in it")
        }
        guard places.data == nil || places.manifest != places.data else {
            throw UsageMistake("--manifest and --output name the same file")
        }
        guard let format = try words.choice("format", of: ExportFormat.self) ?? ExportFormat(endingOf: output) else {
            throw UsageMistake(
                output == "-"
                    ? "`--output -` needs --format csv or --format jsonl"
                    : "the ending of \(output) tells no format: use .csv, .jsonl or .sqlite, or --format csv|jsonl|sqlite"
            )
        }
        self.format = format
        if format == .sqlite, output == "-" {
            throw UsageMistake("a database cannot be written to standard output: name a file")
        }
        csv = try words.csvForm(isCSV: format == .csv)
        withNotes = words.has("with-notes")
        if withNotes, format != .sqlite {
            throw UsageMistake("--with-notes is for --format sqlite, which has a table for them")
        }
        force = words.has("force")
    }
}

extension ParsedWords {
    /// What was asked for beyond RFC 4180.
    func csvForm(isCSV: Bool) throws(UsageMistake) -> CSVForm {
        var form = CSVForm()
        form.hasByteOrderMark = has("bom")
        form.isSafeForSpreadsheets = has("safe-for-spreadsheets")
        for flag in ["bom", "safe-for-spreadsheets"] where has(flag) && !isCSV {
            throw UsageMistake("--\(flag) is for --format csv")
        }
        return form
    }
}
