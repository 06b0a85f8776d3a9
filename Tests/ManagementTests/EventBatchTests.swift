import EventFixture
import Languages
import Management
import Testing
import Ticketing

@Suite("Edits of several events", .everyEngine)
struct EventBatchTests {
    private let festival: Festival
    private var events: EventService { festival.services.events }

    init() throws { festival = try Festival() }

    private func stored(_ event: Event) throws -> EventDetails {
        try events.event(named: "\(event.number)").details
    }

    private func copy(_ title: String, days: Int = 0) throws -> Event {
        try events.duplicate(festival.event, titled: title, by: TimeShift(days: days))
    }

    private func edits(since sequence: Int64) throws -> [AuditRecord] {
        try festival.services.audit.changes(of: festival.organizer(), after: sequence, limit: 100)
    }

    private var lastSequence: Int64 {
        get throws {
            try festival.services.audit.latestChanges(of: festival.organizer(), limit: 1).first?.sequence ?? 0
        }
    }

    @Test("An edit of several events changes all of them, and records each change; a preview changes nothing")
    func all() throws {
        let others = [try copy("One", days: 1), try copy("Two", days: 2)]
        let chosen = [others[1], festival.event, others[0], others[1]]
        let last = try lastSequence
        for effect in [WriteMode.dryRun, .commit] {
            let outcomes = try events.edit(chosen, effect: effect) { ($0.venue, $0.city) = ("Barn", "Jinja") }
            #expect(outcomes.map(\.event.number) == [others[1], festival.event, others[0]].map(\.number))
            #expect(outcomes.allSatisfy { $0.event.details.venue == "Barn" })
            for event in [festival.event] + others {
                #expect(try stored(event).venue == (effect == .commit ? "Barn" : "Lido"))
            }
        }
        let records = try edits(since: last)
        #expect(records.map(\.action) == Array(repeating: "editEvent", count: 3))
        #expect(Set(records.compactMap(\.event)) == Set(chosen.map(\.number)))
        #expect(records.allSatisfy { $0.before == ["venue": "Lido"] })
        #expect(records.allSatisfy { $0.after == ["venue": "Barn", "city": "Jinja"] })
    }

    @Test(
        """
        If one of several events is ongoing, an edit of their venue fails, and the error names this event and its \
        fault
        """)
    func locked() throws {
        let later = try copy("Later", days: 1)
        festival.clock.set(Festival.start.advanced(bySeconds: 3600))
        let last = try lastSequence
        let outcomes = try events.edit([later, festival.event], effect: .dryRun) { $0.venue = "Barn" }
        guard case .edited = outcomes[0], case .refused(let event, let error) = outcomes[1] else {
            throw Surprise("\(outcomes)")
        }
        let fault = ManagementError.invalid([FieldFault("venue", FaultSentence.lockedWhileOngoing)])
        #expect(event.number == festival.event.number && error == fault)
        let refusal = try #require(throws: EventBatchRefusal.self) {
            try events.edit([later, festival.event]) { $0.venue = "Barn" }
        }
        #expect(refusal.refusals.map(\.event.number) == [festival.event.number])
        #expect(refusal.description.contains("“New Year by the Lake”: venue: can't be changed"))
        #expect(try stored(later).venue == "Lido" && edits(since: last).isEmpty)
        // Without the ongoing event, the edit succeeds.
        _ = try events.edit([later]) { $0.venue = "Barn" }
        #expect(try stored(later).venue == "Barn")
    }

    @Test("Each event with sold tickets queues the same messages as an edit of this event alone")
    func messages() throws {
        _ = try festival.services.tickets.issue(
            .person(holder: "Grace", email: "grace@example.org", note: nil), type: festival.regular,
            of: festival.event, signingWith: festival.ring)
        let draft = try copy("Draft", days: 1)
        func moves() throws -> Int {
            try festival.services.notices.notices(of: festival.organizer(), limit: 100)
                .filter { $0.kind == .eventMoved }.count
        }
        _ = try events.edit([festival.event, draft], effect: .dryRun) { $0.venue = "Barn" }
        #expect(try moves() == 0)
        let outcomes = try events.edit([festival.event, draft]) { $0.venue = "Barn" }
        #expect(try moves() == 1)
        let notices = outcomes.map { outcome in if case .edited(let edit) = outcome { edit.notices } else { -1 } }
        #expect(notices == [1, 0])
    }

    @Test(
        """
        Events are moved in the order of their numbers; the results are in the order in which the caller listed the \
        events
        """)
    func shifted() throws {
        let later = try copy("Later", days: 1)
        let last = try lastSequence
        let results = try events.shift([later, festival.event, later], by: TimeShift(days: 1)).map(\.event.number)
        #expect(results == [later.number, festival.event.number])
        let moved = try edits(since: last).filter { $0.subject.kind == .event }.compactMap(\.event)
        #expect(moved == [festival.event.number, later.number].sorted())
    }

    @Test("An edit by a member without the right, or of events of two organizers, is refused, and changes no event")
    func rights() throws {
        let other = try copy("Other", days: 1)
        let seller = try festival.services(as: .seller)
        #expect(throws: ManagementError.self) { try seller.events.edit([festival.event, other]) { $0.venue = "Barn" } }
        let second = try festival.services.organizers.createOrganizer(OrganizerDetails(name: "Lake House"))
        let foreign = try events.createEvent(EventDetails(title: "Tea", timeZone: "UTC"), suite: .hmac, of: second)
        for chosen in [[festival.event, foreign], []] {
            #expect(throws: ManagementError.multipleOrganizers) { try events.edit(chosen) { $0.venue = "Barn" } }
        }
        // A forged `Event` value, which has the number of another organizer’s event, is also refused.
        let forged = Event(
            number: foreign.number, organizer: festival.event.organizer, slug: foreign.slug, suite: .hmac,
            created: foreign.created, details: foreign.details)
        #expect(throws: EventBatchRefusal.self) { try events.edit([festival.event, forged]) { $0.venue = "Barn" } }
        _ = try events.deleteEvent(other)
        #expect(throws: EventBatchRefusal.self) { try events.edit([festival.event, other]) { $0.venue = "Barn" } }
        #expect(try stored(festival.event).venue == "Lido" && stored(foreign).venue == nil)
    }
}

@Suite("Calendar of events", .everyEngine)
struct EventCalendarTests {
    @Test("A calendar has the events and sub-events of the user’s organizers in a period, without deleted events")
    func period() throws {
        let festival = try Festival()
        let services = festival.services
        let start = Festival.start.advanced(bySeconds: 3600)
        let later = try services.events.duplicate(festival.event, titled: "Later", by: TimeShift(days: 40))
        _ = try services.subEvents.addSubEvent(SubEventDetails(kind: .rehearsal, start: start), to: later)
        _ = try services.subEvents.addSubEvent(SubEventDetails(kind: .ceremony), to: later)
        let gone = try services.events.duplicate(festival.event, titled: "Gone", by: nil)
        _ = try services.events.deleteEvent(gone)
        func names(_ from: Int64, _ to: Int64, _ services: ManagementServices) throws -> [String] {
            try services.events.calendar(from: start.advanced(bySeconds: from), to: start.advanced(bySeconds: to))
                .map { "\($0.event.details.title) \($0.subEvent?.name ?? "")" }.sorted()
        }
        let atStart = try names(-600, 600, services)
        #expect(atStart == ["Later Rehearsal Dinner", "New Year by the Lake "])
        let afterEnd = try names(3600, 4000, services)
        #expect(afterEnd == ["Later Rehearsal Dinner"])
        #expect(try names(-600, 0, services).isEmpty)
        #expect(try names(0, 41 * 86_400, services).count == 3)
        #expect(try names(0, 41 * 86_400, festival.services(ofStranger: "Kay")).isEmpty)
        let entry = try #require(
            try services.events.calendar(from: start, to: start.advanced(bySeconds: 60)).first { $0.subEvent == nil })
        #expect(entry.conflicts.map(\.event.number) == [later.number])
    }

    @Test(
        """
        An event of several days conflicts with other events on each of its days, even if the calendar does not show \
        those other events
        """)
    func longEvents() throws {
        let festival = try Festival()
        let events = festival.services.events
        let start = Festival.start.advanced(bySeconds: 3600)
        _ = try events.edit(festival.event) { $0.end = start.advanced(bySeconds: 10 * 86_400) }
        let later = try events.duplicate(festival.event, titled: "Later", by: TimeShift(days: 5))
        for (day, event, other) in [(Int64(0), festival.event, later), (12, later, festival.event)] {
            let from = start.advanced(bySeconds: day * 86_400)
            let entries = try events.calendar(from: from, to: from.advanced(bySeconds: 3600))
            #expect(entries.map(\.event.number) == [event.number])
            let conflicts = entries.flatMap(\.conflicts)
            #expect(conflicts.map(\.event.number) == [other.number])
            #expect(conflicts.map(\.kind) == [.samePlace])
        }
    }

    @Test("The list of events has the number of sold tickets of each event of the user’s organizers")
    func sold() throws {
        let festival = try Festival()
        let other = try festival.services.events.duplicate(festival.event, titled: "Other", by: nil)
        _ = try festival.issue(3)
        let events = try festival.services.events.events()
        let counts = try festival.services.events.ticketsSold(of: events)
        #expect(counts == [festival.event.number: 3, other.number: 0])
        #expect(try festival.services.events.ticketsSold(of: [other]) == [other.number: 0])
        #expect(try festival.services(ofStranger: "Kay").events.ticketsSold(of: events).isEmpty)
        // A program without the right to see tickets does not learn their number.
        let cases: [(rights: Set<Role.Right>, isShown: Bool)] = [([.readReports], false), ([.lookUp], true)]
        for (rights, isShown) in cases {
            let grant = Grant(organizer: festival.event.organizer, event: nil, rights: rights)
            let seen = try festival.services.narrowed(to: grant).events.ticketsSold(of: events)
            let expected = isShown ? counts : [:]
            #expect(seen == expected)
        }
    }
}
