import EventFixture
import Foundation
import Gate
import Management
import Store
import Testing
import Ticketing

@Suite("Sub-events of a celebration", .everyEngine)
struct SubEventTests {
    @Test("Sub-events are numbered from 1, found by name, prefix or number, and have unique names")
    func naming() throws {
        let wedding = try Wedding()
        #expect(try wedding.services.subEvents.subEvents(of: wedding.event).map(\.number) == [1, 2, 3])
        for name in ["Reception", "réCEPTION", "rec", "2"] {
            #expect(try wedding.services.subEvents.subEvent(named: name, of: wedding.event) == wedding.reception)
        }
        #expect(throws: GuestError.faultySubEvent([.nameTaken("BRUNCH")])) {
            try wedding.services.subEvents.addSubEvent(
                SubEventDetails(kind: .reception, name: "BRUNCH"), to: wedding.event)
        }
        #expect(throws: GuestError.unknownSubEvent("x", known: ["Ceremony", "Reception", "Brunch"])) {
            try wedding.services.subEvents.subEvent(named: "x", of: wedding.event)
        }
        #expect(throws: GuestError.unknownSubEvent("", known: ["Ceremony", "Reception", "Brunch"])) {
            try wedding.services.subEvents.subEvent(named: "", of: wedding.event)
        }
        _ = try wedding.services.subEvents.addSubEvent(
            SubEventDetails(kind: .other, name: "Breakfast", note: "x"), to: wedding.event)
        let error = #expect(throws: ManagementError.self) {
            try wedding.services.subEvents.subEvent(named: "br", of: wedding.event)
        }
        #expect(error?.description == "“br” could be Brunch (number 3), Breakfast (number 4)")
    }

    @Test(
        """
        A ceremony, a reception and a rehearsal can be added at once; any of them that the event already has is \
        skipped
        """)
    func readySet() throws {
        let festival = try Festival()
        let (subEvents, event) = (festival.services.subEvents, festival.event)
        let added = try subEvents.addReadySet(to: event)
        #expect(added.map(\.name) == ["Ceremony", "Reception", "Rehearsal Dinner"])
        #expect(added.map(\.number) == [1, 2, 3] && added.allSatisfy { $0.details.start == nil })
        #expect(try subEvents.subEvents(of: event) == added)
        #expect(try subEvents.addReadySet(to: event).isEmpty)
        let history = try festival.services.events.history(of: event).filter { $0.action == "addSubEvent" }
        #expect(history.count == 3)

        try subEvents.removeSubEvent(added[1], of: event)
        _ = try subEvents.editSubEvent(added[2], of: event) { ($0.kind, $0.note) = (.other, "with friends") }
        // A sub-event of another kind has the name of the rehearsal, so no rehearsal is added.
        #expect(try subEvents.addReadySet(to: event).map(\.name) == ["Reception"])
        #expect(try subEvents.subEvents(of: event).map(\.number) == [1, 3, 4])
    }

    @Test(
        """
        If an event has too few unused sub-event numbers for a ceremony, a reception and a rehearsal, none of the \
        three is added
        """)
    func readySetTooLarge() throws {
        let festival = try Festival()
        let (subEvents, event) = (festival.services.subEvents, festival.event)
        for number in 1...63 {
            _ = try subEvents.addSubEvent(SubEventDetails(kind: .other, name: "\(number)", note: "x"), to: event)
        }
        #expect(throws: GuestError.tooManySubEvents) { try subEvents.addReadySet(to: event) }
        #expect(try subEvents.subEvents(of: event).count == 63)
    }

    @Test(
        """
        Only a sub-event of the kind “other” can get a note; a note that an older version of the program has stored \
        for another kind stays until it is changed
        """)
    func notes() throws {
        let wedding = try Wedding()
        let subEvents = wedding.services.subEvents
        #expect(throws: GuestError.faultySubEvent([.noteOfOtherKind])) {
            try subEvents.addSubEvent(SubEventDetails(kind: .rehearsal, note: "x"), to: wedding.event)
        }
        #expect(throws: GuestError.faultySubEvent([.noteOfOtherKind])) {
            try subEvents.editSubEvent(wedding.reception, of: wedding.event) { $0.note = "bring shoes" }
        }
        try wedding.festival.tamper("UPDATE sub_event SET note = 'bring shoes' WHERE kind = 'reception'")
        let edited = try subEvents.editSubEvent(wedding.reception, of: wedding.event) { $0.capacity = 40 }
        #expect(edited.details.note == "bring shoes" && edited.details.capacity == 40)
        #expect(try subEvents.editSubEvent(edited, of: wedding.event) { $0.note = nil }.details.note == nil)
    }

    @Test("All faults of a new or changed sub-event are reported in one error, and nothing is saved")
    func faults() throws {
        let wedding = try Wedding()
        let bad = SubEventDetails(
            kind: .other, name: "brunch", start: Festival.start, end: Festival.start)
        #expect(throws: GuestError.faultySubEvent([.noNote, .endsBeforeStart, .nameTaken("brunch")])) {
            try wedding.services.subEvents.addSubEvent(bad, to: wedding.event)
        }
        #expect(throws: GuestError.faultySubEvent([.noNote])) {
            try wedding.services.subEvents.editSubEvent(wedding.brunch, of: wedding.event) { $0.note = nil }
        }
        #expect(try wedding.services.subEvents.subEvents(of: wedding.event).count == 3)
        for number in 4...64 {
            _ = try wedding.services.subEvents.addSubEvent(
                SubEventDetails(kind: .reception, name: "\(number)"), to: wedding.event)
        }
        #expect(throws: GuestError.tooManySubEvents) {
            try wedding.services.subEvents.addSubEvent(SubEventDetails(kind: .reception, name: "65"), to: wedding.event)
        }
    }

    @Test(
        "A sub-event’s name is stored unchanged, even if it contains SQL, Arabic letters, emoji or joining characters",
        arguments: ["'; DROP TABLE guest; --", "حفل 🎉", "a\u{200D}b"])
    func names(_ name: String) throws {
        let wedding = try Wedding()
        let subEvent = try wedding.services.subEvents.addSubEvent(
            SubEventDetails(kind: .reception, name: name), to: wedding.event)
        #expect(try wedding.services.subEvents.subEvent(named: name, of: wedding.event) == subEvent)
        #expect(try wedding.services.subEvents.subEvents(of: wedding.event).count == 4)
    }

    @Test(
        """
        An edit is audited and changes no other field; each address of invited guests who didn’t decline gets one \
        notice
        """)
    func edit() throws {
        let wedding = try Wedding()
        try wedding.importGuests(
            "name,email,phone,reception\nA,a@x.org,,yes\nB,a@x.org,,yes\nC,,+256700123456,yes\nD,d@x.org,,no\nE,e@x.org,,yes\n"
        )
        _ = try wedding.services.guests.answer(.declined, ofGuest: "E", to: wedding.reception, of: wedding.event)
        let edited = try wedding.services.subEvents.editSubEvent(
            wedding.reception, of: wedding.event
        ) { $0.venue = "Lakeside" }
        #expect(edited.details.venue == "Lakeside" && edited.details.start == wedding.reception.details.start)
        #expect(edited.name == "Reception")
        let notices = try wedding.festival.store.read {
            try $0.notices.page(of: wedding.event.organizer, after: nil, limit: 100)
        }.filter { $0.kind == .eventMoved }
        #expect(notices.map(\.recipient).sorted() == ["+256700123456", "a@x.org"])
        #expect(notices.first?.payload["venue"] == "Lakeside")
        _ = try wedding.services.subEvents.editSubEvent(
            wedding.brunch, of: wedding.event
        ) { $0.note = "bring shoes" }
        let audit = try wedding.festival.store.read {
            try $0.audit.page(of: wedding.event.organizer, after: 0, limit: 100)
        }
        let edits = audit.filter { $0.action == "editSubEvent" }
        #expect(edits.map(\.before) == [["venue": "The Barn"], ["note": "on the terrace"]])
        #expect(edits.map(\.after) == [["venue": "Lakeside"], ["note": "bring shoes"]])
        guard case .intact = try wedding.festival.store.read({ try $0.audit.verify(wedding.event.organizer) }) else {
            Issue.record("the audit trail is broken")
            return
        }
    }

    @Test("An edit of a sub-event starts from the current values, can remove times, and is validated")
    func editByClosure() throws {
        let wedding = try Wedding()
        _ = try wedding.services.subEvents.editSubEvent(
            wedding.reception, of: wedding.event
        ) { $0.venue = "Lakeside" }
        let edited = try wedding.services.subEvents.editSubEvent(wedding.reception, of: wedding.event) { details in
            #expect(details.venue == "Lakeside")
            (details.start, details.capacity) = (nil, 40)
        }
        #expect(edited.details.start == nil && edited.details.venue == "Lakeside" && edited.details.capacity == 40)
        #expect(
            throws: GuestError.faultySubEvent([
                .limit(FieldFault("capacity", FieldKind.number(1...100_000_000).allowed)), .nameTaken("brunch"),
            ])
        ) {
            try wedding.services.subEvents.editSubEvent(wedding.reception, of: wedding.event) {
                ($0.name, $0.capacity) = ("brunch", 0)
            }
        }
        #expect(try wedding.services.subEvents.subEvent(named: "Reception", of: wedding.event) == edited)
    }

    @Test("A sub-event can be deleted, together with its invitations, until its first admission")
    func removal() throws {
        let wedding = try Wedding()
        try wedding.importGuests("name,ceremony,reception\nA,yes,yes\n")
        try wedding.invite()
        _ = try wedding.gate(at: wedding.ceremony).decide(Scan(try wedding.token(of: "A")))
        #expect(throws: GuestError.subEventInUse("Ceremony", admitted: 1)) {
            try wedding.services.subEvents.removeSubEvent(wedding.ceremony, of: wedding.event)
        }
        try wedding.services.subEvents.removeSubEvent(wedding.reception, of: wedding.event)
        #expect(try wedding.guests()[0].invitations.map(\.subEvent) == [1])
        #expect(try wedding.services.subEvents.subEvents(of: wedding.event).map(\.name) == ["Ceremony", "Brunch"])
    }

    @Test("Deleting a sub-event notifies its invited guests who had not declined, and nobody else")
    func removalNotices() throws {
        let wedding = try Wedding()
        try wedding.importGuests(
            "name,email,phone,reception,brunch\nA,a@x.org,,yes,yes\nB,,+256700123456,yes,\nC,c@x.org,,yes,\nD,d@x.org,,no,yes\nE,,,yes,\n"
        )
        _ = try wedding.services.guests.answer(.declined, ofGuest: "C", to: wedding.reception, of: wedding.event)
        try wedding.services.subEvents.removeSubEvent(wedding.reception, of: wedding.event)
        let notices = try wedding.festival.notices(.subEventCancelled)
        #expect(notices.map(\.recipient).sorted() == ["+256700123456", "a@x.org"])
        #expect(notices.allSatisfy { $0.payload["sub_event"] == "Reception" && $0.payload["venue"] == "The Barn" })
        #expect(notices.first?.payload["title"] == wedding.event.details.title)
        // A failed deletion notifies nobody.
        try wedding.invite()
        _ = try wedding.gate(at: wedding.brunch).decide(Scan(try wedding.token(of: "A")))
        #expect(throws: GuestError.self) {
            try wedding.services.subEvents.removeSubEvent(wedding.brunch, of: wedding.event)
        }
        #expect(try wedding.festival.notices(.subEventCancelled).count == 2)
    }

    @Test("A celebration with sub-events can be published without a ticket type")
    func publishing() throws {
        let festival = try Festival()
        let organizer = try festival.services.organizers.organizers()[0]
        let draft = try festival.services.events.createEvent(
            EventDetails(
                title: "Wedding", kind: .celebration, venue: "V", timeZone: "UTC", start: Festival.start,
                end: Festival.start.advanced(bySeconds: 60)), suite: .hmac, of: organizer)
        #expect(throws: ManagementError.notPublishable([.noSubEvent])) { try festival.services.events.publish(draft) }
        _ = try festival.services.subEvents.addSubEvent(SubEventDetails(kind: .ceremony), to: draft)
        #expect(try festival.services.events.publish(draft).status == .published)
    }
}

@Suite("Sub-events imported from the settings file of an older system")
struct OldSettingsTests {
    private func read(_ json: String) throws -> [LegacySubEvent] {
        try OldSettingsFile.subEvents(in: Data(json.utf8), timeZone: #require(TimeZone(identifier: "Africa/Kampala")))
    }

    @Test(
        "Every spelling of the flag that marks the main sub-event is recognized",
        arguments: [#""isMain":true"#, #""main":true"#, #""is_main":1"#, #""Main":"yes""#, #""isMainEvent":"true""#])
    func mainFlag(_ flag: String) throws {
        #expect(try read("{\"weddingEvents\":[{\"name\":\"Our day\",\(flag)}]}").map(\.isMain) == [true])
        let off = flag.replacing(/:.*/, with: ":false")
        #expect(try read("{\"weddingEvents\":[{\"name\":\"Our day\",\(off)}]}").map(\.isMain) == [false])
    }

    @Test("Dates and times are interpreted in the event’s time zone")
    func times() throws {
        let subEvents = try read(
            """
            {"weddingEvents":[{"name":"A","date":"2030-06-01","time":"6:30 PM"},{"name":"B","date":"2030-06-01","time":"18:30"},
            {"name":"C","date":"2030-06-01"},{"name":"D","date":"2030-06-01T00:00:00Z","time":"12 am"},
            {"name":"E","venue":""},{"name":"F","date":null,"time":null}]}
            """)
        let evening = Instant(seconds: 1_906_558_200)
        #expect(
            subEvents.map(\.start?.seconds) == [
                evening.seconds, evening.seconds, evening.seconds - 66600, evening.seconds - 66600, nil, nil,
            ])
        #expect(subEvents.allSatisfy { $0.venue == nil })
    }

    @Test("Every fault is reported with its position, and nothing is imported")
    func faults() throws {
        let json = """
            {"weddingEvents":[7,{"date":"2030-06-01"},{"name":"A","date":"soon"},{"name":"B","date":"2030-02-30"},
            {"name":"C","date":"2030-06-01","time":"25:00"},{"name":"D","time":"18:00"},{"name":"E","main":"perhaps"},
            {"name":"a","venue":[]}]}
            """
        do {
            _ = try read(json)
            Issue.record("faulty settings were accepted")
        } catch GuestError.oldSettings(let faults) {
            #expect(
                faults.map(\.location.english) == [
                    "weddingEvents[0]", "weddingEvents[1].name", "weddingEvents[2].date", "weddingEvents[3].date",
                    "weddingEvents[4].time", "weddingEvents[5].date", "weddingEvents[6].main",
                    "weddingEvents[7].venue", "weddingEvents[7].name",
                ])
        }
        for text in ["", "[", "[]", "{}", "{\"weddingEvents\":{}}", "{\"weddingEvents\":null}"] {
            #expect(throws: GuestError.self) { try read(text) }
        }
    }

    @Test("If the same file is imported twice, each sub-event is created once; existing sub-events stay unchanged")
    func twice() throws {
        let wedding = try Wedding()
        let old = try read(
            "{\"weddingEvents\":[{\"name\":\"RECEPTION\",\"venue\":\"Elsewhere\"},{\"name\":\"Sangeet\"},{\"name\":\"Welcome\"}]}"
        )
        #expect(
            try wedding.services.subEvents.importSettings(old, into: wedding.event).map(\.name) == [
                "Sangeet", "Welcome",
            ])
        #expect(try wedding.services.subEvents.importSettings(old, into: wedding.event).isEmpty)
        let subEvents = try wedding.services.subEvents.subEvents(of: wedding.event)
        #expect(subEvents.map(\.details.kind) == [.ceremony, .reception, .other, .other, .rehearsal])
        #expect(subEvents[1].details.venue == "The Barn" && subEvents[3].details.note == "Sangeet")
    }
}
