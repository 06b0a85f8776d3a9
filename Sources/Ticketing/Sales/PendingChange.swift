public typealias PendingChangeID = RandomID<PendingChange>

/// A cancellation or refund that a member has requested, and that the server performs some seconds later. Until then,
/// the member can undo the change: nothing has changed yet, and no message is queued.
public struct PendingChange: Hashable, Sendable {
    /// The time between the request and the change, in seconds.
    public static let delaySeconds: Int64 = 10

    /// The kind of the change. The raw values are used in the store.
    public enum Action: String, Hashable, Sendable, CaseIterable {
        case refundOrder, cancelOrder, cancelTicket, cancelEvent

        /// The action as texts for people describe it. A refund cancels the tickets for which nothing was paid. So if
        /// nothing was paid for any of the tickets, texts describe the refund of the order as its cancellation.
        ///
        /// - Parameter tickets: the active tickets that the action refunds or cancels.
        public func effect(onActive tickets: [Ticket]) -> Action {
            self == .refundOrder && !tickets.contains(where: \.isPaidFor) ? .cancelOrder : self
        }
    }

    /// An order or a ticket that the action cancels or refunds, or the whole event.
    public enum Subject: Hashable, Sendable, CustomStringConvertible {
        /// An order. For a refund, the codes of the tickets to refund; nil for all active tickets. For a cancellation,
        /// always nil.
        case order(OrderNumber, tickets: [TicketCode]?)
        case ticket(TicketCode)
        case event

        /// The number of the order or the code of the ticket; for the event, the word “event”.
        public var description: String {
            switch self {
            case .order(let number, _): "\(number)"
            case .ticket(let code): "\(code)"
            case .event: "event"
            }
        }
    }

    public let id: PendingChangeID
    public let event: EventNumber
    public let organizer: OrganizerNumber
    /// The member who asked for the change.
    public let user: UserID
    public let action: Action
    /// The reason for the change; nil if none was given.
    public let note: String?
    public let created: Instant
    /// The earliest time at which the server performs the change.
    public let due: Instant

    public init(
        id: PendingChangeID, event: EventNumber, organizer: OrganizerNumber, user: UserID, action: Action,
        note: String?, created: Instant, due: Instant
    ) {
        self.id = id
        self.event = event
        self.organizer = organizer
        self.user = user
        self.action = action
        self.note = note
        self.created = created
        self.due = due
    }
}
