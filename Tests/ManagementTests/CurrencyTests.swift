import EventFixture
import Management
import Store
import Testing
import Ticketing

@Suite("One currency per event", .everyEngine)
struct CurrencyTests {
    private let festival: Festival
    private var services: ManagementServices { festival.services }
    private var event: Event { festival.event }

    init() throws {
        festival = try Festival(type: TicketTypeDetails(name: "Regular", price: Money("5000 UGX"), quantity: 10))
    }

    private func price(_ text: String) throws {
        _ = try services.ticketTypes.editTicketType(festival.regular.number, of: event) { $0.price = Money(text) }
    }

    @Test("The currency of a price can be changed until the event has its first order, and never afterwards")
    func kept() throws {
        try price("50 EUR")
        try price("5000 UGX")
        #expect(try festival.store.read { try $0.events.currencies(at: event.number).primary } == nil)
        let order = try festival.order(1)
        let fault = SalesError.typeFaults([.otherCurrency("EUR", event: "UGX")])
        #expect(throws: fault) { try price("10 EUR") }
        _ = try services.orders.cancelOrder(order.number, of: event, note: nil)
        #expect(throws: fault) { try price("10 EUR") }
        _ = try services.ticketTypes.editTicketType(festival.regular.number, of: event) { $0.price = Money("0 UGX") }
        #expect(throws: fault) {
            try services.ticketTypes.addTicketType(TicketTypeDetails(name: "VIP", price: Money("1 EUR")), to: event)
        }
    }

    @Test("An event keeps its currency even if its only payment is refunded")
    func refunded() throws {
        _ = try services.orders.refund(.all, ofOrder: try festival.order(1, .cash).number, of: event, note: nil)
        #expect(throws: SalesError.typeFaults([.otherCurrency("EUR", event: "UGX")])) { try price("10 EUR") }
        try price("7000 UGX")
        _ = try festival.order(1, .cash)
        let report = try services.reports.salesReport(of: event)
        #expect(report.currency == "UGX" && report.total.revenue == 12_000 && report.others.isEmpty)
    }

    @Test("After an order’s reservation expires, the event keeps the order’s currency, and the order can still be paid")
    func expired() throws {
        let order = try festival.order(1)
        festival.clock.advance(bySeconds: Order.reservationSeconds)
        #expect(throws: SalesError.typeFaults([.otherCurrency("EUR", event: "UGX")])) { try price("10 EUR") }
        #expect(try festival.pay(order).amountPaid == 5000)
        #expect(try services.reports.salesReport(of: event).total.revenue == 5000)
    }

    @Test("A copy of an event can sell in a currency other than the original event’s")
    func duplicated() throws {
        _ = try festival.order(1, .cash)
        let copy = try services.events.duplicate(event, titled: "Again", by: nil)
        let edited = try services.ticketTypes.editTicketType(festival.regular.number, of: copy) {
            $0.price = Money("10 EUR")
        }
        #expect(edited.price == Money("10 EUR"))
    }

    @Test(
        "If an older version mixed currencies, reports list them separately, and only the event’s currency is accepted")
    func mixed() throws {
        _ = try festival.order(2, .cash)
        let pending = try festival.order(1)
        try festival.tamper(
            "UPDATE ticket_type SET price = 1000, currency = 'EUR'; UPDATE event SET currency = NULL, several_currencies = 1"
        )
        _ = try festival.order(1, .cash)
        _ = try festival.issue(1)
        let report = try services.reports.salesReport(of: event, fee: #require(FeeRate("10")))
        #expect(report.currency == "EUR" && report.total.revenue == 1000 && report.total.issued == 2)
        #expect(report.total.fees == 100)
        let other = try #require(report.others.first)
        #expect(report.others.count == 1 && other.currency == "UGX" && other.total.issued == 2)
        #expect(other.total.revenue == 10_000 && other.total.fees == 1000)
        festival.clock.advance(bySeconds: Order.reservationSeconds)
        #expect(throws: SalesError.currencyMismatch("UGX", event: "EUR")) { try festival.pay(pending) }
        try festival.tamper("UPDATE ticket_type SET currency = 'USD'")
        #expect(throws: SalesError.currencyMismatch("USD", event: "EUR")) { try festival.order(1) }
    }
}
