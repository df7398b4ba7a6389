internal import Chronology
internal import Glibc

/// Who opened a line of the journal, told so that another process can see whether it still lives.
///
/// A process id alone is given again; with the boot and the time the process began it is not.
struct ProcessIdentity: Hashable, Sendable, CustomStringConvertible {
    let boot: String
    /// Process ids mean something only within one of these.
    let namespace: String
    let pid: Int32
    let beganAt: String

    init(boot: String, namespace: String, pid: Int32, beganAt: String) {
        self.boot = boot
        self.namespace = namespace
        self.pid = pid
        self.beganAt = beganAt
    }

    /// This process.
    static var current: ProcessIdentity {
        let pid = getpid()
        return ProcessIdentity(
            boot: firstLine("/proc/sys/kernel/random/boot_id") ?? "", namespace: link("/proc/self/ns/pid") ?? "",
            pid: pid, beganAt: beginning(of: pid) ?? "")
    }

    /// Reads back what `description` writes.
    init?(_ text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 4, let pid = Int32(parts[2]) else { return nil }
        self.init(boot: String(parts[0]), namespace: String(parts[1]), pid: pid, beganAt: String(parts[3]))
    }

    var description: String { "\(boot) \(namespace) \(pid) \(beganAt)" }

    /// Whether the process is known to have ended.
    ///
    /// - Parameter observer: who asks. Of a process in another namespace, such as another container's, nothing can be
    ///   told before the machine starts anew; it counts as alive.
    func hasEnded(seenFrom observer: ProcessIdentity) -> Bool {
        guard boot == observer.boot else { return true }
        guard namespace == observer.namespace else { return false }
        // Of a process that is hidden from this user no more can be told than that there is one of its number.
        return Self.beginning(of: pid) != beganAt && !Self.isHidden(pid)
    }

    /// Whether there is a process that `/proc`, mounted with `hidepid`, does not show.
    private static func isHidden(_ pid: Int32) -> Bool {
        unsafe access("/proc/\(pid)", F_OK) != 0 && kill(pid, 0) != 0 && errno == EPERM
    }

    /// Whether a run that the process began counts as left behind.
    ///
    /// Where nothing can be told of the process, a day is longer than any run, and a container that died must not hold its
    /// query until the machine starts anew.
    func isAbandoned(since began: Instant?, at now: Instant, seenFrom observer: ProcessIdentity) -> Bool {
        if hasEnded(seenFrom: observer) { return true }
        guard namespace != observer.namespace, let began else { return false }
        return now.since(began) > .seconds(86_400)
    }

    /// Field 22 of `/proc/PID/stat`, in clock ticks since the boot; nil where there is no such process.
    private static func beginning(of pid: Int32) -> String? {
        // The second field is the program's name in parentheses, which may hold anything.
        guard let line = firstLine("/proc/\(pid)/stat"), let name = line.lastIndex(of: ")") else { return nil }
        let fields = line[name...].split(separator: " ")
        // A zombie has ended, though its parent has not noticed.
        guard fields.count > 20, fields[1] != "Z", fields[1] != "X" else { return nil }
        return String(fields[20])
    }

    private static func firstLine(_ path: String) -> String? {
        guard let file = unsafe fopen(path, "re") else { return nil }
        defer { unsafe fclose(file) }
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = unsafe fread(&buffer, 1, buffer.count, file)
        return String(decoding: buffer[..<count].prefix { $0 != 0x0A }, as: UTF8.self)
    }

    private static func link(_ path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: 256)
        let count = unsafe readlink(path, &buffer, buffer.count)
        guard count > 0 else { return nil }
        return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
