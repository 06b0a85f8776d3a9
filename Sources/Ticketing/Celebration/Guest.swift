/// A person who is invited to sub-events of an event.
public struct Guest: Hashable, Sendable {
    /// The maximum number of companions (people who are not in the guest list) whom one guest may bring. One ticket
    /// code can admit the guest and this many companions.
    public static let mostCompanions = Int(Admits.most) - 1

    public let event: EventNumber
    /// The number of the guest in the event, counted from 1.
    public let number: Int
    /// The number of the guest's household; nil if the guest belongs to no household.
    public var household: Int?
    public var details: GuestDetails
    /// The serial of the guest's ticket; nil until the ticket is issued.
    public var serial: Serial?
    /// The number of times that the guest was notified of a change to their invitations.
    public var notificationCount: Int

    public init(
        event: EventNumber, number: Int, household: Int?, details: GuestDetails, serial: Serial? = nil,
        notificationCount: Int = 0
    ) {
        self.event = event
        self.number = number
        self.household = household
        self.details = details
        self.serial = serial
        self.notificationCount = notificationCount
    }

    public var name: String { details.name }
    /// The guest and all allowed companions, counted together.
    public var people: Int { 1 + details.companions }
}

/// The details of a guest.
public struct GuestDetails: Hashable, Sendable {
    public var name: String
    /// The guest's e-mail address, in the normalized form of `EmailAddress`.
    public var email: String?
    /// The guest's phone number, in the normalized form of `GuestPhoneNumber`.
    public var phone: String?
    /// The number of companions that the guest may bring: 0…15. The guest can describe them (`Companion`).
    public var companions: Int
    public var meal: String?
    public var allergy: String?
    /// The guest's accessibility needs.
    public var access: String?
    public var table: String?
    public var note: String?

    public init(
        name: String, email: String? = nil, phone: String? = nil, companions: Int = 0, meal: String? = nil,
        allergy: String? = nil, access: String? = nil, table: String? = nil
    ) {
        self.name = name
        self.email = email
        self.phone = phone
        self.companions = companions
        self.meal = meal
        self.allergy = allergy
        self.access = access
        self.table = table
    }
}

/// A group of guests who live together.
public struct Household: Hashable, Sendable {
    public let event: EventNumber
    /// The number of the household in the event, counted from 1.
    public let number: Int
    public var name: String

    public init(event: EventNumber, number: Int, name: String) {
        self.event = event
        self.number = number
        self.name = name
    }
}

/// An invitation of one guest to one sub-event, with the guest's reply.
public struct Invitation: Hashable, Sendable {
    /// The number of the sub-event.
    public let subEvent: Int
    public let reply: InvitationReply
    /// The time of the guest's reply; nil if there is no reply.
    public let repliedAt: Instant?

    public init(subEvent: Int, reply: InvitationReply, repliedAt: Instant?) {
        self.subEvent = subEvent
        self.reply = reply
        self.repliedAt = repliedAt
    }
}

/// A guest's reply to an invitation.
public enum InvitationReply: Hashable, Sendable {
    case none
    case declined
    /// The guest may come. The guest still gets reminders to answer, and is not counted as attending.
    case maybe
    /// The guest attends with this many companions.
    case attending(companions: Int)

    /// A reply without the number of companions. The raw values are used in JSON data.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case attending, maybe, declined
        case none = "no answer"
    }

    public var kind: Kind {
        switch self {
        case .none: .none
        case .declined: .declined
        case .maybe: .maybe
        case .attending: .attending
        }
    }

    public var companions: Int? {
        if case .attending(let companions) = self { companions } else { nil }
    }
}
