/// Why a server could not be started.
package enum HTTPServerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another process, or another server of this one, listens there.
    case portInUse(ListenAddress)
    /// The system lets only privileged processes listen there.
    case notPermitted(ListenAddress)
    /// This machine has no such address.
    case noSuchAddress(ListenAddress)
    /// A call of the system or of the library failed.
    case failed(operation: String, address: ListenAddress, reason: String)

    package var description: String {
        switch self {
        case .portInUse(let address): "cannot listen on \(address): the port is in use; \(hint)"
        case .notPermitted(let address): "cannot listen on \(address): permission denied; \(hint)"
        case .noSuchAddress(let address): "cannot listen on \(address): this machine has no such address; \(hint)"
        case .failed(let operation, let address, let reason):
            "cannot listen on \(address): \(operation): \(reason); \(hint)"
        }
    }

    /// What to do next.
    package var hint: String {
        switch self {
        case .portInUse: "stop the process that listens there, or choose another port (0 lets the system choose)"
        case .notPermitted: "choose a port above 1023, or grant the service CAP_NET_BIND_SERVICE"
        case .noSuchAddress: "choose 127.0.0.1, or an address that `ip address` lists"
        case .failed: "check the limits of the process (open files, threads, memory)"
        }
    }
}
