/// One JSON text over many lines, two spaces a level, as `jq .` lays it out.
enum IndentedJSON {
    /// - Parameter compact: JSON without white space between its tokens, as `JSONWriter` writes it.
    static func bytes(_ compact: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var depth = 0
        var isInString = false
        var isEscaped = false
        var previous: UInt8 = 0
        func breakLine() {
            result.append(UInt8(ascii: "\n"))
            result += repeatElement(UInt8(ascii: " "), count: depth * 2)
        }
        for byte in compact {
            defer { previous = byte }
            if isInString {
                result.append(byte)
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            let opened = previous == UInt8(ascii: "{") || previous == UInt8(ascii: "[")
            switch byte {
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if !opened { breakLine() }
            default: if opened { breakLine() }
            }
            result.append(byte)
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: ","): breakLine()
            case UInt8(ascii: ":"): result.append(UInt8(ascii: " "))
            case UInt8(ascii: "\""): isInString = true
            default: break
            }
        }
        result.append(UInt8(ascii: "\n"))
        return result
    }
}
