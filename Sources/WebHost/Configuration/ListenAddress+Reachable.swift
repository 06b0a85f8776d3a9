import NIOCore

extension ListenAddress {
    /// All numeric addresses at which this or another machine can reach the server.
    public var reachableAddresses: [String] {
        get throws {
            guard isWildcard else { return [host] + (isLoopback ? ["127.0.0.1", "::1"].filter { $0 != host } : []) }
            // Link-local addresses are useless without the name of the interface.
            return try System.enumerateDevices().compactMap { $0.address?.ipAddress }.filter {
                !$0.hasPrefix("fe80:") && !$0.contains("%")
            }
        }
    }

    /// Whether the host is the wildcard for all addresses of this machine.
    private var isWildcard: Bool { host == "0.0.0.0" || host == "::" }
}
