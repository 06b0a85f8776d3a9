import EventFixture
import Testing
import Ticketing

@testable import Store

@Suite("Query plans of sorted lists")
struct SortedListPlanTests {
    private func plan(
        _ festival: Festival, _ engine: EngineKind, _ query: (any StoreConnection) throws -> Void
    ) throws -> [String] {
        try festival.store.read { connection in
            let explaining = Explaining(connection, engine)
            try query(explaining)
            return explaining.plan
        }
    }

    @Test("A list of orders reads only the orders of its event; a list by number or creation time needs no sorting")
    func orders() throws {
        let festival = try Festival(engine: .sqlite)
        for column in OrderQuery.Column.allCases {
            for isDescending in [false, true] {
                let query = OrderQuery(sortedBy: column, descending: isDescending, statuses: [.paid])
                let plan = try plan(festival, .sqlite) {
                    _ = try $0.orders.numbers(of: festival.event.number, in: query, after: nil, limit: 50)
                }
                let index = column == .created ? "ticket_order_created" : "PRIMARY KEY (event=?"
                #expect(plan.contains { $0.hasPrefix("SEARCH ticket_order") && $0.contains(index) }, "\(plan)")
                #expect(!plan.contains { $0.hasPrefix("SCAN") }, "\(plan)")
                let isSorted = plan.contains { $0.contains("TEMP B-TREE") }
                #expect(isSorted == ![.created, .number].contains(column), "\(column): \(plan)")
            }
        }
    }

    @Test("The orders of a page and their lines are read through the primary keys")
    func page() throws {
        let festival = try Festival(engine: .sqlite)
        let numbers = try [1, 2, 3].map { try #require(OrderNumber(rawValue: $0)) }
        let plan = try plan(festival, .sqlite) { _ = try $0.orders.all(numbers, of: festival.event.number) }
        #expect(plan.contains { $0.contains("ticket_order USING PRIMARY KEY (event=? AND number=?)") }, "\(plan)")
        #expect(plan.contains { $0.contains("order_line USING PRIMARY KEY (event=? AND ticket_order=?)") }, "\(plan)")
    }

    @Test(
        "A list of tickets reads only the tickets of its event; a list by code, or of only one type, needs no sorting")
    func tickets() throws {
        let festival = try Festival(engine: .sqlite)
        for column in TicketListQuery.Column.allCases {
            for type in [nil, festival.regular.number] {
                let query = TicketListQuery(sortedBy: column, descending: true, type: type)
                let plan = try plan(festival, .sqlite) {
                    _ = try $0.tickets.page(of: festival.event.number, in: query, after: nil, limit: 50)
                }
                #expect(plan.contains { $0.contains("PRIMARY KEY (event=?") }, "\(plan)")
                #expect(!plan.contains { $0.hasPrefix("SCAN") }, "\(plan)")
                // If a list has only one type, sorting by type gives the order of the codes.
                let isInOrder = column == .code || (column == .type && type != nil)
                #expect(plan.contains { $0.contains("TEMP B-TREE") } == !isInOrder, "\(column): \(plan)")
            }
        }
    }

    @Test("If an event has many orders, PostgreSQL reads a page of new orders through the index of creation times")
    func newest() throws {
        let festival = try Festival(engine: .postgreSQL)
        try festival.tamper(
            """
            INSERT INTO ticket_order (event, number, buyer, total, status, created, holding)
                SELECT \(festival.event.number.rawValue), value, 'Kay', 0, 'paid', value * 1000, 0
                FROM generate_series(1, 20000) AS g (value);
            ANALYZE ticket_order
            """)
        let query = OrderQuery(sortedBy: .created, descending: true)
        let plan = try plan(festival, .postgreSQL) { connection in
            let position = try connection.orders.position(
                of: #require(OrderNumber(rawValue: 9000)), at: festival.event.number, in: query)
            _ = try connection.orders.numbers(of: festival.event.number, in: query, after: position, limit: 50)
        }
        #expect(plan.contains { $0.contains("ticket_order_created") }, "\(plan)")
        #expect(!plan.contains { $0.contains("Sort") }, "\(plan)")
    }

    @Test(
        "Indexes find due pending changes, an order’s pending changes, and the orders or tickets of a pending change")
    func pending() throws {
        let festival = try Festival(engine: .sqlite)
        let (event, number) = (festival.event.number, try #require(OrderNumber(rawValue: 7)))
        let id = try #require(PendingChangeID(rawValue: 1))
        let queries: [(String, (any StoreConnection) throws -> Void)] = [
            ("pending_change_due (due<?)", { _ = try $0.pendingChanges.due(at: Festival.start, limit: 9) }),
            (
                "pending_subject USING PRIMARY KEY (event=? AND kind=? AND number=?)",
                { _ = try $0.pendingChanges.actions(of: [number], at: event) }
            ),
            ("pending_subject_change (change_id=?)", { _ = try $0.pendingChanges.subjects(of: id, limit: 9) }),
        ]
        for (index, query) in queries {
            let plan = try plan(festival, .sqlite, query)
            #expect(plan.contains { $0.replacing("s USING", with: "pending_subject USING").contains(index) }, "\(plan)")
            #expect(!plan.contains { $0.hasPrefix("SCAN") }, "\(plan)")
        }
    }
}
