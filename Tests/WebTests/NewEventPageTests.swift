import EventFixture
import Languages
import Management
import Testing
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("The page that creates and publishes an event", .serving)
struct NewEventPageTests {
    private let festival: Festival
    private let owner: DeskVisitor
    private let path = "/desk/organizers/nile-nights/new"

    init() throws {
        festival = try Festival()
        owner = try .owner(of: festival)
    }

    private func serve(_ work: (Served) async throws -> Void) async throws {
        try await Served.with(configuration: festival.configuration, work)
    }

    private func event(_ slug: String) throws -> Event { try festival.services.events.event(named: slug) }

    private func types(of event: Event) throws -> [TicketTypeDetails] {
        try festival.services.ticketTypes.ticketTypes(of: event).map(\.details)
    }

    /// The filled-in form, with the button that was pressed.
    private func form(
        _ page: String, _ typed: [String: String], press button: String
    ) throws -> [(String, String)] {
        let typed = ["type-price-currency": "UGX"].merging(typed) { $1 }
        return try PageForm.filled(page, to: path, typed) + [("go", button)]
    }

    @Test("A title is enough to publish an event: it lasts four hours next Saturday, at the venue of the latest event")
    func defaults() async throws {
        try await serve { served async throws in
            let page = try await owner.get(served, path).body
            #expect(MarkupGrammar.fault(in: page) == nil)
            let shown = Dictionary(try PageForm.filled(page, to: path)) { first, _ in first }
            #expect(shown["start"] == "2026-12-26T18:00" && shown["end"] == "")
            #expect(shown["venue"] == "Lido" && shown["timezone"] == "Africa/Kampala")
            let sent = try form(page, ["title": "Boat Race"], press: "publish")
            for _ in 0..<2 {
                let reply = try await owner.post(served, path, sent)
                #expect(reply.status == 303 && reply.headers["location"] == "/desk/e/boat-race?done=published")
            }
            let made = try event("boat-race")
            let start = Instant(seconds: 1_798_297_200)
            #expect(made.status == .published && made.details.start == start && made.suite == .hmac)
            #expect(made.details.end == start.advanced(bySeconds: 4 * 3600) && made.details.venue == "Lido")
            #expect(try types(of: made) == [TicketTypeDetails(name: "Standard")])
            #expect(try festival.services.events.events().count == 2)
        }
    }

    @Test("A price of 0 makes the tickets of a new event free; without the name of a ticket type, no type is created")
    func types() async throws {
        try await serve { served async throws in
            let page = try await owner.get(served, path).body
            for (title, typed, expected) in [
                (
                    "Paid", ["type-name": "VIP", "type-price": "20,000", "type-quantity": "50"],
                    [TicketTypeDetails(name: "VIP", price: Money("20000 UGX"), quantity: 50)]
                ),
                (
                    "Cents", ["type-price": "1 200.50", "type-price-currency": "KES"],
                    [TicketTypeDetails(name: "Standard", price: Money("1200.50 KES"))]
                ),
                (
                    "Comma", ["type-price": "20,50", "type-price-currency": "EUR"],
                    [TicketTypeDetails(name: "Standard", price: Money("20.50 EUR"))]
                ),
                ("Free", ["type-price": "0"], [TicketTypeDetails(name: "Standard")]),
                ("None", ["type-name": ""], []),
            ] as [(String, [String: String], [TicketTypeDetails])] {
                let sent = try form(page, typed.merging(["title": title]) { $1 }, press: "draft")
                let reply = try await owner.post(served, path, sent)
                #expect(reply.headers["location"] == "/desk/e/\(title.lowercased())?done=created", "\(title)")
                let made = try event(title.lowercased())
                #expect(made.status == .draft)
                #expect(try types(of: made) == expected, "\(title)")
            }
            let list = try await owner.get(served, "/desk/e/free/types").body
            #expect(list.contains(">free<") || list.contains(">Free<"))
        }
    }

    @Test("A refused form marks all faulty fields at once and keeps their texts, and no event is created")
    func refused() async throws {
        let typed = [
            "title": "", "start": "soon", "venue": "", "capacity": "0", "suite": "none", "type-name": "",
            "type-price": "x", "type-quantity": "-1",
        ]
        try await serve { served async throws in
            let page = try await owner.get(served, path).body
            #expect(!page.contains("<details open"))
            let reply = try await owner.post(served, path, form(page, typed, press: "publish"))
            #expect(reply.status == 422 && reply.body.contains("No event was created."))
            for field in typed.keys {
                #expect(reply.body.contains("id=\"\(field)-fault\""), "\(field)")
                #expect(reply.body.contains("<a href=\"#\(field)\">"), "\(field)")
            }
            #expect(reply.body.contains("value=\"soon\"") && reply.body.contains("<details open"))
            #expect(MarkupGrammar.fault(in: reply.body) == nil)
            // A draft needs no venue, but its texts must be valid, too.
            let draft = try await owner.post(served, path, form(page, typed, press: "draft"))
            #expect(draft.status == 422 && !draft.body.contains("id=\"venue-fault\""))
            // These texts are valid, but an event with them cannot be published.
            let past = try form(
                page, ["title": "Late", "start": "2020-01-01T10:00", "venue": "", "type-name": ""], press: "publish")
            let late = try await owner.post(served, path, past)
            #expect(late.status == 422)
            for field in ["end", "venue", "type-name"] {
                #expect(late.body.contains("id=\"\(field)-fault\""), "\(field)")
            }
            #expect(try festival.services.events.events().map(\.number) == [festival.event.number])
        }
    }

    @Test("If the organizer is not verified, the page says so, and an event can only be saved as a draft")
    func notVerified() async throws {
        let user = try festival.services.users.addUser(UserDetails(name: "Newcomer"))
        let services = try ManagementServices.signIn(to: festival.store, as: "\(user.id)", clock: festival.clock.now)
        let own = try services.organizers.createOrganizer(OrganizerDetails(name: "Newcomers"))
        let newcomer = try DeskVisitor("newcomer", user, at: festival)
        let colleague = try festival.services.users.addUser(UserDetails(name: "Colleague"))
        _ = try services.members.setRole(.manager, of: colleague, in: own)
        let manager = try DeskVisitor("manager", colleague, at: festival)
        let path = "\(own.deskPath)/new"
        try await serve { served async throws in
            let page = try await newcomer.get(served, path).body
            #expect(page.contains("href=\"\(own.deskPath)/verify\"") && page.contains("data-zone=\"timezone\""))
            #expect(!page.contains("value=\"publish\""))
            // A manager may not verify the organizer, so the page has no link to the verification.
            let managed = try await manager.get(served, path).body
            #expect(managed.contains("The organizer is not verified yet"))
            #expect(!PageForm.links(in: managed).contains("\(own.deskPath)/verify"))
            let fields = try PageForm.filled(page, to: path, ["title": "First", "venue": "Lido"])
            let refused = try await newcomer.post(served, path, fields + [("go", "publish")])
            #expect(refused.status == 422 && refused.body.contains("No event was created."))
            #expect(try services.events.events().isEmpty)
            #expect(try await newcomer.post(served, path, fields + [("go", "draft")]).status == 303)
            #expect(try services.events.events().map(\.status) == [.draft])
            #expect(try await owner.get(served, path).status == 404)
        }
    }

    @Test("If a form with an accepted poster is refused, the poster must be chosen again")
    func poster() throws {
        let faults = NewEventPage.posterFaults(.success(try anyPicture()))
        #expect(faults.map(\.field) == [NewEventForm.posterField])
        #expect(NewEventPage.posterFaults(.success(nil)).isEmpty)
        let refused = FieldFault("file", DeskPictureSentence.noFile)
        #expect(NewEventPage.posterFaults(.failure(refused)).isEmpty)
    }

    @Test("A seller can neither open the page nor create an event")
    func rights() async throws {
        let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        let seller = try DeskVisitor.member(.seller, of: organizer, at: festival)
        try await serve { served async throws in
            #expect(try await seller.get(served, path).status == 403)
            #expect(try await seller.post(served, path, [("title", "Mine"), ("go", "publish")]).status == 403)
            #expect(try festival.services.events.events().count == 1)
        }
    }
}
