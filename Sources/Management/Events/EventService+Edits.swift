package import Store
public import Ticketing

extension EventService {
    /// The number of an event's edits, and the time of the last edit; the time is nil if the event was never edited.
    /// Moving, cancelling, deleting and restoring the event count as edits. Calendar files contain the number and the
    /// time, so that a calendar recognizes the newer of two versions of an entry.
    public func edits(of event: Event) throws -> (count: Int, last: Instant?) {
        try services.read(.showTokens, on: event) { try EventService.edits(of: event.number, $0) }
    }

    /// Does the same as `edits(of:)` inside a transaction, without checking a user's rights.
    package static func edits(
        of event: EventNumber, _ connection: any StoreConnection
    ) throws -> (count: Int, last: Instant?) {
        let actions = [Operation.editEvent, .shiftEvents, .cancelEvent, .deleteEvent, .restoreEvent].map(\.rawValue)
        let edits = try connection.audit.all(of: event, kind: .event).filter { actions.contains($0.action) }
        return (edits.count, edits.last?.at)
    }

    /// The number of edits of each sub-event of an event, and the time of the last edit, by the number of the
    /// sub-event. The removal of a sub-event counts as an edit. Sub-events that were never edited are absent.
    package static func subEventEdits(
        of event: EventNumber, _ connection: any StoreConnection
    ) throws -> [Int: (count: Int, last: Instant?)] {
        let actions = [Operation.editSubEvent, .shiftEvents, .removeSubEvent].map(\.rawValue)
        var edits: [Int: (count: Int, last: Instant?)] = [:]
        for record in try connection.audit.all(of: event, kind: .subEvent) where actions.contains(record.action) {
            guard let number = Int(record.subject.id) else { continue }
            edits[number] = (count: (edits[number]?.count ?? 0) + 1, last: record.at)
        }
        return edits
    }
}

extension TicketService {
    /// Throws an error unless the user has the right to see the tokens of an event's tickets. This is a separate right,
    /// because anyone with a token can be admitted.
    public func authorizeTokens(of event: Event) throws {
        try services.read(.showTokens, on: event) { _ in }
    }
}
