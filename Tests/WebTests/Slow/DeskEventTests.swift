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

@Suite("Events at the desk", .serving, .slow)
struct DeskEventTests {
    private let festival: Festival
    private let owner: DeskVisitor
    private let organizer: Organizer

    init() throws {
        festival = try Festival()
        owner = try .owner(of: festival)
        organizer = try #require(try festival.services.organizers.organizers().first)
    }

    private func serve(_ work: (Served) async throws -> Void) async throws {
        try await Served.with(configuration: festival.configuration, work)
    }

    private func event() throws -> Event { try festival.services.events.event(named: festival.event.slug) }

    @Test("If two members change the same field, the later form gets an error with the first member’s value and name")
    func clash() async throws {
        let manager = try DeskVisitor.member(.manager, of: organizer, at: festival)
        let path = "\(festival.event.deskPath)/edit/basics"
        try await serve { served async throws in
            let first = try await owner.get(served, path).body
            let second = try await manager.get(served, path).body
            let other = try PageForm.filled(second, to: path, ["title": "Theirs", "category": "music"])
            #expect(try await manager.post(served, path, other).status == 303)

            let mine = try PageForm.filled(first, to: path, ["title": "Mine", "about": "Only I wrote this"])
            let reply = try await owner.post(served, path, mine)
            #expect(reply.status == 422)
            #expect(reply.body.contains("Current value: “Theirs”, set by The manager at "))
            // The category is also marked, although only the first member changed it. No other field is marked.
            #expect(reply.body.contains(#"id="category-note">Somebody else changed this value"#), "\(reply.body)")
            let marked = reply.body.matches(of: /<p class="note" id="([a-z-]+)-note">/).map { String($0.1) }
            #expect(Set(marked) == ["title", "category"] && marked.count == 2)
            #expect(try event().details.title == "Theirs")
            #expect(try event().details.about == nil)

            let again = try PageForm.filled(reply.body, to: path)
            let displayed = Dictionary(again) { first, _ in first }
            #expect(displayed["title"] == "Mine" && displayed["about"] == "Only I wrote this")
            #expect(displayed["category"] == "music")
            #expect(try await owner.post(served, path, again).status == 303)
            let details = try event().details
            #expect(details.title == "Mine" && details.about == "Only I wrote this" && details.category == .music)
        }
    }

    @Test("Edits to different fields don’t conflict, and a form that is submitted twice is saved once")
    func merge() async throws {
        let path = "\(festival.event.deskPath)/edit/place"
        try await serve { served async throws in
            let first = try await owner.get(served, path).body
            let second = try PageForm.filled(try await owner.get(served, path).body, to: path, ["city": "Entebbe"])
            #expect(try await owner.post(served, path, second).status == 303)
            let mine = try PageForm.filled(first, to: path, ["address": "Lake Road 1"])
            for _ in 0..<2 { #expect(try await owner.post(served, path, mine).status == 303) }
            let details = try event().details
            #expect(details.city == "Entebbe" && details.address == "Lake Road 1" && details.venue == "Lido")
            #expect(
                try festival.services.events.history(of: festival.event).filter { $0.after["address"] != nil }.count
                    == 1)
        }
    }

    @Test("If an event gets another time zone, its local start time stays the same; a nonexistent time is refused")
    func zone() async throws {
        let path = "\(festival.event.deskPath)/edit/time"
        try await serve { served async throws in
            let page = try await owner.get(served, path).body
            let before = Dictionary(try PageForm.filled(page, to: path)) { first, _ in first }
            let start = try #require(before["start"])
            let moved = try PageForm.filled(page, to: path, ["timezone": "Europe/Paris"])
            #expect(try await owner.post(served, path, moved).status == 303)
            let after = Dictionary(try PageForm.filled(try await owner.get(served, path).body, to: path)) { first, _ in
                first
            }
            #expect(after["start"] == start && after["timezone"] == "Europe/Paris")
            #expect(try event().details.start != festival.event.details.start)
            for (field, text) in [
                ("start", "2030-03-31T02:30"), ("end", "2030-02-30T10:00"), ("doors", "soon"), ("timezone", "CEST"),
            ] {
                let body = try await owner.get(served, path).body
                let reply = try await owner.post(served, path, PageForm.filled(body, to: path, [field: text]))
                #expect(reply.status == 422, "\(field)")
                #expect(reply.body.contains("id=\"\(field)-fault\""), "\(field)")
                #expect(reply.body.contains(text), "\(field)")
            }
        }
    }

    @Test(
        "A title is enough for a draft; a repeated form creates no second draft, unless the form has another title"
    )
    func create() async throws {
        let path = "\(organizer.deskPath)/new"
        try await serve { served async throws in
            let page = try await owner.get(served, path).body
            let fields = try PageForm.filled(page, to: path, ["title": "Boat Race"])
            let replies = try await (owner.post(served, path, fields), owner.post(served, path, fields))
            #expect(replies.0.status == 303 && replies.0.headers["location"] == replies.1.headers["location"])
            let third = try await owner.post(served, path, PageForm.filled(page, to: path, ["title": "Boat Race II"]))
            #expect(third.status == 303)
            let titles = try festival.services.events.events().map(\.details.title).filter { $0.hasPrefix("Boat") }
                .sorted()
            #expect(titles == ["Boat Race", "Boat Race II"])
            let refused = try await owner.post(
                served, path, PageForm.filled(page, to: path, ["title": " ", "timezone": "Mars"]))
            #expect(refused.status == 422)
            #expect(refused.body.contains("title-fault") && refused.body.contains("timezone-fault"))
        }
    }

    @Test("An event that lacks required details is not published; the page links to the field of each missing detail")
    func publish() async throws {
        let draft = try festival.services.events.createEvent(
            EventDetails(title: "Bare", timeZone: "UTC"), suite: .hmac, of: organizer)
        try await serve { served async throws in
            let reply = try await owner.post(served, "\(draft.deskPath)/publish", [])
            #expect(reply.status == 422)
            let links = PageForm.links(in: reply.body)
            for field in ["time?missing=yes#start", "time?missing=yes#end", "place?missing=yes#venue"] {
                #expect(links.contains("\(draft.deskPath)/edit/\(field)"), "\(field)")
            }
            #expect(links.contains("\(draft.deskPath)/types"))
            #expect(reply.body.contains(">Set the start</a>") && reply.body.contains(">Add a ticket type</a>"))
            let step = try await owner.get(served, "\(draft.deskPath)/edit/time?missing=yes").body
            #expect(step.contains("start-fault") && step.contains("end-fault") && !step.contains("doors-fault"))
            let past = try festival.services.events.createEvent(
                EventDetails(
                    title: "Long over", venue: "Lido", timeZone: "UTC",
                    start: Festival.start.advanced(bySeconds: -7200), end: Festival.start.advanced(bySeconds: -3600)),
                suite: .hmac, of: organizer)
            let late = try await owner.post(served, "\(past.deskPath)/publish", [])
            #expect(PageForm.links(in: late.body).contains("\(past.deskPath)/edit/time?missing=yes#end"))
            let marked = try await owner.get(served, "\(past.deskPath)/edit/time?missing=yes").body
            #expect(marked.contains("id=\"end-fault\">the end is in the past<") && !marked.contains("start-fault"))
            for _ in 0..<2 {
                #expect(try await owner.post(served, "\(festival.event.deskPath)/publish", []).status == 303)
            }
        }
    }

    @Test("An event is deleted only if it has as many tickets as the user confirmed; no other event is affected")
    func delete() async throws {
        _ = try festival.issue(2)
        let neighbour = try festival.services.events.duplicate(festival.event, titled: nil, by: nil)
        #expect(neighbour.slug.hasPrefix(festival.event.slug))
        let path = "\(festival.event.deskPath)/delete"
        try await serve { served async throws in
            let page = try await owner.get(served, path).body
            #expect(page.contains("2 tickets will be cancelled"))
            _ = try festival.issue(1)
            let fields = try PageForm.filled(page, to: path)
            let warned = try await owner.post(served, path, fields)
            #expect(warned.status == 409 && warned.body.contains("3 tickets will be cancelled. A message"))
            #expect(try await owner.post(served, path, []).status == 409)
            let right = try PageForm.filled(warned.body, to: path)
            for _ in 0..<2 { #expect(try await owner.post(served, path, right).status == 303) }
            #expect(try festival.services.events.events().map(\.number) == [neighbour.number])
            for _ in 0..<2 {
                #expect(try await owner.post(served, "\(festival.event.deskPath)/restore", []).status == 303)
            }
            #expect(try festival.services.tickets.ticketCount(of: festival.event) == 3)
        }
    }

    @Test("A member who edits an event with sold tickets sees how many were sold")
    func warning() async throws {
        let path = "\(festival.event.deskPath)/edit/time"
        try await serve { served async throws in
            #expect(try await !owner.get(served, path).body.contains(" valid ticket"))
            _ = try festival.issue(1)
            #expect(
                try await owner.get(served, path).body.contains(
                    "The event has 1 valid ticket. If you change the time or the place"))
            _ = try festival.issue(1)
            #expect(
                try await owner.get(served, path).body.contains(
                    "The event has 2 valid tickets. If you change the time or the place"))
        }
    }

    @Test("A search finds events by state and by words of the title or venue; a deleted event can be restored")
    func list() async throws {
        let other = try festival.services.events.createEvent(
            EventDetails(title: "Boat Race", timeZone: "UTC"), suite: .hmac, of: organizer)
        try await serve { served async throws in
            func found(_ query: String) async throws -> [String] {
                let links = PageForm.links(in: try await owner.get(served, "/desk/events?\(query)").body)
                return links.filter { $0.hasPrefix("/desk/e/") }.sorted()
            }
            let both = [festival.event.deskPath, other.deskPath].sorted()
            #expect(try await found("") == both)
            #expect(try await found("text=RACE+boat") == [other.deskPath])
            #expect(try await found("text=year+lido") == [festival.event.deskPath])
            #expect(try await found("state=draft") == [other.deskPath])
            #expect(try await found("text=boat&state=published").isEmpty)
            #expect(try await found("state=deleted").isEmpty)

            _ = try festival.services.events.deleteEvent(other)
            #expect(try await found("") == [festival.event.deskPath])
            #expect(try await found("state=deleted") == [other.deskPath])
            let page = try await owner.get(served, "/desk/events?state=deleted").body
            #expect(page.contains("Restore event"))
            let restore = "\(other.deskPath)/restore"
            let reply = try await owner.post(served, restore, PageForm.filled(page, to: restore))
            #expect(reply.status == 303 && reply.headers["location"] == "\(other.deskPath)?done=restored")
            #expect(try await found("") == both)
        }
    }

    @Test("An event is cancelled only if it has as many tickets as the user confirmed; each holder is notified once")
    func cancel() async throws {
        let path = "\(festival.event.deskPath)/cancel"
        _ = try festival.services.tickets.issue(
            .person(holder: "Grace", email: "grace@example.org", note: nil), type: festival.regular,
            of: festival.event, signingWith: festival.ring)
        try await serve { served async throws in
            let page = try await owner.get(served, path).body
            #expect(page.contains("1 ticket will be cancelled") && page.contains("ten seconds to undo the change"))
            _ = try festival.issue(1)
            let warned = try await owner.post(served, path, PageForm.filled(page, to: path))
            #expect(warned.status == 409 && warned.body.contains("2 tickets will be cancelled"))
            #expect(try event().status == .published)
            let right = try PageForm.filled(warned.body, to: path)
            let replies = try await [owner.post(served, path, right), owner.post(served, path, right)]
            #expect(replies.map(\.status) == [303, 303])
            let unreached = "unreached=everyone&about=event-cancelled"
            let location = "\(festival.event.deskPath)?done=cancelScheduled&\(unreached)"
            #expect(replies.allSatisfy { $0.headers["location"] == location })
            #expect(try event().status == .published)
            let waiting = try await owner.get(served, location).body
            #expect(!PageForm.links(in: waiting).contains(path) && waiting.contains("will be cancelled in 10 s."))
            #expect(try festival.makeScheduledChanges().made == 1)
            #expect(try event().status == .cancelled)
            let tickets = try festival.services.tickets.tickets(of: festival.event, matching: .all, limit: 9)
            #expect(tickets.map(\.status) == [.cancelled, .cancelled])
            let notices = try festival.services.notices.notices(of: organizer, limit: 100).filter {
                $0.kind == .eventCancelled
            }
            #expect(notices.map(\.recipient) == ["grace@example.org"])
            let after = try await owner.get(served, festival.event.deskPath).body
            #expect(!PageForm.links(in: after).contains(path))
        }
    }

    @Test(
        "A repeated form creates one copy of an event: a draft with the same ticket types, no tickets and a chosen date"
    )
    func duplicate() async throws {
        _ = try festival.issue(2)
        let path = "\(festival.event.deskPath)/duplicate"
        try await serve { served async throws in
            let page = try await owner.get(served, path).body
            let saysWhatIsLeftOut = page.contains("but without tickets, guests and pictures.")
            #expect(saysWhatIsLeftOut)
            for (field, text) in [("later", "soon"), ("title", " ")] {
                let wrong = try await owner.post(served, path, PageForm.filled(page, to: path, [field: text]))
                #expect(wrong.status == 422 && wrong.body.contains("id=\"\(field)-fault\""), "\(field)")
            }
            #expect(try festival.services.events.events().count == 1)
            let fields = try PageForm.filled(page, to: path, ["title": "Next Year", "later": "364d"])
            let replies = try await [owner.post(served, path, fields), owner.post(served, path, fields)]
            let copies = try festival.services.events.events().filter { $0.number != festival.event.number }
            let copy = try #require(copies.first)
            #expect(copies.count == 1 && copy.details.title == "Next Year" && copy.status == .draft)
            for reply in replies { #expect(reply.headers["location"] == "\(copy.deskPath)?done=duplicated") }
            let start = try #require(festival.event.details.start)
            #expect(copy.details.start == start.advanced(bySeconds: 364 * 86_400))
            #expect(try festival.services.ticketTypes.ticketTypes(of: copy).map(\.name) == ["Regular"])
            #expect(try festival.services.tickets.ticketCount(of: copy) == 0)
        }
    }

    @Test("The history of an event shows each change with its author, values and local times, and escapes markup")
    func history() async throws {
        let manager = try DeskVisitor.member(.manager, of: organizer, at: festival)
        let seller = try DeskVisitor.member(.seller, of: organizer, at: festival)
        let (path, edit) = ("\(festival.event.deskPath)/history", "\(festival.event.deskPath)/edit/basics")
        _ = try festival.services.events.edit(festival.event) { $0.start = $0.start?.advanced(bySeconds: 1800) }
        try await serve { served async throws in
            let form = try await manager.get(served, edit).body
            #expect(
                try await manager.post(served, edit, PageForm.filled(form, to: edit, ["title": "<b>New"])).status == 303
            )
            let page = try await owner.get(served, path).body
            let renamed = "The manager changed the title from “New Year by the Lake” to “&lt;b&gt;New”."
            let latest = try #require(page.firstRange(of: renamed))
            let moved = "Test moved the start from 08:26 to 08:56 on Wed 23 Dec 2026."
            let before = try #require(page.firstRange(of: moved))
            #expect(latest.lowerBound < before.lowerBound && !page.contains("<b>New"))
            #expect(try await seller.get(served, path).status == 403)
            #expect(!PageForm.links(in: try await seller.get(served, festival.event.deskPath).body).contains(path))
        }
    }

    @Test("For each field, the value that the form displayed decides whether the field is kept, changed or in conflict")
    func outcomes() throws {
        let seen = try FieldMerge.fingerprint("old")
        for (typed, current, outcome) in [
            ("old", "old", FieldMerge.Outcome.keep), ("new", "old", .change), ("old", "other", .keep),
            ("new", "other", .conflict),
            ("other", "other", .keep), ("", "old", .change), ("", "other", .conflict),
        ] {
            #expect(
                try FieldMerge.outcome(typed: typed, current: current, seen: seen) == outcome, "\(typed) \(current)")
        }
        // If a form does not state the displayed value, a change is always in conflict.
        #expect(try FieldMerge.outcome(typed: "new", current: "old", seen: nil) == .conflict)
    }
}
