import EventFixture
import Gate
import Management
import Testing
import Ticketing

/// A client reads a long list in pages. Each request names the last item of the previous page as its cursor.
@Suite("Paged lists", .everyEngine)
struct PagingTests {
    /// Reads all items of a list, page by page. A page has at most `limit` items.
    private func all<Row>(by limit: Int, _ page: (Row?) throws -> [Row]) throws -> [Row] {
        var rows: [Row] = []
        while true {
            let next = try page(rows.last)
            #expect(next.count <= limit)
            guard !next.isEmpty else { return rows }
            rows += next
        }
    }

    @Test(
        """
        Pages of orders list each order once, oldest first, even if two orders have equal times; unknown cursors are \
        refused
        """)
    func orders() throws {
        let festival = try Festival()
        let made = try (1...7).map { number in
            if number == 4 { festival.clock.advance(bySeconds: 1) }
            return try festival.order(1).number
        }
        var numbers: [OrderNumber] = []
        try festival.services.orders.forEachOrder(of: festival.event) { numbers.append($0.number) }
        #expect(Set(numbers) == Set(made) && Set(numbers.prefix(3)) == Set(made.prefix(3)))
        for limit in [1, 2, 3, 7, 8] {
            let paged = try all(by: limit) {
                try festival.services.orders.orders(of: festival.event, after: $0?.number, limit: limit)
            }
            #expect(paged.map(\.number) == numbers)
        }
        let unknown = try #require(OrderNumber(rawValue: 1))
        #expect(throws: SalesError.unknownOrder(unknown)) {
            try festival.services.orders.orders(of: festival.event, after: unknown, limit: 1)
        }
        // An order of another event is also refused as a cursor.
        let other = try festival.draft()
        #expect(throws: SalesError.unknownOrder(made[0])) {
            try festival.services.orders.orders(of: other, after: made[0], limit: 1)
        }
    }

    @Test("Pages of found orders contain each match exactly once, oldest first, whether or not the order has tickets")
    func foundOrders() throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Regular", price: Money("50000 UGX")))
        let (services, event) = (festival.services, festival.event)
        func order(_ buyer: Buyer, _ payment: Payment? = nil) throws -> OrderNumber {
            festival.clock.advance(bySeconds: 1)
            let line = OrderDraft.Line(type: festival.regular.number, count: 1)
            let draft = OrderDraft(lines: [line], buyer: buyer, payment: payment)
            return try services.orders.createOrder(draft, of: event, signingWith: festival.ring).number
        }
        let graces = [
            try order(Buyer(name: "Grace Nakato")),
            try order(Buyer(name: "Grâce", email: "box@example.org"), Payment(.cash)),
            try order(Buyer(name: "Zoe Grace", phone: "+256700123456")),
        ]
        let other = try order(Buyer(name: "Ada"))
        func found(_ text: String, by limit: Int = 9) throws -> [OrderNumber] {
            try all(by: limit) {
                try services.orders.orders(of: event, typed: text, after: $0?.number, limit: limit)
            }.map(\.number)
        }
        for limit in [1, 2, 3, 9] { #expect(try found("gra", by: limit) == graces) }
        #expect(try found("BOX@ex") == [graces[1]] && found("700123") == [graces[2]])
        #expect(try found("\(other)") == [other] && found("nobody") == [] && found(" ") == [])
        #expect(try services.orders.orders(of: event, typed: "grace", limit: 9).allSatisfy { $0.lines.count == 1 })
        let elsewhere = try festival.draft()
        #expect(try services.orders.orders(of: elsewhere, typed: "gra", limit: 9).isEmpty)
        #expect(throws: SalesError.unknownOrder(other)) {
            try services.orders.orders(of: elsewhere, typed: "gra", after: other, limit: 9)
        }
    }

    @Test("Pages of guests contain each guest exactly once, sorted by number, or by name in a search")
    func guests() throws {
        let wedding = try Wedding()
        try wedding.importGuests("name\nGrace\nÁbel\nAbelle\nabe\nZoe\nAbelard\n")
        for limit in [1, 2, 9] {
            let paged = try all(by: limit) {
                try wedding.services.guests.guests(of: wedding.event, after: $0?.guest.number, limit: limit)
            }
            #expect(paged.map(\.guest.number) == Array(1...6))
            let named = try all(by: limit) {
                try wedding.services.guests.guests(
                    of: wedding.event, named: "ABE", after: $0?.guest.number, limit: limit)
            }
            #expect(named.map(\.guest.name) == ["abe", "Ábel", "Abelard", "Abelle"])
        }
        #expect(throws: GuestError.unknownGuest("7")) {
            try wedding.services.guests.guests(of: wedding.event, after: 7, limit: 1)
        }
    }

    @Test("Pages of the audit trail, notices and ledger contain every record once, in order")
    func trails() throws {
        let festival = try Festival()
        let (services, organizer) = (festival.services, try festival.organizer())
        for _ in 1...3 { _ = try festival.order(3, .cash) }
        let gate = try festival.gate()
        for token in try festival.tokens() { #expect(gate.decide(Scan(token)).outcome == .admit(again: false)) }
        var (changes, notices, records) = ([AuditRecord](), [Notice](), [AdmissionRecord]())
        try services.audit.forEachChange(of: organizer) { changes.append($0) }
        try services.notices.forEachNotice(of: organizer) { notices.append($0) }
        try services.gates.forEachRecord(of: festival.event) { records.append($0) }
        #expect(changes.count > 3 && notices.count >= 3 && records.count == 9)
        for limit in [1, 2, 100] {
            #expect(
                try all(by: limit) { try services.audit.changes(of: organizer, after: $0?.sequence ?? 0, limit: limit) }
                    == changes)
            #expect(
                try all(by: limit) { try services.notices.notices(of: organizer, after: $0?.cursor, limit: limit) }
                    == notices)
            #expect(
                try all(by: limit) { try services.gates.records(of: festival.event, after: $0?.id, limit: limit) }
                    == records)
        }
    }
}
