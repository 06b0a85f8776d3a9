import Testing
import Ticketing

@Suite("Rules for sales")
struct SalesFaultTests {
    private let now = Instant(seconds: 500)

    private func number(_ raw: UInt16) throws -> TicketTypeNumber { try #require(TicketTypeNumber(rawValue: raw)) }

    private func event(_ status: Event.Status = .published) throws -> Event {
        Event(
            number: try #require(EventNumber(rawValue: 7)), organizer: try #require(OrganizerNumber(rawValue: 7)),
            slug: "fair", suite: .hmac, created: Instant(seconds: 0), status: status,
            details: EventDetails(title: "Fair", timeZone: "UTC", start: Instant(seconds: 1000)))
    }

    private func type(
        _ raw: UInt16, _ draft: TicketTypeDetails, issued: Int = 0, reserved: Int = 0
    ) throws -> TicketType {
        TicketType(
            event: try event().number, number: try number(raw), issued: issued, reserved: reserved, details: draft)
    }

    @Test("All invalid fields of a ticket type are reported together, with their allowed values")
    func typeFaults() throws {
        let other = try type(0, TicketTypeDetails(name: "Regular", price: Money("50000 UGX")))
        let draft = TicketTypeDetails(
            name: "", price: Money("1000000001 EUR"), quantity: -1,
            window: ValidityWindow(from: now, until: now), sales: SalesWindow(opens: now, closes: now)
        ).with {
            $0.perOrder = OrderRange(least: 3, most: 2)
            $0.gates = ["North", " ", "a\nb"]
        }
        let limit = Money(minorUnits: TicketTypeDetails.highestPrice, currency: "EUR")
        #expect(
            draft.faults(among: [other]) == [
                .limit(FieldFault("name", TextFault.missing.sentence)),
                .limit(FieldFault("quantity", FieldKind.number(0...10_000_000).allowed)), .priceTooHigh(limit: limit),
                .otherCurrency("EUR", event: "UGX"), .windowReversed, .salesReversed, .perOrder(least: 3, most: 2),
                .gate(" ", .missing),
                .gate("a\nb", .scalar("\n", position: 2)),
            ])
        #expect(TicketTypeDetails(name: "rEGULAR").faults(among: [other]) == [.nameTaken("Regular")])
        let gates = TicketTypeDetails(name: "X").with { $0.gates = (0...64).map { "G\($0)" } }
        #expect(gates.faults(among: []) == [.tooManyGates(65, limit: 64)])
        for range in [OrderRange(least: 0), OrderRange(least: 10_001), OrderRange(least: 1, most: 10_001)] {
            #expect(TicketTypeDetails(name: "X").with { $0.perOrder = range }.faults(among: []).count == 1)
        }
        #expect(TicketTypeDetails(name: "X", quantity: 0).faults(among: []).isEmpty)
        for fault in draft.faults(among: [other]) { #expect(fault.description.contains(": ")) }
    }

    @Test("A quantity can't be below the sum of sold and reserved tickets; a type with sold tickets keeps its currency")
    func editFaults() throws {
        let sold = try type(
            0, TicketTypeDetails(name: "Regular", price: Money("5 EUR"), quantity: 9), issued: 3, reserved: 2)
        var draft = sold.details
        draft.quantity = 5
        #expect(draft.faults(among: [], edited: sold).isEmpty)
        draft.quantity = 4
        draft.price = Money("5 UGX")
        #expect(
            draft.faults(among: [], edited: sold) == [
                .otherCurrency("UGX", event: "EUR"), .quantityBelowSold(4, issued: 3, reserved: 2),
            ])
        let unsold = try type(0, TicketTypeDetails(name: "Regular", price: Money("5 EUR")))
        #expect(TicketTypeDetails(name: "Regular", price: Money("5 UGX")).faults(among: [], edited: unsold).isEmpty)
    }

    private func order(_ draft: OrderDraft, _ types: [TicketType], event: Event? = nil) throws -> Result<
        Order, OrderFaults
    > {
        draft.order(
            try #require(OrderNumber(rawValue: 1)), of: try event ?? self.event(), types: types, request: nil, at: now)
    }

    @Test("All invalid fields of an order are reported together, with their allowed values")
    func orderFaults() throws {
        let types = [
            try type(0, TicketTypeDetails(name: "Regular").with { $0.perOrder = OrderRange(least: 2, most: 4) }),
            try type(1, TicketTypeDetails(name: "Late", sales: SalesWindow(opens: Instant(seconds: 600)))),
            try type(2, TicketTypeDetails(name: "Early", sales: SalesWindow(closes: Instant(seconds: 400)))),
        ]
        let line = { raw, count in OrderDraft.Line(type: try number(raw), count: count) }
        let draft = OrderDraft(
            lines: [try line(0, 1), try line(0, 5), try line(1, 1), try line(2, 0), try line(9, 1)], name: " ",
            email: "grace", phone: "0700", payment: Payment(.cash, reference: String(repeating: "R", count: 101)))
        guard case .failure(let faults) = try order(draft, types) else { throw Fault.none }
        #expect(
            faults.all == [
                .count(1, of: "Regular", least: 2, most: 4), .duplicateType("Regular"),
                .count(5, of: "Regular", least: 2, most: 4),
                .notOnSale("Late", .notYetOpen(opens: Instant(seconds: 600))),
                .count(0, of: "Early", least: 1, most: Order.mostTickets),
                .notOnSale("Early", .closed(Instant(seconds: 400))), .unknownType(try number(9)),
                .field(FieldFault("buyer", TextFault.missing.sentence)),
                .field(FieldFault("email", FieldKind.email.allowed)),
                .field(FieldFault("phone", FieldKind.phone.allowed)),
                .field(FieldFault("reference", TextFault.tooLong(length: 101, limit: 100).sentence)),
            ])
        guard case .failure(let none) = try order(OrderDraft(lines: [], name: "Grace"), types) else { throw Fault.none }
        #expect(none.all == [.noLines])
        guard
            case .failure(let draftEvent) = try order(
                OrderDraft(lines: [try line(0, 2)], name: "Grace"), types, event: event(.draft))
        else { throw Fault.none }
        #expect(draftEvent.all == [.notOnSale("Regular", .notPublished)])
    }

    @Test("An order with a total that overflows, or with too many tickets, is refused")
    func overflow() throws {
        let expensive = try type(
            0, TicketTypeDetails(name: "Dear", price: Money(minorUnits: .max / 2, currency: "UGX")))
        let also = try type(1, TicketTypeDetails(name: "Also", price: Money(minorUnits: .max, currency: "UGX")))
        let line = { raw, count in OrderDraft.Line(type: try number(raw), count: count) }
        for lines in [[try line(0, 3)], [try line(0, 1), try line(1, 1)], [try line(1, 10_000)]] {
            guard case .failure(let faults) = try order(OrderDraft(lines: lines, name: "Grace"), [expensive, also])
            else {
                throw Fault.none
            }
            #expect(faults.all == [.totalTooHigh])
        }
        let free = try (0...1).map { try type($0, TicketTypeDetails(name: "T\($0)")) }
        for counts in [(10_000, 1), (.max, .max)] {
            let lines = [try line(0, counts.0), try line(1, counts.1)]
            guard case .failure(let faults) = try order(OrderDraft(lines: lines, name: "Grace"), free) else {
                throw Fault.none
            }
            #expect(faults.all.contains { if case .tooManyTickets = $0 { true } else { false } })
        }
    }

    @Test("Organizers can sell a hidden ticket type; an order has the current prices and a reservation of half an hour")
    func good() throws {
        let vip = try type(
            1,
            TicketTypeDetails(
                name: "VIP", price: Money("150000 UGX"), admits: try #require(Admits(rawValue: 2)), isHidden: true))
        let free = try type(0, TicketTypeDetails(name: "Child"))
        let draft = OrderDraft(
            lines: [OrderDraft.Line(type: vip.number, count: 2), OrderDraft.Line(type: free.number, count: 1)],
            name: "Grace", email: "Grace@Example.org")
        let order = try self.order(draft, [free, vip]).get()
        #expect(order.money(order.total)?.description == "300000 UGX")
        #expect(order.people == 5 && order.tickets == 3 && order.status == .pending && order.holdsReservation)
        #expect(order.buyer.contact == "grace@example.org")
        #expect(!order.hasExpired(at: Instant(milliseconds: 2_299_999)))
        #expect(order.hasExpired(at: Instant(milliseconds: 2_300_000)))
        var paid = draft
        paid.payment = Payment(.cash)
        let soldNow = try self.order(paid, [free, vip]).get()
        #expect(soldNow.expires == nil && !soldNow.holdsReservation)
    }

    @Test("An order is found by words of the buyer's name and by the phone number with or without its country code")
    func search() throws {
        let draft = OrderDraft(
            lines: [OrderDraft.Line(type: try number(0), count: 1)], name: "Grace Nakato", email: "grace@example.org",
            phone: "+256772123456")
        let order = try self.order(draft, [try type(0, TicketTypeDetails(name: "Child"))]).get()
        for text in [
            "0772 123456", "0772123456", "772-123-456", "+256 772 123 456", "00256772123456", "123456", "nak",
            "Nakato G", "Grace@Ex",
        ] {
            #expect(order.matches(by: text), "\(text)")
        }
        for text in [
            "0773 123456", "+254772123456", "00772123456", "0772 1234567", "", " ", "-", "@", "+", "- +", "\u{301}",
            "\u{AD}", "Grace Okello",
        ] {
            #expect(!order.matches(by: text), "\(text)")
        }
    }

    @Test("An order's status follows from its tickets and owed refund: paid, partly refunded, refunded or cancelled")
    func following() throws {
        let vip = try type(0, TicketTypeDetails(name: "VIP", price: Money("5 UGX")))
        let draft = OrderDraft(lines: [OrderDraft.Line(type: vip.number, count: 2)], name: "Grace")
        var order = try self.order(draft, [vip]).get()
        #expect(order.status(activeTickets: 1, owed: 0) == .pending)
        #expect(order.status(activeTickets: 0, owed: 0) == .cancelled)
        order.status = .paid
        #expect(order.status(activeTickets: 1, owed: 5) == .partlyRefunded)
        #expect(order.status(activeTickets: 0, owed: 5) == .refunded)
        #expect(order.status(activeTickets: 1, owed: 0) == .paid)
        #expect(order.status(activeTickets: 0, owed: 0) == .cancelled)
        order.status = .partlyRefunded
        order.refundOwed = 5
        #expect(order.status(activeTickets: 0, owed: 0) == .refunded)
        #expect(order.status(activeTickets: 1, owed: 0) == .partlyRefunded)
    }

    private enum Fault: Error { case none }
}
