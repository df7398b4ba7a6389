internal import Articles
internal import Expectations
internal import Rendering
internal import TestSupport
internal import Testing

@Suite struct ExportManifestTests {
    private func manifest(_ run: Run, _ coverage: Coverage, file: String? = "july.csv") throws -> ExportManifest {
        var origin = ContentsOrigin(
            query: run.query, provider: "nyt", fingerprint: #"nyt text="basketball""#, window: run.window,
            generation: 3, storedAt: try Samples.instant("2015-07-08T10:00:00.800Z"), coverage: coverage, articles: 34)
        origin.contentsAt = origin.storedAt
        origin.run = run
        var reading = WindowReading(
            days: run.window, status: coverage, announced: run.counts.announced,
            readAt: try Samples.instant("2015-07-08T10:00:00.700Z"))
        (reading.fetched, reading.unique, reading.stored) = (36, 34, 34)
        if coverage != .complete {
            reading.reason = "2 of them did not come"
            reading.holes = [CoverageHole(days: run.window, missing: 2, reason: "page 4: HTTP 500")]
        }
        origin.windows = [reading]
        var listing = ArticleListing()
        if coverage != .complete { listing.predicate = #"section == "Sports""# }
        var manifest = ExportManifest(
            generator: "articlesync 0.0.0", file: file, format: .csv, csv: CSVForm(), origin: origin, listing: listing)
        manifest.articles = coverage == .complete ? 34 : 12
        manifest.bytes = 31_415
        manifest.sha256 = String(repeating: "0f", count: 32)
        return manifest
    }

    @Test func `of whole contents is one document, a member a line`() throws {
        expectGolden(try manifest(Samples.completeRun(), .complete).text, named: "manifest.json")
    }

    @Test func `of a part says so, with what is missing and what was asked for`() throws {
        let manifest = try manifest(Samples.partialRun(), .partial)
        expectGolden(manifest.text, named: "manifest-partial.json")
        let report = ExportReport(manifest)
        #expect(
            report.text("out/july.csv", beside: "out/july.csv.manifest.json")
                == """
                out/july.csv: 12 articles of climate, of 34 in its contents, 2015-07-02…2015-07-08, partial; 30 KiB
                manifest: out/july.csv.manifest.json

                """)
        #expect(
            report.complaint
                == "the contents of climate are partial: at least 9966 announced articles missing; `articlesync status "
                + "climate` shows of which days")
    }

    @Test func `of the past says what it cannot tell, and what is gone since`() throws {
        var manifest = try manifest(Samples.completeRun(), .complete, file: nil)
        manifest.origin.windows = nil
        manifest.origin.contentsAt = nil
        manifest.origin.run = nil
        manifest.origin.pruned = 4
        manifest.articles = 30
        manifest.format = .jsonl
        manifest.listing.asOf = try Samples.instant("2015-07-09T00:00:00Z")
        expectGolden(manifest.text, named: "manifest-past.json")
        #expect(ExportReport(manifest).complaint == "4 articles of then were removed from the store since")
    }

    @Test func `whole contents leave nothing to complain of`() throws {
        #expect(try ExportReport(manifest(Samples.completeRun(), .complete)).complaint == nil)
        #expect(try ExportReport(manifest(Samples.completeRun(), .empty)).complaint == nil)
    }

    @Test func `a name that sha256sum escapes is escaped as there`() throws {
        let text = String(
            decoding: try manifest(Samples.completeRun(), .complete, file: "a\\b\nc\rd").text, as: UTF8.self)
        #expect(text.contains(#""sha256sum": "\\0f0f"#), "\(text)")
        #expect(text.contains(#"0f  a\\\\b\\nc\\rd","#), "\(text)")
    }

    @Test(arguments: [
        ("a.csv", ExportFormat.csv), ("A.CSV", .csv), ("x/b.jsonl", .jsonl), ("b.ndjson", .jsonl), ("c.db", .sqlite),
        ("c.sqlite", .sqlite), ("c.tar.sqlite3", .sqlite), ("d.txt", nil), ("csv", nil), (".csv", nil),
        ("x.csv/d", nil),
        ("", nil), ("/", nil), ("e.json", nil),
    ])
    func `the ending of a name tells the format`(name: String, format: ExportFormat?) {
        #expect(ExportFormat(endingOf: name) == format)
    }
}
