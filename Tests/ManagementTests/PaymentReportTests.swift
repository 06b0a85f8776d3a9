import EventFixture
import Management
import Testing
import Ticketing

@Suite("Sales by payment method", .everyEngine)
struct PaymentReportTests {
    @Test(
        """
        Paid orders are summed by method and currency; the sums of payments and of refunds equal the totals of the \
        sales report
        """)
    func sums() throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Regular", price: Money("5000 UGX"), quantity: 20))
        let (services, event) = (festival.services, festival.event)
        func order(_ count: Int, _ method: Payment.Method?) throws -> Order {
            let draft = OrderDraft(
                lines: [.init(type: festival.regular.number, count: count)], name: "Grace",
                payment: method.map { Payment($0) })
            return try services.orders.createOrder(draft, of: event, signingWith: festival.ring)
        }
        #expect(try services.reports.paymentReport(of: event).isEmpty)
        for (count, method) in [(2, Payment.Method.cash), (1, .cash), (4, .card)] { _ = try order(count, method) }
        _ = try order(3, nil)
        let refunded = try order(2, .card)
        _ = try services.orders.refund(.all, ofOrder: refunded.number, of: event, note: nil)
        let sums = try services.reports.paymentReport(of: event)
        #expect(sums.map(\.method) == [.card, .cash] && sums.map(\.currency) == ["UGX", "UGX"])
        #expect(sums.map(\.orders) == [2, 2] && sums.map(\.tickets) == [6, 3])
        #expect(sums.map(\.paid) == [30_000, 15_000] && sums.map(\.refunds) == [10_000, 0])
        let total = try services.reports.salesReport(of: event).total
        #expect(sums.reduce(0) { $0 + $1.paid } == total.revenue && sums.reduce(0) { $0 + $1.refunds } == total.refunds)
    }

    @Test(
        """
        Among the sums of one payment method, the sum of paid orders without a currency comes first, on both database \
        engines
        """)
    func withoutCurrency() throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Regular", price: Money("5000 UGX"), quantity: 20))
        let draft = OrderDraft(
            lines: [.init(type: festival.regular.number, count: 1)], name: "Grace", payment: Payment(.cash))
        let orders = try (0..<2).map { _ in
            try festival.services.orders.createOrder(draft, of: festival.event, signingWith: festival.ring)
        }
        try festival.tamper("UPDATE ticket_order SET currency = NULL WHERE number = \(orders[0].number)")
        let sums = try festival.services.reports.paymentReport(of: festival.event)
        #expect(sums.map(\.currency) == [nil, "UGX"] && sums.map(\.orders) == [1, 1])
    }
}
