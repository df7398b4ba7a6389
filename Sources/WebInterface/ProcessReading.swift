/// What the operating system says of a process.
package struct ProcessReading: Hashable, Sendable {
    package var residentBytes: Int
    package var virtualBytes: Int
    package var processorSeconds: Double
    package var threads: Int
    /// Open descriptors and how many there may be; nil where it cannot be told.
    package var descriptors: Int?
    package var descriptorLimit: Int?

    /// Reads the line of `/proc/PID/stat`, whose fields are in proc(5); nil where it is none.
    ///
    /// - Parameters:
    ///   - pageSize: bytes of a page of memory.
    ///   - ticksPerSecond: the unit in which the kernel counts processor time.
    package init?(stat line: String, pageSize: Int, ticksPerSecond: Int) {
        // The name of the program stands in parentheses, and may have some in it.
        guard let end = line.lastIndex(of: ")"), ticksPerSecond > 0 else { return nil }
        let fields = line[line.index(after: end)...].split { $0 == " " || $0 == "\n" }
        func field(_ number: Int) -> Int? { fields.indices.contains(number - 3) ? Int(fields[number - 3]) : nil }
        guard let user = field(14), let system = field(15), let threads = field(20), let virtual = field(23),
            let pages = field(24)
        else { return nil }
        residentBytes = pages * pageSize
        virtualBytes = virtual
        processorSeconds = Double(user + system) / Double(ticksPerSecond)
        self.threads = threads
    }
}
