import EventFixture
import Store
import Testing
import TicketToken
import Ticketing

@testable import Management

/// A change that would queue messages to more than 100 people is refused, unless that number of people was confirmed.
@Suite("Changes that queue messages to many people", .everyEngine)
struct MessageAllowanceTests {
    private let wedding: Wedding
    private var festival: Festival { wedding.festival }
    private var services: ManagementServices { festival.services }
    private var event: Event { festival.event }

    init() throws { wedding = try Wedding() }

    private func addresses(_ count: Int) -> String {
        (0..<count).map { "Guest \($0),g\($0)@x.org\n" }.joined()
    }

    private func issue(
        _ count: Int, by services: ManagementServices, _ effect: WriteMode = .commit
    ) throws -> IssueSummary {
        try festival.folder.write("holder,email\n\(addresses(count))", to: "many.csv")
        return try services.tickets.issue(
            .guestList(TicketHolderList(path: festival.folder("many.csv"))), type: festival.regular, of: event,
            signingWith: festival.ring, options: TicketIssueOptions(effect: effect))
    }

    private func queued() throws -> Int {
        try festival.store.read { try $0.notices.page(of: event.organizer, after: nil, limit: 10_000) }.count
    }

    private func venue() throws -> String? { try services.events.event(named: event.slug).details.venue }

    /// Checks that a change is refused because it would queue messages to `people` people, and that the refused change
    /// has changed nothing. The change must also be refused if only `people - 1` people are confirmed.
    private func refused(_ people: Int, _ change: @escaping (ManagementServices) throws -> Void) throws {
        let (notices, changes) = (try queued(), try festival.auditLength())
        for allowed in [0, 1, 99, 100, people - 1] {
            let found = try unconfirmed { try change(services.allowingMessages(to: allowed)) }
            #expect(found.people == people)
        }
        let found = try unconfirmed { try change(services) }
        #expect(found.people == people)
        #expect(try queued() == notices && festival.auditLength() == changes)
    }

    /// The description of a change that is refused because it would queue messages to many people.
    private func unconfirmed(_ change: () throws -> Void) throws -> UnconfirmedChange {
        let error = try #require(throws: ManagementError.self) { try change() }
        guard case .tooManyRecipients(let change) = error else { throw error }
        return change
    }

    @Test(
        "The error for an unconfirmed change names the event, the action, and the old and new values of edited fields")
    func description() throws {
        _ = try issue(101, by: services.allowingMessages(to: 101))
        let title = event.details.title
        let edited = try unconfirmed {
            _ = try services.events.edit(event) {
                ($0.title, $0.venue, $0.city, $0.about) = ("Gala", "Barn", nil, "Bring a coat")
            }
        }
        #expect(edited.operation == .editEvent && edited.eventTitle == title && edited.subEventName == nil)
        #expect(edited.zone == event.zone)
        // The fields are in the order of the form.
        #expect(edited.edits.map(\.field) == ["title", "about", "venue"])
        #expect(edited.edits.map(\.before) == [title, event.details.about, event.details.venue])
        #expect(edited.edits.map(\.after) == ["Gala", "Bring a coat", "Barn"])
        #expect(edited.edits.map(\.label.english) == ["Title", "Description", "Venue"])

        let shifted = try unconfirmed { _ = try services.events.shift([event], by: TimeShift(days: 1)) }
        #expect(shifted.operation == .shiftEvents && shifted.eventTitle == title)
        #expect(shifted.edits.contains { $0.field == "start" && $0.before != $0.after })
        let cancelled = try unconfirmed { _ = try services.events.cancelEvent(event) }
        #expect(cancelled.operation == .cancelEvent && cancelled.eventTitle == title && cancelled.edits.isEmpty)

        try wedding.importGuests("name,email\n" + addresses(101))
        let invitation = InvitationChange(inviting: [wedding.ceremony.number], sharing: .guest)
        _ = try services.allowingMessages(to: 101).guests.invite(
            .all, invitation, of: event, signingWith: festival.ring)
        let part = try unconfirmed {
            _ = try services.subEvents.editSubEvent(wedding.ceremony, of: event) { $0.venue = "Chapel" }
        }
        #expect(part.operation == .editSubEvent && part.eventTitle == title && part.subEventName == "Ceremony")
        #expect(part.edits.map(\.field) == ["venue"] && part.edits[0].before == nil && part.edits[0].after == "Chapel")
    }

    @Test("If services switch to another connection, they keep the confirmed number of people and the price of an SMS")
    func otherConnection() throws {
        let price = Money(minorUnits: 35, currency: "UGX")
        let services = services.allowingMessages(to: 101).pricing { price }.using(try Store.open(festival.address))
        #expect(services.allowedRecipients == 101 && services.smsPrice() == price)
        #expect(try issue(101, by: services).tickets == 101)
    }

    @Test(
        """
        Tickets for a list of 101 people are issued only after a confirmation; lists of 100 people and dry runs need \
        none
        """)
    func list() throws {
        #expect(try issue(101, by: services, .dryRun).tickets == 101)
        try refused(101) { _ = try issue(101, by: $0) }
        #expect(try services.tickets.ticketCount(of: event) == 0)
        #expect(try issue(100, by: services).tickets == 100)
        #expect(try issue(101, by: services.allowingMessages(to: 101)).tickets == 101)
        #expect(try queued() == 201)
    }

    @Test("An event with 101 holders is moved, postponed, cancelled, deleted and restored only after a confirmation")
    func event101() throws {
        _ = try issue(101, by: services.allowingMessages(to: 101))
        try refused(101) { _ = try $0.events.edit(event) { $0.venue = "Barn" } }
        #expect(try venue() == "Lido")
        let day = TimeShift(days: 1)
        try refused(101) { _ = try $0.events.shift([event], by: day) }
        try refused(101) { _ = try $0.events.cancelEvent(event) }
        // A change without messages needs no confirmation.
        _ = try services.events.edit(event) { $0.about = "Bring a coat" }
        #expect(try services.events.shift([event], by: day, effect: .dryRun).first?.notices == 101)
        let confirmed = services.allowingMessages(to: 101)
        #expect(try confirmed.events.edit(event) { $0.venue = "Barn" }.notices == 101)
        try refused(101) { _ = try $0.events.deleteEvent(event) }
        #expect(try confirmed.events.deleteEvent(event).notices == 101)
        // No message about the deletion was sent yet, so no message about the restoration is queued.
        _ = try services.events.restoreEvent(event)
        festival.clock.advance(bySeconds: 1)
        _ = try confirmed.events.deleteEvent(event)
        try festival.tamper("UPDATE notice SET sent = 1, state = 'sent', due = NULL WHERE kind = 'event-cancelled'")
        try refused(101) { _ = try $0.events.restoreEvent(event) }
        #expect(try confirmed.events.restoreEvent(event).event.deleted == nil)
    }

    @Test("A person who gets many messages because of one change counts once")
    func onePerson() throws {
        try festival.tamper(
            """
            INSERT INTO ticket_order (event, number, buyer, email, currency, total, status, created, holding, refund_owed)
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150)
            SELECT \(event.number.rawValue), i, 'Grace', 'grace@x.org', 'UGX', 10, 'pending', 0, 0, 0 FROM n
            """)
        #expect(try services.events.cancelEvent(event).notices == 150)
    }

    @Test(
        """
        An edit that shortens the unpaid reservations of 101 buyers needs a confirmation; an edit for 100 buyers does \
        not
        """)
    func payBy() throws {
        func reserve(_ orders: ClosedRange<Int>) throws {
            try festival.tamper(
                """
                INSERT INTO ticket_order (event, number, buyer, email, currency, total, status, created, holding, method, visitor)
                WITH RECURSIVE n (i) AS (SELECT \(orders.lowerBound) UNION ALL SELECT i + 1 FROM n WHERE i < \(orders.upperBound))
                SELECT \(event.number.rawValue), i, 'Buyer', 'b' || i || '@x.org', 'UGX', 10, 'pending', 0, 0,
                    'at-the-door', 'b' || i || '@x.org' FROM n
                """)
        }
        // Without a payment deadline, the reservations end half an hour after the start.
        let (start, deadline) = (Festival.start.advanced(bySeconds: 3600), Festival.start.advanced(bySeconds: 3000))
        try reserve(1...100)
        #expect(try services.events.edit(event) { $0.payBy = start }.shortened.notices == 100)
        try reserve(101...101)
        festival.clock.advance(bySeconds: 1)
        try refused(101) { _ = try $0.events.edit(event) { $0.payBy = deadline } }
        #expect(try services.events.event(named: event.slug).details.payBy == start)
        let change = try unconfirmed { _ = try services.events.edit(event) { $0.payBy = deadline } }
        #expect(change.operation == .editEvent && change.edits.map(\.field) == ["pay_by"])
        let edit = try services.allowingMessages(to: 101).events.edit(event) { $0.payBy = deadline }
        #expect(edit.shortened.notices == 101 && edit.notices == 101)
        #expect(try queued() == 201)
    }

    @Test("101 guests are invited, get a message about a sub-event, or are uninvited only after a confirmation")
    func guests() throws {
        try wedding.importGuests("name,email\n" + addresses(101))
        let change = InvitationChange(inviting: [wedding.ceremony.number], sharing: .guest)
        try refused(101) { _ = try $0.guests.invite(.all, change, of: event, signingWith: festival.ring) }
        #expect(try services.tickets.ticketCount(of: event) == 0)
        let confirmed = services.allowingMessages(to: 101)
        let invited = try confirmed.guests.invite(.all, change, of: event, signingWith: festival.ring)
        #expect(invited.invited == 101 && invited.codes == 101)
        try refused(101) { _ = try $0.subEvents.editSubEvent(wedding.ceremony, of: event) { $0.venue = "Chapel" } }
        try refused(101) { try $0.subEvents.removeSubEvent(wedding.ceremony, of: event) }
        #expect(try services.subEvents.subEvents(of: event).first?.details.venue == nil)
        let list = "name,email,ceremony\n" + addresses(101).replacing("@x.org\n", with: "@x.org,no\n")
        let imported = try unconfirmed { _ = try wedding.importGuests(list) }
        #expect(imported.people == 101 && imported.operation == .importGuests)
        #expect(try wedding.importGuests(list, GuestImportOptions(writeMode: .dryRun)).withdrawn == 101)
        try confirmed.subEvents.removeSubEvent(wedding.ceremony, of: event)
        #expect(try services.subEvents.subEvents(of: event).count == 2)
    }

    @Test("101 tickets are cancelled or reissued in batches only after a confirmation before the first batch")
    func batches() throws {
        _ = try issue(101, by: services.allowingMessages(to: 101))
        let paid = try festival.order(2, .cash)
        let codes = try services.tickets.tickets(of: event, matching: .all, limit: 200).map(\.code)
        let plan = try services.tickets.cancellationPlan(codes, of: event)
        #expect(plan.tickets == 103 && plan.recipients == 102)
        var ring = try KeyRing.open(at: "\(festival.folder.path)/keys")
        try ring.generate(at: Festival.start)
        let renewed = ring
        #expect(try services.tickets.reissuePlan(of: event, signingWith: renewed).recipients == 102)
        try refused(102) { _ = try $0.tickets.reissueAll(of: event, signingWith: renewed) }
        #expect(
            try services.allowingMessages(to: 102).tickets.reissueAll(of: event, signingWith: renewed).count == 103)
        try refused(102) { _ = try $0.tickets.cancelAll(plan, of: event, note: nil) }
        #expect(try services.orders.order(paid.number, of: event).status == .paid)
        let done = try services.allowingMessages(to: 102).tickets.cancelAll(plan, of: event, note: nil)
        #expect(done.cancelled == 103)
    }

    @Test("A member without the right to cancel tickets does not learn how many people would get a message")
    func forbidden() throws {
        _ = try issue(101, by: services.allowingMessages(to: 101))
        let viewer = try services.users.addUser(UserDetails(name: "Vera"))
        _ = try services.members.setRole(.viewer, of: viewer, in: services.organizers.organizer(named: "Nile Nights"))
        let other = try ManagementServices.signIn(to: festival.store, as: "\(viewer.id)", clock: festival.clock.now)
        let codes = try services.tickets.tickets(of: event, matching: .all, limit: 200).map(\.code)
        let plan = try services.tickets.cancellationPlan(codes, of: event)
        func isForbidden(_ work: () throws -> Void) -> Bool {
            do {
                try work()
                return false
            } catch ManagementError.forbidden { return true } catch { return false }
        }
        #expect(isForbidden { _ = try other.tickets.cancelAll(plan, of: event, note: nil) })
        #expect(isForbidden { _ = try other.tickets.reissueAll(of: event, signingWith: festival.ring) })
        #expect(isForbidden { _ = try other.events.cancelEvent(event) })
    }

    @Test("A message to 101 holders is written only after a confirmation of at least that number")
    func written() throws {
        _ = try issue(101, by: services.allowingMessages(to: 101))
        let message = OrganizerMessage(audience: .all, subject: "Parking", body: "Use gate B.")
        try refused(101) { _ = try $0.notices.write(message, of: event) }
        #expect(try services.allowingMessages(to: 5000).notices.write(message, of: event) == 101)
    }

    @Test(
        "A reminder to 101 people is added only after a confirmation; a reminder to fewer people needs no confirmation")
    func reminder() throws {
        _ = try issue(101, by: services.allowingMessages(to: 101))
        let details = ReminderDetails(anchor: .end, minutes: 60, message: "Thank you.")
        try refused(101) { _ = try $0.notices.addReminder(details, to: event) }
        let change = try unconfirmed { _ = try services.notices.addReminder(details, to: event) }
        #expect(change.operation == .addReminder && change.eventTitle == event.details.title && change.edits.isEmpty)
        let unpaid = ReminderDetails(anchor: .end, minutes: 60, audience: .unpaid)
        #expect(try services.notices.addReminder(unpaid, to: event).number == 1)
        #expect(try services.allowingMessages(to: 101).notices.addReminder(details, to: event).number == 2)
        #expect(try queued() == 101)
    }

    @Test("The error for an unconfirmed change has the number of SMS and, if the price is set, their minimum cost")
    func costs() throws {
        let count = Notices.mostAtOnce + 1
        // The first two guests have an e-mail address, and the others have a phone number.
        let rows = (0..<count).map { number in
            number < 2 ? "Guest \(number),g\(number)@x.org,\n" : "Guest \(number),,+2567720\(10_000 + number)\n"
        }
        try wedding.importGuests("name,email,phone\n" + rows.joined())
        let change = InvitationChange(inviting: [wedding.ceremony.number], sharing: .guest)
        let priced = services.pricing { Money("35 UGX") }
        let invited = try unconfirmed {
            _ = try priced.guests.invite(.all, change, of: event, signingWith: festival.ring)
        }.recipients
        #expect(invited == RecipientCount(people: count, bySMS: count - 2, smsPrice: Money("35 UGX")))
        #expect(invited.leastCost == Money("\(35 * (count - 2)) UGX"))
        try wedding.invite(to: [wedding.ceremony])
        festival.clock.advance(bySeconds: 1)
        // The edit would store an audience and queue the messages later, because there are more than 1,000 recipients
        // (`Notices.mostAtOnce`).
        let moved = try unconfirmed { _ = try services.events.edit(event) { $0.venue = "Barn" } }.recipients
        #expect(moved == RecipientCount(people: count, bySMS: count - 2) && moved.leastCost == nil)
        let details = ReminderDetails(anchor: .end, minutes: 60)
        let reminded = try unconfirmed { _ = try priced.notices.addReminder(details, to: event) }.recipients
        #expect(reminded == invited)
        #expect(try priced.notices.recipientsOfEnd(of: event) == invited)
        // If the program sends no SMS, it counts no SMS.
        let silent = services.pricing({ Money("35 UGX") }, ifSendingSMS: { false })
        let unsent = try unconfirmed { _ = try silent.events.edit(event) { $0.venue = "Barn" } }.recipients
        #expect(unsent.people == count && unsent.bySMS == 0 && unsent.leastCost == nil)
        #expect(RecipientCount(people: 200, smsPrice: Money("35 UGX")).leastCost == nil)
    }

    @Test("A sale needs no confirmation, even if 101 members of the organizer’s team get a message about it")
    func team() throws {
        let people = (1...101).map { "(\(1000 + $0), 'Manager \($0)', 'm\($0)@x.org', 0, 0)" }
        let members = (1...101).map { "(\(event.organizer.rawValue), \(1000 + $0), 'manager')" }
        try festival.tamper(
            """
            INSERT INTO person (id, name, email, local_owner, created) VALUES \(people.joined(separator: ", "));
            INSERT INTO membership (organizer, person, role) VALUES \(members.joined(separator: ", "))
            """)
        let order = try festival.order(1, .cash)
        #expect(order.status == .paid)
        let told = try festival.store.read { try $0.notices.page(of: event.organizer, after: nil, limit: 1000) }
        #expect(told.count { $0.kind == .newSale } == 101)
    }
}

extension Festival {
    fileprivate func auditLength() throws -> Int {
        var count = 0
        try services.audit.forEachChange(of: services.organizers.organizer(named: "Nile Nights")) { _ in count += 1 }
        return count
    }
}
