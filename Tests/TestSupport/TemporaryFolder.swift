internal import Glibc

/// A folder of a test's own that is gone when the test is.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() throws {
        var template = Array("/tmp/articlesync-test-XXXXXX".utf8CString)
        guard unsafe template.withUnsafeMutableBufferPointer({ unsafe mkdtemp($0.baseAddress!) != nil }) else {
            throw TestFailure("no temporary folder: errno \(errno)")
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { Self.remove(path) }

    /// The path of a file in it.
    package func file(_ name: String) -> String { path + "/" + name }

    /// Writes a file and returns its path.
    @discardableResult
    package func write(_ text: String, to name: String) throws -> String {
        let target = file(name)
        try Files.write(Array(text.utf8), to: target)
        return target
    }

    private static func remove(_ path: String) {
        for name in (try? Files.names(in: path)) ?? [] {
            let inner = path + "/" + name
            if unsafe unlink(inner) != 0 { remove(inner) }
        }
        unsafe rmdir(path)
    }
}

/// Whole files, for tests.
package enum Files {
    package static func read(_ path: String) throws -> [UInt8] {
        guard let file = unsafe fopen(path, "rb") else { throw TestFailure("cannot read \(path): errno \(errno)") }
        defer { unsafe fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while case let count = unsafe fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
        return bytes
    }

    package static func text(_ path: String) throws -> String { String(decoding: try read(path), as: UTF8.self) }

    package static func write(_ bytes: [UInt8], to path: String) throws {
        guard let file = unsafe fopen(path, "wb") else { throw TestFailure("cannot write \(path): errno \(errno)") }
        let written = unsafe fwrite(bytes, 1, bytes.count, file)
        guard unsafe fclose(file) == 0, written == bytes.count else { throw TestFailure("cannot write \(path)") }
    }

    package static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// Names in a folder, sorted.
    package static func names(in path: String) throws -> [String] {
        guard let folder = unsafe opendir(path) else { throw TestFailure("cannot list \(path): errno \(errno)") }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}

/// A test's own way to say that it could not go on.
package struct TestFailure: Error, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
}
