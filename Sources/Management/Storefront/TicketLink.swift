public import TicketToken
public import Ticketing

/// A secret link to a ticket (Docs/TokenFormat.md §8). A ticket of invited guests has a second link with the same
/// secret, which opens the guests' invitation. Anyone who has a link can use it.
public struct TicketLink: Sendable {
    public let event: EventNumber
    public let code: TicketCode
    public let secret: LinkSecret

    public init(event: EventNumber, code: TicketCode, secret: LinkSecret) {
        self.event = event
        self.code = code
        self.secret = secret
    }

    /// Creates the current link of a ticket. After a reissue, the ticket has another link, and earlier links are
    /// invalid.
    ///
    /// - Throws: `SigningError` if the ticket's key is missing from the ring or retired.
    public init(to ticket: Ticket, of event: Event, _ ring: KeyRing) throws {
        self.init(
            event: event.number, code: ticket.code,
            secret: try TicketSigner(ring).linkSecret(of: ticket.claims(of: event)))
    }

    /// Parses the parts of a path; nil if malformed.
    public init?(event: String, code: String, secret: String) {
        guard let event = UInt32(event).flatMap(EventNumber.init), let code = TicketCode(typed: code),
            let secret = LinkSecret(text: secret)
        else { return nil }
        self.init(event: event, code: code, secret: secret)
    }

    /// The part of the URL's path after `/t/` for a ticket, or after `/i/` for an invitation.
    public var path: String { "\(event)/\(code)/\(secret.text)" }

    /// Whether this is the current link of a ticket. If the ticket's key is missing from the ring or retired, the
    /// current link is unknown, and the result is false.
    func isCurrentLink(_ ticket: Ticket, of event: Event, _ ring: KeyRing) throws -> Bool {
        do {
            return try TicketLink(to: ticket, of: event, ring).secret.matches(secret)
        } catch is SigningError {
            return false
        }
    }
}

/// A secret link to an order. Anyone who has the link can use it.
public struct OrderLink: Sendable {
    public let event: EventNumber
    public let order: OrderNumber
    public let secret: LinkSecret

    /// Creates the link of an order. Its secret is derived from the ring's signing key or, if the ring has no signing
    /// key, from the last key that is not retired. Nil if all keys are retired.
    public init?(to order: OrderNumber, of event: EventNumber, _ ring: KeyRing) throws {
        guard let key = ring.signingKey ?? ring.keys.last(where: { $0.state != .retired }) else { return nil }
        self.event = event
        self.order = order
        secret = try TicketSigner(ring).linkSecret(of: order, event: event, key: key.number)
    }

    /// Parses the parts of a path; nil if malformed.
    public init?(event: String, order: String, secret: String) {
        guard let event = UInt32(event).flatMap(EventNumber.init),
            let order = UInt32(order).flatMap(OrderNumber.init), let secret = LinkSecret(text: secret)
        else { return nil }
        self.event = event
        self.order = order
        self.secret = secret
    }

    /// The part of the URL's path after `/o/`.
    public var path: String { "\(event)/\(order)/\(secret.text)" }

    /// Whether this link's secret was derived from a key of the ring that is not retired.
    func isValid(_ ring: KeyRing) throws -> Bool {
        let signer = TicketSigner(ring)
        return try ring.keys.contains { key in
            try key.state != .retired
                && signer.linkSecret(of: order, event: event, key: key.number).matches(secret)
        }
    }
}
