package import Articles
internal import Chronology
package import JSONText

/// What a frozen copy is of: the document that is written beside it.
///
/// Nothing in it depends on when the copy is made, so that a repeated copy of the same contents has the same manifest. A run
/// that finds the contents unchanged makes a new generation of them: then the manifest tells that one, and the data stay the
/// same bytes.
///
/// ## JSON
/// - `manifest_version`: 1; `generator`: the program that wrote it, with its version;
/// - `file`: the name of the data file, null where they went to standard output; `format`: `csv`, `jsonl` or `sqlite`;
///   `bytes` and `sha256` of the data; `sha256sum`: a line for `sha256sum --check`, null without a file;
/// - `query`, `provider`, `asks` (what was asked, on one line), `window` (`from`, `to`, both included);
/// - `complete`: whether the contents are all that the provider announced; `coverage`: `complete`, `partial`, `capped`,
///   `unverified` or `empty`, null where nobody said;
/// - `counts`: `articles` and `notes` in the file; `contents`: articles in the contents, which are more where `selection`
///   filters; `missing`: announced and not come, and `missing_at_least`: whether there may be more, as the provider stopped
///   counting (null with `as_of`); `pruned`: articles of the contents that the store has no more, which only contents of the
///   past can miss;
/// - `generation` of the contents, counted from 1; `stored_at`: when they were put in place; `contents_at`: when the oldest
///   of their windows was read (null with `as_of`);
/// - `run`: the run that put them in place, as `runs --json` has it, null where the journal has it no more;
/// - `windows`: the ledger, each as `status --json` has it, with its `holes`; null with `as_of`, as it is kept of the
///   present alone;
/// - `selection`: `where`, `search`, `sort` and `as_of` as they were asked for, each null where it was not;
/// - `columns` of an article in the file; `csv`: `byte_order_mark` and `safe_for_spreadsheets`, null in other formats.
package struct ExportManifest: Hashable, Sendable {
    package var generator: String
    /// The name of the data file without its folder; nil where they went to standard output.
    package var file: String?
    package var format: ExportFormat
    package var csv: CSVForm
    package var origin: ContentsOrigin
    package var listing: ArticleListing
    /// In the file.
    package var articles = 0
    package var notes = 0
    /// Of the data.
    package var bytes = 0
    package var sha256 = ""

    package init(
        generator: String, file: String?, format: ExportFormat, csv: CSVForm, origin: ContentsOrigin,
        listing: ArticleListing
    ) {
        self.generator = generator
        self.file = file
        self.format = format
        self.csv = csv
        self.origin = origin
        self.listing = listing
    }

    /// The document, a member a line.
    package var text: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return IndentedJSON.bytes(writer.bytes)
    }

    /// Writes the document.
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("manifest_version", 1)
            writer.member("generator", generator)
            writeFile(to: &writer)
            writer.member("query", origin.query)
            writer.member("provider", origin.provider)
            writer.member("asks", origin.fingerprint)
            writer.days("window", origin.window)
            writer.member("complete", origin.isWhole)
            writer.member("coverage", origin.coverage?.rawValue)
            writer.key("counts")
            writer.object { writer in writeCounts(to: &writer) }
            writer.member("generation", origin.generation)
            writer.member("stored_at", origin.storedAt.description)
            writer.member("contents_at", origin.contentsAt?.description)
            writer.key("run")
            if let run = origin.run { writer.run(run) } else { writer.null() }
            writer.key("windows")
            if let windows = origin.windows {
                writer.array { writer in for window in windows { writer.window(window) } }
            } else {
                writer.null()
            }
            writeSelection(to: &writer)
        }
    }

    private func writeFile(to writer: inout JSONWriter) {
        writer.member("file", file)
        writer.member("format", format.rawValue)
        writer.member("bytes", bytes)
        writer.member("sha256", sha256)
        writer.member("sha256sum", file.map { Self.checkLine($0, sha256) })
    }

    private func writeCounts(to writer: inout JSONWriter) {
        writer.member("articles", articles)
        writer.member("notes", notes)
        writer.member("contents", origin.articles)
        writer.member("missing", origin.missing?.count)
        writer.key("missing_at_least")
        if let missing = origin.missing { writer.bool(missing.isLowerBound) } else { writer.null() }
        writer.member("pruned", origin.pruned)
    }

    private func writeSelection(to writer: inout JSONWriter) {
        writer.key("selection")
        writer.object { writer in
            writer.member("where", listing.predicate)
            writer.member("search", listing.search)
            writer.member("sort", listing.sort)
            writer.member("as_of", listing.asOf?.description)
        }
        writer.member("columns", ArticleColumn.exported.map(\.rawValue) + (format == .sqlite ? ["position"] : []))
        writer.key("csv")
        guard format == .csv else { return writer.null() }
        writer.object { writer in
            writer.member("byte_order_mark", csv.hasByteOrderMark)
            writer.member("safe_for_spreadsheets", csv.isSafeForSpreadsheets)
        }
    }

    /// A line as `sha256sum` writes it: a name with a backslash or a line end is escaped, and says so at its beginning.
    private static func checkLine(_ file: String, _ sha256: String) -> String {
        var name = ""
        for scalar in file.unicodeScalars {
            switch scalar {
            case "\\": name += #"\\"#
            case "\n": name += #"\n"#
            case "\r": name += #"\r"#
            default: name.unicodeScalars.append(scalar)
            }
        }
        return (name == file ? "" : #"\"#) + sha256 + "  " + name
    }
}
