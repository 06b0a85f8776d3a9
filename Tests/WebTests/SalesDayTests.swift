import EventFixture
import Testing
import Ticketing

@testable import Management
@testable import Web
@testable import WebDesk
@testable import WebHost

@Suite("Charts of sales", .serving)
struct SalesDayTests {
    private let festival: Festival
    private let owner: DeskVisitor
    private static let secondsPerDay: Int64 = 86_400

    init() throws {
        festival = try Festival(type: TicketTypeDetails(name: "Regular", price: Money("50000 UGX")))
        owner = try .owner(of: festival)
    }

    /// The date `daysAgo` days before now, as pages show it.
    private func day(_ daysAgo: Int64) -> String {
        let moment = festival.clock.now().advanced(bySeconds: -daysAgo * SalesDayTests.secondsPerDay)
        return CalendarDay(moment, in: festival.event.zone).displayText
    }

    private func sell(_ count: Int, _ daysAgo: Int64) throws {
        let now = festival.clock.now()
        festival.clock.set(now.advanced(bySeconds: -daysAgo * SalesDayTests.secondsPerDay))
        _ = try festival.services.orders.createOrder(
            OrderDraft(
                lines: [.init(type: festival.regular.number, count: count)], name: "Grace", payment: Payment(.cash)),
            of: festival.event, signingWith: festival.ring)
        festival.clock.set(now)
    }

    @Test("A day without sales between two days with sales is in the chart; a gap of more than 366 days is left out")
    func emptyDays() async throws {
        try sell(1, 402)
        try sell(5, 3)
        try sell(2, 1)
        try await Served.with(configuration: festival.configuration) { served async throws in
            let reports = "\(festival.event.deskPath)/reports"
            for (path, chart) in [(reports, "days-chart"), ("/desk?totals=show", "tickets-by-day")] {
                let page = try await owner.get(served, path).body
                let start = try #require(page.firstRange(of: "<details id=\"\(chart)-table\">"), "\(path)")
                let table = page[start.upperBound...]
                let end = try #require(table.firstRange(of: "</details>")).lowerBound
                let rows = table[..<end].matches(of: /<tr><td>([^<]+)<\/td><td class="number">([0-9]+)<\/td><\/tr>/)
                #expect(rows.map { String($0.1) } == [402, 3, 2, 1].map(day), "\(path)")
                #expect(rows.map { String($0.2) } == ["1", "5", "0", "2"], "\(path)")
                #expect(page.contains("Peak: 5 on \(day(3))."), "\(path)")
            }
        }
    }

    @Test("The sales charts don’t count refunded tickets")
    func refunded() async throws {
        let order = try festival.services.orders.createOrder(
            OrderDraft(lines: [.init(type: festival.regular.number, count: 3)], name: "Kay", payment: Payment(.cash)),
            of: festival.event, signingWith: festival.ring)
        _ = try festival.services.orders.refund(
            .tickets([festival.services.orders.tickets(of: order, of: festival.event)[0].code]), ofOrder: order.number,
            of: festival.event, note: nil)
        try await Served.with(configuration: festival.configuration) { served async throws in
            let page = try await owner.get(served, festival.event.deskPath).body
            for chart in ["sold-by-type", "sold-by-day"] {
                let from = try #require(page.firstRange(of: "id=\"\(chart)\"")).upperBound
                let part = page[from...].prefix(1600)
                #expect(part.contains("<td class=\"number\">2</td>"), "\(chart)")
            }
        }
    }

    @Test("The day after the last day of a month, of a February or of a year is the first day of the next month")
    func next() throws {
        for (text, following) in [
            ("2026-11-29", "2026-11-30"), ("2026-11-30", "2026-12-01"), ("2026-12-31", "2027-01-01"),
            ("2027-02-28", "2027-03-01"), ("2028-02-28", "2028-02-29"), ("2028-02-29", "2028-03-01"),
            ("2100-02-28", "2100-03-01"),
        ] {
            let day = try #require(CalendarDay(rawValue: text))
            #expect(day.next?.rawValue == following, "\(text)")
        }
        let last = try #require(CalendarDay(rawValue: "9999-12-31"))
        #expect(last.next == nil)
    }
}
