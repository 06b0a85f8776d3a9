public import Ticketing

/// The guests whose invitations change.
public enum GuestSelection: Sendable {
    case all
    /// The guests without a code. A guest without any invitation is invited, and gets a code. A guest who already has
    /// an invitation gets a code, but no further invitation.
    case withoutCode
    /// The guests with these numbers, e-mail addresses or names.
    case named([String])
}

/// A change of invitations.
public struct InvitationChange: Sendable {
    /// The numbers of the sub-events to which the guests are invited.
    public var inviting: [Int]
    /// The numbers of the sub-events whose invitations are withdrawn. The guests' answers to these invitations are
    /// deleted.
    public var withdrawing: [Int]
    /// The rule by which guests share the new codes.
    public var sharing: CodeSharing
    /// The name of the ticket type of new codes. If the event has no type with this name, a type without a price is
    /// created.
    public var type: String

    public init(
        inviting: [Int] = [], withdrawing: [Int] = [], sharing: CodeSharing = .household, type: String = "Guest"
    ) {
        self.inviting = inviting
        self.withdrawing = withdrawing
        self.sharing = sharing
        self.type = type
    }
}

/// The result of a change of invitations.
public struct InvitationSummary: Sendable {
    public var invited = 0
    public var withdrawn = 0
    /// The number of answers that were lost with withdrawn invitations.
    public var answersLost = 0
    /// The number of new codes.
    public var codes = 0
    public var people = 0
    /// The new codes in the order of issue.
    public var codesIssued: [TicketCode] = []
    /// The tickets of the first new codes, at most `IssueSummary.maximumListed`.
    public var firstTickets: [Ticket] = []
    /// The numbers of the guests who get a notice about the change if they have addresses.
    public var guests: [Int] = []
    /// The number of guests in `guests` who have neither an e-mail address nor a telephone number.
    public var withoutAddress = 0
    /// The number of queued notices.
    public var notices = 0
}
