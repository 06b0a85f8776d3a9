import EventFixture
import Foundation
import Gate
import Languages
import Management
import NIOCore
import Testing
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("Reports, money and settings at the desk", .serving)
struct DeskReportTests {
    private let festival: Festival
    private let owner: DeskVisitor
    private let organizer: Organizer

    init() throws {
        festival = try Festival(type: TicketTypeDetails(name: "Regular", price: Money("50000 UGX")))
        owner = try .owner(of: festival)
        organizer = try #require(try festival.services.organizers.organizers().first)
    }

    private func serve(_ work: (Served) async throws -> Void) async throws {
        try await Served.with(configuration: festival.configuration, work)
    }

    @discardableResult
    private func sell(_ count: Int, _ method: Payment.Method) throws -> Order {
        try festival.services.orders.createOrder(
            OrderDraft(
                lines: [.init(type: festival.regular.number, count: count)], name: "Grace", payment: Payment(method)),
            of: festival.event, signingWith: festival.ring)
    }

    /// For each row of a table: the text of the row's heading, followed by the texts of the row's other cells. Empty if
    /// the page has no such table.
    private func rows(of table: String, in html: String) -> [[String]] {
        guard let start = html.firstRange(of: "role=\"region\" aria-label=\"\(table)\"")?.upperBound,
            let end = html[start...].firstRange(of: "</table>")?.lowerBound
        else { return [] }
        return html[start..<end].matches(of: /<tr><th scope="row">(.*?)<\/tr>/).map { row in
            let head = String(row.1.prefix { $0 != "<" })
            return [head] + row.1.matches(of: /<td[^>]*>([^<]*)<\/td>/).map { String($0.1) }
        }
    }

    private func money(_ amount: Int64) -> String { Money(minorUnits: amount, currency: "UGX").displayText }

    @Test("The tables and files of an event’s reports have the numbers of the report service")
    func reports() async throws {
        try sell(2, .cash)
        #expect(try festival.gate("North").decide(Scan(festival.tokens()[0])).outcome == .admit(again: false))
        let refunded = try sell(3, .card)
        _ = try festival.services.orders.refund(
            .all, ofOrder: refunded.number, of: festival.event, note: nil)
        let total = try festival.services.reports.salesReport(of: festival.event).total
        #expect(total.revenue == 250_000 && total.refunds == 150_000)
        let sums = ["UGX", "5", "3", money(total.revenue), money(total.refunds), money(total.net), money(total.due)]
        let path = "\(festival.event.deskPath)/reports"
        try await serve { served async throws in
            let page = try await owner.get(served, path).body
            #expect(rows(of: "Sales by type", in: page) == [["Regular"] + sums, ["All"] + sums])
            #expect(rows(of: "Sales by day", in: page) == [["Wed 23 Dec 2026"] + sums, ["All"] + sums])
            #expect(
                rows(of: "Sales by payment method", in: page) == [
                    ["card", "UGX", "1", "3", money(150_000), money(150_000), money(0)],
                    ["cash", "UGX", "1", "2", money(100_000), money(0), money(100_000)],
                ])
            #expect(rows(of: "Admissions by gate", in: page) == [["North", "1"]])
            #expect(MarkupGrammar.fault(in: page) == nil && page.contains("id=\"days-chart-table\""))
            for kind in EventReports.Kind.allCases {
                for format in ListFormat.allCases {
                    #expect(PageForm.links(in: page).contains("\(path)/\(kind.rawValue).\(format.rawValue)"))
                }
            }
            let list = try await owner.get(served, "\(path)/sales-by-type.csv")
            #expect(list.headers["content-disposition"]?.contains("new-year-by-the-lake-sales-by-type.csv") ?? false)
            let lines = list.body.split(whereSeparator: \.isNewline)
            #expect(lines.count == 2 && lines[1] == "Regular,UGX,5,3,250000,150000,100000,0", "\(lines)")
        }
        let reports = try EventReports(of: festival.event, festival.services)
        for (format, start) in [(ListFormat.xlsx, "PK"), (.pdf, "%PDF")] {
            let answer = try await reports.table(.admissions).response(
                format, named: "admissions", of: "Evening", at: Festival.start, in: .gmt, language: .english)
            guard case .bytes(let buffer) = answer.body else {
                Issue.record("not a file: \(format)")
                continue
            }
            #expect(buffer.readableBytesView.starts(with: start.utf8), "\(format)")
        }
    }

    @Test(
        """
        The page about money lists each event in the event’s currency; for a given fee rate, it shows the same fees as \
        the event’s sales report
        """)
    func money() async throws {
        try sell(3, .cash)
        let other = try festival.services.events.duplicate(festival.event, titled: "Second night", by: nil)
        let type = try #require(try festival.services.ticketTypes.ticketTypes(of: other).first)
        _ = try festival.services.ticketTypes.editTicketType(type.number, of: other) { $0.price = Money("20 EUR") }
        let fee = try #require(FeeRate("3.5%"))
        let total = try festival.services.reports.salesReport(of: festival.event, fee: fee).total
        let path = "\(organizer.deskPath)/money"
        let title = festival.event.details.title
        try await serve { served async throws in
            let page = try await owner.get(served, path).body
            let plain = rows(of: "Money by event", in: page)
            let own = ["UGX", money(150_000), money(0), money(150_000)]
            #expect(plain.contains([title] + own) && plain.contains(["Total of this page"] + own), "\(plain)")
            #expect(page.ranges(of: "<tfoot>").count == 1)
            // The table has two rows with events, and a row with the sum for each of the two currencies.
            #expect(plain.count == 4 && plain.count { $0[1] == "EUR" } == 2, "\(plain)")
            let taxed = rows(of: "Money by event", in: try await owner.get(served, "\(path)?fee=3.5%25").body)
            let withFee = ["UGX", money(150_000), money(0), money(total.fees), money(total.net)]
            #expect(total.fees == 5250 && taxed.contains([title] + withFee), "\(taxed)")
            let list = try await owner.get(served, "\(path).csv?fee=3.5%25").body
            #expect(list.contains("\(title),UGX,150000,0,5250,144750"), "\(list)")
            // The page and its files read the figures from the store, not from the cache of the home page.
            try sell(1, .cash)
            let later = rows(of: "Money by event", in: try await owner.get(served, path).body)
            let present = ["UGX", money(200_000), money(0), money(200_000)]
            #expect(later.contains([title] + present), "\(later)")
            try sell(1, .cash)
            let file = try await owner.get(served, "\(path).csv").body
            #expect(file.contains("\(title),UGX,250000,0,250000"), "\(file)")
            let faulty = try await owner.get(served, "\(path)?fee=much")
            #expect(faulty.status == 422 && faulty.body.contains("id=\"fee-fault\""))
            #expect(faulty.body.contains("value=\"much\""))
            #expect(try await owner.get(served, "\(path).csv?fee=much").status == 422)
        }
    }

    @Test("If data of an event is damaged, the page about money names the event and shows no sums, and no file is made")
    func damaged() async throws {
        try sell(1, .cash)
        let other = try festival.services.events.duplicate(festival.event, titled: "Second night", by: nil)
        try festival.tamper("UPDATE ticket_type SET reentry = 'sometimes' WHERE event = \(other.number)")
        let path = "\(organizer.deskPath)/money"
        let text = "the figures of 1 event could not be read: Second night"
        try await serve { served async throws in
            let page = try await owner.get(served, path)
            let titles = rows(of: "Money by event", in: page.body).compactMap(\.first)
            #expect(titles == [festival.event.details.title])
            let isNamed = page.body.contains("The sums are left out, because \(text)")
            #expect(page.status == 200 && isNamed)
            let file = try await owner.get(served, "\(path).csv")
            let isExplained = file.body.contains("The file cannot be made, because \(text)")
            #expect(file.status == 500 && isExplained)
        }
    }

    @Test("Only members who may read reports see reports and money; only owners see the settings")
    func rights() async throws {
        let paths = [
            "\(festival.event.deskPath)/reports", "\(festival.event.deskPath)/reports/admissions.csv",
            "\(organizer.deskPath)/money", "\(organizer.deskPath)/money.csv", "\(organizer.deskPath)/settings",
        ]
        let visitors: [(Role, [Int])] = [
            (.manager, [200, 200, 200, 200, 403]), (.viewer, [200, 200, 200, 200, 403]),
            (.seller, [403, 403, 403, 403, 403]), (.gate, [403, 403, 403, 403, 403]),
        ]
        let event = festival.event.deskPath
        try await serve { served async throws in
            for (role, statuses) in visitors {
                let visitor = try DeskVisitor.member(role, of: organizer, at: festival)
                for (path, status) in zip(paths, statuses) {
                    #expect(try await visitor.get(served, path).status == status, "\(role) \(path)")
                }
                let links = PageForm.links(in: try await visitor.get(served, event).body)
                #expect(links.contains(paths[0]) == (statuses[0] == 200), "\(role)")
                #expect(links.contains(paths[2]) == (statuses[2] == 200), "\(role)")
                #expect(!links.contains(paths[4]) && links.contains(organizer.deskPath), "\(role)")
            }
            #expect(try await owner.get(served, paths[4]).status == 200)
            #expect(PageForm.links(in: try await owner.get(served, event).body).contains(paths[4]))
        }
    }

    @Test("An owner renames the organizer, whose URL stays the same; a refused name is kept in the form")
    func settings() async throws {
        let path = "\(organizer.deskPath)/settings"
        let manager = try DeskVisitor.member(.manager, of: organizer, at: festival)
        func name() throws -> String {
            try festival.services.organizers.organizers().first?.name ?? ""
        }
        let long = String(repeating: "Lake ", count: 100) + "House"
        try await serve { served async throws in
            let page = try await owner.get(served, path).body
            #expect(page.contains("value=\"Nile Nights\"") && MarkupGrammar.fault(in: page) == nil)
            let links = PageForm.links(in: page)
            for part in ["members", "webhooks", "tokens", "verify"] {
                #expect(links.contains("\(organizer.deskPath)/\(part)"), "\(part)")
            }
            let renamed = try PageForm.filled(page, to: path, ["name": "Lake <House>"])
            let saved = try await owner.post(served, path, renamed)
            #expect(saved.status == 303 && saved.headers["location"] == "\(path)?done=saved")
            #expect(try name() == "Lake <House>")
            #expect(try await owner.get(served, path).body.contains("Lake &lt;House&gt;: settings"))
            // The form still has the hash of the former name, so this is a conflict with the change above.
            let late = try PageForm.filled(page, to: path, ["name": "River House"])
            let conflict = try await owner.post(served, path, late)
            #expect(conflict.status == 422 && conflict.body.contains("id=\"name-note\""))
            for (typed, fault) in [("", "name-fault"), (long, "name-fault")] {
                let fresh = try await owner.get(served, path).body
                let refused = try await owner.post(served, path, PageForm.filled(fresh, to: path, ["name": typed]))
                #expect(refused.status == 422 && refused.body.contains("id=\"\(fault)\""), "\(typed)")
                let form = PageForm.all(in: refused.body).first { $0.action == path }
                let field = form?.fields.first { $0.name == "name" }
                #expect(field?.value == typed, "\(typed)")
            }
            #expect(try await manager.post(served, path, [("name", "Mine")]).status == 403)
            #expect(try name() == "Lake <House>")
        }
    }
}
