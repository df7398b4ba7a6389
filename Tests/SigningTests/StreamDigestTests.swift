internal import Signing
internal import TestSupport
internal import Testing

@Suite struct StreamDigestTests {
    private func digest(_ pieces: [[UInt8]]) throws -> String {
        guard var digest = StreamDigest() else { throw TestFailure("no memory") }
        for piece in pieces { digest.add(piece) }
        guard let value = digest.value else { throw TestFailure("no memory") }
        return value
    }

    /// FIPS 180-4, as NIST's example values have them.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            String(repeating: "a", count: 1_000_000),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        ),
    ])
    func `the values are those of the standard`(text: String, value: String) throws {
        #expect(try digest([Array(text.utf8)]) == value)
    }

    @Test func `however bytes are cut, the digest is that of the whole`() throws {
        var dice = Dice(seed: 11)
        for _ in 0..<100 {
            let bytes = (0..<Int.random(in: 0..<500, using: &dice)).map { _ in UInt8.random(in: 0...255, using: &dice) }
            var rest = bytes[...]
            var pieces: [[UInt8]] = []
            while !rest.isEmpty {
                let piece = rest.prefix(Int.random(in: 0...90, using: &dice))
                pieces.append(Array(piece))
                rest = rest.dropFirst(piece.count)
            }
            #expect(try digest(pieces) == digest([bytes]))
        }
    }

    @Test func `a value can be asked for on the way`() throws {
        guard var digest = StreamDigest() else { throw TestFailure("no memory") }
        digest.add(Array("ab".utf8))
        let first = digest.value
        #expect(first == digest.value && first?.hasPrefix("fb8e20fc") == true)
        digest.add(Array("c".utf8))
        #expect(digest.value?.hasPrefix("ba7816bf") == true)
    }
}
