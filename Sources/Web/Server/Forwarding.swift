import HTTPTypes
import Ticketing

/// Reads from forwarding headers who asks, where a reverse proxy stands before the server.
///
/// A proxy appends the address that it was asked from, so the last address in a header that is no proxy's is the client's;
/// everything before it may be invented. Headers that come from anybody else than a proxy are ignored.
public struct Forwarding: Sendable {
    /// Whether a proxy stands before the server.
    let isOn: Bool
    private let proxies: Set<IPAddress>

    /// No proxy: forwarding headers are ignored.
    public static let none = Forwarding(isOn: false, proxies: [])

    /// A proxy on this machine, and others at these addresses. Nil where one of them is no address.
    public static func behindProxy(_ addresses: [String] = []) -> Forwarding? {
        let read = addresses.compactMap { Forwarding.address($0[...]) }
        return read.count == addresses.count ? Forwarding(isOn: true, proxies: Set(read)) : nil
    }

    private init(isOn: Bool, proxies: Set<IPAddress>) {
        self.isOn = isOn
        self.proxies = proxies
    }

    /// The client behind a proxy.
    struct Client: Sendable {
        /// In digits.
        let address: String
        /// How it asked the proxy; nil where the proxy does not say.
        let scheme: String?
    }

    /// Whether connections from an address are a proxy's.
    func isProxy(_ peer: String?) -> Bool { peer.flatMap { Forwarding.address($0[...]) }.map(isProxy) ?? false }

    private func isProxy(_ address: IPAddress) -> Bool {
        isOn && (address.isLoopback || proxies.contains(address))
    }

    /// The client that a proxy asks for; nil where the peer is no proxy or names none.
    ///
    /// - Throws: `Problem` 400 where `X-Forwarded-For` and `Forwarded` name different clients: one of them passed the proxy
    ///   unread, and may be invented.
    func client(of peer: String?, _ headers: HTTPFields) throws -> Client? {
        guard isProxy(peer) else { return nil }
        let plain = client(in: Forwarding.texts(headers, Forwarding.forwardedFor))
        let standard = client(
            in: Forwarding.texts(headers, Forwarding.forwarded).compactMap { element in
                element.split(separator: ";").lazy.map(Forwarding.trimmed).first { $0.lowercased().hasPrefix("for=") }
                    .map { $0.dropFirst("for=".count) }
            })
        if let plain, let standard, plain != standard {
            throw Problem(.badRequest, "X-Forwarded-For and Forwarded name different addresses.")
        }
        guard let found = plain ?? standard else { return nil }
        let scheme = Forwarding.texts(headers, Forwarding.forwardedProto).last?.lowercased()
        return Client(address: found, scheme: ["http", "https"].first { $0 == scheme })
    }

    /// Whether a request came through a proxy, by its headers: then it is not from the machine that its peer is.
    static func isForwarded(_ headers: HTTPFields) -> Bool {
        [forwardedFor, forwarded, forwardedProto, forwardedHost, realIP, via].contains { name in
            name.map { headers[$0] != nil } ?? false
        }
    }

    /// The last one that is no proxy's; the first where all are. Nil without any, and where one can't be read.
    private func client(in hops: [Substring]) -> String? {
        var found: String?
        for hop in hops.reversed() {
            guard let text = Forwarding.host(hop), let address = Forwarding.address(text) else { return nil }
            found = String(text)
            if !isProxy(address) { break }
        }
        return found
    }

    /// The parts of all lines of a header.
    private static func texts(_ headers: HTTPFields, _ name: HTTPField.Name?) -> [Substring] {
        guard let name else { return [] }
        return headers[values: name].flatMap { $0.split(separator: ",").map(trimmed) }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let start = text.drop { $0 == " " || $0 == "\t" }
        return start.prefix(start.reversed().drop { $0 == " " || $0 == "\t" }.count)
    }

    /// An address without quotes, brackets and port (RFC 7239 §6).
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
