internal import JSONText

/// What stands around the documents of a page.
struct Envelope {
    enum Form {
        /// As the era has it.
        case faithful
        /// Without the member `response`.
        case withoutResponse
        /// Without `hits`.
        case withoutTotal
        /// With the documents where they ought to be, and the total under names that no era has.
        case renamed
    }

    let era: SandboxEra
    let total: Int
    /// The most hits that it admits to.
    let ceiling: Int
    let offset: Int
    /// Nil is written as `null`.
    let documents: [[UInt8]]?
    var form = Form.faithful

    /// Says in every answer that it is invented.
    static let copyright =
        "Everything here is invented by the sandbox of articlesync. Nothing is from The New York Times Company."

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512 + (documents ?? []).reduce(0) { $0 + $1.count + 1 })
        let status = #""status":"OK","copyright":"\#(Self.copyright)""#
        bytes += "{".utf8
        // The oldest answers had the status last.
        if era == .year2013, form != .withoutResponse {
            response(into: &bytes)
            bytes += ",\(status)}".utf8
        } else {
            bytes += status.utf8
            if form != .withoutResponse {
                bytes += ",".utf8
                response(into: &bytes)
            }
            bytes += "}".utf8
        }
        return bytes
    }

    private func response(into bytes: inout [UInt8]) {
        bytes += #""response":{"#.utf8
        if era == .year2013 { bytes += "\(summary),".utf8 }
        bytes += #""docs":"#.utf8
        if let documents {
            bytes += "[".utf8
            for (number, document) in documents.enumerated() {
                if number > 0 { bytes += ",".utf8 }
                bytes += document
            }
            bytes += "]".utf8
        } else {
            bytes += "null".utf8
        }
        if era != .year2013 { bytes += ",\(summary)".utf8 }
        bytes += "}".utf8
    }

    private var summary: String {
        let hits = min(total, ceiling)
        let name = era == .year2025 ? "metadata" : "meta"
        return switch form {
        case .renamed: #""summary":{"found":\#(hits),"from":\#(offset)}"#
        case .withoutTotal: #""\#(name)":{"offset":\#(offset),"time":12}"#
        case .faithful, .withoutResponse: #""\#(name)":{"hits":\#(hits),"offset":\#(offset),"time":12}"#
        }
    }
}
