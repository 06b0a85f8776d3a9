import EventFixture
import Management
import Testing
import Ticketing

@testable import Web

@Suite("Messages that nobody sends", .serving)
struct WaitingMessageTests {
    private let festival: Festival
    private let owner: DeskVisitor
    private let path: String

    init() throws {
        festival = try Festival()
        owner = try .owner(of: festival)
        path = festival.event.deskPath
        for name in ["a", "b"] {
            _ = try festival.office.issue(
                .person(holder: name, email: "\(name)@example.org", note: nil), type: festival.regular,
                of: festival.event, signingWith: festival.ring)
        }
    }

    @Test("A page that queued messages says how many wait, that no sender is set up, and where they are")
    func said() async throws {
        try await Served.with(premises: festival.premises) { served async throws in
            let place = "\(path)/edit/place"
            let page = try await owner.get(served, place).body
            #expect(page.contains("2 messages are waiting; no sender is set up"))
            let saved = try await owner.post(served, place, PageForm.filled(page, to: place, ["venue": "The Barn"]))
            let shown = try await owner.get(served, try #require(saved.headers["location"])).body
            #expect(shown.contains("<a href=\"\(path)/notices\">4 messages are waiting; no sender is set up</a>"))
            let list = try await owner.get(served, "\(path)/notices").body
            #expect(list.contains("a@example.org") && list.contains("event moved") && list.contains("ticket issued"))
            let cancel = try await owner.get(served, "\(path)/cancel").body
            #expect(cancel.contains("no sender is set up") && !cancel.contains("is told"))
        }
    }

    @Test("The messages of an event are listed by pages, each once, to members who may read them")
    func pages() async throws {
        let organizer = try festival.office.organizer(named: "Nile Nights")
        try festival.folder.write(
            "holder,email\n" + (0..<110).map { "Guest \($0),g\($0)@example.org\n" }.joined(), to: "many.csv")
        _ = try festival.office.issue(
            .guestList(GuestList(path: festival.folder("many.csv"))), type: festival.regular,
            of: festival.event, signingWith: festival.ring)
        try await Served.with(premises: festival.premises) { served async throws in
            var next: String? = "\(path)/notices"
            var found: [String] = []
            while let place = next {
                let page = try await owner.get(served, place).body
                found += page.matches(of: /<td>([a-z0-9]+@example.org)<\/td>/).map { String($0.1) }
                next = page.firstMatch(of: /href="([^"]*notices\?created=[^"]*)"/).map {
                    String($0.1).replacing("&amp;", with: "&")
                }
            }
            #expect(found.count == 112 && Set(found).count == 112)
            for role in Role.allCases {
                let member = try DeskVisitor.member(role, of: organizer, at: festival)
                let status = try await member.get(served, "\(path)/notices").status
                #expect(status == (role.grants(.readReports) ? 200 : 403), "\(role)")
            }
        }
    }

    @Test("What was taken back is in no chart of what is sold")
    func refunded() async throws {
        let festival = try Festival(type: TicketTypeDraft(name: "Regular", price: Money("50000 UGX")))
        let order = try festival.office.createOrder(
            OrderDraft(lines: [.init(type: festival.regular.number, count: 3)], name: "Kay", payment: Payment(.cash)),
            of: festival.event, signingWith: festival.ring)
        _ = try festival.office.refund(
            .tickets([festival.office.tickets(of: order, of: festival.event)[0].code]), ofOrder: order.number,
            of: festival.event, note: nil)
        let owner = try DeskVisitor.owner(of: festival)
        try await Served.with(premises: festival.premises) { served async throws in
            let page = try await owner.get(served, festival.event.deskPath).body
            for chart in ["sold-by-type", "sold-by-day"] {
                let from = try #require(page.range(of: "id=\"\(chart)\"")).upperBound
                let part = page[from...].prefix { _ in true }.prefix(1600)
                #expect(part.contains("<td class=\"number\">2</td>"), "\(chart)")
            }
        }
    }
}
