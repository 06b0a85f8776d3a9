public import Foundation
public import Ticketing

/// An event as those who come are told of it.
public struct AttendeeEvent: Hashable, Sendable {
    public var number: EventNumber
    /// The organizer's name.
    public var organizer: String
    public var title: String
    public var venue: String?
    public var address: String?
    public var city: String?
    public var position: Position?
    public var timeZone: TimeZone
    public var doors: Instant?
    public var start: Instant?
    public var end: Instant?
    /// Whom to ask.
    public var contact: String?
    /// How often it was edited.
    public var edits: Int
    /// When it was edited last.
    public var changed: Instant?
    /// When it was cancelled; nil while it is to take place.
    public var cancelled: Instant?

    /// - Parameters:
    ///   - organizer: their name.
    ///   - edits: how often the event was edited.
    ///   - changed: when it was edited last; nil when it never was.
    public init(_ event: Event, organizer: String, edits: Int = 0, changed: Instant? = nil) {
        let details = event.details
        number = event.number
        self.organizer = organizer
        title = details.title
        venue = details.venue
        address = details.address
        city = details.city
        position = details.position
        timeZone = event.zone
        doors = details.doors
        start = details.start
        end = details.end
        contact = details.contact
        self.edits = edits
        self.changed = changed
        cancelled = event.status == .cancelled ? event.cancelled ?? event.created : nil
    }
}

/// A ticket as its holder gets it. What the office notes about it is not here: it is not for the holder.
public struct AttendeeTicket: Hashable, Sendable {
    public var event: AttendeeEvent
    public var code: TicketCode
    /// What the symbol says.
    public var token: String
    /// The ticket type's name.
    public var type: String
    /// Nil is free of charge, or not for this page.
    public var price: Money?
    /// What is still to be paid at the door.
    public var due: Money?
    public var holder: String?
    public var email: EmailAddress?
    public var admits: Admits
    /// When this token was issued.
    public var issued: Instant

    /// - Parameters:
    ///   - token: the ticket's, as its key writes it.
    ///   - type: the ticket type's name.
    public init(_ ticket: Ticket, of event: AttendeeEvent, token: String, type: String) {
        self.event = event
        code = ticket.code
        self.token = token
        self.type = type
        price = ticket.sale?.price
        due = ticket.sale?.due
        holder = ticket.holder
        email = ticket.email
        admits = ticket.admits
        issued = ticket.reissued ?? ticket.issuedAt
    }
}
