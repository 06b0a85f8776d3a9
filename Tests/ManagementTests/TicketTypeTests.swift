import EventFixture
import Management
import Store
import Testing
import Ticketing

@Suite("Ticket types", .everyEngine)
struct TicketTypeTests {
    @Test("All fields of a ticket type are stored and can be edited; the audit trail contains the changes")
    func kept() throws {
        let festival = try Festival()
        let draft = TicketTypeDetails(
            name: "VIP", price: Money("12.50 EUR"), quantity: 5, admits: try #require(Admits(rawValue: 2)),
            window: ValidityWindow(from: Festival.start), requiresLiveCode: true,
            sales: SalesWindow(opens: Festival.start, closes: Festival.start.advanced(bySeconds: 60)), isHidden: true
        ).with {
            $0.perOrder = OrderRange(least: 2, most: 4)
            $0.gates = ["South", "Ost, West"]
            $0.minimumAge = .eighteen
        }
        let made = try festival.services.ticketTypes.addTicketType(draft, to: festival.event)
        #expect(made.details == draft)
        #expect(try festival.services.ticketTypes.ticketType(named: "vip", of: festival.event) == made)
        let edited = try festival.services.ticketTypes.editTicketType(made.number, of: festival.event) {
            $0 = TicketTypeDetails(name: "vip", price: Money("13 EUR"), quantity: 6)
        }
        #expect(try festival.services.ticketTypes.ticketType(named: "1", of: festival.event) == edited)
        let trail = try festival.store.read {
            try $0.audit.page(of: festival.event.organizer, after: 0, limit: 100)
        }
        let change = try #require(trail.last)
        #expect(change.action == "editType" && change.subject == AuditSubject(.type, made.number))
        #expect(change.before["gates"] == "South, Ost, West" && change.after["gates"] == nil)
        #expect(change.before["price"] == "12.50 EUR" && change.after["price"] == "13.00 EUR")
        #expect(change.after["number"] == nil && change.before["minimum_age"] == "18")
    }

    @Test(
        "A search for a type prefers the name with the same accents; if two names match equally well, it finds no type")
    func accents() throws {
        let festival = try Festival()
        let types = festival.services.ticketTypes
        func type(_ name: String) throws -> String { try types.ticketType(named: name, of: festival.event).name }
        for name in ["Cafe", "Café", "Équipe"] {
            _ = try types.addTicketType(TicketTypeDetails(name: name), to: festival.event)
        }
        #expect(try type("cafe") == "Cafe" && type("CAFÉ") == "Café" && type("equipe") == "Équipe")
        #expect(throws: ManagementError.self) { try type("Cafè") }
        #expect(throws: ManagementError.self) { try type("Caf") }
    }

    @Test("A type that was sold or ordered is not removed, and the number of a removed type is not used again")
    func removed() throws {
        let festival = try Festival()
        let types = festival.services.ticketTypes
        func add(_ name: String) throws -> TicketType {
            try types.addTicketType(TicketTypeDetails(name: name, price: Money("500 UGX")), to: festival.event)
        }
        let (sold, ordered, unsold) = (try add("Sold"), try add("Ordered"), try add("Unsold"))
        let token = try #require(festival.issue(1, type: sold).first)
        _ = try festival.services.tickets.cancel(festival.ticket(of: token).code, of: festival.event, note: nil)
        let order = try festival.services.orders.createOrder(
            OrderDraft(lines: [OrderDraft.Line(type: ordered.number, count: 1)], name: "Grace"), of: festival.event)
        _ = try festival.services.orders.cancelOrder(order.number, of: festival.event, note: nil)
        for type in [sold, ordered] {
            #expect(throws: SalesError.typeSold(type.name)) {
                try types.removeTicketType(type.number, of: festival.event)
            }
        }
        try types.removeTicketType(unsold.number, of: festival.event)
        #expect(try !types.ticketTypes(of: festival.event).map(\.name).contains("Unsold"))
        #expect(try add("Unsold").number.rawValue == unsold.number.rawValue + 1)
        #expect(throws: ManagementError.self) { try types.removeTicketType(unsold.number, of: festival.event) }
        let trail = try festival.store.read {
            try $0.audit.page(of: festival.event.organizer, after: 0, limit: 100)
        }
        #expect(trail.contains { $0.action == "removeType" && $0.before["name"] == "Unsold" })
    }

    @Test("The only type of a published event is not removed; a draft can lose its only type")
    func onlyType() throws {
        let festival = try Festival()
        let types = festival.services.ticketTypes
        let only = try #require(types.ticketTypes(of: festival.event).first)
        #expect(throws: SalesError.onlyType(only.name)) {
            try types.removeTicketType(only.number, of: festival.event)
        }
        let draft = try festival.services.events.duplicate(festival.event, titled: "Draft", by: nil)
        try types.removeTicketType(#require(types.ticketTypes(of: draft).first).number, of: draft)
        #expect(try types.ticketTypes(of: draft).isEmpty)
    }

    @Test("Types are listed in the order in which the organizer put them; a copy of the event keeps the order")
    func moved() throws {
        let festival = try Festival()
        let types = festival.services.ticketTypes
        for name in ["Student", "VIP"] {
            _ = try types.addTicketType(TicketTypeDetails(name: name), to: festival.event)
        }
        func names(_ event: Event) throws -> [String] { try types.ticketTypes(of: event).map(\.name) }
        func move(_ name: String, to position: Int) throws {
            let type = try types.ticketType(named: name, of: festival.event)
            let order = try types.moveTicketType(type.number, of: festival.event, to: position)
            #expect(try order == types.ticketTypes(of: festival.event))
        }
        let first = try names(festival.event)[0]
        try move("VIP", to: 1)
        #expect(try names(festival.event) == ["VIP", first, "Student"])
        try move("VIP", to: 99)
        #expect(try names(festival.event) == [first, "Student", "VIP"])
        try move("Student", to: 1)
        for position in [0, -1, Int.min] {
            #expect(throws: ManagementError.self) { try move("Student", to: position) }
        }
        _ = try types.addTicketType(TicketTypeDetails(name: "Late"), to: festival.event)
        #expect(try names(festival.event) == ["Student", first, "VIP", "Late"])
        let copy = try festival.services.events.duplicate(festival.event, titled: "Copy", by: nil)
        #expect(try names(copy) == ["Student", first, "VIP", "Late"])
    }

    @Test("All faults of a new or an edited ticket type are reported in one error")
    func faults() throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Regular", price: Money("50000 UGX"), quantity: 9))
        #expect(
            throws: SalesError.typeFaults([.nameTaken("Regular"), .otherCurrency("EUR", event: "UGX")])
        ) {
            try festival.services.ticketTypes.addTicketType(
                TicketTypeDetails(name: "regular", price: Money("1 EUR")), to: festival.event)
        }
        _ = try festival.issue(3)
        _ = try festival.order(2)
        #expect(
            throws: SalesError.typeFaults([
                .limit(FieldFault("name", TextFault.missing.sentence)),
                .quantityBelowSold(4, issued: 3, reserved: 2),
            ])
        ) {
            try festival.services.ticketTypes.editTicketType(festival.regular.number, of: festival.event) {
                $0.name = ""
                $0.quantity = 4
            }
        }
        // The tickets of an expired order don’t count towards the type’s quantity.
        festival.clock.advance(bySeconds: Order.reservationSeconds)
        let edited = try festival.services.ticketTypes.editTicketType(festival.regular.number, of: festival.event) {
            $0.quantity = 3
        }
        #expect(edited.quantity == 3)
        #expect(throws: ManagementError.unknownType("7", known: ["Regular"])) {
            try festival.services.ticketTypes.editTicketType(
                try #require(TicketTypeNumber(rawValue: 7)), of: festival.event
            ) { _ in }
        }
    }

    @Test("The list of ticket types says why a type is not on sale; expired reservations don’t count as sold")
    func onSale() throws {
        let festival = try Festival(
            type: TicketTypeDetails(name: "Regular", price: Money("50000 UGX"), quantity: 2))
        let sale = { try #require(try festival.services.ticketTypes.ticketTypesOnSale(of: festival.event).first).sale }
        let start = try #require(festival.event.details.start)
        #expect(try sale() == .yes(until: start, .underADay))
        _ = try festival.order(2)
        #expect(try sale() == .no(.soldOut))
        festival.clock.advance(bySeconds: Order.reservationSeconds)
        #expect(try sale() == .yes(until: start, .underAnHour))
        festival.clock.advance(bySeconds: Order.reservationSeconds)
        #expect(try sale() == .no(.started(start)))
    }
}
