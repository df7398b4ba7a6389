internal import Glibc
internal import Lifecycle
internal import TestSupport
internal import Testing

@Suite struct ServiceNotifierTests {
    private static func notifier(_ name: String) throws -> ServiceNotifier {
        try #require(try ServiceNotifier(environment: ["NOTIFY_SOCKET": name], uptime: { .milliseconds(1_234) }))
    }

    @Test(arguments: [
        (ServiceMessage.ready, "READY=1"), (.reloading, "RELOADING=1\nMONOTONIC_USEC=1234000"),
        (.stopping, "STOPPING=1"), (.watchdog, "WATCHDOG=1"),
        (.status("3 queries, next at noon"), "STATUS=3 queries, next at noon"),
        (.extendTimeout(.milliseconds(2_500)), "EXTEND_TIMEOUT_USEC=2500000"),
    ])
    func `a message arrives as sd_notify writes it`(message: ServiceMessage, text: String) throws {
        let folder = try TemporaryFolder()
        let socket = try DatagramSocket(folder.file("notify"))
        try Self.notifier(folder.file("notify")).send(message)
        #expect(socket.next() == text)
        #expect(socket.next() == nil)
    }

    @Test func `an abstract socket hears its own messages and no longer name's`() throws {
        // The folder's name is nobody else's.
        let folder = try TemporaryFolder()
        let name = "@" + folder.path.dropFirst()
        let socket = try DatagramSocket(name)
        let longer = try DatagramSocket(name + "x")
        try Self.notifier(name).send(.ready)
        #expect(socket.all() == ["READY=1"])
        #expect(longer.all().isEmpty)
    }

    @Test func `messages sent together are one datagram`() throws {
        let folder = try TemporaryFolder()
        let socket = try DatagramSocket(folder.file("notify"))
        try Self.notifier(folder.file("notify")).send(.ready, .status("up"))
        #expect(socket.all() == ["READY=1\nSTATUS=up"])
    }

    @Test func `without a manager there is no notifier`() throws {
        #expect(try ServiceNotifier(environment: [:]) == nil)
        #expect(try ServiceNotifier(environment: ["NOTIFY_SOCKET": ""]) == nil)
    }

    @Test(arguments: [
        (
            "vsock:2:1234",
            "cannot use NOTIFY_SOCKET vsock:2:1234: sockets of a virtual machine (vsock) are not supported; "
                + "a path or @ and a name is needed"
        ),
        ("run/notify", "cannot use NOTIFY_SOCKET run/notify: unknown kind; a path or @ and a name is needed"),
        ("@", "cannot use NOTIFY_SOCKET @: no name after @"),
    ])
    func `a socket of another kind is refused and named`(name: String, text: String) {
        let error = #expect(throws: ServiceNotifierError.self) {
            try ServiceNotifier(environment: ["NOTIFY_SOCKET": name])
        }
        #expect(error?.description == text)
    }

    @Test(arguments: ["/", "@"]) func `a name fills the address to its last byte, and no further`(first: String) throws
    {
        // 108 bytes are there, one of them for the zero after a path.
        let name = first + String(repeating: "x", count: 106)
        _ = try Self.notifier(name)
        #expect(throws: ServiceNotifierError.self) {
            try ServiceNotifier(environment: ["NOTIFY_SOCKET": name + "x"])
        }
    }

    @Test func `a path as long as an address can be is reached`() throws {
        let folder = try TemporaryFolder()
        let name = folder.file(String(repeating: "x", count: 106 - folder.path.utf8.count))
        let socket = try DatagramSocket(name)
        try Self.notifier(name).send(.ready)
        #expect(socket.all() == ["READY=1"])
    }

    @Test func `nobody who listens is an error that names the socket`() throws {
        let folder = try TemporaryFolder()
        let name = folder.file("nobody")
        let notifier = try Self.notifier(name)
        let error = #expect(throws: ServiceNotifierError.self) { try notifier.send(.ready) }
        #expect(error?.description == "cannot notify \(name): No such file or directory")
    }

    @Test func `a manager that comes back is told again`() throws {
        let folder = try TemporaryFolder()
        let name = folder.file("notify")
        let notifier = try Self.notifier(name)
        do { _ = try DatagramSocket(name) }
        #expect(throws: ServiceNotifierError.self) { try notifier.send(.ready) }
        unsafe unlink(name)
        let socket = try DatagramSocket(name)
        try notifier.send(.ready)
        #expect(socket.all() == ["READY=1"])
    }

    @Test func `a manager that does not read is not waited for`() throws {
        let folder = try TemporaryFolder()
        let socket = try DatagramSocket(folder.file("notify"))
        let notifier = try Self.notifier(folder.file("notify"))
        var sent = 0
        let error = #expect(throws: ServiceNotifierError.self) {
            while sent < 100_000 {
                try notifier.send(.watchdog)
                sent += 1
            }
        }
        #expect(error?.reason == "Resource temporarily unavailable")
        #expect(socket.all().count == sent)
        try notifier.send(.watchdog)
    }

    @Test func `sending leaves no descriptor open`() throws {
        let folder = try TemporaryFolder()
        let notifier = try Self.notifier(folder.file("nobody"))
        let socket = try DatagramSocket(folder.file("notify"))
        let heard = try Self.notifier(folder.file("notify"))
        // More than a process may have open.
        for _ in 0..<5_000 {
            #expect(throws: ServiceNotifierError.self) { try notifier.send(.ready) }
            try heard.send(.ready)
            #expect(socket.next() == "READY=1")
        }
    }

    @Test(arguments: [
        ("two\nlines\r\n", "two lines  "), ("READY=1\nMAINPID=1", "READY=1 MAINPID=1"),
        ("\u{1B}[31mred\u{7}\u{202E}\u{2028}\u{85}", " [31mred    "), ("naïve 東京 🎉", "naïve 東京 🎉"),
        ("", ""), (String(repeating: "x", count: 237), String(repeating: "x", count: 237)),
        (String(repeating: "x", count: 400), String(repeating: "x", count: 237) + "…"),
        (String(repeating: "é", count: 200), String(repeating: "é", count: 118) + "…"),
    ])
    func `a status is one bounded line without control characters`(status: String, line: String) throws {
        let folder = try TemporaryFolder()
        let socket = try DatagramSocket(folder.file("notify"))
        try Self.notifier(folder.file("notify")).send(.status(status))
        #expect(socket.next() == "STATUS=" + line)
    }

    @Test(arguments: [
        (Duration.seconds(-5), "0"), (.zero, "0"), (.nanoseconds(1_999), "1"),
        (.seconds(Int64.max), "\(Int64.max)"),
    ])
    func `times are microseconds from zero on`(time: Duration, text: String) throws {
        let folder = try TemporaryFolder()
        let socket = try DatagramSocket(folder.file("notify"))
        try Self.notifier(folder.file("notify")).send(.extendTimeout(time))
        #expect(socket.next() == "EXTEND_TIMEOUT_USEC=" + text)
    }

    @Test func `the time of a reload is that of the system's monotonic clock`() throws {
        let folder = try TemporaryFolder()
        let socket = try DatagramSocket(folder.file("notify"))
        let notifier = try #require(try ServiceNotifier(environment: ["NOTIFY_SOCKET": folder.file("notify")]))
        let before = ServiceNotifier.monotonicTime
        try notifier.send(.reloading)
        let after = ServiceNotifier.monotonicTime
        let written = try #require(socket.next()?.split(separator: "=").last.flatMap { Int64($0) })
        #expect(before - .microseconds(1) <= .microseconds(written) && .microseconds(written) <= after)
    }
}
