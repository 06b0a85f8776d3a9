import EventFixture
import Store
import Testing
import Ticketing

@Suite("Searches")
struct SearchPlanTests {
    @Test("Every search of tickets and orders runs along an index, and nothing is sorted")
    func indexed() throws {
        let festival = try Festival(engine: .sqlite)
        _ = try festival.issue(1)
        let event = festival.event.number
        let queries: [(String, (any StoreConnection) throws -> Void)] = [
            (
                "ticket_holder",
                { _ = try $0.ticketSearch.page(of: event, matching: .holder("a"), after: nil, limit: 50) }
            ),
            ("ticket_email", { _ = try $0.ticketSearch.page(of: event, matching: .email("a"), after: nil, limit: 50) }),
            ("PRIMARY KEY", { _ = try $0.ticketSearch.page(of: event, matching: .code(1...9), after: nil, limit: 50) }),
            ("PRIMARY KEY", { _ = try $0.ticketSearch.page(of: event, matching: .all, after: nil, limit: 50) }),
            ("ticket_of_order", { _ = try $0.tickets.all(of: #require(OrderNumber(rawValue: 1)), of: event) }),
            ("ticket_of_order", { _ = try $0.tickets.standing(of: #require(OrderNumber(rawValue: 1)), of: event) }),
            ("ticket_of_order", { try $0.tickets.settle(#require(OrderNumber(rawValue: 1)), of: event, as: .cash) }),
            ("ticket_of_order", { try $0.orders.endAll(of: event) }),
            ("ticket_of_order", { try $0.orders.restoreAll(of: event, ended: Festival.start, note: "") }),
            ("ticket_order_created", { _ = try $0.orders.page(of: event, after: nil, limit: 50) }),
            ("ticket_order_request", { _ = try $0.orders.with(request: "r", of: event) }),
            ("ticket_order_holding", { _ = try $0.orders.endExpiredHolds(of: event, at: Festival.start) }),
            ("record_refusal", { _ = try $0.ledger.refusals(of: event) }),
            ("ticket_order_holding", { _ = try $0.orders.held(of: event, at: Festival.start) }),
        ]
        for (index, query) in queries {
            let plan = try festival.store.read { connection in
                let explaining = Explaining(connection, .sqlite)
                try query(explaining)
                return explaining.plan
            }
            #expect(plan.contains { $0.contains(index) }, "\(index): \(plan)")
            #expect(
                plan.allSatisfy {
                    $0.hasPrefix("SEARCH") || $0.contains("GROUP BY") || $0.contains("CORRELATED SCALAR SUBQUERY")
                }, "\(plan)")
        }
    }
}
