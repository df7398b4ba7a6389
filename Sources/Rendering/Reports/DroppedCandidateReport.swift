package import JSONText

/// That a candidate is no more.
///
/// ## JSON
/// `{"query", "dropped"}`, the second its number.
package struct DroppedCandidateReport: Report {
    package var query: String
    package var candidate: Int64

    package init(_ query: String, candidate: Int64) {
        self.query = query
        self.candidate = candidate
    }

    package func text(on terminal: Terminal) -> String { "\(query.harmless): candidate \(candidate) is dropped\n" }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("query", query)
            writer.key("dropped")
            writer.integer(candidate)
        }
    }
}
