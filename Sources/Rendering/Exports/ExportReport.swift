internal import Articles
internal import Chronology

/// A frozen copy in words.
package struct ExportReport: Sendable {
    private let manifest: ExportManifest

    package init(_ manifest: ExportManifest) { self.manifest = manifest }

    /// One line for a file that was written, and one that tells where its manifest is.
    ///
    /// - Parameters:
    ///   - path: of the file, as it was asked for.
    ///   - beside: the path of the manifest.
    package func text(_ path: String, beside manifestPath: String) -> String {
        let origin = manifest.origin
        var words = "\(path): \(counted(manifest.articles, "article")) of \(origin.query)"
        if manifest.notes > 0 { words += " with \(counted(manifest.notes, "note"))" }
        if manifest.articles != origin.articles - origin.pruned { words += ", of \(origin.articles) in its contents" }
        if let window = origin.window { words += ", \(window)" }
        words += ", \(origin.isWhole ? "complete" : coverage); \(ByteWords(manifest.bytes))"
        return "\(words)\nmanifest: \(manifestPath)\n".split(separator: "\n").map { String($0).harmless + "\n" }
            .joined()
    }

    /// What speaks against taking the copy for everything there is, one sentence; nil where nothing does.
    package var complaint: String? {
        let origin = manifest.origin
        guard !origin.isWhole else { return nil }
        var words: [String] = []
        if origin.coverage != .complete && origin.coverage != .empty {
            var sentence = "the contents of \(origin.query) are \(coverage)"
            if let missing = origin.missing, missing.count > 0 {
                sentence += ": \(missing.isLowerBound ? "at least " : "")"
                sentence += "\(counted(missing.count, "announced article")) missing"
            } else if let reason = origin.run?.reason {
                sentence += ": \(reason)"
            }
            words.append(sentence + "; `articlesync status \(origin.query)` shows of which days")
        }
        if origin.pruned > 0 {
            words.append("\(counted(origin.pruned, "article")) of then were removed from the store since")
        }
        return words.joined(separator: "; ")
    }

    private var coverage: String { manifest.origin.coverage?.rawValue ?? "of unknown coverage" }
}
