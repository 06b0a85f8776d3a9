import EventFixture
import Foundation
import Gate
import Management
import Store
import Testing
import TicketToken
import Ticketing

@Suite("Reports", .everyEngine)
struct ReportTests {
    @Test("The report of an event without sales is empty")
    func empty() throws {
        let festival = try Festival()
        let sales = try festival.services.reports.salesReport(of: festival.event)
        #expect(sales.rows.isEmpty && sales.total == SalesReport.Sums() && sales.currency == nil)
        let attendance = try festival.services.reports.attendanceReport(of: festival.event)
        #expect(attendance.timeline.isEmpty && attendance.noShows == 0 && attendance.reentries == 0)
    }

    @Test("A sales report has separate sums for revenue, refunds, amounts due and fees")
    func sales() throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Regular", price: Money("10 UGX")))
        func sell(_ count: Int, _ method: Payment.Method) throws -> Order {
            try festival.services.orders.createOrder(
                OrderDraft(
                    lines: [.init(type: festival.regular.number, count: count)], name: "Grace",
                    payment: Payment(method)), of: festival.event, signingWith: festival.ring)
        }
        let first = try sell(3, .cash)
        _ = try sell(2, .atTheDoor)
        let report = try festival.services.reports.salesReport(of: festival.event, fee: #require(FeeRate("2.5")))
        #expect(report.byDay.count == 1)
        let day = try #require(report.byDay.first)
        #expect(day.sums == SalesReport.Sums(issued: 5, revenue: 30, ended: 0, refunds: 0, due: 20, fees: 1))
        let code = try #require(try festival.services.orders.tickets(of: first, of: festival.event).first).code
        _ = try festival.services.orders.refund(.tickets([code]), ofOrder: first.number, of: festival.event, note: nil)
        let after = try festival.services.reports.salesReport(of: festival.event, fee: #require(FeeRate("2.5"))).total
        #expect(after == SalesReport.Sums(issued: 5, revenue: 30, ended: 1, refunds: 10, owed: 10, due: 20, fees: 1))
        #expect(after.fees == 1 && after.net == 19)
    }

    @Test("A fee rate is a percentage up to 100 with at most two decimals")
    func fees() throws {
        #expect(FeeRate("3.5%")?.description == "3.50%" && FeeRate("100")?.basisPoints == 10_000)
        for text in ["", "%", "101", "100.01", "3.555", "-1", "1,5"] { #expect(FeeRate(text) == nil, "\(text)") }
    }

    @Test("The fees of the rows, of the ticket types and of the days each add up to the total fee", arguments: 1...5)
    func feesAddUp(run: Int) throws {
        var random = SeededGenerator(for: "fees that add up, \(run)")
        let festival = try Festival(type: TicketTypeDetails(name: "Regular", price: Money("5 UGX")))
        let rate = try #require(FeeRate("\(Int.random(in: 1...30, using: &random)).5%"))
        for number in 1...3 {
            let price = Money(minorUnits: .random(in: 1...9, using: &random), currency: "UGX")
            let type = try festival.services.ticketTypes.addTicketType(
                TicketTypeDetails(name: "Type \(number)", price: price), to: festival.event)
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                _ = try festival.services.orders.createOrder(
                    festival.draft(.random(in: 1...3, using: &random), payment: Payment(.cash), type: type),
                    of: festival.event, signingWith: festival.ring)
            }
        }
        let report = try festival.services.reports.salesReport(of: festival.event, fee: rate)
        let rounded = (Double(report.total.revenue) * Double(rate.basisPoints) / 10_000 + 0.5).rounded(.down)
        #expect(report.total.fees == Int64(rounded))
        for parts in [report.rows.map(\.sums), report.byType.map(\.sums), report.byDay.map(\.sums)] {
            #expect(parts.reduce(0) { $0 + $1.fees } == report.total.fees)
            #expect(parts.reduce(0) { $0 + $1.net } == report.total.net)
        }
    }

    @Test("The total fee is rounded once: 10% of three rows of 5 UGX is 2 UGX, not 3")
    func roundedOnce() throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Regular", price: Money("5 UGX")))
        _ = try festival.order(1, .cash)
        for name in ["VIP", "Family"] {
            let type = try festival.services.ticketTypes.addTicketType(
                TicketTypeDetails(name: name, price: Money("5 UGX")), to: festival.event)
            _ = try festival.services.orders.createOrder(
                festival.draft(1, payment: Payment(.cash), type: type), of: festival.event, signingWith: festival.ring)
        }
        let report = try festival.services.reports.salesReport(of: festival.event, fee: #require(FeeRate("10%")))
        #expect(report.total.fees == 2 && report.rows.map(\.sums.fees) == [1, 0, 1])
    }

    @Test("Arrivals, re-entries, no-shows and refusals in an attendance report match the ledger")
    func attendance() throws {
        let festival = try Festival()
        let tokens = try festival.issue(4)
        let gate = try festival.gate("North")
        _ = gate.decide(tokens.prefix(2).map { Scan($0) })
        festival.clock.advance(bySeconds: 900)
        _ = gate.decide(Scan(tokens[0], direction: .exit))
        _ = try festival.gate("South").decide(Scan(tokens[0]))
        festival.clock.advance(bySeconds: 10)
        _ = gate.decide([Scan(tokens[1]), Scan("rubbish")])
        try gate.flush()
        let report = try festival.services.reports.attendanceReport(of: festival.event)
        #expect(report.totals.expected == 4 && report.totals.admitted == 2 && report.totals.inside == 2)
        #expect(report.noShows == 2 && report.reentries == 1)
        #expect(report.byGate.map(\.gate) == ["North", "South"] && report.byGate.map(\.people) == [2, 1])
        #expect(report.timeline.map(\.people) == [2, 0, 0, 1])
        let refusals = report.totals.refusals.map { "\($0.count) \($0.gate) \($0.reason)" }
        #expect(Set(refusals) == ["1 North alreadyUsed", "1 North malformed"])
    }

    @Test(
        "Of three holders of daily tickets, one comes on two days, one on one day, and one never: there is one no-show")
    func daily() throws {
        var weekend = TicketTypeDetails(name: "Weekend")
        weekend.reentry = .daily
        let festival = try Festival(type: weekend)
        let tokens = try festival.issue(3)
        let gate = try festival.gate("North")
        _ = gate.decide([Scan(tokens[0]), Scan(tokens[1])])
        festival.clock.advance(bySeconds: 86_400)
        _ = gate.decide(Scan(tokens[0]))
        try gate.flush()
        let report = try festival.services.reports.attendanceReport(of: festival.event)
        #expect(report.totals.expected == 3 && report.totals.admitted == 3 && report.noShows == 1)
    }

    @Test("If a used ticket is cancelled, the holder of an unused ticket still counts as a no-show")
    func cancelledAfterEntry() throws {
        let festival = try Festival()
        let tokens = try festival.issue(2)
        let gate = try festival.gate("North")
        #expect(gate.decide(Scan(tokens[0])).outcome == .admit(again: false))
        let code = try festival.ticket(of: tokens[0]).code
        _ = try festival.services.tickets.cancel(code, of: festival.event, note: nil)
        let report = try festival.services.reports.attendanceReport(of: festival.event)
        #expect(report.totals.expected == 1 && report.totals.admitted == 1 && report.noShows == 1)
    }

    @Test("A seller has no right to read the sales report; a viewer has the right to read attendance reports")
    func sellers() throws {
        #expect(!Role.seller.grants(Management.Operation.reportSales.requiredRight))
        #expect(Role.viewer.grants(Management.Operation.reportAttendance.requiredRight))
    }
}
