public import Cryptography
import Languages
import Store
import TicketToken
public import Ticketing

/// The ticket that a link opens.
public struct LinkedTicket: Sendable {
    public let event: Event
    /// The organizer's name.
    public let organizer: String
    public let ticket: Ticket
    public let type: TicketType
    /// The ticket's token; nil if gates refuse the ticket.
    public let token: String?
    /// The current text of the QR symbol: the token and, if the ticket type requires it, the current live code.
    public let symbol: String?
    /// The key of the live codes; nil if the ticket type requires no live code, or if gates refuse the ticket.
    public let liveKey: SecretBytes?
    /// The reason why the holder cannot pass the ticket on to another person; nil if the holder can pass it on.
    public let transferRefusal: TransferRefusal?
    /// Whether the ticket admits invited guests.
    public let isInvitation: Bool
    /// The number of the event's edits, and the time of the last edit, which is nil if the event was never edited.
    public let edits: (count: Int, last: Instant?)
    /// The poster and the logo of the event.
    public let pictures: [StoredPicture]

    /// The poster of the event; nil if it has none.
    public var poster: StoredPicture? { pictures.first { $0.role == .poster } }
    /// The logo of the event; nil if it has none.
    public var logo: StoredPicture? { pictures.first { $0.role == .logo } }
}

extension Storefront {
    /// The ticket of a link; nil if the link is invalid or outdated.
    public func ticket(_ link: TicketLink) throws -> LinkedTicket? {
        let now = now()
        return try store.read { connection in
            guard let (event, ticket) = try resolve(by: link, connection),
                let type = try connection.ticketTypes.with(number: ticket.type, of: event.number)
            else { return nil }
            let claims = ticket.claims(of: event)
            let signer = TicketSigner(ring)
            let isIssued = ticket.status == .issued && event.status != .cancelled
            let token = isIssued ? try signer.encodedToken(ofIssued: claims) : nil
            let liveKey = isIssued && type.requiresLiveCode ? try signer.liveKey(of: claims) : nil
            let code = try liveKey?.code(at: now) ?? ""
            return LinkedTicket(
                event: event, organizer: try Storefront.organizer(of: event, connection), ticket: ticket, type: type,
                token: token, symbol: token.map { $0 + code }, liveKey: liveKey?.secret,
                transferRefusal: try Storefront.transferRefusal(ticket, of: event, at: now, connection),
                isInvitation: try !connection.guests.with(serial: ticket.serial, of: event.number).isEmpty,
                edits: try EventService.edits(of: event.number, connection),
                pictures: try connection.pictures.all(of: event.number))
        }
    }

    /// Transfers a ticket to another person. Replaces the ticket's link and token, and notifies the old and the new
    /// holder if they have e-mail addresses. The numbers of transfers and of messages are limited (`TransferLimits`).
    ///
    /// - Parameters:
    ///   - holder: the new holder's name as typed.
    ///   - email: the new holder's address as typed; nil for a holder without an address.
    /// - Returns: the new link, for the new holder.
    /// - Throws: `StorefrontError`.
    public func transfer(_ link: TicketLink, to holder: String, email: String?) throws -> TicketLink {
        let key = try ManagementServices.signingKey(of: ring, publicKeys)
        var faults = FieldFaults()
        faults.require(text: holder, "holder")
        faults.require(!holder.containsWebAddress, "holder", FaultSentence.nameWithoutAddress)
        let address = email.flatMap { EmailAddress(rawValue: $0) }
        faults.require(email == nil || address != nil, "email", FieldSentence.emailForm)
        guard faults.all.isEmpty else { throw StorefrontError.invalid(faults.all) }
        let organizer = try organizer(of: link.event)
        return try visitorServices.transact(.transferTicket, in: organizer) { work in
            // The transfers and messages are counted, so transfers must run one after another. This lock comes before
            // all other locks, so that two transactions cannot deadlock.
            try work.serialize()
            guard let event = try work.connection.events.with(number: link.event)?.forVisitors else {
                throw StorefrontError.notFound
            }
            do {
                let changed = try work.change(link.code, of: event.number) { ticket in
                    // The ticket's row is locked here, so if the link is used twice at the same time, the second use
                    // fails.
                    guard try link.isCurrentLink(ticket, of: event, ring) else { throw StorefrontError.notFound }
                    if let stop = try Storefront.transferRefusal(ticket, of: event, at: work.now, work.connection) {
                        throw StorefrontError.transferRefused(stop)
                    }
                    try work.countTransfer(of: ticket, to: address)
                    try work.transfer(ticket, to: holder, email: address, key: key, ring)
                }
                return try TicketLink(to: changed, of: event, ring)
            } catch ManagementError.unknownTicket {
                throw StorefrontError.notFound
            }
        }
    }

    /// Finds the event and the ticket of a link; nil if the link is invalid or outdated.
    func resolve(
        by link: TicketLink, _ connection: any StoreConnection
    ) throws -> (event: Event, ticket: Ticket)? {
        guard let event = try connection.events.with(number: link.event)?.forVisitors,
            let ticket = try connection.tickets.with(serial: link.code.serial, of: event.number),
            try link.isCurrentLink(ticket, of: event, ring)
        else { return nil }
        return (event, ticket)
    }

    /// Reads the organizer of an event, for the audit trail.
    ///
    /// - Throws: `StorefrontError.notFound`.
    func organizer(of event: EventNumber) throws -> OrganizerNumber {
        guard let organizer = try store.read({ try $0.events.organizer(of: event) }) else {
            throw StorefrontError.notFound
        }
        return organizer
    }

    private static func transferRefusal(
        _ ticket: Ticket, of event: Event, at now: Instant, _ connection: any StoreConnection
    ) throws -> TransferRefusal? {
        guard ticket.status == .issued else { return .notIssued(ticket.status) }
        switch event.closedReason(at: now) {
        case .eventCancelled?: return .eventCancelled
        case .some: return .eventOver
        case nil: break
        }
        if ticket.issue == .max { return .noIssueLeft }
        if try connection.slots.isUsed(ticket.serial, event: event.number) { return .used }
        return try connection.guests.with(serial: ticket.serial, of: event.number).isEmpty ? nil : .invitation
    }
}
