internal import Expectations
internal import Rendering
internal import Testing

@Suite struct `Maintenance in words` {
    @Test func `a copy, and how far it has come`() {
        expectReport(BackupReport(file: "copy.db", bytes: 12_000_000, wasThorough: true), named: "backup")
        let progress = ByteProgress(label: "articles.db", done: 6 << 20, total: 12 << 20)
        let line = progress.line(width: 80)
        #expect(line.hasPrefix("articles.db [####") && line.hasSuffix("....]  50%  6.0 MiB of 12 MiB"), "\(line)")
        for width in 1...120 { #expect(progress.line(width: width).count < max(width, 2)) }
        #expect(ByteProgress(label: "a", done: 0, total: 0).line(width: 40).contains("100%"))
    }

    @Test func `a store that could be smaller, and one that is`() {
        var report = CompactReport(
            isDryRun: true, bytesBefore: 12_000_000, bytes: 12_000_000, freeBytes: 3_000_000, unusedBytes: 400_000,
            logBytes: 16_000, neededBytes: 18_000_000)
        expectReport(report, named: "compact-dry-run")
        report.isDryRun = false
        report.bytes = 8_500_000
        report.emptiedLog = false
        expectReport(report, named: "compact")
    }

    @Test func `changes that go, and that come`() {
        let tables = [
            ChangesReport.Table(name: "articles", added: 120, changed: 3, removed: 0),
            .init(name: "notes", added: 1, changed: 1, removed: 1),
        ]
        var export = ChangesReport(
            .export, file: "monday", from: "run 12 of 2015-07-08T10:05:00Z", to: "run 40 of 2015-07-15T10:05:00Z",
            tables: tables)
        export.bytes = 48_000
        export.advancedCopy = "base.db"
        expectReport(export, named: "changes-export")
        var change = ChangesReport(.import, file: "monday", from: export.from, to: export.to, tables: tables)
        change.wasThere = false
        change.notes = [
            .init(id: 7, outcome: "both_kept", keptAs: 19, title: "Call the coach \u{1B}[31m"),
            .init(id: 8, outcome: "kept", keptAs: nil, title: ""),
            .init(id: 9, outcome: "brought_back", keptAs: nil, title: "Ñandú"),
        ]
        expectReport(change, named: "changes-import")
        change.wasThere = true
        change.notes = []
        #expect(change.text(on: .plain).hasPrefix("the store had all of monday already"))
    }
}
