public import Cryptography
import Store
import TicketToken
public import Ticketing

/// What a ticket's link shows.
public struct TicketAtLink: Sendable {
    public let event: Event
    /// The organizer's name.
    public let organizer: String
    public let ticket: Ticket
    public let type: TicketType
    /// Nil unless the ticket opens a gate.
    public let token: String?
    /// What the symbol says now: the token, with the live code of the moment for a type that demands one.
    public let symbol: String?
    /// The key of its live codes, for a type that demands them.
    public let liveKey: SecretBytes?
    /// Why its holder can't pass it on; nil when they can.
    public let transferStop: TransferStop?
    /// Whether it lets invited guests in: then the link opens their invitation, too.
    public let isInvitation: Bool
    /// As in `PublicEvent`.
    public let edits: (count: Int, last: Instant?)
}

extension Foyer {
    /// What a link opens; nil when it opens nothing, or not any more.
    public func ticket(_ link: TicketLink) throws -> TicketAtLink? {
        let now = now()
        return try store.read { connection in
            guard let (event, ticket) = try opened(by: link, connection),
                let type = try connection.ticketTypes.with(number: ticket.type, of: event.number)
            else { return nil }
            let claims = ticket.claims(of: event)
            let signer = TicketSigner(ring)
            let isIssued = ticket.status == .issued && event.status != .cancelled
            let token = isIssued ? try signer.text(ofIssued: claims) : nil
            let liveKey = isIssued && type.demandsLiveCode ? try signer.liveKey(of: claims) : nil
            let code = try liveKey?.code(at: now) ?? ""
            return TicketAtLink(
                event: event, organizer: try Foyer.organizer(of: event, connection), ticket: ticket, type: type,
                token: token, symbol: token.map { $0 + code }, liveKey: liveKey?.secret,
                transferStop: try Foyer.transferStop(ticket, of: event, at: now, connection),
                isInvitation: try !connection.guests.with(serial: ticket.serial, of: event.number).isEmpty,
                edits: try Office.edits(of: event.number, connection))
        }
    }

    /// Passes a ticket on: its link and its token end, and it has others from now on. Both are told where they are known.
    ///
    /// - Parameters:
    ///   - holder: as they typed it.
    ///   - email: of the new holder, as they typed it.
    /// - Returns: the new link, which is the new holder's.
    /// - Throws: `FoyerError`.
    public func transfer(_ link: TicketLink, to holder: String, email: String?) throws -> TicketLink {
        let key = try Office.signingKey(of: ring, publicKeys)
        var faults = FieldFaults()
        faults.demand(text: holder, "holder")
        let address = email.flatMap { EmailAddress(rawValue: $0) }
        faults.demand(email == nil || address != nil, "email", "an address, such as grace@example.org")
        guard faults.all.isEmpty else { throw FoyerError.invalid(faults.all) }
        let organizer = try organizer(of: link.event)
        return try desk.transact(.transferTicket, in: organizer) { work in
            guard let event = try work.connection.events.with(number: link.event), event.deleted == nil else {
                throw FoyerError.notThere
            }
            do {
                let changed = try work.change(link.code, of: event.number) { ticket in
                    // The row is ours now: of two who pass it on by one link, the second comes too late.
                    guard try link.opens(ticket, of: event, ring) else { throw FoyerError.notThere }
                    if let stop = try Foyer.transferStop(ticket, of: event, at: work.now, work.connection) {
                        throw FoyerError.notPassedOn(stop)
                    }
                    try work.hand(ticket, to: holder, email: address, key: key, ring)
                }
                return try TicketLink(to: changed, of: event, ring)
            } catch ManagementError.unknownTicket {
                throw FoyerError.notThere
            }
        }
    }

    /// The event and the ticket of a link.
    func opened(
        by link: TicketLink, _ connection: any StoreConnection
    ) throws -> (event: Event, ticket: Ticket)? {
        guard let event = try connection.events.with(number: link.event), event.deleted == nil,
            let ticket = try connection.tickets.with(serial: link.code.serial, of: event.number),
            try link.opens(ticket, of: event, ring)
        else { return nil }
        return (event, ticket)
    }

    /// Whose event it is, for what is written down.
    ///
    /// - Throws: `FoyerError.notThere`.
    func organizer(of event: EventNumber) throws -> OrganizerNumber {
        guard let organizer = try store.read({ try $0.events.organizer(of: event) }) else {
            throw FoyerError.notThere
        }
        return organizer
    }

    private static func transferStop(
        _ ticket: Ticket, of event: Event, at now: Instant, _ connection: any StoreConnection
    ) throws -> TransferStop? {
        guard ticket.status == .issued else { return .notIssued(ticket.status) }
        switch event.over(at: now) {
        case .eventCancelled?: return .eventCancelled
        case .some: return .eventOver
        case nil: break
        }
        if ticket.issue == .max { return .noIssueLeft }
        if try connection.places.isUsed(ticket.serial, event: event.number) { return .used }
        return try connection.guests.with(serial: ticket.serial, of: event.number).isEmpty ? nil : .invitation
    }
}
