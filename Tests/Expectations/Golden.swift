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
    let rendered = Array(bytes)
    let path = file.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/Golden/\(name)"
    do {
        if unsafe getenv("ARTICLESYNC_REWRITE_GOLDEN") != nil { try Files.write(rendered, to: path) }
        let expected = try Files.read(path)
        guard rendered != expected else { return }
        Issue.record("\(name) differs: \(firstDifference(rendered, expected))", sourceLocation: sourceLocation)
    } catch {
        Issue.record(
            "\(name): \(error); ARTICLESYNC_REWRITE_GOLDEN=1 writes it. Rendered was:\n\(text(rendered))",
            sourceLocation: sourceLocation)
    }
}

/// Expects a text to be exactly that of `Golden/<name>` beside the test.
package func expectGolden(
    _ text: String, named name: String, file: String = #filePath,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
    expectGolden(text.utf8, named: name, file: file, sourceLocation: sourceLocation)
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
