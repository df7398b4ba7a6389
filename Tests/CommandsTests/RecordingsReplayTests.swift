internal import HTTPServer
internal import TestSupport
internal import Testing

/// Answers of each era, invented and recorded, served over loopback to the real program, and read back from its store.
@Suite struct `Recorded answers` {
    struct Recording: Sendable, CustomTestStringConvertible {
        let file: String
        /// Where the file holds documents of an answer and not the whole of one, what is put around it.
        var wrapped = false
        let code: Int32
        let outcome: String
        let stored: Int
        var testDescription: String { file }
    }

    static let invented = [
        // 34 hits, one page of four: nothing of it is lost, and what is missing is said.
        Recording(file: "2015_two-ids.json", code: 2, outcome: "unverified", stored: 4),
        Recording(file: "2016_images-and-entities.json", code: 2, outcome: "unverified", stored: 2),
        Recording(file: "2017_single-doc.json", wrapped: true, code: 0, outcome: "complete", stored: 1),
        Recording(file: "2018_no-section.json", code: 2, outcome: "unverified", stored: 1),
        Recording(file: "2019_uri-and-id.json", code: 2, outcome: "unverified", stored: 2),
        Recording(file: "2021_zero-hits.json", code: 0, outcome: "complete", stored: 0),
        Recording(file: "2022_single-doc.json", wrapped: true, code: 0, outcome: "complete", stored: 1),
        Recording(file: "2025_metadata.json", code: 2, outcome: "unverified", stored: 2),
        Recording(file: "2026_single-doc.json", wrapped: true, code: 0, outcome: "complete", stored: 1),
        Recording(file: "2026_zero-hits.json", code: 0, outcome: "complete", stored: 0),
        // No document has an id: drift, and nothing is stored.
        Recording(file: "2019_fl-word-count-only.json", code: 1, outcome: "failed", stored: 0),
    ]

    static let recorded = [
        Recording(file: "2015-08_array-multimedia_34hits.json", code: 2, outcome: "unverified", stored: 10),
        Recording(file: "2015-12_query-nytimes-urls_695hits.json", code: 2, outcome: "unverified", stored: 10),
        Recording(file: "2016-04_33169hits.json", code: 2, outcome: "unverified", stored: 10),
        Recording(file: "2016-11_ap-source_27hits.json", code: 2, outcome: "unverified", stored: 10),
        Recording(file: "2017-03_single-doc.json", wrapped: true, code: 0, outcome: "complete", stored: 1),
        Recording(file: "2019-02_vcr_fq_money.json", code: 2, outcome: "unverified", stored: 10),
        Recording(file: "2021-07_zero-hits_docs-empty-array.json", code: 0, outcome: "complete", stored: 0),
        Recording(file: "2022-03_single-doc_uri-ids.json", wrapped: true, code: 0, outcome: "complete", stored: 1),
        Recording(file: "2025-07_metadata-form_10000hits_trimmed.json", code: 2, outcome: "unverified", stored: 2),
        Recording(file: "2026-02_single-doc_metadata-era.json", wrapped: true, code: 0, outcome: "complete", stored: 1),
        Recording(file: "2026-02_zero-hits_docs-null.json", code: 0, outcome: "complete", stored: 0),
        Recording(file: "2019-02_vcr_fl-word_count_only.json", code: 1, outcome: "failed", stored: 0),
    ]

    @Test(arguments: Recordings.cases(invented, recorded: recorded) { "nyt/" + $0.file })
    func `are stored as far as they reach, over loopback and back`(recording: Recording) async throws {
        var body = try Recordings.bytes("nyt/" + recording.file)
        if recording.wrapped {
            let document = String(decoding: body, as: UTF8.self)
            body = Array(
                #"{"status":"OK","response":{"docs":[\#(document)],"metadata":{"hits":1,"offset":0,"time":1}}}"#.utf8)
        }
        let first = body
        // Days of more than can be reached are read from both ends; a total that becomes zero there is not believed.
        let rest = Array(#"{"status":"OK","response":{"docs":[],"meta":{"hits":0,"offset":0,"time":1}}}"#.utf8)
        let server = try HTTPServer { request in
            let page = request.query.first { $0.name == "page" }?.value ?? ""
            return ServerResponse(type: "application/json", bytes: page == "0" ? first : rest)
        }
        defer { server.stop() }
        let place = try Place()
        try place.configure("http://127.0.0.1:\(server.port)")
        let synced = try await place.run("sync")
        #expect(synced.code == recording.code, "\(synced)")
        #expect(synced.output.hasPrefix("july: \(recording.outcome)"), "\(synced)")
        let listed = try await place.run("articles", "--format", "jsonl")
        #expect(listed.output.split(separator: "\n").count == recording.stored)
    }
}
