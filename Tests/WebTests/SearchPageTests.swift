import EventFixture
import Foundation
import Management
import Testing
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("The search in all events at the desk", .serving)
struct SearchPageTests {
    /// The JSON that the search sends to scripts.
    private struct Answer: Decodable {
        struct Group: Decodable {
            struct Hit: Decodable {
                let path: String
                let title: String
                let about: String
                let state: String
                let tone: String
            }

            let label: String
            let hits: [Hit]
        }

        let groups: [Group]
        let count: String
        let about: String

        /// The paths of the hits of a group.
        func paths(_ label: String) -> [String] {
            groups.filter { $0.label == label }.flatMap { $0.hits.map(\.path) }
        }
    }

    private let festival: Festival
    private let path: String

    init() throws {
        festival = try Festival()
        path = festival.event.deskPath
    }

    private func serve(_ work: (Served) async throws -> Void) async throws {
        try await Served.with(configuration: festival.configuration, work)
    }

    private func order(_ name: String) throws -> Order {
        try festival.services.orders.createOrder(
            OrderDraft(
                lines: [.init(type: festival.regular.number, count: 1)], name: name, email: "buyer@example.org",
                payment: Payment(.cash)),
            of: festival.event, signingWith: festival.ring)
    }

    private func answer(
        _ text: String, from here: String = "", to visitor: DeskVisitor, _ served: Served
    ) async throws -> Answer {
        let reply = try await visitor.post(
            served, SearchPage.path, [("text", text), ("here", here)], accept: "application/json")
        #expect(reply.status == 200 && reply.headers["content-type"] == "application/json", "\(reply.body)")
        return try JSONDecoder().decode(Answer.self, from: Data(reply.body.utf8))
    }

    @Test("After a sign-out, the page of the search redirects to the sign-in page, and a search gets a 401")
    func signedOut() async throws {
        let owner = try DeskVisitor.owner(of: festival)
        try await serve { served async throws in
            #expect(try await owner.get(served, SearchPage.path).status == 200)
            #expect(try await owner.post(served, "/sign-out", []).status == 303)
            let page = try await owner.get(served, SearchPage.path)
            #expect(page.status == 303 && page.headers["location"]?.hasPrefix("/sign-in?next=") ?? false)
            let found = try await owner.post(
                served, SearchPage.path, [("text", "zoe"), ("here", "")], accept: "application/json")
            #expect(found.status == 401)
        }
    }

    @Test("The page shows the results with links, and escapes texts; a typed name is in no URL and not in the log")
    func page() async throws {
        let owner = try DeskVisitor.owner(of: festival)
        let made = try order("Zoë <b>Nakato")
        let code = try #require(festival.services.orders.tickets(of: made, of: festival.event).first).code
        try await serve { served async throws in
            let home = try await owner.get(served, "/desk").body
            #expect(PageForm.links(in: home).contains(SearchPage.path))
            let empty = try await owner.get(served, SearchPage.path)
            #expect(empty.status == 200 && !empty.body.contains("Nothing found."))
            #expect(empty.body.contains("Names are found in the \(SearchService.eventsWithNames) events closest"))
            for text in ["zoe nakato", "\(made.number)"] {
                let found = try await owner.post(served, SearchPage.path, [("text", text)])
                #expect(found.status == 200 && found.headers["location"] == nil)
                #expect(found.body.contains("<a href=\"\(path)/orders/\(made.number)\">Order \(made.number)</a>"))
                #expect(found.body.contains("Zoë &lt;b&gt;Nakato · New Year by the Lake"))
                #expect(found.body.contains("1 result") && !found.body.contains("/tickets/\(code)"))
                #expect(MarkupGrammar.fault(in: found.body) == nil)
            }
            let ticket = try await owner.post(served, SearchPage.path, [("text", "\(code)")]).body
            #expect(ticket.contains("href=\"\(path)/tickets/\(code)\""))
            let none = try await owner.post(served, SearchPage.path, [("text", "<i>Nobody & \"co\"")]).body
            #expect(none.contains("Nothing found.") && none.contains("value=\"&lt;i&gt;Nobody &amp; &quot;co&quot;\""))
            let nothing = try await owner.post(served, SearchPage.path, [("text", "  ")])
            #expect(nothing.status == 200 && !nothing.body.contains("Nothing found."))
            let log = served.log.text.lowercased()
            for text in ["nakato", "nobody"] { #expect(!log.contains(text), "\(text)") }
        }
    }

    @Test("A script gets at most five results of each kind; the role “gate” finds no orders and no pages about orders")
    func script() async throws {
        let owner = try DeskVisitor.owner(of: festival)
        let gate = try DeskVisitor.member(
            .gate, of: festival.services.organizers.organizer(named: "Nile Nights"), at: festival)
        let made = try (1...6).map { try order("Nan \($0)") }
        try await serve { served async throws in
            let names = try await answer("nan", to: owner, served)
            #expect(names.groups.map(\.label) == ["Orders"] && names.paths("Orders").count == 5)
            #expect(names.about.contains("5 results") && names.count == "5 results")
            let one = try await answer("\(made[0].number)", to: owner, served)
            #expect(one.paths("Orders") == ["\(path)/orders/\(made[0].number)"] && !one.about.contains("5 results"))
            let hit = try #require(one.groups.first?.hits.first)
            #expect(hit.title == "Order \(made[0].number)" && hit.about == "Nan 1 · New Year by the Lake")
            #expect(hit.state == "paid" && hit.tone == "good")
            let event = try await answer("lake", to: owner, served)
            #expect(event.paths("Events") == [path] && event.groups.first?.hits.first?.state == "published")
            #expect(try await answer("zzz", to: owner, served).count == "Nothing found.")

            let seen = try await answer("\(made[0].number)", to: gate, served)
            #expect(seen.groups.map(\.label) == ["Tickets"])
            #expect(try await answer("orders", to: gate, served).groups.isEmpty)
            #expect(try await answer("check", to: gate, served).paths("Pages") == ["\(path)/check-in"])
            let refused = try await DeskVisitor.nobody.post(
                served, SearchPage.path, [("text", "nan")], accept: "application/json")
            #expect(refused.status == 401)
        }
    }

    @Test("A search finds pages by name, even with words of an event’s title; pages of the current event come first")
    func pages() async throws {
        let owner = try DeskVisitor.owner(of: festival)
        let services = festival.services
        let regatta = try services.events.createEvent(
            EventDetails(
                title: "Regatta", timeZone: "UTC", start: Festival.start.advanced(bySeconds: 9000)), suite: .hmac,
            of: services.organizers.organizer(named: "Nile Nights"))
        try await serve { served async throws in
            func pages(_ text: String, from here: String = "") async throws -> [String] {
                try await answer(text, from: here, to: owner, served).paths("Pages")
            }
            #expect(try await pages("orders") == ["\(path)/orders", "\(regatta.deskPath)/orders"])
            #expect(
                try await pages("orders", from: regatta.deskPath)
                    == ["\(regatta.deskPath)/orders", "\(path)/orders"])
            #expect(try await pages("regatta ORD") == ["\(regatta.deskPath)/orders"])
            #expect(try await pages("Team") == ["/desk/organizers/nile-nights/members"])
            #expect(try await pages("home") == ["/desk"])
            #expect(try await pages("nile") == ["/desk/organizers/nile-nights"])
            #expect(try await pages("regatta").isEmpty)
        }
    }
}
