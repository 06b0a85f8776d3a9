import Cryptography
public import Ticketing

/// The secret part of a link to a ticket or an order: 128 bits derived from the keys of the main store (TOKEN §8).
public struct LinkSecret: Sendable, CustomStringConvertible {
    static let length = 16

    private let bytes: [UInt8]

    init(_ code: InlineArray<32, UInt8>) { bytes = (0..<LinkSecret.length).map { code[$0] } }

    /// Parses the form that `text` returns; nil for any other text.
    public init?(text: some StringProtocol) {
        guard let bytes = Hexadecimal.bytes(text), bytes.count == LinkSecret.length else { return nil }
        self.bytes = bytes
    }

    /// The secret as 32 hexadecimal digits, for the link.
    public var text: String { Hexadecimal.text(bytes) }

    /// Whether both secrets are equal, compared in constant time.
    public func matches(_ other: LinkSecret) -> Bool { ConstantTime.equal(bytes.span, other.bytes.span) }

    public var description: String { "LinkSecret(redacted)" }
}

extension TicketSigner {
    /// The secret of a ticket's link. After a re-issue of the ticket, the ticket's link has another secret.
    ///
    /// - Throws: `SigningError` if the key is missing or retired; `OpenSSLError`.
    public func linkSecret(of claims: TicketClaims) throws -> LinkSecret {
        let message = InlineArray<6, UInt8> {
            $0 < 5 ? UInt8(truncatingIfNeeded: claims.serial.rawValue >> UInt64(8 * (4 - $0))) : claims.issue
        }
        return LinkSecret(try HMAC(key: linkKey(claims.key, of: claims.event)).code(of: message.span))
    }

    /// The secret of an order's link. It is derived from the issuer key with the number `key`. This key must not be
    /// retired.
    ///
    /// - Throws: the same errors as `linkSecret(of:)`.
    public func linkSecret(of order: OrderNumber, event: EventNumber, key: UInt8) throws -> LinkSecret {
        let message = InlineArray<4, UInt8> { UInt8(truncatingIfNeeded: order.rawValue >> UInt32(8 * (3 - $0))) }
        return LinkSecret(try HMAC(key: linkKey(key, of: event)).code(of: message.span))
    }
}
