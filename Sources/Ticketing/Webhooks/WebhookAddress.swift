/// Where a webhook is sent: `https://example.org/hooks?shop=1`. Of what a URL may be, only what leaves no doubt: no user or
/// password, no fragment, ASCII alone, and a host that is a name, or an address in its one usual form.
public struct WebhookAddress: Hashable, Sendable, CustomStringConvertible {
    public static let longest = 2000
    public static let allowed = "an address such as https://example.org/hooks, without a user or password in it"

    public let isEncrypted: Bool
    public let host: Host
    public let port: UInt16
    /// With its query; begins with a stroke.
    public let path: String
    /// As it was written.
    public let description: String

    public enum Host: Hashable, Sendable {
        /// In small letters.
        case name(String)
        case address(IPAddress)
    }

    /// Reads a URL; nil for any other, and for one that different programs read differently.
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
        // Behind the last colon, unless that is within brackets.
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
        // What ends in a number is an address in disguise (URL Standard, “ends in a number”).
        let isNumber = last.utf8.allSatisfy { (0x30...0x39).contains($0) } || last.hasPrefix("0x")
        return isNumber ? nil : .name(labels.joined(separator: "."))
    }

    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
            && label.utf8.allSatisfy { $0 == 0x2D || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
    }

    /// Scheme, host and port, without the path: that may hold what only the receiver is to know.
    public var origin: String {
        let end = description.dropFirst(isEncrypted ? 8 : 7).firstIndex { $0 == "/" || $0 == "?" }
        return String(end.map { description[..<$0] } ?? description[...])
    }

    /// What a request to it says in `Host`.
    public var authority: String { String(origin.dropFirst(isEncrypted ? 8 : 7)) }

    /// Why it can't be sent to an address that it leads to; nil where it can.
    ///
    /// - Parameter reach: where the owner lets it lead.
    public func fault(at address: IPAddress, _ allowance: Webhook.Allowance) -> String? {
        switch address.reach {
        case .everywhere: isEncrypted ? nil : "http:// is for private addresses, and it leads to a public one"
        case .near: allowance == .privateToo ? nil : "it leads to an address that is not public"
        case .nowhere: "it leads to an address that nothing can be sent to"
        }
    }
}
