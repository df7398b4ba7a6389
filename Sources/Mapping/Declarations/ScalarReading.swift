/// Numbers and booleans of text, in the forms that JSON writes them in and no other.
enum ScalarReading {
    /// `133`, and `133.0` or `1.33e2`, which are the same number.
    static func integer(_ text: String) throws(TransformFailure) -> Int {
        guard isNumber(text), let integer = Int(text) ?? Double(text).flatMap(Int.init(exactly:)) else {
            throw TransformFailure("is no integer")
        }
        return integer
    }

    static func number(_ text: String) throws(TransformFailure) -> Double {
        guard isNumber(text), let number = Double(text), number.isFinite else {
            throw TransformFailure("is no number")
        }
        return number
    }

    static func flag(_ text: String) throws(TransformFailure) -> Bool {
        switch text {
        case "true": true
        case "false": false
        default: throw TransformFailure("is neither true nor false")
        }
    }

    /// Keeps out what `Double` also reads: `nan`, `inf`, hexadecimal.
    private static func isNumber(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
    }
}
