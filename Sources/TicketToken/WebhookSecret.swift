import Cryptography
import Foundation
public import Ticketing

/// The secret with which webhook requests are signed: 256 bits derived from the keys of the main store (TOKEN §8).
public struct WebhookSecret: Sendable, CustomStringConvertible {
    /// The prefix of webhook secrets (Standard Webhooks 1.0).
    public static let prefix = "whsec_"

    private let bytes: SecretBytes

    init(_ bytes: SecretBytes) { self.bytes = bytes }

    /// The secret for the receiver: the prefix and 44 characters of base64.
    public var text: String {
        WebhookSecret.prefix
            + bytes.withBytes { bytes in Data(bytes.indices.map { bytes[$0] }).base64EncodedString() }
    }

    /// The value of the header `webhook-signature` (Standard Webhooks 1.0): HMAC-SHA-256 over the id, the time and the
    /// body.
    ///
    /// - Parameter seconds: the time of sending, in seconds since 1970, as in the header `webhook-timestamp`.
    /// - Throws: `OpenSSLError`.
    public func signature(of id: String, at seconds: Int64, _ body: [UInt8]) throws -> String {
        let code = try HMAC(key: bytes).code(of: (Array("\(id).\(seconds).".utf8) + body).span)
        return "v1,\(Data(code.indices.map { code[$0] }).base64EncodedString())"
    }

    public var description: String { "WebhookSecret(redacted)" }
}

extension KeyRing {
    /// The secret of a webhook, derived from an issuer key. The webhook is stored with the number of this key.
    ///
    /// - Throws: `SigningError` if the key is missing or retired; `OpenSSLError`.
    public func webhookSecret(of id: WebhookID, key number: UInt8) throws -> WebhookSecret {
        guard let key = key(number) else { throw SigningError.noSuchKey(number) }
        guard key.state != .retired, let secret = key.secret else { throw SigningError.notActive(number, key.state) }
        let info =
            Array("eventpass/v1/webhook/".utf8)
            + stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: id.rawValue >> UInt64($0)) }
        return WebhookSecret(try HKDF.derive(from: secret, info: info, count: 32))
    }
}
