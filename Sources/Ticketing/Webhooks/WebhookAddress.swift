public import Languages

/// The URL of a webhook: `https://example.org/hooks?shop=1`. Only unambiguous URLs are accepted: ASCII, without a user
/// name, password or fragment, and with a host name or an IP address in its usual notation.
public struct WebhookAddress: Hashable, Sendable, CustomStringConvertible {
    public static let longest = 2000
    public static let requirement = Sentence(FaultSentence.webhookAddress)

    public let isEncrypted: Bool
    public let host: Host
    public let port: UInt16
    /// The path with its query; it begins with a slash.
    public let path: String
    /// The URL exactly as it was entered.
    public let description: String

    public enum Host: Hashable, Sendable {
        /// A host name in lower case.
        case name(String)
        case address(IPAddress)
    }

    /// Parses a URL. Nil if the URL is malformed, or if different programs could interpret the URL differently.
    public init?(_ text: String) {
        let plain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !#""<>\^`{|}#"#.utf8.contains($0) }
        guard plain, text.utf8.count <= WebhookAddress.longest,
            let scheme = ["https://", "http://"].first(where: { text.hasPrefix($0) })
        else { return nil }
        isEncrypted = scheme == "https://"
        let rest = text.dropFirst(scheme.count)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        let path = rest.dropFirst(authority.count)
        self.path = path.hasPrefix("/") ? String(path) : "/\(path)"
        var name = authority
        var port: UInt16 = isEncrypted ? 443 : 80
        // The port follows the last colon. If that colon is inside brackets, it belongs to an IPv6 address, and there
        // is no port.
        if let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") {
            name = authority[..<colon]
            let digits = authority[authority.index(after: colon)...]
            guard let read = UInt16(digits), read > 0, "\(read)" == digits else { return nil }
            port = read
        }
        self.port = port
        guard let host = WebhookAddress.host(name) else { return nil }
        self.host = host
        description = text
    }

    private static func host(_ text: Substring) -> Host? {
        if text.hasPrefix("[") {
            guard text.hasSuffix("]") else { return nil }
            return IPAddress(colons: text.dropFirst().dropLast()).map { .address($0) }
        }
        if let address = IPAddress(dotted: text) { return .address(address) }
        let labels = text.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= 253, labels.allSatisfy(isLabel), let last = labels.last else { return nil }
        // Browsers parse a host whose last label is a number as an IPv4 address (URL Standard, “ends in a number”).
        let isNumber = last.utf8.allSatisfy { (0x30...0x39).contains($0) } || last.hasPrefix("0x")
        return isNumber ? nil : .name(labels.joined(separator: "."))
    }

    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
            && label.utf8.allSatisfy { $0 == 0x2D || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
    }

    /// Scheme, host and port. The path is left out, because some receivers put a secret into the path.
    public var origin: String {
        let end = description.dropFirst(isEncrypted ? 8 : 7).firstIndex { $0 == "/" || $0 == "?" }
        return String(end.map { description[..<$0] } ?? description[...])
    }

    /// The value of the `Host` header in a request.
    public var authority: String { String(origin.dropFirst(isEncrypted ? 8 : 7)) }

    /// The reason why messages must not be sent to a resolved address; nil if they may be sent.
    ///
    /// - Parameter address: the address to which the host name resolved.
    public func fault(at address: IPAddress, _ allowance: Webhook.AddressPolicy) -> FaultSentence? {
        switch address.scope {
        case .global: isEncrypted ? nil : .publicUnencrypted
        case .privateNetwork: allowance == .privateAllowed ? nil : .notPublicAddress
        case .special: .unreachableAddress
        }
    }

    /// All reasons that `fault` can return.
    static let addressFaults: [FaultSentence] = [.publicUnencrypted, .notPublicAddress, .unreachableAddress]
}
