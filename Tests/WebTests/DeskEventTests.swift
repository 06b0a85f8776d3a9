import EventFixture
import Management
import Testing
import Ticketing

@testable import Web

@Suite("Events at the desk", .serving)
struct DeskEventTests {
    private let festival: Festival
    private let owner: DeskVisitor
    private let organizer: Organizer

    init() throws {
        festival = try Festival()
        owner = try .owner(of: festival)
        organizer = try #require(try festival.office.organizers().first)
    }

    private func serve(_ work: (Served) async throws -> Void) async throws {
        try await Served.with(premises: festival.premises, work)
    }

    private func event() throws -> Event { try festival.office.event(named: festival.event.slug) }

    @Test(
        "Two who edit an event at once: what only one changed is merged, what both changed is told, with who and what")
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
            #expect(reply.body.contains("There is “Theirs” now, by The manager at "))
            #expect(try event().details.title == "Theirs")
            #expect(try event().details.about == nil)

            let again = try PageForm.filled(reply.body, to: path)
            let shown = Dictionary(again) { first, _ in first }
            #expect(shown["title"] == "Mine" && shown["about"] == "Only I wrote this" && shown["category"] == "music")
            #expect(try await owner.post(served, path, again).status == 303)
            let details = try event().details
            #expect(details.title == "Mine" && details.about == "Only I wrote this" && details.category == .music)
        }
    }

    @Test("Changes to other fields do not meet, and what is sent twice is done once")
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
            #expect(try festival.office.history(of: festival.event).filter { $0.after["address"] != nil }.count == 1)
        }
    }

    @Test("Another zone moves the moment, and leaves the time on the wall; an hour that is leapt over is refused")
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

    @Test("A title alone makes a draft, once for a form that is sent twice, and again when something else is in it")
    func create() async throws {
        let path = "\(organizer.deskPath)/new"
        try await serve { served async throws in
            let page = try await owner.get(served, path).body
            let fields = try PageForm.filled(page, to: path, ["title": "Boat Race"])
            let replies = try await (owner.post(served, path, fields), owner.post(served, path, fields))
            #expect(replies.0.status == 303 && replies.0.headers["location"] == replies.1.headers["location"])
            let third = try await owner.post(served, path, PageForm.filled(page, to: path, ["title": "Boat Race II"]))
            #expect(third.status == 303)
            let titles = try festival.office.events().map(\.details.title).filter { $0.hasPrefix("Boat") }.sorted()
            #expect(titles == ["Boat Race", "Boat Race II"])
            let refused = try await owner.post(
                served, path, PageForm.filled(page, to: path, ["title": " ", "timezone": "Mars"]))
            #expect(refused.status == 422)
            #expect(refused.body.contains("title-fault") && refused.body.contains("timezone-fault"))
        }
    }

    @Test("Publishing tells all that is missing, each with a link to its field, and is harmless twice")
    func publish() async throws {
        let draft = try festival.office.createEvent(
            EventDetails(title: "Bare", timeZone: "UTC"), suite: .hmac, of: organizer)
        try await serve { served async throws in
            let reply = try await owner.post(served, "\(draft.deskPath)/publish", [])
            #expect(reply.status == 422)
            let links = PageForm.links(in: reply.body)
            for field in ["time?missing=yes#start", "time?missing=yes#end", "place?missing=yes#venue"] {
                #expect(links.contains("\(draft.deskPath)/edit/\(field)"), "\(field)")
            }
            #expect(links.contains("\(draft.deskPath)/types"))
            let step = try await owner.get(served, "\(draft.deskPath)/edit/time?missing=yes").body
            #expect(step.contains("start-fault") && step.contains("end-fault") && !step.contains("doors-fault"))
            let past = try festival.office.createEvent(
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

    @Test("Deleting says how many it concerns, and asks again when that has changed; sent twice it meets nobody else")
    func delete() async throws {
        _ = try festival.issue(2)
        let neighbour = try festival.office.duplicate(festival.event, titled: nil, by: nil)
        #expect(neighbour.slug.hasPrefix(festival.event.slug))
        let path = "\(festival.event.deskPath)/delete"
        try await serve { served async throws in
            let page = try await owner.get(served, path).body
            #expect(page.contains("2 tickets stand"))
            _ = try festival.issue(1)
            let fields = try PageForm.filled(page, to: path)
            let asked = try await owner.post(served, path, fields)
            #expect(asked.status == 409 && asked.body.contains("3 tickets stand"))
            #expect(try await owner.post(served, path, []).status == 409)
            let right = try PageForm.filled(asked.body, to: path)
            for _ in 0..<2 { #expect(try await owner.post(served, path, right).status == 303) }
            #expect(try festival.office.events().map(\.number) == [neighbour.number])
            for _ in 0..<2 {
                #expect(try await owner.post(served, "\(festival.event.deskPath)/restore", []).status == 303)
            }
            #expect(try festival.office.ticketCount(of: festival.event) == 3)
        }
    }

    @Test("Who edits an event of which tickets are sold is told how many")
    func warning() async throws {
        let path = "\(festival.event.deskPath)/edit/time"
        try await serve { served async throws in
            #expect(try await !owner.get(served, path).body.contains(" sold. "))
            _ = try festival.issue(1)
            #expect(try await owner.get(served, path).body.contains("1 ticket is sold. Another time or place queues"))
            _ = try festival.issue(1)
            #expect(try await owner.get(served, path).body.contains("2 tickets are sold. Another time or place queues"))
        }
    }

    @Test("Events are found by their words; one that was deleted is among the deleted, and comes back from there")
    func list() async throws {
        let other = try festival.office.createEvent(
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

            _ = try festival.office.deleteEvent(other)
            #expect(try await found("") == [festival.event.deskPath])
            #expect(try await found("state=deleted") == [other.deskPath])
            let page = try await owner.get(served, "/desk/events?state=deleted").body
            #expect(page.contains("Bring it back"))
            let restore = "\(other.deskPath)/restore"
            let reply = try await owner.post(served, restore, PageForm.filled(page, to: restore))
            #expect(reply.status == 303 && reply.headers["location"] == "\(other.deskPath)?done=restored")
            #expect(try await found("") == both)
        }
    }

    @Test("Cancelling says how many it concerns, asks again when that has changed, and tells each holder once")
    func cancel() async throws {
        let path = "\(festival.event.deskPath)/cancel"
        _ = try festival.office.issue(
            .person(holder: "Grace", email: "grace@example.org", note: nil), type: festival.regular,
            of: festival.event, signingWith: festival.ring)
        try await serve { served async throws in
            let page = try await owner.get(served, path).body
            #expect(page.contains("1 ticket stands"))
            _ = try festival.issue(1)
            let asked = try await owner.post(served, path, PageForm.filled(page, to: path))
            #expect(asked.status == 409 && asked.body.contains("2 tickets stand"))
            #expect(try event().status == .published)
            let right = try PageForm.filled(asked.body, to: path)
            let replies = try await [owner.post(served, path, right), owner.post(served, path, right)]
            #expect(replies.map(\.status) == [303, 303])
            #expect(replies[0].headers["location"] == "\(festival.event.deskPath)?done=cancelled&count=1")
            #expect(try event().status == .cancelled)
            let tickets = try festival.office.tickets(of: festival.event, matching: .all, limit: 9)
            #expect(tickets.map(\.status) == [.cancelled, .cancelled])
            let told = try festival.office.notices(of: organizer, limit: 100).filter { $0.kind == .eventCancelled }
            #expect(told.map(\.recipient) == ["grace@example.org"])
            let after = try await owner.get(served, festival.event.deskPath).body
            #expect(!PageForm.links(in: after).contains(path))
        }
    }

    @Test("A copy is a draft with the same types and no tickets, so much later, and made once")
    func duplicate() async throws {
        _ = try festival.issue(2)
        let path = "\(festival.event.deskPath)/duplicate"
        try await serve { served async throws in
            let page = try await owner.get(served, path).body
            for (field, text) in [("later", "soon"), ("title", " ")] {
                let wrong = try await owner.post(served, path, PageForm.filled(page, to: path, [field: text]))
                #expect(wrong.status == 422 && wrong.body.contains("id=\"\(field)-fault\""), "\(field)")
            }
            #expect(try festival.office.events().count == 1)
            let fields = try PageForm.filled(page, to: path, ["title": "Next Year", "later": "364d"])
            let replies = try await [owner.post(served, path, fields), owner.post(served, path, fields)]
            let copies = try festival.office.events().filter { $0.number != festival.event.number }
            let copy = try #require(copies.first)
            #expect(copies.count == 1 && copy.details.title == "Next Year" && copy.status == .draft)
            for reply in replies { #expect(reply.headers["location"] == "\(copy.deskPath)?done=duplicated") }
            let start = try #require(festival.event.details.start)
            #expect(copy.details.start == start.advanced(bySeconds: 364 * 86_400))
            #expect(try festival.office.ticketTypes(of: copy).map(\.name) == ["Regular"])
            #expect(try festival.office.ticketCount(of: copy) == 0)
        }
    }

    @Test("The history says who has changed what, from what to what, on the wall of the event; markup is text")
    func history() async throws {
        let manager = try DeskVisitor.member(.manager, of: organizer, at: festival)
        let seller = try DeskVisitor.member(.seller, of: organizer, at: festival)
        let (path, edit) = ("\(festival.event.deskPath)/history", "\(festival.event.deskPath)/edit/basics")
        _ = try festival.office.edit(festival.event) { $0.start = $0.start?.advanced(bySeconds: 1800) }
        try await serve { served async throws in
            let form = try await manager.get(served, edit).body
            #expect(
                try await manager.post(served, edit, PageForm.filled(form, to: edit, ["title": "<b>New"])).status == 303
            )
            let page = try await owner.get(served, path).body
            let latest = try #require(page.firstRange(of: "<del>New Year by the Lake</del> <ins>&lt;b&gt;New</ins>"))
            let before = try #require(page.firstRange(of: "<del>2026-12-23 08:26</del> <ins>2026-12-23 08:56</ins>"))
            #expect(latest.lowerBound < before.lowerBound && !page.contains("<b>New"))
            #expect(page[..<latest.lowerBound].contains("The manager"))
            #expect(try await seller.get(served, path).status == 403)
            #expect(!PageForm.links(in: try await seller.get(served, festival.event.deskPath).body).contains(path))
        }
    }

    @Test("What a form saw decides between keeping, putting and asking")
    func outcomes() throws {
        let seen = try Seen.mark("old")
        for (typed, current, outcome) in [
            ("old", "old", Seen.Outcome.keep), ("new", "old", .put), ("old", "other", .keep), ("new", "other", .clash),
            ("other", "other", .keep), ("", "old", .put), ("", "other", .clash),
        ] {
            #expect(try Seen.outcome(typed: typed, current: current, seen: seen) == outcome, "\(typed) \(current)")
        }
        // Who does not say what they saw has seen nothing.
        #expect(try Seen.outcome(typed: "new", current: "old", seen: nil) == .clash)
    }
}
