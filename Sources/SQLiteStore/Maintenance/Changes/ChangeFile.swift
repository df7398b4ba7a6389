internal import Articles
internal import Compression
internal import Glibc

/// The form of a file of changes.
///
/// A mark, then chunks, each a frame of Zstandard that checks itself, then a chunk that says how many there were. What is
/// cut, damaged or of another kind is told before anything is done with it.
enum ChangeFile {
    static let mark = Array("ASyncChanges 1\n\0".utf8)
    static let chunkSize = 256 << 10

    /// What a chunk is a part of; the first byte of it.
    enum Part: UInt8 {
        /// Lines of text: what the changes lead from and to.
        case head = 1
        /// Whole rows as they were, of tables whose rows travel whole.
        case gone
        /// Whole rows as they are.
        case come
        /// Rows that changed.
        case rows
        /// The number of chunks before.
        case end
    }

    /// Writes one.
    final class Writer {
        private let file: PlacedFile
        private var pending: [UInt8] = []
        private var part = Part.head
        private var chunks = 0

        init(_ file: PlacedFile) throws {
            self.file = file
            try file.write(mark)
        }

        func write(_ bytes: [UInt8], to part: Part) throws {
            if part != self.part { try flush() }
            self.part = part
            // A row may be longer than a chunk, and is cut then: who reads it takes no chunk much longer than these.
            var rest = bytes[...]
            while !rest.isEmpty {
                let slice = rest.prefix(chunkSize - pending.count)
                pending += slice
                rest = rest.dropFirst(slice.count)
                if pending.count == chunkSize { try flush() }
            }
        }

        /// Ends the file, which is then to be put in its place.
        func end() throws {
            try flush()
            part = .end
            pending = Array("\(chunks)".utf8)
            try flush()
        }

        private func flush() throws {
            guard !pending.isEmpty else { return }
            var compressor = try Compressor()
            let frame = try compressor.compress([part.rawValue] + pending)
            try file.write(Self.number(pending.count + 1) + Self.number(frame.count) + frame)
            pending = []
            chunks += 1
        }

        private static func number(_ value: Int) -> [UInt8] {
            (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
        }
    }

    /// Reads one, chunk by chunk.
    @safe final class Reader {
        private let path: String
        private let tried: String
        private let stream: UnsafeMutablePointer<FILE>
        private var chunks = 0

        /// - Throws: what cannot be opened, and what is no file of changes.
        init(_ path: String, tried: String) throws(StoreFailure) {
            guard FileStanding(path) != .special else {
                throw StoreFailure(
                    .refused, tried: tried, reason: "\(path) is a pipe, a socket or a device, not a regular file",
                    hint: "name one that `articlesync changes export` made")
            }
            guard let stream = unsafe fopen(path, "re") else {
                let words = unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "errno \(errno)"
                throw StoreFailure(
                    .refused, tried: tried, reason: "the file cannot be read: \(words)",
                    hint: "name one that `articlesync changes export` made")
            }
            unsafe self.stream = stream
            self.path = path
            self.tried = tried
            guard try bytes(ChangeFile.mark.count) == ChangeFile.mark else {
                throw StoreFailure(
                    .refused, tried: tried, reason: "\(path) is no file of changes",
                    hint: "`articlesync changes export` makes one")
            }
        }

        deinit { unsafe fclose(stream) }

        /// The next chunk; nil at the end.
        ///
        /// - Throws: `refused` where the file is cut or damaged.
        func next() throws(StoreFailure) -> (part: Part, bytes: [UInt8])? {
            let numbers = try bytes(8)
            let (size, frameSize) = (Self.number(numbers[..<4]), Self.number(numbers[4...]))
            guard size <= ChangeFile.chunkSize * 4, frameSize <= ChangeFile.chunkSize * 5 else { throw damaged }
            let frame = try bytes(frameSize)
            let plain: [UInt8]
            do throws(CompressionError) {
                var decompressor = try Decompressor()
                plain = try decompressor.decompress(frame, size: size)
            } catch { throw damaged }
            guard let first = plain.first, let part = Part(rawValue: first) else { throw damaged }
            guard part != .end else {
                let isLast = unsafe fgetc(stream) == EOF
                guard isLast, Int(String(decoding: plain.dropFirst(), as: UTF8.self)) == chunks else { throw damaged }
                return nil
            }
            chunks += 1
            return (part, Array(plain.dropFirst()))
        }

        private var damaged: StoreFailure {
            StoreFailure(
                .refused, tried: tried, reason: "\(path) is cut or damaged",
                hint: "copy it once more, or export the changes again; nothing was changed")
        }

        private func bytes(_ count: Int) throws(StoreFailure) -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: count)
            guard unsafe fread(&bytes, 1, count, stream) == count else {
                throw chunks == 0 && count == ChangeFile.mark.count
                    ? StoreFailure(
                        .refused, tried: tried, reason: "\(path) is no file of changes",
                        hint: "`articlesync changes export` makes one")
                    : damaged
            }
            return bytes
        }

        private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
    }
}
