import Articles
import Providers
import TestSupport
import Testing

/// The sentinel beside what the API answered over the years: invented answers of each era, and those that were recorded.
@Suite struct ShapeRecordingTests {
    /// Documents that were recorded alone stand in an envelope of their era.
    private static func body(_ name: String, meta: String) throws -> [UInt8] {
        let bytes = try Recordings.bytes("nyt/" + name + ".json")
        guard name.contains("single-doc") else { return bytes }
        let head = #"{"status":"OK","copyright":"(c)","response":{"docs":["#
        return Array(head.utf8) + bytes + Array(#"],"\#(meta)":{"hits":1,"offset":0,"time":1}}}"#.utf8)
    }

    static let eras: [(names: [String], meta: String)] = [
        (
            era(
                ["2015_two-ids", "2016_images-and-entities", "2017_single-doc"],
                recorded: [
                    "2015-08_array-multimedia_34hits", "2015-12_query-nytimes-urls_695hits", "2016-04_33169hits",
                    "2016-11_ap-source_27hits",
                ]), "meta"
        ),
        (
            era(
                ["2019_uri-and-id", "2018_no-section", "2022_single-doc", "2021_zero-hits"],
                recorded: [
                    "2019-02_vcr_fq_money", "2018-10_article", "2022-03_single-doc_uri-ids",
                    "2021-07_zero-hits_docs-empty-array",
                ]), "meta"
        ),
        (
            era(
                ["2025_metadata", "2026_single-doc", "2026_zero-hits"],
                recorded: [
                    "2025-07_metadata-form_10000hits_trimmed", "2025-07_metadata-form_3497hits_trimmed",
                    "2026-02_single-doc_metadata-era", "2026-02_zero-hits_docs-null",
                ]), "metadata"
        ),
    ]

    private static func era(_ invented: [String], recorded: [String]) -> [String] {
        Recordings.cases(invented, recorded: recorded) { "nyt/\($0).json" }
    }

    private func watched(after era: Int) async throws -> WatchedProvider {
        let watched = try WatchedProvider()
        let (names, meta) = Self.eras[era]
        for name in names { _ = try await watched.page(Self.body(name, meta: meta)) }
        return watched
    }

    @Test(arguments: 0..<3) func `within one era nothing is said once its answers are learnt, in any order`(_ era: Int)
        async throws
    {
        let watched = try await watched(after: era)
        let (names, meta) = Self.eras[era]
        for name in names + names.reversed() + names {
            #expect(try await watched.page(Self.body(name, meta: meta)).notices == [], "\(name)")
        }
    }

    @Test func `the answers of the last two eras are alike enough to be learnt without a word`() async throws {
        for era in [1, 2] {
            let watched = try WatchedProvider()
            let (names, meta) = Self.eras[era]
            for name in names { #expect(try await watched.page(Self.body(name, meta: meta)).notices == [], "\(name)") }
        }
    }

    @Test func `from 2019 to 2025 the envelope that moved and the list that became an object are named`() async throws {
        let watched = try await watched(after: 1)
        let notices = try await watched.page(Self.body(Self.eras[2].names[0], meta: "metadata")).notices
        #expect(
            notices.first
                == "`response.meta.hits` is gone; `response.metadata.hits` is new (likewise `offset` and `time`)")
        #expect(notices.contains("`response.docs[*].multimedia` is an object now and was an array"))
        #expect(notices.count <= 6)
        #expect(try await watched.page(Self.body(Self.eras[2].names[1], meta: "metadata")).notices == [])
    }

    @Test func `from 2016 to 2019 the kinds that changed are named`() async throws {
        let watched = try await watched(after: 0)
        let notices = try await watched.page(Self.body(Self.eras[1].names[0], meta: "meta")).notices
        #expect(notices.contains("`response.docs[*].blog` is an object now and was an array"))
        #expect(!notices.contains { $0.contains("response.meta") })
    }

    static let errors = Recordings.cases(
        [
            ("error_500_bad-url", 500), ("error_401_invalid-key", 401), ("error_401_missing-key", 401),
            ("error_429_quota", 429),
        ],
        recorded: [
            ("2017-08_error_500_bad-url-in-index", 500), ("error_401_invalid_key", 401), ("error_401_missing_key", 401),
            ("error_429_apigee_quota", 429),
        ]
    ) { "nyt/\($0.0).json" }

    @Test(arguments: errors) func `an error teaches nothing`(_ name: String, _ status: Int) async throws {
        let watched = try WatchedProvider()
        await #expect(throws: SourceFailure.self) {
            try await watched.page(Recordings.bytes("nyt/" + name + ".json"), status: status)
        }
        #expect(watched.sentinel.take() == nil)
    }
}
