public import Cryptography
public import Ticketing

/// The settings with which a server sends push messages to browsers (RFC 8030). The server proves to push services that
/// it is the same server for which a browser made its subscription (VAPID, RFC 8292).
public struct PushSettings: Hashable, Sendable, Codable {
    /// The address at which the operator of a push service can reach the owner of the server: a `mailto:` or `https:`
    /// URL.
    public var contact: String
    /// The private key of the curve P-256: 32 bytes in base64url. Each subscription of a browser works only with the
    /// key for which it was made.
    public var privateKey: String
    /// The origin of a push service on this machine, for trials, such as `http://127.0.0.1:8090`; nil if only public
    /// push services are used.
    public var trialService: String?

    public init(contact: String, privateKey: String) {
        self.contact = contact
        self.privateKey = privateKey
    }

    /// A new private key.
    ///
    /// - Throws: `OpenSSLError`.
    public static func randomKey() throws -> String {
        try P256.Key.random().secret.withBytes { secret in Base64URL.text(secret.indices.map { secret[$0] }) }
    }

    /// Whether a text can be `contact`. White space is not allowed, because the text is sent without any escaping.
    public static func isContact(_ text: String) -> Bool {
        guard !text.contains(where: \.isWhitespace) else { return false }
        if text.hasPrefix("mailto:") { return EmailAddress(rawValue: String(text.dropFirst(7))) != nil }
        return WebhookAddress(text)?.isEncrypted ?? false
    }

    /// The key; nil if `privateKey` is not a key.
    ///
    /// - Throws: `OpenSSLError`.
    public func key() throws -> P256.Key? {
        guard let bytes = Base64URL.bytes(privateKey) else { return nil }
        return try P256.Key(SecretBytes(copying: bytes.span))
    }
}

extension MessageSettings {
    /// The conditions on which the server accepts subscriptions of browsers; nil if the server sends no push messages.
    /// A server without a public URL sends none, because browsers allow push messages only to pages with `https`.
    ///
    /// - Throws: `OpenSSLError`.
    public func pushTerms() throws -> PushTerms? {
        guard sends(by: .push), let push, let key = try push.key() else { return nil }
        return PushTerms(serverKey: key.publicKey, trialService: push.trialService)
    }
}
