import Store
public import Ticketing

extension OrderService {
    /// At most `limit` orders of a list that follow the order `last`. If the value by which `last` is sorted changes
    /// between two pages, the second page begins after the new position of `last`.
    ///
    /// - Parameters:
    ///   - text: the text that the orders must match (`OrderSearchText`); nil to list all orders. With a text, all
    ///     orders of the list that follow `last` are read.
    ///   - last: nil to begin with the first order of the list.
    /// - Throws: `SalesError.unknownOrder` if there is no order with the number `last`.
    public func orders(
        of event: Event, in query: OrderQuery, typed text: String? = nil, after last: OrderNumber? = nil, limit: Int
    ) throws -> [Order] {
        try services.read(.showOrders, on: event) { connection in
            let numbers = try OrderService.numbers(of: event, in: query, typed: text, after: last, limit, connection)
            return try connection.orders.all(numbers, of: event.number)
        }
    }

    /// The numbers of the first orders of a list; at most `limit`.
    ///
    /// - Parameters: See `orders(of:in:typed:after:limit:)`.
    public func orderNumbers(
        of event: Event, in query: OrderQuery, typed text: String? = nil, limit: Int = .max
    ) throws -> [OrderNumber] {
        try services.read(.showOrders, on: event) { connection in
            try OrderService.numbers(of: event, in: query, typed: text, after: nil, limit, connection)
        }
    }

    /// Passes orders to a closure one by one, in the order of `numbers`. All orders are read from one snapshot of the
    /// store. Numbers without an order are skipped.
    public func forEachOrder(_ numbers: [OrderNumber], of event: Event, _ body: (Order) throws -> Void) throws {
        try services.read(.showOrders, on: event) { connection in
            for start in stride(from: 0, to: numbers.count, by: 1000) {
                let part = Array(numbers[start..<min(start + 1000, numbers.count)])
                try connection.orders.all(part, of: event.number).forEach(body)
            }
        }
    }

    /// The codes of the active tickets of orders. Stops as soon as there are at least `limit` codes. The codes of the
    /// last order are complete, so the result can have more than `limit` codes.
    public func ticketCodes(
        ofOrders numbers: [OrderNumber], of event: Event, limit: Int = .max
    ) throws -> [TicketCode] {
        try services.read(.showOrders, on: event) { connection in
            var codes: [TicketCode] = []
            for number in numbers where codes.count < limit {
                let tickets = try connection.tickets.all(of: number, of: event.number)
                codes += tickets.filter(\.status.isActive).map(\.code)
            }
            return codes
        }
    }

    private static func numbers(
        of event: Event, in query: OrderQuery, typed text: String?, after last: OrderNumber?, _ limit: Int,
        _ connection: any StoreConnection
    ) throws -> [OrderNumber] {
        let position = try last.map { last in
            guard let position = try connection.orders.position(of: last, at: event.number, in: query) else {
                throw SalesError.unknownOrder(last)
            }
            return position
        }
        guard let text else {
            return try connection.orders.numbers(of: event.number, in: query, after: position, limit: limit)
        }
        return try connection.orders.numbers(
            of: event.number, in: query, matching: OrderSearchText(text), after: position, limit: limit)
    }
}
