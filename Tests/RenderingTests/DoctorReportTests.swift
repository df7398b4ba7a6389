internal import Chronology
internal import Expectations
internal import Rendering
internal import TestSupport
internal import Testing

@Suite struct `A look over a setup` {
    @Test func `tells each thing, what it means and what to do, and what it comes to`() throws {
        let now = try Samples.instant("2015-07-08T10:05:00Z")
        let checks: [DoctorReport.Check] = [
            .init(.configuration, "reads", .ok, "/etc/articlesync/articlesync.toml, 3 queries"),
            .init(
                .keys, "permissions", .warning,
                "others than its owner may read /etc/articlesync/nyt.key (0644), and with it use up the budget",
                advice: "chmod 600 /etc/articlesync/nyt.key"),
            .init(
                .store, "full_text_index", .problem, "database disk image is malformed \u{1B}[31m\nreally",
                advice: "`articlesync doctor --repair` makes it anew"),
            .init(.keys, "key_of_nyt", .notChecked, "/etc/articlesync/nyt.key is for its owner alone"),
            .init(.machine, "clock", .ok, "2015-07-08T10:05:00Z, and no run is from the future"),
        ]
        expectReport(DoctorReport(checks, now: now), named: "doctor")
        let plain = Terminal.plain
        #expect(DoctorReport([checks[0]], now: now).text(on: plain).hasSuffix("\nAll is well\n"))
        #expect(DoctorReport([checks[1]], now: now).text(on: plain).hasSuffix("\nNo problems, 1 warning\n"))
        #expect(
            DoctorReport([checks[3]], now: now).text(on: plain)
                .hasSuffix("\nAll is well; 1 thing could not be looked at\n"))
    }

    @Test func `what was removed, or would be, is told with the rule and the room`() {
        expectReport(PruneReport(isDryRun: true, keepVanished: nil, keepRuns: nil), named: "prune-for-ever")
        var report = PruneReport(
            isDryRun: false, keepVanished: .seconds(365 * 86_400), keepRuns: .seconds(180 * 86_400))
        report.articles = 1_204
        report.revisions = 31
        report.runs = 412
        report.oddAnswers = 1
        report.droppedCandidates = 2
        report.bytesBefore = 48 << 20
        report.bytes = 48 << 20
        report.freeBytes = 5 << 20
        expectReport(report, named: "prune")
        report.isDryRun = true
        expectGolden(report.text(on: Terminal(width: 80)), named: "prune-dry-run-80.txt")
        report.isDryRun = false
        report.wasVacuumed = true
        report.bytes = 43 << 20
        report.freeBytes = 0
        expectGolden(report.text(on: Terminal(width: 80)), named: "prune-vacuum-80.txt")
    }

    @Test(arguments: [
        (0, "0 bytes"), (1, "1 byte"), (1_023, "1023 bytes"), (1_024, "1.0 KiB"), (10_239, "9.9 KiB"),
        (10_240, "10 KiB"), (1_048_575, "1023 KiB"), (1_048_576, "1.0 MiB"), (3 << 40, "3.0 TiB"), (-5, "0 bytes"),
    ])
    func `bytes are said in one unit`(bytes: Int, words: String) { #expect(ByteWords(bytes).description == words) }
}
