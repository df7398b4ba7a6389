internal import Glibc
internal import TestSupport
package import Testing

/// Expects bytes to be exactly those of `Golden/<name>` beside the test; a missing file is a failure.
///
/// `ARTICLESYNC_REWRITE_GOLDEN=1 swift test …` writes what was rendered instead; look at the difference before you
/// commit it.
package func expectGolden(
    _ bytes: some Sequence<UInt8>, named name: String, file: String = #filePath,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
    let golden = GoldenFile(name, beside: file)
    let rendered = Array(bytes)
    do {
        if unsafe getenv("ARTICLESYNC_REWRITE_GOLDEN") != nil { try golden.rewrite(rendered) }
        guard let difference = golden.difference(from: rendered) else { return }
        Issue.record("\(difference)", sourceLocation: sourceLocation)
    } catch {
        Issue.record(error, sourceLocation: sourceLocation)
    }
}

/// Expects a text to be exactly that of `Golden/<name>` beside the test.
package func expectGolden(
    _ text: String, named name: String, file: String = #filePath,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
    expectGolden(text.utf8, named: name, file: file, sourceLocation: sourceLocation)
}

/// A file with the bytes that something must render to.
package struct GoldenFile {
    private let name: String
    private let path: String

    /// `Golden/<name>` in the folder of a test's own file.
    package init(_ name: String, beside file: String) {
        self.name = name
        path = file.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/Golden/\(name)"
    }

    /// What is different about some bytes, for people; nil where nothing is.
    package func difference(from rendered: [UInt8]) -> String? {
        guard let expected = try? Files.read(path) else {
            return
                "there is no golden file \(name); ARTICLESYNC_REWRITE_GOLDEN=1 writes it. Rendered was:\n\(text(rendered))"
        }
        return rendered == expected ? nil : "\(name) differs: \(firstDifference(rendered, expected))"
    }

    func rewrite(_ rendered: [UInt8]) throws { try Files.write(rendered, to: path) }
}

private func firstDifference(_ rendered: [UInt8], _ expected: [UInt8]) -> String {
    let new = rendered.split(separator: 0x0A, omittingEmptySubsequences: false)
    let old = expected.split(separator: 0x0A, omittingEmptySubsequences: false)
    let line = zip(new, old).enumerated().first { $1.0 != $1.1 }?.offset ?? min(new.count, old.count)
    let was = line < old.count ? text(old[line]) : "(no more lines)"
    let now = line < new.count ? text(new[line]) : "(no more lines)"
    return "line \(line + 1)\n  expected: \(was)\n  rendered: \(now)"
}

private func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
