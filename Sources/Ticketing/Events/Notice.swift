/// Something a person is to be told, written in the same transaction as its cause. Sending is another's work.
public struct Notice: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case confirmEmail = "confirm-email"
        case eventMoved = "event-moved"
        case eventCancelled = "event-cancelled"
        /// A deleted event takes place after all: for those who were told otherwise.
        case eventRestored = "event-restored"
        case functionCancelled = "function-cancelled"
        case ticketIssued = "ticket-issued"
        case ticketReissued = "ticket-reissued"
        case ticketTransferred = "ticket-transferred"
        case ticketCancelled = "ticket-cancelled"
        case orderPending = "order-pending"
        case orderPaid = "order-paid"
        case orderCancelled = "order-cancelled"
        case refundOwed = "refund-owed"
        case invitation
        /// They are invited nowhere any more.
        case invitationWithdrawn = "invitation-withdrawn"
    }

    public let organizer: OrganizerNumber
    public let event: EventNumber?
    public let kind: Kind
    /// An e-mail address or a phone number.
    public let recipient: String
    /// What the text is to be made of.
    public let payload: [String: String]
    /// Unique in the store: the same cause writes the same key, and so one notice.
    public let key: String
    public let created: Instant
    public let sent: Instant?

    public init(
        organizer: OrganizerNumber, event: EventNumber?, kind: Kind, recipient: String, payload: [String: String],
        key: String, created: Instant, sent: Instant? = nil
    ) {
        self.organizer = organizer
        self.event = event
        self.kind = kind
        self.recipient = recipient
        self.payload = payload
        self.key = key
        self.created = created
        self.sent = sent
    }

    /// Where it stands among an organizer's, oldest first. It is there also when the notice was withdrawn.
    public struct Place: Hashable, Sendable {
        public let created: Instant
        public let key: String

        public init(created: Instant, key: String) {
            self.created = created
            self.key = key
        }
    }

    public var place: Place { Place(created: created, key: key) }

    /// What the keys of all notices of one cause begin with; the recipient is the rest.
    public static func keys(_ kind: Kind, of event: EventNumber?, cause: String) -> String {
        "\(kind.rawValue)/\(event.map { "\($0)" } ?? "")/\(cause)/"
    }

    /// As everybody may read it but the recipient and who sends it: a code that proves who reads a mailbox is not there.
    public var withoutSecret: Notice {
        guard kind == .confirmEmail else { return self }
        return Notice(
            organizer: organizer, event: event, kind: kind, recipient: recipient,
            payload: payload.filter { $0.key != "code" }, key: key, created: created, sent: sent)
    }
}
