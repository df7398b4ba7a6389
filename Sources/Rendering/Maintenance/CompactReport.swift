package import JSONText

/// How much smaller a store was made, or could be.
///
/// ## JSON
/// `{"dry_run", "bytes_before", "bytes", "free_bytes", "unused_bytes", "log_bytes", "needed_bytes", "log_emptied"}`: the file
/// before and now; what is free in it, and what lies unused inside pages (null where SQLite cannot tell); the log beside it;
/// how much room on the disk it takes for its time; whether the log was emptied (null for a dry run).
package struct CompactReport: Report {
    package var isDryRun: Bool
    package var bytesBefore: Int
    package var bytes: Int
    /// Free inside the file.
    package var freeBytes: Int
    /// Inside pages that hold something; nil where it cannot be told.
    package var unusedBytes: Int?
    package var logBytes: Int
    /// On the disk, while it goes on.
    package var neededBytes: Int
    package var emptiedLog: Bool?

    package init(
        isDryRun: Bool, bytesBefore: Int, bytes: Int, freeBytes: Int, unusedBytes: Int?, logBytes: Int,
        neededBytes: Int, emptiedLog: Bool? = nil
    ) {
        self.isDryRun = isDryRun
        self.bytesBefore = bytesBefore
        self.bytes = bytes
        self.freeBytes = freeBytes
        self.unusedBytes = unusedBytes
        self.logBytes = logBytes
        self.neededBytes = neededBytes
        self.emptiedLog = emptiedLog
    }

    package func text(on terminal: Terminal) -> String {
        func line(_ label: String, _ words: String) -> String {
            hanging(label, words, indent: 8, width: terminal.width)
        }
        guard isDryRun else {
            let freed = bytesBefore - bytes
            var text = line(
                "file",
                freed > 0
                    ? "\(ByteWords(bytesBefore)) before, \(ByteWords(bytes)) now: \(ByteWords(freed)) were given back"
                    : "\(ByteWords(bytes)): there was nothing to give back")
            if emptiedLog == false {
                text += line("log", "somebody reads a former state; the log becomes small again when they have done")
            }
            return text
        }
        var text = line("file", "\(ByteWords(bytes)), of which \(ByteWords(freeBytes)) would be given back")
        if let unusedBytes {
            text += line("pages", "up to \(ByteWords(unusedBytes)) more lie unused inside pages; some of them too")
        }
        text += line("room", "it takes up to \(ByteWords(neededBytes)) on the disk for its time")
        return text
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("dry_run", isDryRun)
            writer.member("bytes_before", bytesBefore)
            writer.member("bytes", bytes)
            writer.member("free_bytes", freeBytes)
            writer.member("unused_bytes", unusedBytes)
            writer.member("log_bytes", logBytes)
            writer.member("needed_bytes", neededBytes)
            writer.key("log_emptied")
            if let emptiedLog { writer.bool(emptiedLog) } else { writer.null() }
        }
    }
}
