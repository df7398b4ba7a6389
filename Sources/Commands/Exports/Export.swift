internal import Articles
internal import Rendering
internal import SQLiteStore

/// Writes a frozen copy: the data first, then what they are.
struct Export {
    let order: ExportOrder
    let reader: SQLiteArticleReader
    /// The path of what is read.
    let store: String
    /// Where data go that go to no file.
    let output: Output
    /// Where it is said how far it has come; nil is nowhere.
    let progress: ExportProgress?

    /// What has been written, with what it is.
    ///
    /// - Returns: nil, with nothing written, where the query has no contents, or had none then.
    func write() throws -> ExportManifest? {
        defer { progress?.clear() }
        try order.places.check(force: order.force, store: store)
        let data = try order.places.data.map { place throws(CommandFailure) in
            try PartFile(for: Self.followed(place), from: store)
        }
        let manifestFile = try order.places.manifest.map { place throws(CommandFailure) in
            try PartFile(for: Self.followed(place), from: store)
        }
        guard let manifest = try order.format == .sqlite ? database(data) : lines(data) else { return nil }
        try manifestFile?.write(manifest.text)
        try data?.sync()
        try manifestFile?.sync()
        // The data come last: who sees them finds the manifest beside them.
        try manifestFile?.put(replaces: order.force)
        do throws(CommandFailure) { try data?.put(replaces: order.force) } catch {
            manifestFile?.withdraw()
            throw error
        }
        return manifest
    }

    private func lines(_ file: PartFile?) throws -> ExportManifest? {
        let digest = try DigestedBytes()
        var renderer = ArticleRenderer(
            order.format == .csv ? .csv : .jsonl, columns: ArticleColumn.exported, csv: order.csv
        ) { bytes in
            digest.add(bytes)
            if let file { try file.write(bytes) } else { try output.write(data: bytes) }
        }
        var count = 0
        let origin = try reader.export(order.listing) { origin in
            progress?.begin(origin, of: order.listing)
            try renderer.begin()
        } _: { article, _ in
            try pause(at: count)
            try renderer.row(article)
            count += 1
        }
        guard let origin else { return nil }
        try renderer.end()
        return try manifest(of: origin, articles: count, digest)
    }

    private func database(_ file: PartFile?) throws -> ExportManifest? {
        guard let file else { return nil }
        var database = try ExportDatabase(path: file.path, name: file.place, withNotes: order.withNotes)
        var (count, notes) = (0, 0)
        let origin = try reader.export(order.listing, withNotes: order.withNotes) { origin in
            progress?.begin(origin, of: order.listing)
        } _: { article, about in
            try pause(at: count)
            try database.add(article, notes: about)
            count += 1
            notes += about.count
        }
        guard let origin else { return nil }
        try database.finish()
        let digest = try DigestedBytes()
        try file.read { digest.add($0) }
        return try manifest(of: origin, articles: count, notes: notes, digest)
    }

    private func manifest(
        of origin: ContentsOrigin, articles: Int, notes: Int = 0, _ digest: DigestedBytes
    ) throws(CommandFailure) -> ExportManifest {
        var manifest = ExportManifest(
            generator: "articlesync \(Version.current)", file: order.places.name, format: order.format,
            csv: order.csv, origin: origin, listing: order.listing)
        manifest.articles = articles
        manifest.notes = notes
        manifest.bytes = digest.count
        manifest.sha256 = try digest.sha256
        return manifest
    }

    /// Where a link leads that is there, so that its target is written and not the link; else the path itself.
    private static func followed(_ path: String) -> String {
        FilePresence.isThere(path) ? FileFacts.absolute(path) : path
    }

    /// Looks now and then whether somebody asked for the end, and says how far it has come.
    private func pause(at count: Int) throws(CommandFailure) {
        guard count.isMultiple(of: 256) else { return }
        progress?.show(count)
        guard Task.isCancelled else { return }
        throw CommandFailure(.failed, "the export was cancelled, and nothing of it is left behind")
    }
}
