public import Foundation
public import Languages
import Store
import Ticketing

/// The description of a change that was refused, because it would queue messages to many people without a confirmation.
public struct UnconfirmedChange: Hashable, Sendable {
    /// A field of the event or sub-event, with its old and its new value.
    public struct Edit: Hashable, Sendable {
        /// The name of the field in the audit trail, such as `answer_by`.
        public let field: String
        /// The label of the field in forms.
        public let label: Sentence
        /// The values as in the audit trail, with times in UTC; nil for an empty field.
        public let before: String?
        public let after: String?
    }

    /// The people to whom the change would queue messages.
    public private(set) var recipients: RecipientCount
    public let operation: Operation
    /// The current title of the event; nil if the change affects several events.
    public let eventTitle: String?
    /// The current name of the sub-event, if the change edits one.
    public let subEventName: String?
    /// The event’s time zone; UTC if the change affects several events.
    public let zone: TimeZone
    /// The edited fields, in the order in which forms show the fields; empty if the operation does not edit exactly one
    /// event or sub-event.
    public let edits: [Edit]
}

extension UnconfirmedChange {
    func with(_ recipients: RecipientCount) -> UnconfirmedChange {
        var change = self
        change.recipients = recipients
        return change
    }

    /// The number of people to whom the change would queue messages.
    public var people: Int { recipients.people }

    /// Describes an operation that affects one event, and that needs several transactions or queues its messages later.
    /// Such an operation edits no fields.
    init(_ recipients: RecipientCount, _ operation: Operation, on event: Event) {
        self.init(
            recipients: recipients, operation: operation, eventTitle: event.details.title, subEventName: nil,
            zone: event.zone, edits: [])
    }

    fileprivate static func edits(_ change: AuditTrail.Change, _ labels: [(name: String, label: Sentence)]) -> [Edit] {
        let known = labels.map(\.name)
        let others = Set(change.before.keys).union(change.after.keys).subtracting(known).sorted()
        let unlabelled = others.map { (name: $0, label: change.subject.kind.label(ofField: $0)) }
        return (labels + unlabelled).compactMap { name, label in
            let (before, after) = (change.before[name], change.after[name])
            return before == after ? nil : Edit(field: name, label: label, before: before, after: after)
        }
    }
}

extension UnitOfWork {
    /// Describes the changes that this operation has recorded.
    ///
    /// - Parameter event: the event of the operation; nil for an operation that can change several events.
    func unconfirmedChange(messagesTo recipients: RecipientCount, at event: EventNumber?) throws -> UnconfirmedChange {
        let changes = auditBuffer.changes
        let events = Set(changes.compactMap(\.event))
        let changed = try (event ?? (events.count == 1 ? events.first : nil)).flatMap {
            try connection.events.with(number: $0)
        }
        let edit = UnconfirmedChange.edit(operation, among: changes.map(\.change), ofOneEvent: changed != nil)
        let former = { edit.first { $0.field == "title" || $0.field == "name" }?.before }
        var subEventName: String?
        if operation == .editSubEvent, let changed, let number = changes.first?.change.subject.id {
            let current = try connection.subEvents.all(of: changed.number).first { "\($0.number)" == number }
            subEventName = former() ?? current?.name
        }
        return UnconfirmedChange(
            recipients: recipients, operation: operation,
            eventTitle: operation == .editEvent ? former() ?? changed?.details.title : changed?.details.title,
            subEventName: subEventName, zone: changed?.zone ?? .gmt, edits: edit)
    }
}

extension UnconfirmedChange {
    fileprivate static func edit(
        _ operation: Operation, among changes: [AuditTrail.Change], ofOneEvent isOfOneEvent: Bool
    ) -> [Edit] {
        guard isOfOneEvent else { return [] }
        switch operation {
        case .editEvent, .shiftEvents:
            let labels = EventDetails.fields.map { (name: $0.name, label: $0.label) }
            return changes.first { $0.subject.kind == .event }.map { edits($0, labels) } ?? []
        case .editSubEvent:
            let labels = SubEventDetails.fields.map { (name: $0.name, label: $0.label) }
            return changes.first { $0.subject.kind == .subEvent }.map { edits($0, labels) } ?? []
        default: return []
        }
    }
}
