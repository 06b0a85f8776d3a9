import Store
public import Ticketing

extension Office {
    /// Refuses those who may not have the tokens of an event's tickets: who has one comes in.
    public func authorizeTokens(of event: Event) throws {
        try look(.showTokens, on: event) { _ in }
    }

    /// How often an event was edited or moved, and when last; nil when it never was. For calendars, which take an entry
    /// that is newer than the one they have.
    public func edits(of event: Event) throws -> (count: Int, last: Instant?) {
        try look(.showTokens, on: event) { try Office.edits(of: event.number, $0) }
    }

    static func edits(
        of event: EventNumber, _ connection: any StoreConnection
    ) throws -> (count: Int, last: Instant?) {
        let actions = [Operation.editEvent, .shiftEvents].map(\.rawValue)
        let edits = try connection.audit.all(of: event, kind: .event).filter { actions.contains($0.action) }
        return (edits.count, edits.last?.at)
    }

    /// Refuses those who may not see an event's orders, and so what a ticket was sold for.
    public func authorizeOrders(of event: Event) throws {
        try look(.showOrders, on: event) { _ in }
    }
}
