internal import Glibc

extension ProcessReading {
    /// This process, as `/proc` tells it; nil where that is not mounted.
    package static func current() -> ProcessReading? {
        guard let line = text(of: "/proc/self/stat"),
            var reading = ProcessReading(
                stat: line, pageSize: sysconf(Int32(_SC_PAGESIZE)), ticksPerSecond: sysconf(Int32(_SC_CLK_TCK)))
        else { return nil }
        reading.descriptors = descriptorCount()
        reading.descriptorLimit = descriptorLimit()
        return reading
    }

    /// The beginning of a small file.
    private static func text(of path: String) -> String? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = unsafe read(descriptor, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }

    private static func descriptorCount() -> Int? {
        guard let folder = unsafe opendir("/proc/self/fd") else { return nil }
        defer { unsafe closedir(folder) }
        // `.`, `..` and the folder's own descriptor are none of them.
        var count = -3
        while unsafe readdir(folder) != nil { count += 1 }
        return max(count, 0)
    }

    private static func descriptorLimit() -> Int? {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
        return Int(clamping: limit.rlim_cur)
    }
}
