/// The filters and the sorting of a list of an event's guests.
public struct GuestListQuery: Hashable, Sendable {
    /// A column by which a list of guests can be sorted. Guests with equal values are sorted by their numbers. The raw
    /// values are used in URLs, such as `sort=name`.
    public enum Column: String, Hashable, Sendable, CaseIterable {
        /// The number of the guest, which is the order of the guest list.
        case number
        /// The name, without case and accents.
        case name
        /// The name of the household, without case and accents. Guests without a household come first.
        case household
        /// The seating table. Guests without a table come first.
        case table
    }

    /// The state of a guest at one sub-event. The raw values are used in URLs, such as `answer=coming`.
    public enum State: String, Hashable, Sendable, CaseIterable {
        case notInvited = "not-invited"
        /// The guest is invited, and has not answered.
        case noAnswer = "no-answer"
        case coming, maybe, declined
    }

    /// A condition on one property of a guest: the property has no value, or it has a given value.
    public enum Match<Value: Hashable & Sendable>: Hashable, Sendable {
        case without
        case only(Value)
    }

    public var column: Column
    public var isDescending: Bool
    /// The number of the sub-event to which `state` belongs. Nil for any sub-event: the list then contains the guests
    /// who have the state at one or more sub-events. For the state `notInvited`, it contains the guests who have no
    /// invitation at all.
    public var subEvent: Int?
    /// The state of the listed guests. Nil for every state. If the state is nil and `subEvent` is set, the list
    /// contains the guests who are invited to that sub-event.
    public var state: State?
    /// The number of the household of the listed guests; nil to list all guests, with or without a household.
    public var household: Match<Int>?
    /// The seating table of the listed guests; nil to list all guests, with or without a table.
    public var table: Match<String>?

    public init(
        sortedBy column: Column = .number, descending isDescending: Bool = false, subEvent: Int? = nil,
        state: State? = nil, household: Match<Int>? = nil, table: Match<String>? = nil
    ) {
        self.column = column
        self.isDescending = isDescending
        self.subEvent = subEvent
        self.state = state
        self.household = household
        self.table = table
    }
}

/// The number of guests of an event, and their answers by sub-event.
public struct GuestTotals: Hashable, Sendable {
    public let guests: Int
    /// The number of guests without a code.
    public let withoutCode: Int
    /// One element for each sub-event, sorted by the number of the sub-event.
    public let subEvents: [AnswerTotals]

    public init(guests: Int, withoutCode: Int, subEvents: [AnswerTotals]) {
        self.guests = guests
        self.withoutCode = withoutCode
        self.subEvents = subEvents
    }
}

/// The number of guests who gave each answer to the invitation to one sub-event.
public struct AnswerTotals: Hashable, Sendable {
    /// The number of the sub-event.
    public let subEvent: Int
    public let coming: Int
    /// The number of companions whom the attending guests have announced.
    public let companions: Int
    public let maybe: Int
    public let declined: Int
    public let unanswered: Int

    public init(subEvent: Int, coming: Int, companions: Int, maybe: Int, declined: Int, unanswered: Int) {
        self.subEvent = subEvent
        self.coming = coming
        self.companions = companions
        self.maybe = maybe
        self.declined = declined
        self.unanswered = unanswered
    }

    public var invited: Int { coming + maybe + declined + unanswered }
}
