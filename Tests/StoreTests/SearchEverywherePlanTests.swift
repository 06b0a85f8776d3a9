import EventFixture
import Management
import Testing
import Ticketing

@testable import Store

@Suite("Query plans of the search in all events")
struct SearchEverywherePlanTests {
    @Test("Order numbers and ticket codes are found by primary key, and the newest orders by creation time")
    func keys() throws {
        let festival = try Festival(engine: .sqlite)
        let events = [festival.event.number, try #require(EventNumber(rawValue: 7))]
        let number = try #require(OrderNumber(rawValue: 7))
        let serial = try #require(Serial(rawValue: 7))
        let queries: [(String, (any StoreConnection) throws -> Void)] = [
            (
                "ticket_order USING PRIMARY KEY (event=? AND number=?)",
                { _ = try $0.orders.events(withOrder: number, among: events) }
            ),
            (
                "ticket USING PRIMARY KEY (event=? AND serial=?)",
                { _ = try $0.tickets.events(withTicket: serial, among: events) }
            ),
            (
                "ticket_order USING INDEX ticket_order_created",
                {
                    _ = try $0.orders.numbers(
                        amongNewest: 200, of: events[0], matching: OrderSearchText("Grace"))
                }
            ),
        ]
        for (index, query) in queries {
            let plan = try festival.store.read { connection in
                let explaining = Explaining(connection, .sqlite)
                try query(explaining)
                return explaining.plan
            }
            #expect(plan.contains { $0.contains(index) }, "\(plan)")
            #expect(!plan.contains { $0.hasPrefix("SCAN") || $0.contains("TEMP B-TREE") }, "\(plan)")
        }
    }

    @Test("An order’s event is found by the order’s number, even if the events to search need several SQL statements")
    func chunks() throws {
        let festival = try Festival(engine: .sqlite)
        let order = try festival.services.orders.createOrder(
            OrderDraft(lines: [.init(type: festival.regular.number, count: 1)], name: "Grace"), of: festival.event,
            signingWith: festival.ring)
        let others = (1...600).compactMap { EventNumber(rawValue: UInt32($0)) }
        try festival.store.read { connection in
            for events in [others + [festival.event.number], [festival.event.number] + others] {
                let found = try connection.orders.events(withOrder: order.number, among: events)
                #expect(found == [festival.event.number])
            }
            #expect(try connection.orders.events(withOrder: order.number, among: []).isEmpty)
            #expect(try connection.orders.events(withOrder: order.number, among: others).isEmpty)
        }
    }
}
