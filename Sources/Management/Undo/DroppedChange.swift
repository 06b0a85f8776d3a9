public import Languages
public import Ticketing

/// An order, ticket or event that a pending change (a cancellation or refund) left unchanged, because the change was no
/// longer possible. The audit trail has a record of each dropped change (`Operation.dropChange`). The subject of the
/// record is the event, so that the event's history contains the record.
public struct DroppedChange: Hashable, Sendable {
    /// The effect that the change would have had (`PendingChange.Action.effect`).
    public let action: PendingChange.Action
    /// The order, ticket or event. The record does not say which tickets of an order were to be refunded.
    public let subject: PendingChange.Subject
    /// The time at which a member asked for the change, in UTC and ISO 8601, such as `2026-11-30T14:02:00Z`.
    public let scheduled: String
    public let reason: Reason

    /// The reason why a change was not possible. Audit records contain the raw values.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// The change was due more than a day ago.
        case expired
        /// The member who asked for the change had lost the right to make it.
        case notAllowed = "not_allowed"
        /// The order, ticket or event had changed in the meantime.
        case changed

        /// Finds the reason that belongs to an error of the operation, or of the check of the member's rights.
        init(_ error: any Error) {
            switch error {
            case SalesError.changeExpired: self = .expired
            case ManagementError.forbidden, ManagementError.notGranted, ManagementError.unknownOrganizer:
                self = .notAllowed
            default: self = .changed
            }
        }

        fileprivate init(stored: String) {
            // Earlier versions stored the English sentence of the error. A sentence that begins with none of the texts
            // in `formerSentences` means `changed`, because most of the remaining sentences are about changed orders.
            self =
                Reason(rawValue: stored)
                ?? Reason.formerSentences.first { stored.hasPrefix($0.beginning) }?.reason ?? .changed
        }

        /// The beginnings of the sentences that earlier versions stored. The list has no beginnings for the reason
        /// `changed`, because that is the default. Never edit these texts, even if the sentences of the errors change:
        /// they are compared with stored records.
        private static let formerSentences: [(beginning: String, reason: Reason)] = [
            ("it was due more than a day ago", .expired),
            ("your role here is ", .notAllowed),
            ("your access does not include this (", .notAllowed),
            ("there is no organizer “", .notAllowed),
        ]

        public var sentence: Sentence {
            switch self {
            case .expired: SalesError.changeExpired.sentence
            case .notAllowed: Sentence(DeskUndoSentence.reasonNotAllowed)
            case .changed: Sentence(DeskUndoSentence.reasonChanged)
            }
        }
    }

    // The names of the fields in the audit record.
    private static let (changeName, orderName, ticketName) = ("change", "order", "ticket")
    private static let (scheduledName, reasonName) = ("scheduled", "reason")

    /// - Parameter tickets: the tickets of the order, or those of its tickets that the change names; active or not.
    init(
        _ subject: PendingChange.Subject, of change: PendingChange, on tickets: [Ticket], because error: any Error
    ) {
        // A change is often dropped because its tickets were refunded or cancelled after it was scheduled.
        let active = tickets.filter { ticket in
            ticket.status.isActive || ticket.statusSince.map { $0 >= change.created } ?? false
        }
        action = change.action.effect(onActive: active)
        switch subject {
        case .order(let number, _): self.subject = .order(number, tickets: nil)
        case .ticket, .event: self.subject = subject
        }
        scheduled = change.created.auditValue
        reason = Reason(error)
    }

    /// Reads the record of a dropped change. Nil for any other record.
    public init?(_ record: AuditRecord) {
        let fields = record.after
        guard record.action == Operation.dropChange.rawValue,
            let action = fields[DroppedChange.changeName].flatMap({ PendingChange.Action(rawValue: $0) }),
            let scheduled = fields[DroppedChange.scheduledName], let reason = fields[DroppedChange.reasonName]
        else { return nil }
        let order = fields[DroppedChange.orderName].flatMap { UInt32($0) }.flatMap { OrderNumber(rawValue: $0) }
        if let order {
            subject = .order(order, tickets: nil)
        } else if let code = fields[DroppedChange.ticketName].flatMap({ TicketCode(typed: $0) }) {
            subject = .ticket(code)
        } else if action == .cancelEvent {
            subject = .event
        } else {
            return nil
        }
        self.action = action
        self.scheduled = scheduled
        self.reason = Reason(stored: reason)
    }

    var auditFields: AuditFields {
        var fields = [
            DroppedChange.changeName: action.rawValue, DroppedChange.scheduledName: scheduled,
            DroppedChange.reasonName: reason.rawValue,
        ]
        switch subject {
        case .order(let number, _): fields[DroppedChange.orderName] = "\(number)"
        case .ticket(let code): fields[DroppedChange.ticketName] = "\(code)"
        case .event: break
        }
        return fields
    }

    /// Says that the change was not made, and why.
    ///
    /// - Parameter time: the time `scheduled` in the language and time zone of the reader.
    public func sentence(at time: Sentence) -> Sentence {
        let arguments: [String: SentenceArgument] = ["time": .sentence(time), "reason": .sentence(reason.sentence)]
        return switch action {
        case .refundOrder: Sentence(DeskUndoSentence.refundNotMade, arguments)
        case .cancelOrder, .cancelTicket: Sentence(DeskUndoSentence.cancellationNotMade, arguments)
        case .cancelEvent: Sentence(DeskUndoSentence.eventCancellationNotMade, arguments)
        }
    }
}
