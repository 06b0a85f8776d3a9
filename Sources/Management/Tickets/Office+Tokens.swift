public import Ticketing

extension Office {
    /// Refuses those who may not have the tokens of an event's tickets: who has one comes in.
    public func authorizeTokens(of event: Event) throws {
        try look(.showTokens, on: event) { _ in }
    }

    /// Refuses those who may not see an event's orders, and so what a ticket was sold for.
    public func authorizeOrders(of event: Event) throws {
        try look(.showOrders, on: event) { _ in }
    }
}
