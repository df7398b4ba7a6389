package import Chronology
internal import Glibc
internal import Lifecycle

extension ProcessContext {
    /// The process as the system started it.
    package static func system() -> ProcessContext {
        var environment: [String: String] = [:]
        var entry = unsafe environ
        while let variable = unsafe entry.pointee {
            let text = unsafe String(cString: variable)
            if let equals = text.firstIndex(of: "=") {
                environment[String(text[..<equals])] = String(text[text.index(after: equals)...])
            }
            unsafe entry += 1
        }
        var context = ProcessContext(
            arguments: ProcessArguments.all, environment: environment, clock: .system,
            output: .descriptor(STDOUT_FILENO), errors: .descriptor(STDERR_FILENO))
        context.processID = getpid()
        context.input = .descriptor(STDIN_FILENO)
        if let folder = unsafe getcwd(nil, 0) {
            context.folder = unsafe String(cString: folder)
            unsafe free(folder)
        }
        return context
    }
}

extension WallClock {
    /// The system's real-time clock.
    package static let system = WallClock {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Instant(millisecondsSince1970: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }
}

extension Output {
    /// An open file descriptor, written until all is out.
    package static func descriptor(_ descriptor: Int32) -> Output {
        Output(width: terminalWidth(of: descriptor), descriptor: descriptor) { (bytes) throws(OutputClosed) in
            var written = 0
            while written < bytes.count {
                let count = unsafe bytes.withUnsafeBytes { buffer in
                    unsafe Glibc.write(
                        descriptor, buffer.baseAddress.map { unsafe $0 + written }, bytes.count - written)
                }
                if count < 0 {
                    let code = errno
                    if code == EINTR { continue }
                    throw OutputClosed(isBrokenPipe: code == EPIPE, unsafe String(cString: strerror(code)))
                }
                written += count
            }
        }
    }

    /// Columns of a terminal; nil where the descriptor is none.
    private static func terminalWidth(of descriptor: Int32) -> Int? {
        guard isatty(descriptor) == 1 else { return nil }
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}
