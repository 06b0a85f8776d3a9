/// Somebody who is invited to functions of an event.
public struct Guest: Hashable, Sendable {
    /// Whom one guest may bring; with them they fill one code.
    public static let mostCompanions = Int(Admits.most) - 1

    public let event: EventNumber
    /// 1, 2, 3 … in its event.
    public let number: Int
    /// The number of their household; nil is none.
    public var household: Int?
    public var details: GuestDetails
    /// The serial of the ticket that lets them in; nil until they got one.
    public var serial: Serial?
    /// How often they were told of a change of their invitations.
    public var told: Int

    public init(
        event: EventNumber, number: Int, household: Int?, details: GuestDetails, serial: Serial? = nil, told: Int = 0
    ) {
        self.event = event
        self.number = number
        self.household = household
        self.details = details
        self.serial = serial
        self.told = told
    }

    public var name: String { details.name }
    /// The guest and whom they may bring.
    public var people: Int { 1 + details.companions }
}

/// What is known of a guest.
public struct GuestDetails: Hashable, Sendable {
    public var name: String
    /// As `EmailAddress` writes it.
    public var email: String?
    /// As `GuestPhone.digits` writes it.
    public var phone: String?
    /// Whom they may bring, beyond those who have a name of their own: 0…15.
    public var companions: Int
    public var meal: String?
    /// What they need to get around.
    public var access: String?
    public var table: String?
    public var note: String?

    public init(
        name: String, email: String? = nil, phone: String? = nil, companions: Int = 0, meal: String? = nil,
        access: String? = nil, table: String? = nil, note: String? = nil
    ) {
        self.name = name
        self.email = email
        self.phone = phone
        self.companions = companions
        self.meal = meal
        self.access = access
        self.table = table
        self.note = note
    }
}

/// Guests who live together.
public struct Household: Hashable, Sendable {
    public let event: EventNumber
    /// 1, 2, 3 … in its event.
    public let number: Int
    public var name: String

    public init(event: EventNumber, number: Int, name: String) {
        self.event = event
        self.number = number
        self.name = name
    }
}

/// A guest is expected at a function, and may have said whether they come.
public struct Invitation: Hashable, Sendable {
    /// The function's number.
    public let function: Int
    public let answer: Answer
    /// When they answered; nil without an answer.
    public let answered: Instant?

    public init(function: Int, answer: Answer, answered: Instant?) {
        self.function = function
        self.answer = answer
        self.answered = answered
    }
}

/// What a guest said to an invitation.
public enum Answer: Hashable, Sendable {
    case none
    case declined
    /// With so many companions.
    case attending(companions: Int)

    /// An answer, the companions aside; named as in JSON.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case attending, declined
        case none = "no answer"
    }

    public var kind: Kind {
        switch self {
        case .none: .none
        case .declined: .declined
        case .attending: .attending
        }
    }

    public var companions: Int? {
        if case .attending(let companions) = self { companions } else { nil }
    }
}
