import Cryptography
public import Ticketing

/// What makes a link to a ticket or an order unguessable: 128 bits that only the office's keys make (TOKEN §8).
public struct LinkSecret: Sendable, CustomStringConvertible {
    static let length = 16

    private let bytes: [UInt8]

    init(_ code: InlineArray<32, UInt8>) { bytes = (0..<LinkSecret.length).map { code[$0] } }

    /// Reads `text`; nil for anything else.
    public init?(text: some StringProtocol) {
        guard let bytes = Hexadecimal.bytes(text), bytes.count == LinkSecret.length else { return nil }
        self.bytes = bytes
    }

    /// 32 hexadecimal digits, for who is to have the link.
    public var text: String { Hexadecimal.text(bytes) }

    /// Whether another is the same; takes the same time wherever they differ.
    public func matches(_ other: LinkSecret) -> Bool { ConstantTime.equal(bytes.span, other.bytes.span) }

    public var description: String { "LinkSecret(redacted)" }
}

extension TicketSigner {
    /// The secret of a ticket's link; a re-issue ends it.
    ///
    /// - Throws: `SigningError` if the key is not there or retired; `OpenSSLError`.
    public func linkSecret(of claims: TicketClaims) throws -> LinkSecret {
        let message = InlineArray<6, UInt8> {
            $0 < 5 ? UInt8(truncatingIfNeeded: claims.serial.rawValue >> UInt64(8 * (4 - $0))) : claims.issue
        }
        return LinkSecret(try HMAC(key: linkKey(claims.key, of: claims.event)).code(of: message.span))
    }

    /// The secret of an order's link, under one of the keys that may sign it.
    ///
    /// - Throws: as `linkSecret(of:)`.
    public func linkSecret(of order: OrderNumber, event: EventNumber, key: UInt8) throws -> LinkSecret {
        let message = InlineArray<4, UInt8> { UInt8(truncatingIfNeeded: order.rawValue >> UInt32(8 * (3 - $0))) }
        return LinkSecret(try HMAC(key: linkKey(key, of: event)).code(of: message.span))
    }
}
