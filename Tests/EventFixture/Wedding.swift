import Foundation
public import Gate
public import Management
public import Ticketing

/// A wedding: the event of a `Festival`, with three sub-events. Tests import its guests from guest lists.
public final class Wedding: Sendable {
    public let festival: Festival
    public let ceremony: SubEvent
    public let reception: SubEvent
    public let brunch: SubEvent

    public init(capacity: Int? = nil) throws {
        festival = try Festival(capacity: capacity)
        let start = Festival.start.advanced(bySeconds: 3600)
        let add = { [festival] in try festival.services.subEvents.addSubEvent($0, to: festival.event) }
        ceremony = try add(SubEventDetails(kind: .ceremony, start: start))
        reception = try add(SubEventDetails(kind: .reception, venue: "The Barn", start: start))
        brunch = try add(SubEventDetails(kind: .other, name: "Brunch", note: "on the terrace"))
    }

    public var event: Event { festival.event }
    public var services: ManagementServices { festival.services }

    /// Imports a guest list.
    @discardableResult
    public func importGuests(_ text: String, _ options: GuestImportOptions = GuestImportOptions()) throws
        -> GuestImportSummary
    {
        try importGuests(bytes: Array(text.utf8), options)
    }

    @discardableResult
    public func importGuests(bytes: [UInt8], _ options: GuestImportOptions = GuestImportOptions()) throws
        -> GuestImportSummary
    {
        try festival.folder.write(bytes, to: "guests.csv")
        return try services.guests.importGuests(path: festival.folder("guests.csv"), options, into: event)
    }

    /// Invites any number of guests. For many guests, confirms the invitation, as the program requires.
    @discardableResult
    public func invite(
        _ selection: GuestSelection = .all, to subEvents: [SubEvent] = [], withdraw: [SubEvent] = [],
        sharing: CodeSharing = .household
    ) throws -> InvitationSummary {
        try services.allowingMessages(to: .max).guests.invite(
            selection,
            InvitationChange(
                inviting: subEvents.map(\.number), withdrawing: withdraw.map(\.number), sharing: sharing),
            of: event, signingWith: festival.ring)
    }

    public func guests() throws -> [InvitedGuest] {
        var guests: [InvitedGuest] = []
        try services.guests.forEachGuest(of: event) { guests.append($0) }
        return guests
    }

    /// The token of a guest's ticket.
    public func token(of name: String) throws -> String {
        guard let serial = try services.guests.guest(named: name, of: event).guest.serial else {
            throw Surprise("\(name) has no ticket")
        }
        return try festival.token(of: try services.tickets.ticket(TicketCode(serial), of: event))
    }

    public func gate(_ name: String = "North", at subEvent: SubEvent) throws -> Gate {
        try Gate(
            name: name, event: event.number, subEvent: subEvent.number, store: festival.store, ring: festival.ring,
            device: festival.device,
            operation: Gate.Operation(clock: festival.clock.now))
    }
}

extension Storefront {
    /// Sends the reply of one guest. If the reply is refused, throws its first fault.
    public func answer(_ link: TicketLink, _ reply: GuestReply) throws {
        do {
            try answer(link, [reply])
        } catch let refused as RefusedReplies {
            throw refused.faults[0].error
        }
    }
}
