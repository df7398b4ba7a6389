/// Plain text of HTML and of the XML that papers' abstracts come in.
enum HTMLText {
    /// Without tags, comments, scripts and styles, entities decoded once.
    static func plain(_ html: String) -> String {
        guard hasMarks(html) else { return html }
        return decodingEntities(in: strippingTags(from: html))
    }

    private static func hasMarks(_ text: String) -> Bool {
        let bytes = text.utf8.span
        for position in bytes.indices {
            let byte = bytes[position]
            if byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&") { return true }
        }
        return false
    }

    /// A `<` that begins no tag stands for itself, as in `a < b`.
    private static func strippingTags(from html: String) -> String {
        let bytes = Array(html.utf8)
        // No tag begins behind the last bracket; knowing it keeps a text of open brackets from being searched again and again.
        guard let last = bytes.lastIndex(of: UInt8(ascii: ">")) else { return html }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var separated = false
        var position = 0
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "<"), let tag = Tag(in: bytes[...last], at: position) {
                position = tag.end
                if tag.hidesContent { position = endOfHidden(tag.name, in: bytes[...last], from: position) }
                separated = separated || tag.separates
                continue
            }
            let byte = bytes[position]
            if separated, let before = text.last, before > 0x20, byte > 0x20 { text.append(0x20) }
            separated = false
            text.append(byte)
            position += 1
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func endOfHidden(_ name: String, in bytes: ArraySlice<UInt8>, from start: Int) -> Int {
        var position = start
        while position < bytes.endIndex {
            if bytes[position] == UInt8(ascii: "<"), let tag = Tag(in: bytes, at: position) {
                if tag.isClosing, tag.name == name { return tag.end }
                position = max(tag.end, position + 1)
            } else {
                position += 1
            }
        }
        return bytes.endIndex
    }

    private struct Tag {
        /// Lower case, without a namespace.
        let name: String
        let isClosing: Bool
        /// Behind the `>`.
        let end: Int

        init?(in bytes: ArraySlice<UInt8>, at start: Int) {
            guard start < bytes.endIndex else { return nil }
            if bytes[start...].starts(with: "<!--".utf8) {
                name = "!--"
                isClosing = false
                end = Self.end(of: "-->", in: bytes, from: start + 4)
                return
            }
            var position = start + 1
            isClosing = position < bytes.endIndex && bytes[position] == UInt8(ascii: "/")
            if isClosing { position += 1 }
            guard position < bytes.endIndex, Self.isLetter(bytes[position]) || "!?".utf8.contains(bytes[position])
            else { return nil }
            let nameStart = position
            while position < bytes.endIndex, Self.belongsToName(bytes[position]) { position += 1 }
            let full = String(decoding: bytes[nameStart..<position], as: UTF8.self).lowercased()
            name = full.split(separator: ":").last.map(String.init) ?? full
            guard let end = Self.closingBracket(in: bytes, from: position) else { return nil }
            self.end = end
        }

        var hidesContent: Bool { !isClosing && (name == "script" || name == "style") }

        /// Whether words on both sides are not one.
        var separates: Bool {
            switch name {
            case "p", "br", "div", "li", "ul", "ol", "tr", "td", "th", "table", "hr", "blockquote", "section", "sec",
                "title", "h1", "h2", "h3", "h4", "h5", "h6", "dd", "dt", "figure", "figcaption", "script", "style":
                true
            default: false
            }
        }

        /// Behind the bracket that closes a tag; a `>` in a quoted attribute closes nothing.
        private static func closingBracket(in bytes: ArraySlice<UInt8>, from start: Int) -> Int? {
            var quote: UInt8?
            for position in start..<bytes.endIndex {
                let byte = bytes[position]
                if let open = quote {
                    if byte == open { quote = nil }
                } else if byte == UInt8(ascii: ">") {
                    return position + 1
                } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                    quote = byte
                }
            }
            return bytes[start...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 }
        }

        private static func end(of mark: String, in bytes: ArraySlice<UInt8>, from start: Int) -> Int {
            var position = start
            while position < bytes.endIndex {
                if bytes[position...].starts(with: mark.utf8) { return position + mark.utf8.count }
                position += 1
            }
            return bytes.endIndex
        }

        private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }

        private static func belongsToName(_ byte: UInt8) -> Bool {
            isLetter(byte) || (0x30...0x39).contains(byte) || ":-_!?".utf8.contains(byte)
        }
    }
}
