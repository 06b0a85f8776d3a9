import Store
public import Ticketing

extension EventService {
    /// The number of edits and moves of an event, and the time of the last edit or move. The time is nil if the event
    /// was never edited or moved. Calendar files contain the number and the time, because a calendar replaces an entry
    /// only by a newer entry.
    public func edits(of event: Event) throws -> (count: Int, last: Instant?) {
        try services.read(.showTokens, on: event) { try EventService.edits(of: event.number, $0) }
    }

    static func edits(
        of event: EventNumber, _ connection: any StoreConnection
    ) throws -> (count: Int, last: Instant?) {
        let actions = [Operation.editEvent, .shiftEvents].map(\.rawValue)
        let edits = try connection.audit.all(of: event, kind: .event).filter { actions.contains($0.action) }
        return (edits.count, edits.last?.at)
    }
}

extension TicketService {
    /// Checks that the user may see the tokens of an event's tickets, and throws otherwise. Tokens are protected,
    /// because anyone who has a token can be admitted.
    public func authorizeTokens(of event: Event) throws {
        try services.read(.showTokens, on: event) { _ in }
    }
}

extension OrderService {
    /// Checks that the user may see an event's orders, and throws otherwise. A user who may not see the orders may not
    /// see the prices of the event's tickets either.
    public func authorizeOrders(of event: Event) throws {
        try services.read(.showOrders, on: event) { _ in }
    }
}
