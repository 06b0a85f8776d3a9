import NIOCore

/// The address at which the server listens: a numeric IP address of this machine, and a port.
public struct ListenAddress: Sendable, Equatable, CustomStringConvertible {
    /// An IPv4 or IPv6 address, without brackets.
    public let host: String
    /// The port; 0 means any free port.
    public let port: Int

    /// Parses an address with a port. Nil if the text is not a numeric address with a port. Host names are not
    /// resolved, because the address of a host name can change.
    ///
    /// - Parameter text: for example `127.0.0.1:8080` or `[::1]:8080`; `localhost` means 127.0.0.1.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            (0...65535).contains(port), !text[text.index(after: colon)...].hasPrefix("+")
        else { return nil }
        var host = String(text[..<colon])
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        if isBracketed { host = String(host.dropFirst().dropLast()) }
        if host == "localhost" { host = "127.0.0.1" }
        guard IPLiteral(host) != nil, host.contains(":") == isBracketed else { return nil }
        self.host = host
        self.port = port
    }

    /// 127.0.0.1, which only this machine can reach.
    public static func loopback(port: Int) -> ListenAddress { ListenAddress(host: "127.0.0.1", port: port) }

    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Whether only this machine can reach the address.
    public var isLoopback: Bool { IPLiteral(host)?.isLoopback ?? false }

    /// The address at which a browser on this machine reaches the server. It is the loopback address if the server
    /// listens on all addresses of this machine; otherwise, it is this address.
    public var localEquivalent: ListenAddress { ["0.0.0.0", "::"].contains(host) ? .loopback(port: port) : self }

    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// A numeric IP address.
struct IPLiteral {
    private let address: SocketAddress

    /// Parses a numeric IP address. Nil if the text is not such an address.
    ///
    /// - Parameter text: an address without brackets.
    init?(_ text: String) {
        do { address = try SocketAddress(ipAddress: text, port: 0) } catch { return nil }
    }

    init?(_ address: SocketAddress?) {
        guard let address, address.ipAddress != nil else { return nil }
        self.address = address
    }

    var isLoopback: Bool {
        let text = address.ipAddress ?? ""
        return switch address {
        case .v4: text.hasPrefix("127.")
        case .v6: text == "::1" || text.hasPrefix("::ffff:127.")
        case .unixDomainSocket: false
        }
    }
}
