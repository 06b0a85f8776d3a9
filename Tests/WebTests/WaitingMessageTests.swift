import EventFixture
import Management
import Testing
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("Messages that are queued while no sender is set up", .serving)
struct WaitingMessageTests {
    private let festival: Festival
    private let owner: DeskVisitor
    private let path: String

    init() throws {
        festival = try Festival()
        owner = try .owner(of: festival)
        path = festival.event.deskPath
        for name in ["a", "b"] {
            _ = try festival.services.tickets.issue(
                .person(holder: name, email: "\(name)@example.org", note: nil), type: festival.regular,
                of: festival.event, signingWith: festival.ring)
        }
    }

    @Test("If a change has queued messages, the page says how many are waiting for a sender, and links to them")
    func waiting() async throws {
        try await Served.with(configuration: festival.configuration) { served async throws in
            let pagePath = "\(path)/edit/place"
            let page = try await owner.get(served, pagePath).body
            #expect(page.contains("2 messages about this event are waiting; no sender is set up"))
            let saved = try await owner.post(
                served, pagePath, PageForm.filled(page, to: pagePath, ["venue": "The Barn"]))
            let displayed = try await owner.get(served, try #require(saved.headers["location"])).body
            #expect(
                displayed.contains(
                    "<a href=\"\(path)/notices\">4 messages about this event are waiting; no sender is set up</a>"))
            let list = try await owner.get(served, "\(path)/notices").body
            #expect(list.contains("no sender is set up") && !list.contains("have not been sent yet"))
            #expect(list.contains("a@example.org") && list.contains("event moved") && list.contains("ticket issued"))
            let cancel = try await owner.get(served, "\(path)/cancel").body
            #expect(cancel.contains("no sender is set up") && !cancel.contains(/(is|are) (told|notified|informed)/))
            #expect(cancel.contains("A message to each holder, guest and buyer is queued"))
        }
    }

    @Test(
        "After an order or an import, the page links to the queued messages; the page of a finished import has no form"
    )
    func sold() async throws {
        let waiting = { (count: Int) in
            "<a href=\"\(path)/notices\">\(count) messages about this event are waiting; no sender is set up</a>"
        }
        try await Served.with(configuration: festival.configuration) { served async throws in
            let page = try await owner.get(served, "\(path)/orders").body
            let typed = [
                "count-\(festival.regular.number)": "1", "buyer": "Kay", "email": "kay@example.org", "method": "cash",
            ]
            let made = try await owner.post(
                served, "\(path)/orders", PageForm.filled(page, to: "\(path)/orders", typed))
            let order = try await owner.get(served, try #require(made.headers["location"])).body
            #expect(order.contains("Order created.") && order.contains(waiting(3)))

            let pagePath = "\(path)/import/tickets"
            let sent = try await owner.post(
                served, pagePath, [("text", "holder,email\nZoe,zoe@example.org\n"), ("sheet", "")])
            let list = try #require(sent.headers["location"])
            let trial = try await owner.get(served, list).body
            _ = try await owner.post(served, "\(list)/confirm", PageForm.filled(trial, to: "\(list)/confirm"))
            let done = try await owner.get(served, list).body
            #expect(done.contains("1 ticket for 1 person issued") && done.contains(waiting(4)))
            #expect(!done.contains("\(list)/columns"))
        }
    }

    @Test("After a row of the grid of guests is saved, the page reports the change and links to the queued message")
    func grid() async throws {
        let wedding = try Wedding()
        let owner = try DeskVisitor.owner(of: wedding.festival)
        try wedding.importGuests("name,email\nGrace,grace@example.org\n")
        let path = "\(wedding.event.deskPath)/guests"
        let reply = "reply-1-\(wedding.reception.number)"
        try await Served.with(configuration: wedding.festival.configuration) { served async throws in
            let fields = try PageForm.filled(try await owner.get(served, path).body, to: path, [reply: "none"])
            for note in ["Invited.", "Answer saved."] {
                let reply = try await owner.post(served, path, fields)
                let next = String(try #require(reply.headers["location"]).prefix { $0 != "#" })
                let displayed = try await owner.get(served, next).body
                #expect(displayed.contains(note))
                let list = "<a href=\"\(wedding.event.deskPath)/notices\">1 message about this event is waiting"
                #expect(displayed.contains(list) == (note == "Invited."), "\(note)")
            }
            let asked = try PageForm.filled(try await owner.get(served, path).body, to: path, [reply: "0"])
            let answered = try await owner.post(served, path, asked)
            #expect(answered.headers["location"] == "\(path)?done=answered#guest-1")
        }
    }

    @Test("After an event is deleted or rescheduled, the page links to the queued messages, or says where they are")
    func withoutAnEvent() async throws {
        let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        let number = festival.event.number
        try await Served.with(configuration: festival.configuration) { served async throws in
            let shift = "\(organizer.deskPath)/shift"
            let seen = try await owner.post(served, shift, [("event", "\(number)"), ("later", "7d")]).body
            let moving = try #require(PageForm.all(in: seen).first { $0.fields.contains { $0.name == "preview_hash" } })
            let fields = moving.fields.filter { $0.name != CSRFToken.field }.map { ($0.name, $0.value) }
            let moved = try await owner.post(served, shift, fields)
            let after = try await owner.get(served, try #require(moved.headers["location"])).body
            #expect(
                after.contains(
                    "Events moved. <a href=\"/desk/e/\(number)/notices\">2 messages from this change are waiting"))
            let several = try await owner.get(served, "\(organizer.deskPath)?done=moved&count=9&event=x/y").body
            #expect(
                several.contains("9 messages from this change are waiting")
                    && several.contains("see Messages in each event"))
            #expect(!several.contains("x/y"))

            let delete = "\(path)/delete"
            let form = try PageForm.filled(try await owner.get(served, delete).body, to: delete)
            let deleted = try await owner.post(served, delete, form)
            let list = try await owner.get(served, try #require(deleted.headers["location"])).body
            let link = "/desk/e/\(number)/notices"
            #expect(
                list.contains("restore it for 30 days. <a href=\"\(link)\">2 messages from this change are waiting"))
            let notices = try await owner.get(served, link)
            #expect(notices.status == 200 && notices.body.contains("a@example.org"))
        }
    }

    @Test("Only members with the right to read reports see an event’s messages; the pages list each message once")
    func pages() async throws {
        let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        try festival.folder.write(
            "holder,email\n" + (0..<110).map { "Guest \($0),g\($0)@example.org\n" }.joined(), to: "many.csv")
        _ = try festival.services.allowingMessages(to: .max).tickets.issue(
            .guestList(TicketHolderList(path: festival.folder("many.csv"))), type: festival.regular,
            of: festival.event, signingWith: festival.ring)
        try await Served.with(configuration: festival.configuration) { served async throws in
            var next: String? = "\(path)/notices"
            var found: [String] = []
            while let pagePath = next {
                let page = try await owner.get(served, pagePath).body
                found += page.matches(of: /<td[^>]*>([a-z0-9]+@example.org)<\/td>/).map { String($0.1) }
                next = page.firstMatch(of: /href="([^"]*notices\?[^"]*after=[^"]*)"/).map {
                    String($0.1).replacing("&amp;", with: "&")
                }
            }
            // 112 tickets were issued, and the owner gets a message about the milestone.
            #expect(found.count == 113 && Set(found).count == 113)
            let file = try await owner.get(served, "\(path)/notices.csv")
            #expect(
                file.headers["content-disposition"] == "attachment; filename=\"\(festival.event.slug)-messages.csv\"")
            let rows = file.body.split(separator: "\r\n")
            #expect(rows.count == 1 + 113 && rows[0].hasPrefix("\u{FEFF}Since,Message,To,Details,State,Reason,"))
            #expect(Set(rows.dropFirst().map { String($0.split(separator: ",")[2]) }) == Set(found))
            #expect(rows.contains { $0.contains("ticket issued,g7@example.org,\"ticket: ") })
            for role in Role.allCases {
                let member = try DeskVisitor.member(role, of: organizer, at: festival)
                let status = try await member.get(served, "\(path)/notices").status
                #expect(status == (role.grants(.readReports) ? 200 : 403), "\(role)")
                #expect(try await member.get(served, "\(path)/notices.csv").status == status)
            }
        }
    }
}
