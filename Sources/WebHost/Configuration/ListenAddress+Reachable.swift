import NIOCore

extension ListenAddress {
    /// All numeric IP addresses at which this machine or another machine can reach the server.
    public var reachableAddresses: [String] {
        get throws {
            guard isWildcard else { return [host] + (isLoopback ? ["127.0.0.1", "::1"].filter { $0 != host } : []) }
            // Leaves out link-local IPv6 addresses, because a browser can’t open such an address.
            return try System.enumerateDevices().compactMap { $0.address?.ipAddress }.filter {
                !$0.hasPrefix("fe80:") && !$0.contains("%")
            }
        }
    }

    private var isWildcard: Bool { host == "0.0.0.0" || host == "::" }
}
