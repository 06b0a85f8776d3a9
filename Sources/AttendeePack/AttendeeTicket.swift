public import Foundation
public import Languages
public import Ticketing

/// The details of an event that attendees see.
public struct AttendeeEvent: Hashable, Sendable {
    public var number: EventNumber
    /// The number of the sub-event that these details are about; nil if they are about the whole event.
    public var subEvent: Int?
    /// The organizer's name.
    public var organizer: String
    public var title: String
    public var venue: String?
    public var address: String?
    public var city: String?
    public var position: Coordinates?
    public var timeZone: TimeZone
    public var doors: Instant?
    public var start: Instant?
    public var end: Instant?
    /// The contact for questions of attendees, such as an e-mail address.
    public var contact: String?
    /// The number of changes of the event: edits, moves, cancellations, deletions and restorations.
    public var revision: Int
    /// The time of the event's last change; nil if the event was never changed.
    public var lastModified: Instant?
    /// When the event was cancelled or deleted; nil if it takes place.
    public var cancelled: Instant?
    /// The language of the labels and sentences that are shown with these details.
    public var language: Language
    /// The accent colour of the event; nil if the organizer has chosen no accent.
    public var accent: Colour?
    /// The event's poster as a JPEG that the program has encoded; nil if the event has no poster.
    public var poster: [UInt8]?
    /// The poster's URL on a server that everybody can reach by HTTPS; nil without such a server.
    public var posterURL: String?
    /// The event's logo as a JPEG that the program has encoded; nil if the event has no logo.
    public var logo: [UInt8]?
    /// The logo's URL on a server that everybody can reach by HTTPS; nil without such a server.
    public var logoURL: String?

    public init(
        _ event: Event, organizer: String, revision: Int = 0, lastModified: Instant? = nil,
        in language: Language = .english
    ) {
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
        self.revision = revision
        self.lastModified = lastModified
        cancelled = event.status == .cancelled ? event.cancelled ?? event.created : event.deleted
        self.language = language
    }
}

/// A ticket with everything that its holder sees. The organizer's note on the ticket is not included.
public struct AttendeeTicket: Hashable, Sendable {
    public var event: AttendeeEvent
    public var code: TicketCode
    /// The token in the QR symbol.
    public var token: String
    /// The ticket type's name.
    public var type: String
    /// The price; nil for a free ticket, or if the price must not be shown.
    public var price: Money?
    /// The amount due at the door; nil if nothing is due.
    public var due: Money?
    public var holder: String?
    public var email: EmailAddress?
    public var admits: Admits
    /// When this token was issued.
    public var issued: Instant

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
