import NIOCore

extension ListenAddress {
    /// Every address, in digits, by which the server can be asked from another machine or this one.
    public var reachable: [String] {
        get throws {
            guard isEverywhere else { return [host] + (isLoopback ? ["127.0.0.1", "::1"].filter { $0 != host } : []) }
            // Addresses of one cable alone are no use without that cable's name.
            return try System.enumerateDevices().compactMap { $0.address?.ipAddress }.filter {
                !$0.hasPrefix("fe80:") && !$0.contains("%")
            }
        }
    }

    /// Whether it is all addresses of this machine.
    private var isEverywhere: Bool { host == "0.0.0.0" || host == "::" }
}
