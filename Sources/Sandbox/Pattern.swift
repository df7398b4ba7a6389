/// A text with places for who and what it is about, taken apart once.
///
/// `%P` is a place, `%N` a person, `%O` an organisation, `%S` a subject, `%%` a percent sign.
struct Pattern: Sendable, ExpressibleByStringLiteral {
    enum Part: Sendable {
        case text(String)
        case place, person, organization, subject
    }

    let parts: [Part]

    init(stringLiteral pattern: String) {
        var parts: [Part] = []
        var text: [UInt8] = []
        var isMarked = false
        for byte in pattern.utf8 {
            guard isMarked || byte == UInt8(ascii: "%") else {
                text.append(byte)
                continue
            }
            if isMarked {
                let part: Part? =
                    switch byte {
                    case UInt8(ascii: "P"): .place
                    case UInt8(ascii: "N"): .person
                    case UInt8(ascii: "O"): .organization
                    case UInt8(ascii: "S"): .subject
                    default: nil
                    }
                if let part {
                    if !text.isEmpty { parts.append(.text(String(decoding: text, as: UTF8.self))) }
                    parts.append(part)
                    text = []
                } else {
                    text.append(byte)
                }
            }
            isMarked.toggle()
        }
        if !text.isEmpty { parts.append(.text(String(decoding: text, as: UTF8.self))) }
        self.parts = parts
    }
}
