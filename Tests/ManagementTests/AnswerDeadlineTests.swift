import EventFixture
import Management
import Store
import Testing
import TicketToken
import Ticketing

@Suite("Deadlines for answers to sub-events", .everyEngine)
struct AnswerDeadlineTests {
    private let wedding: Wedding
    private let storefront: Storefront
    /// A deadline for answers, 20 minutes after `Festival.start`. The event starts 60 minutes, and ends 120 minutes,
    /// after `Festival.start`.
    private let deadline = Festival.start.advanced(bySeconds: 1200)

    init() throws {
        wedding = try Wedding()
        try wedding.importGuests(
            """
            name,household,email,companions,ceremony,reception
            Grace,Nakato,grace@example.org,1,yes,yes
            Joan,Auma,joan@example.org,0,,yes

            """)
        try wedding.invite()
        storefront = try wedding.festival.storefront()
    }

    private func setDeadline(_ moment: Instant?, of subEvent: SubEvent) throws {
        _ = try wedding.services.subEvents.editSubEvent(subEvent, of: wedding.event) { $0.answerBy = moment }
    }

    private func link(of name: String) throws -> TicketLink {
        let serial = try #require(try guest(name).guest.serial)
        return try wedding.festival.link(to: wedding.services.tickets.ticket(TicketCode(serial), of: wedding.event))
    }

    private func guest(_ name: String) throws -> InvitedGuest {
        try wedding.services.guests.guest(named: name, of: wedding.event)
    }

    private func reply(_ answers: [Int: Ticketing.InvitationReply], meal: String? = nil) throws -> GuestReply {
        GuestReply(guest: try guest("Grace").guest.number, answers: answers, meal: meal)
    }

    @Test("An answer is saved a millisecond before the deadline of its sub-event, and refused at the deadline")
    func boundary() throws {
        try setDeadline(deadline, of: wedding.ceremony)
        let link = try link(of: "Grace")
        wedding.festival.clock.set(Instant(milliseconds: deadline.milliseconds - 1))
        try storefront.answer(link, reply([1: .attending(companions: 1)]))
        wedding.festival.clock.set(deadline)
        #expect(throws: StorefrontError.subEventAnswersClosed(1, "Ceremony")) {
            try storefront.answer(link, reply([1: .declined]))
        }
        #expect(try guest("Grace").invitations.map(\.reply) == [.attending(companions: 1), .none])
    }

    @Test("The number of described companions is checked only against invitations that the guest can still answer")
    func companions() throws {
        try setDeadline(deadline, of: wedding.ceremony)
        let link = try link(of: "Grace")
        let number = try guest("Grace").guest.number
        let describe = { (answers: [Int: Ticketing.InvitationReply]) in
            GuestReply(guest: number, answers: answers, companions: [Companion(number: 1, name: "Amina")])
        }
        try storefront.answer(link, reply([1: .attending(companions: 0), 2: .maybe]))
        #expect(throws: StorefrontError.companionsNotChosen(described: 1, chosen: 0, subEvents: [1])) {
            try storefront.answer(link, describe([:]))
        }
        #expect(try guest("Grace").companions.isEmpty)
        wedding.festival.clock.set(deadline)
        #expect(throws: StorefrontError.companionsNotChosen(described: 1, chosen: 0, subEvents: [2])) {
            try storefront.answer(link, describe([2: .attending(companions: 0)]))
        }
        // The guest comes only to the ceremony. Its deadline has passed, so the number of companions there can no
        // longer be changed, and is not checked.
        try storefront.answer(link, describe([2: .maybe]))
        #expect(try guest("Grace").companions.map(\.name) == ["Amina"])
    }

    @Test(
        """
        A reply with one late answer is refused as a whole; a second reply that answers only other sub-events is \
        accepted
        """)
    func whole() throws {
        try setDeadline(deadline, of: wedding.ceremony)
        wedding.festival.clock.set(deadline)
        let link = try link(of: "Grace")
        #expect(throws: StorefrontError.subEventAnswersClosed(1, "Ceremony")) {
            try storefront.answer(link, reply([1: .declined, 2: .declined], meal: "fish"))
        }
        #expect(try guest("Grace").invitations.map(\.reply) == [.none, .none])
        #expect(try guest("Grace").guest.details.meal == nil)
        #expect(try storefront.invitation(link)?.closed == nil)
        try storefront.answer(link, reply([2: .declined], meal: "fish"))
        #expect(try guest("Grace").invitations.map(\.reply) == [.none, .declined])
        #expect(try guest("Grace").guest.details.meal == "fish")
        // Members of the organizer can still answer for the guest.
        _ = try wedding.services.guests.answer(.maybe, ofGuest: "Grace", to: wedding.ceremony, of: wedding.event)
        #expect(try guest("Grace").invitations.map(\.reply) == [.maybe, .declined])
    }

    @Test(
        """
        A sub-event’s own deadline replaces the event’s deadline; after the deadlines of all sub-events, no answer is \
        accepted
        """)
    func override() throws {
        let later = deadline.advanced(bySeconds: 600)
        _ = try wedding.services.events.edit(wedding.event) { $0.answerBy = deadline }
        try setDeadline(later, of: wedding.reception)
        let (grace, joan) = (try link(of: "Grace"), try link(of: "Joan"))
        wedding.festival.clock.set(deadline)
        #expect(try storefront.invitation(grace)?.closed == nil && storefront.invitation(joan)?.closed == nil)
        #expect(throws: StorefrontError.subEventAnswersClosed(1, "Ceremony")) {
            try storefront.answer(grace, reply([1: .declined]))
        }
        try storefront.answer(grace, reply([2: .declined]))
        try setDeadline(deadline, of: wedding.reception)
        #expect(try storefront.invitation(grace)?.closed == .answersClosed)
        #expect(throws: StorefrontError.answersClosed) { try storefront.answer(grace, reply([:], meal: "fish")) }
        try setDeadline(nil, of: wedding.reception)
        #expect(try storefront.invitation(joan)?.closed == .answersClosed)
        _ = try wedding.services.events.edit(wedding.event) { $0.answerBy = nil }
        #expect(try storefront.invitation(joan)?.closed == nil)
    }

    @Test("A deadline after the end of its sub-event is refused; copying an event to another day moves the deadline")
    func valid() throws {
        let end = Festival.start.advanced(bySeconds: 7200)
        #expect(throws: GuestError.faultySubEvent([.answersAfterEnd])) {
            _ = try wedding.services.subEvents.editSubEvent(wedding.ceremony, of: wedding.event) {
                ($0.end, $0.answerBy) = (end, Instant(milliseconds: end.milliseconds + 1))
            }
        }
        _ = try wedding.services.subEvents.editSubEvent(wedding.ceremony, of: wedding.event) {
            ($0.end, $0.answerBy) = (end, end)
        }
        let copy = try wedding.services.events.duplicate(
            wedding.event, titled: nil, by: TimeShift("1d"))
        let deadlines = try wedding.services.subEvents.subEvents(of: copy).map(\.details.answerBy)
        #expect(deadlines == [end.advanced(bySeconds: 86_400), nil, nil])
    }

    // MARK: Reminders

    /// Moves the event to ten days after `Festival.start`. Adds reminders before the start, for guests who have not
    /// answered.
    private func remind(daysBefore: Int...) throws -> Instant {
        let start = Festival.start.advanced(bySeconds: 10 * 86_400)
        _ = try wedding.services.events.edit(wedding.event) {
            ($0.start, $0.end) = (start, start.advanced(bySeconds: 7200))
        }
        for days in daysBefore {
            try wedding.services.notices.addReminder(
                ReminderDetails(anchor: .start, minutes: -1440 * days, audience: .silent, message: "\(days) days"),
                to: wedding.event)
        }
        return start
    }

    private func reminded(at moment: Instant) throws -> [String] {
        wedding.festival.clock.set(moment)
        let before = Set(try wedding.festival.notices(.answerReminder).map(\.key))
        for _ in 0..<2 { try ReminderScheduler(clock: wedding.festival.clock.now).queueDue(wedding.festival.store) }
        return try wedding.festival.notices(.answerReminder).filter { !before.contains($0.key) }
            .map { "\($0.recipient) \($0.payload["body"] ?? "")" }.sorted()
    }

    @Test(
        """
        If a reminder would come after a sub-event’s deadline, guests who have not answered get it a day before the \
        deadline
        """)
    func earlier() throws {
        let start = try remind(daysBefore: 3, 1)
        let deadline = start.advanced(bySeconds: -5 * 86_400)
        try setDeadline(deadline, of: wedding.ceremony)
        let due = deadline.advanced(bySeconds: -86_400)
        #expect(try reminded(at: Instant(milliseconds: due.milliseconds - 1)).isEmpty)
        // Joan is not invited to the ceremony, so only Grace is reminded. The message has the text of the first of the
        // two reminders, and is sent only once before the deadline.
        #expect(try reminded(at: due) == ["grace@example.org 3 days"])
        #expect(try reminded(at: Instant(milliseconds: deadline.milliseconds - 1)).isEmpty)
        #expect(
            try reminded(at: start.advanced(bySeconds: -3 * 86_400)) == [
                "grace@example.org 3 days", "joan@example.org 3 days",
            ])
    }

    @Test("`ReminderTimes` gives the times at which a reminder to guests who have not answered is sent")
    func shownTimes() throws {
        let start = try remind(daysBefore: 3, 1)
        let notices = wedding.services.notices
        func times() throws -> [[Instant]] {
            let reminders = try notices.reminders(of: wedding.event)
            let details = try wedding.services.events.event(named: "\(wedding.event.number)").details
            let shown = ReminderTimes(
                of: details, subEvents: try wedding.services.subEvents.subEvents(of: wedding.event).map(\.details),
                reminders: reminders)
            return reminders.map { shown.times(of: $0) }
        }
        let (early, late) = (start.advanced(bySeconds: -3 * 86_400), start.advanced(bySeconds: -86_400))
        #expect(try times() == [[early], [late]])
        // A day before the deadline of the ceremony, the first reminder is sent early to the ceremony's guests. The
        // other sub-events have no deadline.
        try setDeadline(start.advanced(bySeconds: -5 * 86_400), of: wedding.ceremony)
        #expect(try times() == [[start.advanced(bySeconds: -6 * 86_400), early], [late]])
        // The event's deadline applies to all other sub-events. It is between the two reminders.
        let between = start.advanced(bySeconds: -2 * 86_400)
        _ = try wedding.services.events.edit(wedding.event) { $0.answerBy = between }
        #expect(
            try times() == [
                [start.advanced(bySeconds: -6 * 86_400), early], [start.advanced(bySeconds: -3 * 86_400)],
            ])
        // All deadlines come before both reminders.
        _ = try wedding.services.events.edit(wedding.event) {
            $0.answerBy = start.advanced(bySeconds: -5 * 86_400)
        }
        #expect(try times() == [[start.advanced(bySeconds: -6 * 86_400)], []])
        #expect(
            try reminded(at: start.advanced(bySeconds: -6 * 86_400)) == [
                "grace@example.org 3 days", "joan@example.org 3 days",
            ])
    }

    @Test("No early reminder is sent if the guest has answered, or if the normal reminder is due before the deadline")
    func notNeeded() throws {
        let start = try remind(daysBefore: 3)
        // The reminder that is due three days before the start is sent, because it comes before this deadline.
        try setDeadline(start.advanced(bySeconds: -2 * 86_400), of: wedding.ceremony)
        #expect(try reminded(at: start.advanced(bySeconds: -3 * 86_400 - 60)).isEmpty)
        let deadline = start.advanced(bySeconds: -5 * 86_400)
        wedding.festival.clock.set(Festival.start)
        try setDeadline(deadline, of: wedding.reception)
        for (name, subEvent) in [("Grace", wedding.reception), ("Joan", wedding.reception)] {
            _ = try wedding.services.guests.answer(.declined, ofGuest: name, to: subEvent, of: wedding.event)
        }
        #expect(try reminded(at: deadline.advanced(bySeconds: -3600)).isEmpty)
    }

    @Test("A queued reminder is dropped if the guest can no longer answer when it would be sent")
    func dropped() throws {
        let start = try remind(daysBefore: 3)
        let deadline = start.advanced(bySeconds: -5 * 86_400)
        for subEvent in [wedding.ceremony, wedding.reception] { try setDeadline(deadline, of: subEvent) }
        #expect(
            try reminded(at: deadline.advanced(bySeconds: -3600)) == [
                "grace@example.org 3 days", "joan@example.org 3 days",
            ])
        wedding.festival.clock.set(deadline)
        let dispatcher = NoticeDispatcher(clock: wedding.festival.clock.now)
        while try dispatcher.decide(atMost: 50, channels: [.email], wedding.festival.store).decided > 0 {}
        #expect(try wedding.festival.notices(.answerReminder).map(\.delivery.reason) == [.outdated, .outdated])
    }
}
