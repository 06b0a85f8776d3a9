public import Languages

/// A notification for one person, stored in the same transaction as the change that caused it. Another process sends
/// the notification later.
public struct Notice: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case confirmEmail = "confirm-email"
        case eventMoved = "event-moved"
        case eventCancelled = "event-cancelled"
        /// A deleted event was restored. The notice goes to the people who were told earlier that the event was
        /// cancelled.
        case eventRestored = "event-restored"
        case subEventCancelled = "sub-event-cancelled"
        case ticketIssued = "ticket-issued"
        case ticketReissued = "ticket-reissued"
        case ticketTransferred = "ticket-transferred"
        case ticketCancelled = "ticket-cancelled"
        case orderPending = "order-pending"
        case orderPaid = "order-paid"
        case orderCancelled = "order-cancelled"
        case refundOwed = "refund-owed"
        case invitation
        /// The guest has no invitations left.
        case invitationWithdrawn = "invitation-withdrawn"

        /// The words on pages.
        public var label: Sentence {
            switch self {
            case .confirmEmail: .label(.confirmEmail)
            case .eventMoved: .label(.eventMovedNotice)
            case .eventCancelled: .label(.eventCancelledNotice)
            case .eventRestored: .label(.eventRestoredNotice)
            case .subEventCancelled: .label(.subEventCancelledNotice)
            case .ticketIssued: .label(.ticketIssuedNotice)
            case .ticketReissued: .label(.ticketReissuedNotice)
            case .ticketTransferred: .label(.ticketTransferredNotice)
            case .ticketCancelled: .label(.ticketCancelledNotice)
            case .orderPending: .label(.orderPendingNotice)
            case .orderPaid: .label(.orderPaidNotice)
            case .orderCancelled: .label(.orderCancelledNotice)
            case .refundOwed: .label(.refundOwedNotice)
            case .invitation: .label(.invitationNotice)
            case .invitationWithdrawn: .label(.invitationWithdrawnNotice)
            }
        }
    }

    public let organizer: OrganizerNumber
    public let event: EventNumber?
    public let kind: Kind
    /// An e-mail address or a phone number.
    public let recipient: String
    /// The values for the template of the message, by name.
    public let payload: [String: String]
    /// The key, unique in the store. It is computed from the cause and the recipient. If the same cause is processed
    /// again, the key is the same, so the notice is stored only once.
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

    /// The position of a notice in an organizer's list, oldest first. The position stays valid after the notice is
    /// withdrawn.
    public struct Cursor: Hashable, Sendable {
        public let created: Instant
        public let key: String

        public init(created: Instant, key: String) {
            self.created = created
            self.key = key
        }
    }

    public var cursor: Cursor { Cursor(created: created, key: key) }

    /// The common prefix of the keys of all notices with the same cause. In each key, the recipient follows this
    /// prefix.
    public static func keyPrefix(_ kind: Kind, of event: EventNumber?, cause: String) -> String {
        "\(kind.rawValue)/\(event.map { "\($0)" } ?? "")/\(cause)/"
    }

    /// The notice without the confirmation code, to be shown to people other than the recipient. The code is removed,
    /// because anyone who enters it is treated as the owner of the recipient's mailbox.
    public var redacted: Notice {
        guard kind == .confirmEmail else { return self }
        return Notice(
            organizer: organizer, event: event, kind: kind, recipient: recipient,
            payload: payload.filter { $0.key != "code" }, key: key, created: created, sent: sent)
    }
}
