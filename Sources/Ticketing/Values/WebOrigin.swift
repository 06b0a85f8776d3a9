/// The origin of a website, as browsers write it: scheme, host name and port, such as `https://example.org:8443`.
///
/// The text is a source in a Content-Security-Policy. It contains only lower-case letters, digits, hyphens, dots,
/// colons and slashes, so it can't add other sources or directives to the policy.
public struct WebOrigin: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    /// Whether the scheme is https. The host of an origin with http is always `localhost` or `127.0.0.1`.
    public let isEncrypted: Bool

    /// Makes an origin from its text. Nil if the text contains a path, a user name, upper-case letters, or the
    /// default port of its scheme. With https, the host must be a name; with http, it must be `localhost` or 127.0.0.1.
    /// (In a Content-Security-Policy, browsers ignore all other IP addresses.)
    public init?(rawValue: String) {
        guard let address = WebhookAddress(rawValue), address.origin == rawValue, rawValue == rawValue.lowercased(),
            address.port != (address.isEncrypted ? 443 : 80) || !WebOrigin.namesPort(address.authority)
        else { return nil }
        if !address.isEncrypted {
            let host = address.authority.prefix { $0 != ":" }
            guard host == "localhost" || host == "127.0.0.1" else { return nil }
        } else if case .address = address.host {
            return nil
        }
        self.rawValue = rawValue
        isEncrypted = address.isEncrypted
    }

    private static func namesPort(_ authority: String) -> Bool { authority.contains(":") }
}
