package import Chronology

// The macro takes values that are Codable alone.

extension Instant: Codable {
    package init(from decoder: any Decoder) throws {
        self.init(millisecondsSince1970: try decoder.singleValueContainer().decode(Int64.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(millisecondsSince1970)
    }
}

extension CalendarDay: Codable {
    package init(from decoder: any Decoder) throws {
        self.init(daysSince1970: try decoder.singleValueContainer().decode(Int.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(daysSince1970)
    }
}
