import EventFixture
import Foundation
import Management
import Testing
import Ticketing

@Suite("The life cycle of an event", .everyEngine)
struct EventLifeTests {
    private let festival: Festival
    private var services: ManagementServices { festival.services }
    private var event: Event { festival.event }

    init() throws {
        festival = try Festival(capacity: 10)
    }

    private func notices(_ kind: Notice.Kind) throws -> [String] {
        var recipients: [String] = []
        try services.notices.forEachNotice(of: services.organizers.organizer(named: "Nile Nights")) { notice in
            if notice.kind == kind { recipients.append(notice.recipient) }
        }
        return recipients.sorted()
    }

    private func issue(to addresses: [String]) throws {
        for address in addresses {
            _ = try services.tickets.issue(
                .person(holder: "Grace", email: address, note: nil), type: festival.regular, of: event,
                signingWith: festival.ring)
        }
    }

    @Test("A new time or place of an event is sent once to each address; a new title is sent to nobody")
    func moving() throws {
        try issue(to: ["a@x.org", "A@x.org", "b@x.org"])
        #expect(try services.events.edit(event) { $0.title = "Ball" }.notices == 0)
        let edit = try services.events.edit(event) { $0.venue = "Pier" }
        #expect(edit.sold == 3 && edit.notices == 2)
        #expect(try notices(.eventMoved) == ["a@x.org", "b@x.org"])
        festival.clock.advance(bySeconds: 5)
        #expect(try services.events.edit(event) { $0.venue = "Lido" }.notices == 2)
    }

    @Test(
        """
        Each of three changes of the venue of an event or a sub-event sends a message, even if all are made within a \
        millisecond
        """)
    func movingTwice() throws {
        try issue(to: ["a@x.org"])
        for venue in ["Pier", "Lido", "Pier"] {
            #expect(try services.events.edit(event) { $0.venue = venue }.notices == 1)
        }
        let subEvent = try services.subEvents.addSubEvent(SubEventDetails(kind: .reception), to: event)
        try festival.folder.write("name,email,reception\nJoan,joan@x.org,yes\n", to: "list.csv")
        _ = try services.guests.importGuests(path: festival.folder("list.csv"), into: event)
        for venue in ["Barn", "Tent", "Barn"] {
            _ = try services.subEvents.editSubEvent(subEvent, of: event) { $0.venue = venue }
        }
        #expect(
            try notices(.eventMoved) == ["a@x.org", "a@x.org", "a@x.org"] + Array(repeating: "joan@x.org", count: 3))
    }

    @Test("If a list of events to postpone contains an event twice, the event is postponed only once")
    func shiftedTwice() throws {
        try issue(to: ["a@x.org"])
        let edits = try services.events.shift([event, event], by: TimeShift(days: 1))
        #expect(edits.map(\.notices) == [1] && edits.map(\.before) == [event.details])
        #expect(
            try services.events.event(named: "\(event.number)").details.start
                == event.details.start?.advanced(bySeconds: 86_400)
        )
    }

    @Test("Deleted events are listed as long as they can be restored; later, a restore fails, and the error says why")
    func restorable() throws {
        _ = try services.events.deleteEvent(event)
        #expect(try services.events.events(.restorable).map(\.number) == [event.number])
        festival.clock.advance(bySeconds: Event.restorableSeconds)
        #expect(try services.events.events(.restorable).isEmpty)
        let found = try services.events.event(named: event.slug, among: .deleted)
        #expect(throws: ManagementError.notRestorable(since: Festival.start)) {
            try services.events.restoreEvent(found)
        }
    }

    @Test("Tickets can be issued from an event’s publication to its end, even outside the sale period")
    func issuing() throws {
        func refusal(_ event: Event, _ type: TicketType) throws -> String? {
            try festival.folder.write("name,type\nJoan,\(type.name)\n", to: "list.csv")
            let ways: [Recipients] = [
                .unnamed(1), .person(holder: "Joan", email: nil, note: nil),
                .guestList(try TicketHolderList(path: festival.folder("list.csv"))),
            ]
            let reasons = ways.map { way -> String? in
                do {
                    _ = try services.tickets.issue(way, type: type, of: event, signingWith: festival.ring)
                    return nil
                } catch {
                    return "\(error)"
                }
            }
            #expect(Set(reasons).count == 1, "\(reasons)")
            return reasons[0]
        }
        let draft = try services.events.duplicate(event, titled: "Draft", by: nil)
        #expect(
            try refusal(draft, try services.ticketTypes.ticketType(named: "Regular", of: draft))
                == "\(ManagementError.notPublished(.draft))")
        let opens = Festival.start.advanced(bySeconds: 60)
        let late = try services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "Late", sales: SalesWindow(opens: opens, closes: event.details.end)), to: event)
        let hidden = try services.ticketTypes.addTicketType(TicketTypeDetails(name: "Crew", isHidden: true), to: event)
        #expect(try refusal(event, late) == nil)
        #expect(try refusal(event, hidden) == nil)
        festival.clock.advance(bySeconds: 3600)
        #expect(try refusal(event, hidden) == nil)
        festival.clock.advance(bySeconds: 3600)
        #expect(try refusal(event, late) == "\(SalesError.eventOver)")
    }

    @Test("A capacity below the number of people on tickets is refused, and the error has both numbers")
    func capacity() throws {
        _ = try festival.issue(4)
        #expect(throws: ManagementError.capacityBelowSold(asked: 3, sold: 4)) {
            try services.events.edit(event) {
                $0.capacity = 3
                $0.title = "Small"
            }
        }
        #expect(try services.events.event(named: "\(event.number)").details == event.details)
        #expect(try services.events.edit(event) { $0.capacity = 4 }.event.details.capacity == 4)
        #expect(throws: ManagementError.capacityExceeded(asked: 1, left: 0)) { try festival.issue(1) }
    }

    @Test("A published event can’t lose details that publishing requires")
    func incomplete() throws {
        #expect(throws: ManagementError.notPublishable([.noEnd, .noVenue])) {
            try services.events.edit(event) {
                $0.end = nil
                $0.venue = nil
            }
        }
    }

    @Test("A deleted event is hidden and its tickets are invalid; event and tickets can be restored within 30 days")
    func deleting() throws {
        try issue(to: ["a@x.org"])
        let before = try services.events.events()
        #expect(try services.events.deletionRule(of: event) == .needsConfirmationForHolders(1))
        let end = try services.events.deleteEvent(event)
        #expect(end.tickets == 1 && end.notices == 1)
        #expect(
            try services.events.events().isEmpty && services.events.events(.deleted).map(\.number) == [event.number])
        #expect(throws: ManagementError.alreadyDeleted) { try services.events.edit(event) { $0.title = "x" } }
        #expect(throws: ManagementError.alreadyDeleted) { try services.events.deleteEvent(event) }
        #expect(throws: (any Error).self) { try festival.issue(1) }
        _ = try services.events.restoreEvent(event)
        #expect(try services.events.events() == before)
        var statuses: [Ticket.Status] = []
        try services.tickets.forEachTicket(of: event) { statuses.append($0.status) }
        #expect(statuses == [.issued])
        #expect(throws: ManagementError.notDeleted) { try services.events.restoreEvent(event) }
        _ = try services.events.deleteEvent(event)
        festival.clock.advance(bySeconds: 30 * 86_400)
        #expect(throws: ManagementError.self) { try services.events.restoreEvent(event) }
    }

    @Test("An event under way can be cancelled, but not deleted")
    func ongoing() throws {
        festival.clock.advance(bySeconds: 3600)
        #expect(throws: ManagementError.eventOngoing(event.number)) { try services.events.deleteEvent(event) }
        #expect(try services.events.cancelEvent(event).event.status == .cancelled)
        #expect(throws: ManagementError.notPublished(.cancelled)) { try services.events.cancelEvent(event) }
        #expect(throws: ManagementError.eventCancelled) { try festival.issue(1) }
    }

    @Test("The creation of the store’s first owner is audited once, even if the store is set up again")
    func owner() throws {
        try ManagementServices.setUp(festival.store, ownerName: "Another", at: Festival.start)
        let records = try festival.store.read { connection in
            var rows: [String] = []
            try connection.forEachRow(
                "SELECT subject_kind, subject_id, action, after, person FROM audit WHERE organizer = 0", []
            ) { rows.append("\($0.text(0)) \($0.text(1)) \($0.text(2)) \($0.text(3)) \($0.integer(4))") }
            return rows
        }
        let id = services.user.id
        #expect(records == ["user \(id) addUser {\"name\":\"Test\"} \(id.rawValue)"])
    }

    @Test("A copy of an event is a draft with a new number, the same ticket types, shifted sub-events, and no sales")
    func duplicating() throws {
        _ = try festival.issue(2)
        let start = Festival.start.advanced(bySeconds: 4000)
        _ = try services.subEvents.addSubEvent(SubEventDetails(kind: .reception, start: start), to: event)
        let copy = try services.events.duplicate(event, titled: nil, by: TimeShift(days: 7))
        #expect(copy.status == .draft && copy.number != event.number && copy.slug != event.slug)
        #expect(copy.details.start == event.details.start?.advanced(bySeconds: 7 * 86_400))
        #expect(try services.ticketTypes.ticketTypes(of: copy).map(\.issued) == [0])
        #expect(try services.tickets.ticketCount(of: copy) == 0)
        #expect(
            try services.subEvents.subEvents(of: copy).map(\.details.start) == [start.advanced(bySeconds: 7 * 86_400)])
    }

    @Test("Events are postponed together with their sub-events; if one event can’t be postponed, no event is postponed")
    func shifting() throws {
        let start = Festival.start.advanced(bySeconds: 4000)
        _ = try services.subEvents.addSubEvent(SubEventDetails(kind: .ceremony, start: start), to: event)
        let other = try services.events.duplicate(event, titled: "Other", by: nil)
        let shift = TimeShift(minutes: 90)
        let seen = try services.events.shift([event, other], by: shift, effect: .dryRun)
        #expect(seen.map(\.event.details.start) == [event, other].map { $0.details.start?.advanced(bySeconds: 5400) })
        #expect(try services.events.event(named: "\(event.number)").details.start == event.details.start)
        #expect(try services.events.shift([event, other], by: shift).count == 2)
        for number in [event.number, other.number] {
            let moved = try services.events.event(named: "\(number)")
            #expect(moved.details.start == event.details.start?.advanced(bySeconds: 5400))
            #expect(
                try services.subEvents.subEvents(of: moved).map(\.details.start) == [start.advanced(bySeconds: 5400)])
        }
        _ = try services.events.deleteEvent(other)
        #expect(throws: ManagementError.alreadyDeleted) { try services.events.shift([event, other], by: shift) }
        let unmoved = try services.events.event(named: "\(event.number)")
        #expect(unmoved.details.start == event.details.start?.advanced(bySeconds: 5400))
    }

    @Test("The sale and validity times of ticket types move with their event; a copy of the event has moved times, too")
    func shiftingTypes() throws {
        let (opens, closes) = (Festival.start.advanced(bySeconds: 60), Festival.start.advanced(bySeconds: 3600))
        let early = try services.ticketTypes.addTicketType(
            TicketTypeDetails(
                name: "Early", window: ValidityWindow(from: opens, until: closes),
                sales: SalesWindow(opens: opens, closes: closes)), to: event)
        func times(of event: Event) throws -> [Instant?] {
            let type = try services.ticketTypes.ticketType(named: "\(early.number)", of: event)
            return [type.window.from, type.window.until, type.sales.opens, type.sales.closes]
        }
        let (before, shift) = (try times(of: event), TimeShift(minutes: 90))
        #expect(before == [opens, closes, opens, closes])
        _ = try services.events.shift([event], by: shift, effect: .dryRun)
        #expect(try times(of: event) == before)
        let copy = try services.events.duplicate(event, titled: "Again", by: shift)
        #expect(try times(of: copy) == before.map { $0?.advanced(bySeconds: 5400) })
        _ = try services.events.shift([event], by: shift)
        #expect(try times(of: event) == before.map { $0?.advanced(bySeconds: 5400) })
        // A type without times stays without times.
        let regular = try services.ticketTypes.ticketType(named: "Regular", of: event)
        #expect(regular.window == .always && regular.sales == .untilEventStart)
    }

    @Test("Postponing or copying an event is refused if a date would be beyond the range of event dates")
    func shiftingTooFar() throws {
        let organizer = try #require(try services.organizers.organizers().first)
        let last = Instant.eventRange.upperBound
        let shift = TimeShift(days: 1)
        func refused(_ alter: (Event) throws -> Void) throws {
            let event = try services.events.createEvent(
                EventDetails(title: "Far", timeZone: "UTC"), suite: .hmac, of: organizer)
            try alter(event)
            #expect(throws: (any Error).self) { try services.events.shift([event], by: shift) }
            #expect(throws: (any Error).self) { try services.events.duplicate(event, titled: nil, by: shift) }
            #expect(try services.events.duplicate(event, titled: nil, by: nil).details.title == "Far")
        }
        try refused { _ = try services.events.edit($0) { $0.start = last } }
        try refused {
            _ = try services.ticketTypes.addTicketType(
                TicketTypeDetails(name: "A", sales: SalesWindow(opens: last)), to: $0)
        }
        try refused { _ = try services.subEvents.addSubEvent(SubEventDetails(kind: .ceremony, end: last), to: $0) }
    }

    @Test("An event that is moved across the start of summer time keeps each local time that exists on the new day")
    func shiftingOverClocks() throws {
        let organizer = try #require(try services.organizers.organizers().first)
        // The time zone is that of Paris. On 2099-03-29, summer time begins, and 02:30 doesn’t exist.
        func moment(_ text: String) throws -> Instant {
            Instant(seconds: Int64(try Date(text, strategy: .iso8601).timeIntervalSince1970))
        }
        let paris = try services.events.createEvent(
            try EventDetails(
                title: "Bal", timeZone: "Europe/Paris",
                start: try moment("2099-03-28T19:00:00Z"), end: try moment("2099-03-29T02:00:00Z")
            ).with { $0.doors = try moment("2099-03-28T18:30:00Z") },
            suite: .hmac, of: organizer)
        let type = try services.ticketTypes.addTicketType(
            TicketTypeDetails(
                name: "Early", window: ValidityWindow(from: try moment("2099-03-28T18:30:00Z")),
                sales: SalesWindow(closes: try moment("2099-03-28T01:30:00Z"))), to: paris)
        _ = try services.subEvents.addSubEvent(
            SubEventDetails(kind: .reception, start: try moment("2099-03-28T20:00:00Z")), to: paris)
        _ = try services.events.shift([paris, event], by: TimeShift(days: 1))
        let moved = try services.events.event(named: "\(paris.number)").details
        #expect(moved.doors == (try moment("2099-03-29T17:30:00Z")))
        #expect(moved.start == (try moment("2099-03-29T18:00:00Z")))
        #expect(moved.end == (try moment("2099-03-30T02:00:00Z")))
        let movedType = try services.ticketTypes.ticketType(named: "\(type.number)", of: paris)
        #expect(movedType.window.from == (try moment("2099-03-29T17:30:00Z")))
        // The sale would close at 02:30, which doesn’t exist on the new day, so the sale closes at 03:30.
        #expect(movedType.sales.closes == (try moment("2099-03-29T01:30:00Z")))
        #expect(
            try services.subEvents.subEvents(of: paris).map(\.details.start) == [
                try moment("2099-03-29T18:00:00Z").advanced(bySeconds: 3600)
            ])
        // Kampala has no clock change.
        #expect(
            try services.events.event(named: "\(event.number)").details.start
                == event.details.start?.advanced(bySeconds: 86_400)
        )
    }

    @Test("An event’s history lists each change with its author, old value and new value")
    func history() throws {
        _ = try services.events.edit(event) { $0.title = "Ball" }
        _ = try services.events.edit(event) { $0.title = "Ball" }
        let history = try services.events.history(of: event)
        #expect(history.map(\.action) == ["createEvent", "publishEvent", "editEvent"])
        #expect(history.last?.before == ["title": "New Year by the Lake"] && history.last?.after == ["title": "Ball"])
        #expect(history.allSatisfy { $0.userName == "Test" })
    }
}
