import EventFixture
import Management
import Testing
import Ticketing

@Suite("Sorted lists of orders and tickets", .everyEngine)
struct SortedListTests {
    /// The value of a row in the sorted column. Texts are compared by their bytes, as both database engines do.
    private enum Key: Comparable {
        case number(Int64)
        case text([UInt8])

        static func < (a: Key, b: Key) -> Bool {
            switch (a, b) {
            case (.number(let a), .number(let b)): a < b
            case (.text(let a), .text(let b)): a.lexicographicallyPrecedes(b)
            case (.number, .text): true
            case (.text, .number): false
            }
        }
    }

    private let festival: Festival
    private let orders: OrderService
    private let event: Event

    init() throws {
        festival = try Festival(type: TicketTypeDetails(name: "Regular", price: Money("50000 UGX"), quantity: 500))
        (orders, event) = (festival.services.orders, festival.event)
    }

    private func make(_ name: String, _ count: Int, _ method: Payment.Method?) throws -> Order {
        let draft = OrderDraft(
            lines: [.init(type: festival.regular.number, count: count)], name: name,
            payment: method.map { Payment($0) })
        return try orders.createOrder(draft, of: event, signingWith: festival.ring)
    }

    /// Makes 16 orders. In each column other than the order number, several orders have the same value.
    private func fill() throws -> [Order] {
        let methods: [Payment.Method?] = [.cash, nil, .card, .atTheDoor, .complimentary]
        let names = ["Zoë", "ada", "Ábel", "Okello", "Ada", "zoe", "Łukasz", "李明"]
        var made: [Order] = []
        for number in 0..<16 {
            if number % 3 == 0 { festival.clock.advance(bySeconds: 1) }
            made.append(try make(names[number % names.count], 1 + number % 3, methods[number % methods.count]))
        }
        _ = try orders.refund(.all, ofOrder: made[0].number, of: event, note: nil)
        return try made.map { try orders.order($0.number, of: event) }
    }

    private func key(_ order: Order, _ column: OrderQuery.Column) -> Key {
        switch column {
        case .number: .number(Int64(order.number.rawValue))
        case .buyer: .text(Array(order.buyer.name.folded.utf8))
        case .tickets: .number(Int64(order.tickets))
        case .total: .number(order.total)
        case .status: .text(Array(order.status.rawValue.utf8))
        case .method: .text(Array((order.payment?.method.rawValue ?? "").utf8))
        case .created: .number(order.created.milliseconds)
        case .paid: .number(order.paid?.milliseconds ?? 0)
        }
    }

    private func sorted(_ all: [Order], _ query: OrderQuery) -> [OrderNumber] {
        let ascending = all.sorted { a, b in
            let (first, second) = (key(a, query.column), key(b, query.column))
            return first == second ? (a.created, a.number) < (b.created, b.number) : first < second
        }
        return (query.isDescending ? ascending.reversed() : ascending).map(\.number)
    }

    private func pages(
        _ query: OrderQuery, by limit: Int, text: String? = nil, between: () throws -> Void = {}
    ) throws -> [OrderNumber] {
        var found: [OrderNumber] = []
        while true {
            let page = try orders.orders(of: event, in: query, typed: text, after: found.last, limit: limit)
            #expect(page.count <= limit)
            if page.isEmpty { return found }
            found += page.map(\.number)
            try between()
        }
    }

    @Test("Orders can be sorted by every column in both directions, and the pages contain each order exactly once")
    func columns() throws {
        let all = try fill()
        for column in OrderQuery.Column.allCases {
            for isDescending in [false, true] {
                let query = OrderQuery(sortedBy: column, descending: isDescending)
                for limit in [1, 5, 16, 99] {
                    #expect(try pages(query, by: limit) == sorted(all, query), "\(column) \(isDescending) \(limit)")
                }
                #expect(try orders.orderNumbers(of: event, in: query) == sorted(all, query))
                #expect(try orders.orderNumbers(of: event, in: query, limit: 3) == Array(sorted(all, query).prefix(3)))
            }
        }
        let read = try orders.orders(of: event, in: OrderQuery(), limit: 99)
        #expect(Set(read) == Set(all))
    }

    @Test("If orders are made while the pages are read, every earlier order is still listed exactly once")
    func arriving() throws {
        let all = Set(try fill().map(\.number))
        for column in OrderQuery.Column.allCases {
            for isDescending in [false, true] {
                let query = OrderQuery(sortedBy: column, descending: isDescending)
                var arrived = 0
                let found = try pages(query, by: 4) {
                    guard arrived < 6 else { return }
                    arrived += 1
                    _ = try make(arrived % 2 == 0 ? "Aaron" : "Zz", arrived % 3 + 1, arrived % 2 == 0 ? .cash : nil)
                }
                #expect(Set(found).count == found.count, "\(column) \(isDescending)")
                #expect(all.isSubset(of: found), "\(column) \(isDescending)")
            }
        }
    }

    @Test("Filters and a search text select the matching orders; a cursor from another event is refused")
    func filtered() throws {
        let all = try fill()
        for status in Order.Status.allCases {
            let query = OrderQuery(sortedBy: .total, statuses: [status])
            #expect(try pages(query, by: 3) == sorted(all.filter { $0.status == status }, query), "\(status)")
        }
        let cash = OrderQuery(sortedBy: .buyer, descending: true, methods: [.cash, .card])
        #expect(
            try pages(cash, by: 2)
                == sorted(all.filter { [.cash, .card].contains($0.payment?.method) }, cash))
        let named = OrderQuery(sortedBy: .tickets)
        #expect(
            try pages(named, by: 2, text: "zoe") == sorted(all.filter { $0.matches(by: "zoe") }, named))
        #expect(try pages(named, by: 2, text: "nobody").isEmpty)
        let elsewhere = try festival.draft()
        #expect(throws: SalesError.unknownOrder(all[0].number)) {
            try orders.orders(of: elsewhere, in: named, after: all[0].number, limit: 1)
        }
    }

    @Test("Tickets can be sorted by every column in both directions, and the pages contain each ticket exactly once")
    func tickets() throws {
        let services = festival.services.tickets
        let vip = try festival.services.ticketTypes.addTicketType(TicketTypeDetails(name: "VIP"), to: event)
        _ = try fill()
        for holder in ["Ruth", "ábel", "Ruth"] {
            festival.clock.advance(bySeconds: 1)
            _ = try services.issue(
                .person(holder: holder, email: nil, note: nil), type: vip, of: event, signingWith: festival.ring)
        }
        _ = try festival.issue(3)
        var all: [Ticket] = []
        try services.forEachTicket(of: event) { all.append($0) }
        func key(_ ticket: Ticket, _ column: TicketListQuery.Column) -> Key {
            switch column {
            case .code: .number(Int64(ticket.serial.rawValue))
            case .type: .number(Int64(ticket.type.rawValue))
            case .holder: .text(Array((ticket.holder ?? "").folded.utf8))
            case .status: .text(Array(ticket.status.rawValue.utf8))
            case .issued: .number(ticket.issuedAt.milliseconds)
            }
        }
        for column in TicketListQuery.Column.allCases {
            for isDescending in [false, true] {
                let query = TicketListQuery(sortedBy: column, descending: isDescending)
                let ascending = all.sorted { a, b in
                    let (first, second) = (key(a, column), key(b, column))
                    return first == second ? a.serial < b.serial : first < second
                }
                let expected = (isDescending ? ascending.reversed() : ascending).map(\.code)
                var found: [TicketCode] = []
                while true {
                    let page = try services.tickets(of: event, in: query, after: found.last, limit: 7)
                    if page.isEmpty { break }
                    found += page.map(\.code)
                }
                #expect(found == expected, "\(column) \(isDescending)")
                #expect(try services.codes(of: event, in: query) == expected)
                #expect(try services.codes(of: event, in: query, limit: 3) == Array(expected.prefix(3)))
            }
        }
        let vips = try services.tickets(of: event, in: TicketListQuery(type: vip.number), limit: 99)
        #expect(vips.count == 3 && vips.allSatisfy { $0.type == vip.number })
    }
}
