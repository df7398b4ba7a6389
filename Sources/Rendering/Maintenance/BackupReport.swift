package import JSONText

/// That the store was copied.
///
/// ## JSON
/// `{"file", "bytes", "thorough"}`: the copy, how large it is, and whether its indexes were compared with their tables too,
/// which is done up to 256 MiB; all of it was read in any case.
package struct BackupReport: Report {
    package var file: String
    package var bytes: Int
    package var wasThorough: Bool

    package init(file: String, bytes: Int, wasThorough: Bool) {
        self.file = file
        self.bytes = bytes
        self.wasThorough = wasThorough
    }

    package func text(on terminal: Terminal) -> String {
        let read = wasThorough ? "every page and index of it was read" : "every page of it was read"
        return "\(file.harmless) is a whole copy of the store, \(ByteWords(bytes)); \(read)".wrapped(on: terminal)
            + "\n"
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("file", file)
            writer.member("bytes", bytes)
            writer.member("thorough", wasThorough)
        }
    }
}
