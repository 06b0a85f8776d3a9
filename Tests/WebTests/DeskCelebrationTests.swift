import EventFixture
import Gate
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

/// The grid is the table of guests and sub-events on the desk's page about guests.
@Suite("Sub-events and guests at the desk", .serving)
struct DeskCelebrationTests {
    private let wedding: Wedding
    private let owner: DeskVisitor
    private let path: String

    init() throws {
        wedding = try Wedding()
        owner = try .owner(of: wedding.festival)
        path = wedding.event.deskPath
    }

    private func serve(_ work: (Served) async throws -> Void) async throws {
        try await Served.with(configuration: wedding.festival.configuration, work)
    }

    private func reception() throws -> SubEventDetails {
        try wedding.services.subEvents.subEvent(named: "\(wedding.reception.number)", of: wedding.event).details
    }

    @Test(
        "Two forms can change different fields of a sub-event; if both change the same field, the later form is refused"
    )
    func subEvent() async throws {
        try wedding.importGuests("name,email,reception\nA,a@x.org,yes\n")
        let pagePath = "\(path)/sub-events/\(wedding.reception.number)"
        try await serve { served async throws in
            #expect(PageForm.links(in: try await owner.get(served, "\(path)/sub-events").body).contains(pagePath))
            let first = try await owner.get(served, pagePath).body
            let theirs = try PageForm.filled(first, to: pagePath, ["venue": "Lakeside"])
            for _ in 0..<2 { #expect(try await owner.post(served, pagePath, theirs).status == 303) }
            #expect(
                try await owner.post(
                    served, pagePath, PageForm.filled(first, to: pagePath, ["capacity": "40"])
                ).status == 303
            )
            #expect(try reception().venue == "Lakeside" && reception().capacity == 40)
            let organizer = try #require(try wedding.services.organizers.organizers().first)
            let notices = try wedding.services.notices.notices(of: organizer, limit: 100)
                .filter { $0.kind == .eventMoved }
            #expect(notices.map(\.recipient) == ["a@x.org"])

            let clash = try await owner.post(
                served, pagePath, PageForm.filled(first, to: pagePath, ["venue": "<b>Barn"]))
            #expect(clash.status == 422 && clash.body.contains("Current value: “Lakeside”."))
            #expect(try await owner.post(served, pagePath, PageForm.filled(clash.body, to: pagePath)).status == 303)
            #expect(try reception().venue == "<b>Barn" && reception().capacity == 40)
        }
    }

    @Test("The pages call sub-events “functions” at a celebration, and “sessions” at other events")
    func label() async throws {
        let gala = try wedding.services.events.createEvent(
            EventDetails(title: "Gala", kind: .celebration, timeZone: "UTC"), suite: .hmac,
            of: wedding.services.organizers.organizer(named: "Nile Nights"))
        try await serve { served async throws in
            let celebration = try await owner.get(served, "\(gala.deskPath)/sub-events").body
            #expect(celebration.contains(">Functions</a>") && celebration.contains("Add function"))
            let other = try await owner.get(served, "\(path)/sub-events").body
            #expect(other.contains(">Sessions</a>") && other.contains("Add session"))
        }
    }

    @Test(
        """
        A sub-event that is added without a name is named after its kind; when its kind changes, its name also changes
        """)
    func unnamed() async throws {
        let pagePath = "\(path)/sub-events"
        func subEvents() throws -> [SubEvent] { try wedding.services.subEvents.subEvents(of: wedding.event) }
        try await serve { served async throws in
            func add(_ typed: [String: String]) async throws -> Int {
                let page = try await owner.get(served, pagePath).body
                return try await owner.post(served, pagePath, PageForm.filled(page, to: pagePath, typed)).status
            }
            for subEvent in try subEvents() {
                try wedding.services.subEvents.removeSubEvent(subEvent, of: wedding.event)
            }
            #expect(try await add(["name": ""]) == 303)
            #expect(try await add(["type": "rehearsal", "name": ""]) == 303)
            #expect(try subEvents().map(\.name) == ["Ceremony", "Rehearsal Dinner"])
            let own = "\(pagePath)/\(try #require(subEvents().first).number)"
            let form = try await owner.get(served, own).body
            let reception = try PageForm.filled(form, to: own, ["type": "reception"])
            #expect(try await owner.post(served, own, reception).status == 303)
            #expect(try subEvents().map(\.name) == ["Reception", "Rehearsal Dinner"])
        }
    }

    @Test("At a celebration, one button adds the usual functions that are missing, each with the colour of its kind")
    func readySet() async throws {
        let gala = try wedding.services.events.createEvent(
            EventDetails(title: "Gala", kind: .celebration, timeZone: "UTC"), suite: .hmac,
            of: wedding.services.organizers.organizer(named: "Nile Nights"))
        _ = try wedding.services.subEvents.addSubEvent(SubEventDetails(kind: .reception), to: gala)
        let list = "\(gala.deskPath)/sub-events"
        func names() throws -> [String] { try wedding.services.subEvents.subEvents(of: gala).map(\.name) }
        try await serve { served async throws in
            let page = try await owner.get(served, list).body
            #expect(page.contains(">Add Ceremony, Rehearsal Dinner<"))
            let form = try PageForm.filled(page, to: "\(list)/set")
            for _ in 0..<2 {
                #expect(try await owner.post(served, "\(list)/set", form).headers["location"] == "\(list)?done=added")
            }
            #expect(try names() == ["Reception", "Ceremony", "Rehearsal Dinner"])
            let filled = try await owner.get(served, list).body
            #expect(!filled.contains("sub-events/set\""))
            for (colour, kind) in [("rose", "Reception"), ("gold", "Ceremony"), ("sage", "Rehearsal")] {
                #expect(filled.contains("<span class=\"badge \(colour)\">\(kind)</span>"), "\(kind)")
            }
            // The button does not offer a function whose name is already the name of a sub-event of another kind.
            let rehearsal = try #require(
                try wedding.services.subEvents.subEvents(of: gala).first { $0.details.kind == .rehearsal })
            _ = try wedding.services.subEvents.editSubEvent(rehearsal, of: gala) {
                ($0.kind, $0.note) = (.other, "with friends")
            }
            let named = try await owner.get(served, list).body
            #expect(!named.contains("sub-events/set\""))
            // Other events have no such button.
            let other = try await owner.get(served, "\(path)/sub-events").body
            #expect(!other.contains("sub-events/set\""))
        }
    }

    @Test("A note of a ceremony, a reception or a rehearsal is refused at its field")
    func note() async throws {
        let pagePath = "\(path)/sub-events/\(wedding.reception.number)"
        try await serve { served async throws in
            let page = try await owner.get(served, pagePath).body
            #expect(page.contains("/scripts/sub-event-note.js\""))
            let refused = try await owner.post(
                served, pagePath, PageForm.filled(page, to: pagePath, ["note": "bring shoes"]))
            #expect(refused.status == 422 && refused.body.contains("id=\"note-fault\">leave this empty"))
            #expect(try reception().note == nil)
        }
    }

    @Test("Each error in a sub-event’s form appears at the faulty field, and the form keeps the typed values")
    func faults() async throws {
        let pagePath = "\(path)/sub-events/\(wedding.reception.number)"
        let before = try reception()
        try await serve { served async throws in
            for (typed, field) in [
                (["name": "BRUNCH"], "name"), (["type": "other"], "note"), (["start": "soon"], "start"),
                (["end": "2001-01-01T10:00"], "end"), (["capacity": "many"], "capacity"), (["type": "dance"], "type"),
            ] {
                let page = try await owner.get(served, pagePath).body
                let reply = try await owner.post(served, pagePath, PageForm.filled(page, to: pagePath, typed))
                #expect(reply.status == 422 && reply.body.contains("id=\"\(field)-fault\""), "\(field)")
                let again = Dictionary(try PageForm.filled(reply.body, to: pagePath)) { first, _ in first }
                for (name, text) in typed { #expect(again[name] == text) }
            }
            #expect(try await owner.get(served, "\(path)/sub-events/9").status == 404)
        }
        #expect(try reception() == before)
    }

    @Test("A sub-event with admissions can’t be deleted, and an error says why; an unused sub-event can be deleted")
    func removal() async throws {
        try wedding.importGuests("name,ceremony\nA,yes\n")
        try wedding.invite()
        _ = try wedding.gate(at: wedding.ceremony).decide(Scan(try wedding.token(of: "A")))
        try await serve { served async throws in
            let kept = try await owner.post(served, "\(path)/sub-events/\(wedding.ceremony.number)/remove", [])
            #expect(kept.status == 422 && kept.body.contains("1 person was let in at “Ceremony”"))
            for _ in 0..<2 {
                let gone = try await owner.post(served, "\(path)/sub-events/\(wedding.brunch.number)/remove", [])
                #expect(gone.status == 303)
            }
        }
        #expect(try wedding.services.subEvents.subEvents(of: wedding.event).map(\.name) == ["Ceremony", "Reception"])
    }

    @Test("A form with a guest’s replies is saved once; if the guest replied meanwhile, an error shows the new reply")
    func guest() async throws {
        try wedding.importGuests(
            "name,email,companions,meal,ceremony,reception\nGrace <b>,grace@x.org,2,fish,yes,yes\n")
        try wedding.invite()
        let pagePath = "\(path)/guests/1"
        func guest() throws -> InvitedGuest { try wedding.services.guests.guest(named: "1", of: wedding.event) }
        try await serve { served async throws in
            #expect(PageForm.links(in: try await owner.get(served, "\(path)/guests").body).contains(pagePath))
            let first = try await owner.get(served, pagePath).body
            #expect(first.contains("grace@x.org") && first.contains("Grace &lt;b&gt;") && !first.contains("Grace <b>"))
            let answerFields = try PageForm.filled(first, to: pagePath, ["answer-1": "2", "meal": ""])
            for _ in 0..<2 { #expect(try await owner.post(served, pagePath, answerFields).status == 303) }
            #expect(try guest().invitations.map(\.reply) == [.attending(companions: 2), .none])
            #expect(try guest().guest.details.meal == nil)

            for subEvent in [wedding.ceremony, wedding.reception] {
                _ = try wedding.services.guests.answer(.declined, ofGuest: "1", to: subEvent, of: wedding.event)
            }
            let late = try PageForm.filled(first, to: pagePath, ["answer-1": "0", "meal": "beef"])
            let clash = try await owner.post(served, pagePath, late)
            #expect(clash.status == 422 && clash.body.contains("Current value: “not coming”."))
            #expect(clash.body.contains(#"id="answer-2-note">Somebody else changed this value"#), "\(clash.body)")
            #expect(try guest().guest.details.meal == nil)
            #expect(try await owner.post(served, pagePath, PageForm.filled(clash.body, to: pagePath)).status == 303)
            #expect(try guest().invitations[0].reply == .attending(companions: 0))

            let page = try await owner.get(served, pagePath).body
            for (name, text) in [
                ("answer-2", "3"), ("answer-2", "perhaps"), ("meal", String(repeating: "x", count: 999)),
            ] {
                let wrong = try await owner.post(served, pagePath, PageForm.filled(page, to: pagePath, [name: text]))
                #expect(wrong.status == 422 && wrong.body.contains("id=\"\(name)-fault\""), "\(name)")
                let again = Dictionary(try PageForm.filled(wrong.body, to: pagePath)) { first, _ in first }
                #expect(again[name] == text)
            }
            let asking = "\(pagePath)/\(wedding.brunch.number)"
            for _ in 0..<2 {
                let asked = try await owner.post(served, asking, PageForm.filled(page, to: asking))
                #expect(asked.status == 303 && asked.headers["location"] == "\(pagePath)?done=invited")
            }
            #expect(try guest().invitations.map(\.subEvent) == [1, 2, 3])
            for missing in ["0", "2", "Grace"] {
                #expect(try await owner.get(served, "\(path)/guests/\(missing)").status == 404)
            }
            #expect(!served.log.text.contains("Grace"))
        }
    }

    /// Expects that the grid has a choice for each of two guests and three sub-events. Only the first guest is invited,
    /// to two sub-events.
    private static func expectChoices(of list: String, in page: String) throws {
        let form = try #require(PageForm.all(in: page).first { $0.action == list && $0.method == "post" })
        let choices = form.fields.filter { $0.kind == .choice }
        #expect(choices.map(\.name) == (1...2).flatMap { guest in (1...3).map { "reply-\(guest)-\($0)" } })
        #expect(choices.map(\.value) == ["none", "none"] + [String](repeating: "not-invited", count: 4))
    }

    @Test("A row of the grid saves replies and numbers of companions, invites guests, and overwrites no newer reply")
    func grid() async throws {
        try wedding.importGuests("name,companions,ceremony,reception\nGrace,3,yes,yes\nOkello,0,no,\n")
        let list = "\(path)/guests"
        func replies() throws -> [Ticketing.InvitationReply] {
            try wedding.services.guests.guest(named: "1", of: wedding.event).invitations.map(\.reply)
        }
        let organizer = try #require(try wedding.services.organizers.organizers().first)
        let viewer = try DeskVisitor.member(.viewer, of: organizer, at: wedding.festival)
        try await serve { served async throws in
            func send(_ page: String, _ chosen: [String: String]) async throws -> Reply {
                try await owner.post(served, list, PageForm.filled(page, to: list, chosen))
            }
            let first = try await owner.get(served, list).body
            try Self.expectChoices(of: list, in: first)
            #expect(try await send(first, ["reply-1-1": "maybe"]).status == 303)
            #expect(try replies() == [.maybe, .none])

            // The choice “2” means that the guest comes with two companions. The answer for another sub-event, which is
            // saved below, does not change this number.
            let second = try await owner.get(served, list).body
            // If a form is sent twice, both responses say that it was saved.
            let twice = try PageForm.filled(second, to: list, ["reply-1-1": "2", "reply-1-3": "none"])
            let invited = try await owner.post(served, list, twice)
            let repeated = try await owner.post(served, list, twice)
            #expect(repeated.headers["location"] == "\(list)?done=answered#guest-1")
            #expect(invited.headers["location"] == "\(list)?done=invited&unreached=guests:1&about=invitation#guest-1")
            #expect(try replies() == [.attending(companions: 2), .none, .none])
            let third = try await owner.get(served, list).body
            #expect(try await send(third, ["reply-1-2": "declined"]).status == 303)
            #expect(try replies() == [.attending(companions: 2), .declined, .none])

            // The second page was opened before the reply with two companions was saved.
            let clash = try await send(second, ["reply-1-1": "declined", "reply-1-3": "none"])
            #expect(clash.status == 422 && clash.body.contains("Current value: “coming, with 2 more”."))
            #expect(try replies() == [.attending(companions: 2), .declined, .none])
            #expect(try await send(clash.body, [:]).status == 303)
            #expect(try replies() == [.declined, .declined, .none])

            let last = try await owner.get(served, list).body
            for wrong in ["4", "", "-1", "attending"] {
                let refused = try await send(last, ["reply-1-1": wrong])
                #expect(refused.status == 422 && refused.body.contains("id=\"reply-1-1-fault\""), "\(wrong)")
            }
            // The form with the invitation is sent again after the invitation was withdrawn.
            try wedding.invite(.named(["1"]), withdraw: [wedding.brunch])
            #expect(
                try await send(second, ["reply-1-1": "2", "reply-1-3": "none"]).headers["location"]
                    == "\(list)?done=unchanged#guest-1")
            #expect(try replies() == [.declined, .declined])

            let seen = try await viewer.get(served, list).body
            let methods = PageForm.all(in: seen).filter { $0.action == list }.map(\.method)
            #expect(seen.contains("not coming") && methods == ["get"])
            #expect(try await viewer.post(served, list, [("reply-1-1", "maybe")]).status == 403)
            let missing = try await owner.post(served, list, [("reply-9-1", "maybe")])
            #expect(missing.headers["location"] == "\(list)?done=unchanged&removed-guests=9")
        }
    }

    @Test("The grid saves the choices of several guests together; if one is refused, none is lost and none is saved")
    func severalRows() async throws {
        try wedding.importGuests("name,companions,ceremony\nGrace,1,yes\nOkello,0,yes\nSarah,0,yes\n")
        let list = "\(path)/guests"
        func replies() throws -> [Ticketing.InvitationReply] {
            try wedding.guests().compactMap { $0.invitations.first?.reply }
        }
        try await serve { served async throws in
            let page = try await owner.get(served, list).body
            func send(_ page: String, _ chosen: [String: String]) async throws -> Reply {
                try await owner.post(served, list, PageForm.filled(page, to: list, chosen))
            }
            let unchanged = try await send(page, [:])
            #expect(unchanged.headers["location"] == "\(list)?done=unchanged")

            // Guest 2 is not allowed to bring a companion, so the form is refused.
            let refused = try await send(page, ["reply-1-1": "maybe", "reply-2-1": "1", "reply-3-1": "declined"])
            #expect(refused.status == 422 && refused.body.contains("id=\"reply-2-1-fault\""))
            #expect(!refused.body.contains("id=\"reply-1-1-fault\""))
            #expect(try replies() == [.none, .none, .none])
            let kept = Dictionary(try PageForm.filled(refused.body, to: list)) { first, _ in first }
            #expect(kept["reply-1-1"] == "maybe" && kept["reply-2-1"] == "1" && kept["reply-3-1"] == "declined")

            // Another member answers for guest 3, whose choice is also in the form.
            _ = try wedding.services.guests.answer(.maybe, ofGuest: "3", to: wedding.ceremony, of: wedding.event)
            let clash = try await send(refused.body, ["reply-2-1": "0"])
            #expect(clash.status == 422 && clash.body.contains("Current value: “maybe”."))
            #expect(try replies() == [.none, .none, .maybe])
            let location = try #require(try await send(clash.body, [:]).headers["location"])
            #expect(location == "\(list)?done=answered&count=3#guest-1")
            #expect(try replies() == [.maybe, .attending(companions: 0), .declined])
            let saved = try await owner.get(served, String(location.prefix { $0 != "#" })).body
            #expect(saved.contains("3 answers saved.") && !saved.contains("Answer saved."))

            // Rows that the user did not change keep newer answers.
            _ = try wedding.services.guests.answer(.declined, ofGuest: "1", to: wedding.ceremony, of: wedding.event)
            #expect(try await send(page, ["reply-2-2": "none"]).status == 303)
            #expect(try replies() == [.declined, .attending(companions: 0), .declined])
        }
    }

    @Test("If a sub-event is removed while the grid is open, the page says that the choices for it were not saved")
    func removedSubEvent() async throws {
        try wedding.importGuests("name,companions,ceremony,brunch\nGrace,1,yes,yes\nOkello,0,yes,yes\n")
        let (list, brunch) = ("\(path)/guests", wedding.brunch.number)
        let note = "“&lt;Brunch&gt;” was removed while you edited this page"
        _ = try wedding.services.subEvents.editSubEvent(wedding.brunch, of: wedding.event) { $0.name = "<Brunch>" }
        try await serve { served async throws in
            func send(_ page: String, _ chosen: [String: String]) async throws -> Reply {
                try await owner.post(served, list, PageForm.filled(page, to: list, chosen))
            }
            let page = try await owner.get(served, list).body
            try wedding.services.subEvents.removeSubEvent(wedding.brunch, of: wedding.event)
            // A refused form also names the sub-event, because the page no longer shows its choices.
            let refused = try await send(
                page, ["reply-1-1": "maybe", "reply-2-1": "5", "reply-2-\(brunch)": "declined"])
            #expect(refused.status == 422 && refused.body.contains(note), "\(refused)")

            let twice = try PageForm.filled(
                page, to: list, ["reply-1-1": "maybe", "reply-2-1": "declined", "reply-2-\(brunch)": "declined"])
            for _ in 0..<2 {
                let reply = try await owner.post(served, list, twice)
                let location = try #require(reply.headers["location"])
                #expect(location == "\(list)?done=answered&count=2&removed=\(brunch)#guest-1")
                let saved = try await owner.get(served, String(location.prefix { $0 != "#" })).body
                #expect(saved.contains("2 answers saved.") && saved.contains(note), "\(saved)")
            }
            #expect(try wedding.guests().map { $0.invitations.map(\.reply) } == [[.maybe], [.declined]])

            let others = try await send(page, ["reply-1-2": "none"])
            #expect(others.headers["location"]?.contains("removed") == false)
            let only = try PageForm.filled(page, to: list, ["reply-1-\(brunch)": "1"])
            for _ in 0..<2 {
                let location = try await owner.post(served, list, only).headers["location"]
                #expect(location == "\(list)?done=unchanged&removed=\(brunch)#guest-1")
            }
            let never = try await owner.get(served, "\(list)?done=unchanged&removed=1,77,x").body
            #expect(!never.contains("was removed while you edited"))
        }
    }

    @Test("After the grid is saved, the history names each guest only with the sub-events whose choices have changed")
    func gridHistory() async throws {
        try wedding.importGuests("name,companions,ceremony\nGrace,1,yes\nOkello,0,yes\nSarah,0,yes\n")
        let list = "\(path)/guests"
        try await serve { served async throws in
            let page = try await owner.get(served, list).body
            let chosen = ["reply-1-1": "maybe", "reply-1-2": "none", "reply-2-3": "none"]
            #expect(try await owner.post(served, list, PageForm.filled(page, to: list, chosen)).status == 303)
        }
        let records = try wedding.services.events.history(of: wedding.event)
        let changes = records.filter { $0.subject.kind == .guest }
            .reduce(into: [String: [String: String]]()) { $0[$1.subject.id, default: [:]].merge($1.after) { $1 } }
        #expect(
            changes == [
                "1": ["Ceremony": "maybe", "Reception": "invited"], "2": ["Brunch": "invited"],
            ])
        let summary = try #require(records.last { $0.subject.kind == .event && $0.action == "inviteGuests" })
        #expect(summary.after["invited"] == "2" && summary.after["to"] == nil)
    }

    @Test("If a form with the rows of a search is refused, the page still shows only these rows")
    func refusedSearch() async throws {
        try wedding.importGuests("name,ceremony\nGrace,yes\nOkello,yes\nGrace Ada,yes\n")
        let list = "\(path)/guests"
        try await serve { served async throws in
            let found = try await owner.post(served, "\(list)/search", [("text", "grace")]).body
            let sent = try PageForm.filled(found, to: list, ["reply-3-1": "5"])
            let refused = try await owner.post(served, list, sent)
            #expect(refused.status == 422 && refused.body.contains("id=\"reply-3-1-fault\""))
            let rows = refused.body.matches(of: /<tr id="guest-([0-9]+)">/).map { String($0.1) }
            #expect(rows == ["1", "3"] && refused.body.contains(">All guests</a>"))
        }
    }

    @Test("The grid accepts the fields of a whole page of guests; other forms have a smaller limit")
    func fieldLimit() async throws {
        try wedding.importGuests("name,ceremony\nGrace,yes\n")
        let list = "\(path)/guests"
        let most = GuestGridPage.bodyLimit.fields
        func fields(_ count: Int) -> [(String, String)] { (0..<count).map { ("field-\($0)", "1") } }
        try await serve { served async throws in
            // Each form also has the CSRF token, which counts as a field.
            #expect(try await owner.post(served, list, fields(most - 1)).status == 303)
            #expect(try await owner.post(served, list, fields(most)).status == 400)
            let (search, own) = ("\(list)/search", BodyLimit.form.fields)
            #expect(try await owner.post(served, search, fields(own - 1)).status == 200)
            #expect(try await owner.post(served, search, fields(own)).status == 400)
            // A page has at most 40 guests.
            let rows = (1...41).map { ("reply-\($0)-1", "maybe") }
            #expect(try await owner.post(served, list, rows).status == 400)
        }
    }

    @Test("After the deadline, the desk says that answers are closed; a member can clear the deadline")
    func deadline() async throws {
        let own = "\(path)/sub-events/\(wedding.reception.number)"
        try await serve { served async throws in
            func save(_ deadline: String) async throws -> String {
                let page = try await owner.get(served, own).body
                let sent = try await owner.post(served, own, PageForm.filled(page, to: own, ["answer-by": deadline]))
                return try await owner.get(served, try #require(sent.headers["location"])).body
            }
            let open = try await save("2026-12-23T23:59")
            #expect(open.contains("Saved.") && !open.contains("answers are closed"))
            let closed = try await save("2020-01-01T12:00")
            #expect(closed.contains("Saved. The deadline for answers has passed, so guests can no longer answer."))
            #expect(closed.contains("Deadline for answers: Wed 1 Jan 2020, 12:00 (passed: answers are closed)"))
            let cleared = try await save("")
            #expect(cleared.contains("Saved.") && !cleared.contains("Deadline for answers: 2020"))
        }
        #expect(try reception().answerBy == nil)
    }

    @Test("The history of the event has guests’ answers, changes of sub-events, and frozen headcounts")
    func history() async throws {
        try wedding.importGuests("name,ceremony\nGrace <b>,yes\n")
        _ = try wedding.services.guests.answer(.maybe, ofGuest: "1", to: wedding.ceremony, of: wedding.event)
        _ = try wedding.services.headcounts.freeze(of: wedding.event)
        for number in 1...100 {
            _ = try wedding.services.subEvents.editSubEvent(wedding.brunch, of: wedding.event) {
                $0.venue = "Garden \(number)"
            }
        }
        let history = "\(path)/history"
        try await serve { served async throws in
            let latest = try await owner.get(served, history).body
            #expect(latest.contains("sub-event 3 (Brunch)") && latest.contains("Garden 100"))
            let moved = "Test changed the venue of sub-event “Brunch” from “Garden 99” to “Garden 100”."
            #expect(latest.contains(moved))
            let frozen = "Test froze version 1 of the numbers for the caterer."
            #expect(!latest.contains(frozen))
            let link = try #require(PageForm.links(in: latest).first { $0.hasPrefix("\(history)?before=") })
            let earlier = try await owner.get(served, link).body
            #expect(earlier.contains(frozen) && earlier.contains("guest 1 (Grace &lt;b&gt;)"))
            let answer = "the answer to “Ceremony” of guest “Grace &lt;b&gt;” from “no answer” to “maybe”."
            #expect(earlier.contains(answer))
        }
    }

    @Test("Every operation that changes something has a sentence in the history")
    func actions() {
        let reading = ["show", "read", "report", "find", "scan", "changeMessagePreferences"]
        for operation in Management.Operation.allCases
        where !reading.contains(where: { operation.rawValue.hasPrefix($0) }) {
            #expect(ActionSentence(operation: operation.rawValue) != nil, "\(operation)")
        }
        #expect(ActionSentence(operation: "inviteGuest") == nil)
    }

    @Test("Owners, but not sellers, can withdraw an invitation, so that the sub-event’s gates refuse the guest’s code")
    func withdrawal() async throws {
        try wedding.importGuests("name,email,ceremony,reception\nGrace,grace@x.org,yes,yes\nOkello,,no,yes\n")
        try wedding.invite(.named(["1"]))
        let pagePath = "\(path)/guests/1"
        let withdraw = "\(pagePath)/\(wedding.reception.number)/withdraw"
        let organizer = try #require(try wedding.services.organizers.organizers().first)
        let seller = try DeskVisitor.member(.seller, of: organizer, at: wedding.festival)
        func invited() throws -> [Int] {
            try wedding.services.guests.guest(named: "1", of: wedding.event).invitations.map(\.subEvent)
        }
        func actions(_ html: String) -> [String] {
            PageForm.all(in: html).map(\.action).filter { $0.hasSuffix("/withdraw") }
        }
        let both = [wedding.ceremony.number, wedding.reception.number]
        try await serve { served async throws in
            #expect(actions(try await seller.get(served, pagePath).body).isEmpty)
            let page = try await owner.get(served, pagePath).body
            #expect(actions(page) == both.map { "\(pagePath)/\($0)/withdraw" })
            #expect(page.contains("code stays valid"))
            let codeless = try await owner.get(served, "\(path)/guests/2").body
            #expect(codeless.contains("The guest has no code yet and will not get a code."))
            let fields = try PageForm.filled(page, to: withdraw)
            for _ in 0..<2 {
                let reply = try await owner.post(served, withdraw, fields)
                #expect(reply.status == 303 && reply.headers["location"] == "\(pagePath)?done=withdrawn")
            }
            #expect(try invited() == [wedding.ceremony.number])
            // The old form doesn’t withdraw an invitation that was made after the form was shown. The response says so.
            try wedding.invite(.named(["1"]), to: [wedding.reception])
            let old = try await owner.post(served, withdraw, fields)
            #expect(old.headers["location"] == "\(pagePath)?done=unchanged")
            #expect(try invited() == both)
            let anew = try PageForm.filled(try await owner.get(served, pagePath).body, to: withdraw)
            #expect(try await owner.post(served, withdraw, anew).status == 303)
            #expect(try await owner.post(served, "\(pagePath)/9/withdraw", []).status == 404)
            #expect(!served.log.text.contains("Grace"))
        }
        #expect(try invited() == [wedding.ceremony.number])
        let verdict = try wedding.gate(at: wedding.reception).decide(Scan(try wedding.token(of: "1")))
        #expect(verdict.outcome == .refuse(.wrongGate(validAt: ["Ceremony"])))
    }

    @Test(
        "Only members with the right to sell see the link to a guest’s invitation; anybody can open the link"
    )
    func link() async throws {
        try wedding.importGuests("name,email,ceremony\nGrace,grace@x.org,yes\nOkello,,no\n")
        try wedding.invite()
        let organizer = try #require(try wedding.services.organizers.organizers().first)
        try await serve { served async throws in
            for role in Role.allCases {
                let visitor = try DeskVisitor.member(role, of: organizer, at: wedding.festival)
                let page = try await visitor.get(served, "\(path)/guests/1")
                let links = PageForm.links(in: page.body).filter { $0.contains("/i/") }
                #expect(page.status == 200)
                #expect(links.count == (role.grants(.sell) ? 1 : 0), "\(role)")
                let forms = Set(PageForm.all(in: page.body).map(\.action))
                #expect(forms.contains("\(path)/guests/1") == role.grants(.manageEvents), "\(role)")
                if let link = links.first, let start = link.range(of: "/i/") {
                    let opened = try await DeskVisitor.nobody.get(served, String(link[start.lowerBound...]))
                    #expect(opened.status == 200 && opened.body.contains("Grace"))
                }
            }
            let codeless = try await owner.get(served, "\(path)/guests/2")
            #expect(codeless.status == 200 && codeless.body.contains("No code yet."))
            let page = try await owner.get(served, "\(path)/guests/1").body
            let again = try #require(PageForm.all(in: page).first { $0.action.hasSuffix("/resend") }?.action)
            let fields = try PageForm.filled(page, to: again)
            for _ in 0..<2 { #expect(try await owner.post(served, again, fields).status == 303) }
            let notices = try wedding.services.notices.notices(of: organizer, limit: 100)
                .filter { $0.kind == .invitation }
            #expect(notices.map(\.recipient) == ["grace@x.org", "grace@x.org"])
        }
    }
}
