private import CMalloc
internal import Glibc

/// What the process asks of its allocator and of the system.
package enum ProcessMemory {
    /// Keeps as little memory as the allocator can that nobody uses; called once, before any thread begins.
    ///
    /// The C library gives each thread a pool of its own and holds on to what was freed: for a program that mostly waits
    /// this is a megabyte or two for nothing.
    package static func economise() { cmalloc_economise() }

    /// Gives back what is not needed while nothing happens: what was freed, and the code that ran.
    ///
    /// Most of a program that waits is code of its own and of forty libraries which ran once, at the start. It stays in
    /// the system's cache and comes back, sixteen pages at a time, as it is called again. Takes some milliseconds.
    package static func settle() {
        cmalloc_trim()
        for mapping in CodeMapping.all { mapping.release() }
    }
}

/// A part of the address space that shows a file of code or of its tables, and that nothing ever writes to.
struct CodeMapping: Equatable {
    let start: UInt
    let end: UInt

    /// Those of this process of which nothing was ever written to; none where the system does not tell.
    static var all: [CodeMapping] {
        guard let file = unsafe fopen("/proc/self/smaps", "re") else { return [] }
        defer { unsafe fclose(file) }
        var mappings: [CodeMapping] = []
        var candidate: CodeMapping?
        var line = [CChar](repeating: 0, count: 4_352)
        let written = Array("Anonymous:".utf8CString.dropLast())
        while unsafe fgets(&line, Int32(line.count), file) != nil {
            // A mapping begins with its address; what is said of it, with a capital letter.
            let isHeader = !(0x41...0x5A).contains(line[0])
            guard isHeader || (candidate != nil && line.starts(with: written)) else { continue }
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if isHeader {
                candidate = CodeMapping(text)
            } else {
                // Pages that were written to, by a linker or a sanitizer, are the process's own and would be lost.
                if text.split(separator: " ").dropFirst().first == "0", let candidate { mappings.append(candidate) }
                candidate = nil
            }
        }
        return mappings
    }

    /// Reads the first line of an entry of `/proc/PID/smaps`; nil where the part is not of that kind.
    ///
    /// Code is executable and not writable. The tables for linking begin the file; what follows the code may have been
    /// written to while libraries were linked, though it is read-only now, and is left alone.
    init?(_ line: String) {
        // Addresses, rights, place in the file, device, inode, name.
        let fields = line.split(separator: " ")
        guard fields.count >= 6, fields[5].hasPrefix("/") else { return nil }
        let isCode = fields[1] == "r-xp"
        let isTable = fields[1] == "r--p" && fields[2].allSatisfy { $0 == "0" }
        let bounds = fields[0].split(separator: "-")
        guard isCode || isTable, bounds.count == 2, let start = UInt(bounds[0], radix: 16),
            let end = UInt(bounds[1], radix: 16), start < end
        else { return nil }
        self.start = start
        self.end = end
    }

    /// Lets the system take the pages; a refusal leaves them where they are.
    func release() {
        guard let address = unsafe UnsafeMutableRawPointer(bitPattern: start) else { return }
        _ = unsafe madvise(address, Int(end - start), MADV_DONTNEED)
    }
}
