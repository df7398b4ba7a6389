internal import CMicroHTTPD
internal import Telemetry

/// The library's daemon: it runs from its birth to its end, and ends its connections and threads with it.
@safe struct Daemon: ~Copyable {
    private let daemon: OpaquePointer
    private let settings: UnsafeMutablePointer<cmhd_settings>
    private let service: Service

    /// What the library's callbacks find their way by.
    final class Service: Sendable {
        let handler: any HTTPHandler
        let pauses: Pauses
        let logger: Logger

        init(handler: any HTTPHandler, pauses: Pauses, logger: Logger) {
            self.handler = handler
            self.pauses = pauses
            self.logger = logger
        }

        static func at(_ context: UnsafeMutableRawPointer) -> Service {
            unsafe Unmanaged<Service>.fromOpaque(context).takeUnretainedValue()
        }
    }

    init(
        _ socket: consuming ListeningSocket, limits: HTTPServerLimits, service: Service
    ) throws(HTTPServerError) {
        let address = socket.address
        let context = unsafe Unmanaged.passUnretained(service).toOpaque()
        let settings = UnsafeMutablePointer<cmhd_settings>.allocate(capacity: 1)
        let descriptor = socket.release()
        unsafe settings.initialize(
            to: cmhd_settings(
                listen_socket: descriptor, threads: UInt32(clamping: limits.threads),
                connections: UInt32(clamping: limits.openConnections),
                idle_seconds: UInt32(clamping: limits.idle.components.seconds),
                connection_memory: limits.connectionMemory, context: context,
                begin: { _, target, _ in
                    unsafe Unmanaged.passRetained(Exchange(target: String(cString: target))).toOpaque()
                },
                answer: { context, connection, _, method, _, _, _, state in
                    guard let context = unsafe context, let connection = unsafe connection,
                        let method = unsafe method, let opaque = unsafe state?.pointee
                    else { return .NO }
                    let service = unsafe Service.at(context)
                    let exchange = unsafe Unmanaged<Exchange>.fromOpaque(opaque).takeUnretainedValue()
                    unsafe service.pauses.connections.answers(connection)
                    return unsafe exchange.advance(
                        connection, method: String(cString: method), handler: service.handler, pauses: service.pauses)
                },
                end: { context, connection, state, _ in
                    if let context = unsafe context, let connection = unsafe connection {
                        let pauses = unsafe Service.at(context).pauses
                        unsafe pauses.connections.waits(connection)
                        pauses.watch()
                    }
                    guard let opaque = unsafe state?.pointee else { return }
                    unsafe Unmanaged<Exchange>.fromOpaque(opaque).release()
                    unsafe state?.pointee = nil
                },
                notify: { context, connection, _, event in
                    guard let context = unsafe context, let connection = unsafe connection else { return }
                    let pauses = unsafe Service.at(context).pauses
                    if event == .CONNECTION_NOTIFY_STARTED {
                        unsafe pauses.connections.begin(connection)
                        pauses.watch()
                    } else {
                        unsafe pauses.connections.close(connection)
                    }
                },
                log: { context, message in
                    let text = unsafe String(cString: message)
                    unsafe Service.at(context).logger.log(
                        .debug, "the HTTP library complains", ["message": text.filter { !$0.isNewline }])
                }))
        guard let daemon = unsafe cmhd_start(settings) else {
            unsafe settings.deallocate()
            throw .failed(operation: "start", address: address, reason: "the HTTP library did not start")
        }
        unsafe self.daemon = unsafe daemon
        unsafe self.settings = unsafe settings
        self.service = service
    }

    deinit {
        // The library must not be stopped while a connection is suspended.
        service.pauses.end()
        unsafe MHD_stop_daemon(daemon)
        unsafe settings.deallocate()
    }
}
