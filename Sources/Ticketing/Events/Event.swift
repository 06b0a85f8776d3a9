public import Languages

/// An event that people attend. A draft is an event that is not published yet; it may be incomplete
/// (Docs/Management.md, "Events").
public struct Event: Hashable, Sendable, Updatable {
    public let number: EventNumber
    public let organizer: OrganizerNumber
    /// The event's short name in URLs and commands, unique in the store.
    public let slug: String
    public let suite: Suite
    public let created: Instant
    public var status: Status
    public var published: Instant?
    public var cancelled: Instant?
    /// The time of the deletion; nil if the event is not deleted.
    public var deleted: Instant?
    public var details: EventDetails

    /// The stored status. Whether an event is ongoing or completed follows from the clock; see `EventPhase`.
    public enum Status: String, LabelledValue {
        public static let subject = "eventStatus"

        case draft, published, cancelled
    }

    public init(
        number: EventNumber, organizer: OrganizerNumber, slug: String, suite: Suite, created: Instant,
        status: Status = .draft, details: EventDetails
    ) {
        self.number = number
        self.organizer = organizer
        self.slug = slug
        self.suite = suite
        self.created = created
        self.status = status
        self.details = details
    }
}

/// The details that an organizer enters for an event.
public struct EventDetails: Hashable, Sendable, Updatable {
    public var title: String
    public var about: String?
    public var kind: Kind
    public var category: Category
    public var venue: String?
    public var address: String?
    public var city: String?
    public var position: Coordinates?
    /// The IANA time zone, such as `Africa/Kampala`.
    public var timeZone: String
    public var doors: Instant?
    public var start: Instant?
    public var end: Instant?
    /// The number of people that the venue holds; nil if unknown.
    public var capacity: Int?
    /// The maximum number of people who may be inside at once; nil for no limit. The number of tickets sold may be
    /// higher, because people enter and leave.
    public var insideLimit: Int?
    public var minimumAge: MinimumAge?
    /// The contact for questions about the event.
    public var contact: String?
    /// The time until which guests can answer their invitations; nil if they can answer until the event is over.
    public var answerBy: Instant?
    /// The time until which unpaid reservations of visitors are kept; nil if they are kept until 30 minutes after the
    /// doors open.
    public var payBy: Instant?
    /// The channels of the messages that confirm entries. An address gets at most one such message for each ticket,
    /// sub-event and day (`Notice.Kind.entryConfirmed`).
    public var entryConfirmation = EntryConfirmation.off
    /// The names of the couple whose celebration the event is. An event of another kind can also have them, but only a
    /// celebration shows them (`couple`).
    public var firstPartner: String?
    public var secondPartner: String?

    /// The names of the couple, such as `Amina & Brian`, or the only name that is known. Nil if the event is not a
    /// celebration, or if no name is known.
    public var couple: String? {
        guard kind == .celebration else { return nil }
        let names = [firstPartner, secondPartner].compactMap(\.self)
        return names.isEmpty ? nil : names.joined(separator: " & ")
    }

    /// The channels by which entries are confirmed. SMS costs money, so an organizer must choose it.
    public enum EntryConfirmation: String, LabelledValue {
        public static let subject = "entryConfirmation"

        case off, email
        case emailOrSMS = "email-or-sms"

        public var forms: [String] {
            switch self {
            case .off: ["off"]
            case .email: ["e-mail"]
            case .emailOrSMS: ["e-mail or SMS"]
            }
        }
    }

    public enum Kind: String, LabelledValue {
        public static let subject = "eventKind"

        case `public`, `private`, celebration
    }

    public enum Category: String, LabelledValue {
        public static let subject = "eventCategory"

        case music, arts, sport, technology, food, business, education, community, charity, religion, nightlife, other
    }

    public enum MinimumAge: Int, Hashable, Sendable, CaseIterable {
        case thirteen = 13
        case sixteen = 16
        case eighteen = 18
        case twentyOne = 21
    }

    public init(
        title: String, kind: Kind = .public, category: Category = .other, venue: String? = nil, timeZone: String,
        start: Instant? = nil, end: Instant? = nil, capacity: Int? = nil
    ) {
        self.title = title
        self.kind = kind
        self.category = category
        self.venue = venue
        self.timeZone = timeZone
        self.start = start
        self.end = end
        self.capacity = capacity
    }
}
