import HTTPTypes
import Ticketing

/// Finds a client’s address if the server runs behind reverse proxies. The address is in headers that the proxies add.
///
/// Each proxy appends the address of the sender to a header. So the server reads the addresses from the last to the
/// first. In this order, the first address that does not belong to a proxy is the client’s address. The client could
/// have forged all addresses to the left of that address. If a request does not come from a proxy, these headers are
/// ignored.
public struct Forwarding: Sendable {
    let isOn: Bool
    private let proxies: Set<IPAddress>

    /// The setting without a proxy: forwarding headers are ignored.
    public static let none = Forwarding(isOn: false, proxies: [])

    /// The setting for proxies on this machine and at the IP addresses `addresses`. Nil if an address is malformed.
    public static func behindProxy(_ addresses: [String] = []) -> Forwarding? {
        let read = addresses.compactMap { Forwarding.address($0[...]) }
        return read.count == addresses.count ? Forwarding(isOn: true, proxies: Set(read)) : nil
    }

    private init(isOn: Bool, proxies: Set<IPAddress>) {
        self.isOn = isOn
        self.proxies = proxies
    }

    /// The client whose request a proxy has forwarded.
    struct Client: Sendable {
        let address: String
        /// The scheme of the client's request to the proxy; nil if the proxy does not send the scheme.
        let scheme: String?
    }

    func isProxy(_ peer: String?) -> Bool { peer.flatMap { Forwarding.address($0[...]) }.map(isProxy) ?? false }

    private func isProxy(_ address: IPAddress) -> Bool {
        isOn && (address.isLoopback || proxies.contains(address))
    }

    /// The client of a request that came through a proxy. Nil if the peer (the sender of the request) is not a proxy,
    /// or if the headers do not name the client.
    ///
    /// - Throws: `Problem` 400 if `X-Forwarded-For` and `Forwarded` name different clients. The proxy sets only one of
    ///   these headers, and the client could have forged the other header.
    func client(of peer: String?, _ headers: HTTPFields) throws -> Client? {
        guard isProxy(peer) else { return nil }
        let plain = client(in: Forwarding.texts(headers, Forwarding.forwardedFor))
        let standard = client(
            in: Forwarding.texts(headers, Forwarding.forwarded).compactMap { element in
                element.split(separator: ";").lazy.map(Forwarding.trimmed).first { $0.lowercased().hasPrefix("for=") }
                    .map { $0.dropFirst("for=".count) }
            })
        if let plain, let standard, plain != standard {
            throw Problem(.badRequest, .forwardingMismatch)
        }
        guard let found = plain ?? standard else { return nil }
        let scheme = Forwarding.texts(headers, Forwarding.forwardedProto).last?.lowercased()
        return Client(address: found, scheme: ["http", "https"].first { $0 == scheme })
    }

    /// Whether the headers show that a request came through a proxy. In that case, the other end of the connection is
    /// the proxy and not the client.
    static func isForwarded(_ headers: HTTPFields) -> Bool {
        [forwardedFor, forwarded, forwardedProto, forwardedHost, realIP, via].contains { name in
            name.map { headers[$0] != nil } ?? false
        }
    }

    /// The last address that does not belong to a proxy, or the first address if all addresses belong to proxies. Nil
    /// if the list is empty or an address is malformed.
    private func client(in hops: [Substring]) -> String? {
        var found: String?
        for hop in hops.reversed() {
            guard let text = Forwarding.host(hop), let address = Forwarding.address(text) else { return nil }
            found = String(text)
            if !isProxy(address) { break }
        }
        return found
    }

    /// The comma-separated elements of all lines of a header.
    private static func texts(_ headers: HTTPFields, _ name: HTTPField.Name?) -> [Substring] {
        guard let name else { return [] }
        return headers[values: name].flatMap { $0.split(separator: ",").map(trimmed) }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let start = text.drop { $0 == " " || $0 == "\t" }
        return start.prefix(start.reversed().drop { $0 == " " || $0 == "\t" }.count)
    }

    /// The address without quotes, brackets and port (RFC 7239 §6).
    private static func host(_ text: Substring) -> Substring? {
        var text = text
        if text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") { text = text.dropFirst().dropLast() }
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            return text[text.index(after: text.startIndex)..<end]
        }
        return text.count { $0 == ":" } == 1 ? text.prefix { $0 != ":" } : text
    }

    private static func address(_ text: Substring) -> IPAddress? { IPAddress(dotted: text) ?? IPAddress(colons: text) }

    private static let forwardedFor = HTTPField.Name("X-Forwarded-For")
    private static let forwardedProto = HTTPField.Name("X-Forwarded-Proto")
    private static let forwardedHost = HTTPField.Name("X-Forwarded-Host")
    private static let forwarded = HTTPField.Name("Forwarded")
    private static let realIP = HTTPField.Name("X-Real-IP")
    private static let via = HTTPField.Name("Via")
}

extension IPAddress {
    fileprivate var isLoopback: Bool {
        bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
    }
}
