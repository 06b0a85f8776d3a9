import EventFixture
import Management
import Store
import Testing
import Ticketing

@Suite("Reminders and messages of organizers", .everyEngine)
struct ReminderTests {
    private let festival: Festival

    init() throws {
        festival = try Festival()
        // Festival.start is Wed 23 Dec 2026, 07:26 in Kampala.
        _ = try festival.services.events.edit(festival.event) {
            $0.start = Festival.start.advanced(bySeconds: 10 * 86_400)
            $0.end = Festival.start.advanced(bySeconds: 10 * 86_400 + 7200)
        }
    }

    private var start: Instant { Festival.start.advanced(bySeconds: 10 * 86_400) }

    private func issue(to address: String?) throws {
        _ = try festival.services.tickets.issue(
            .person(holder: "Grace", email: address, note: nil), type: festival.regular, of: festival.event,
            signingWith: festival.ring)
    }

    /// Runs the scheduler at a moment, and returns the standard reminders that it queued.
    private func queued(
        at moment: Instant, hour: Int = 10, early: Int = 7, late: Int = 2, last: Int = 15
    ) throws -> [String] {
        let policy = NoticePolicy.standard.with {
            ($0.reminderHour, $0.earlyReminderDays) = (hour, early)
            ($0.lateReminderHours, $0.lastReminderMinutes) = (late, last)
        }
        festival.clock.set(moment)
        let before = Set(try festival.notices(.reminder).map(\.key))
        try ReminderScheduler(clock: festival.clock.now).queueDue(festival.store, policy: policy)
        return try festival.notices(.reminder).filter { !before.contains($0.key) }
            .compactMap { $0.payload["reminder"] }
    }

    @Test("Each standard reminder is queued once, even if four servers look for due reminders at once")
    func standard() async throws {
        try issue(to: "grace@example.org")
        #expect(try queued(at: Festival.start).isEmpty)
        #expect(try queued(at: start.advanced(bySeconds: -7 * 86_400 + 60)) == ["1w"])
        #expect(try queued(at: start.advanced(bySeconds: -7 * 86_400 + 120)).isEmpty)
        // The reminder for the day before the event is due at 10:00, which is 21 hours and 26 minutes before the start.
        #expect(try queued(at: start.advanced(bySeconds: -22 * 3600)).isEmpty)
        festival.clock.set(start.advanced(bySeconds: -21 * 3600))
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask { [festival] in
                    try ReminderScheduler(clock: festival.clock.now).queueDue(Store.open(festival.address))
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts.sorted() == [0, 0, 0, 1])
        #expect(try queued(at: start.advanced(bySeconds: -2 * 3600)) == ["2h"])
        #expect(try queued(at: start.advanced(bySeconds: -10 * 60)) == ["15m"])
        #expect(try queued(at: start.advanced(bySeconds: 60)).isEmpty)
    }

    @Test(
        """
        If the hour of reminders changes or differs between servers, the reminder for the day before the event is \
        queued once
        """)
    func hour() throws {
        try issue(to: "grace@example.org")
        #expect(try queued(at: start.advanced(bySeconds: -21 * 3600)) == ["24h"])
        for hour in [9, 11, 12] {
            #expect(try queued(at: start.advanced(bySeconds: -19 * 3600), hour: hour).isEmpty, "\(hour)")
        }
    }

    @Test("Standard reminders are queued at the times of the policy, and store the time between reminder and start")
    func policy() throws {
        try issue(to: "grace@example.org")
        let day: Int64 = 86_400
        #expect(try queued(at: start.advanced(bySeconds: -9 * day - 1), early: 9).isEmpty)
        #expect(try queued(at: start.advanced(bySeconds: -9 * day), early: 9) == ["1w"])
        #expect(try queued(at: start.advanced(bySeconds: -5 * 3600 - 1), hour: 23, late: 5) == ["24h"])
        #expect(try queued(at: start.advanced(bySeconds: -5 * 3600), hour: 23, late: 5) == ["2h"])
        #expect(try queued(at: start.advanced(bySeconds: -40 * 60 - 1), last: 40).isEmpty)
        #expect(try queued(at: start.advanced(bySeconds: -40 * 60), last: 40) == ["15m"])
        let leads = try festival.notices(.reminder).map {
            "\($0.payload["reminder"] ?? "") \($0.payload["lead"] ?? "")"
        }
        #expect(Set(leads).isSuperset(of: ["1w 777600", "2h 18000", "15m 2400"]), "\(leads)")
    }

    @Test("If the setting of a reminder changes, the reminder is queued at most once, and never six or more hours late")
    func changedTime() throws {
        try issue(to: "grace@example.org")
        // The event starts in the afternoon, so that no quiet hours delay the reminder.
        let start = start.advanced(bySeconds: 8 * 3600)
        _ = try festival.services.events.edit(festival.event) {
            $0.start = start
            $0.end = start.advanced(bySeconds: 7200)
        }
        #expect(try queued(at: start.advanced(bySeconds: -6 * 3600), late: 6) == ["2h"])
        let dispatcher = NoticeDispatcher(clock: festival.clock.now)
        let leases = try dispatcher.decide(atMost: 50, channels: [.email], festival.store).leases
        #expect(leases.contains { $0.notice.kind == .reminder && $0.notice.payload["reminder"] == "2h" })
        #expect(try queued(at: start.advanced(bySeconds: -2 * 3600)).isEmpty)
        // The event moves, and then the early reminder is set to 20 days before the start. With this setting, the
        // reminder was due 7 hours ago in the first round of the loop, and 5 hours ago in the second round.
        for (hours, expected) in [(7, []), (5, ["1w"])] as [(Int64, [String])] {
            let moved = festival.clock.now().advanced(bySeconds: 20 * 86_400 - hours * 3600)
            _ = try festival.services.events.edit(festival.event) {
                $0.start = moved
                $0.end = moved.advanced(bySeconds: 7200)
            }
            #expect(try queued(at: festival.clock.now()).isEmpty)
            #expect(try queued(at: festival.clock.now(), early: 20) == expected, "\(hours)")
        }
    }

    @Test("A reminder that an earlier version of the program has queued is not queued again")
    func earlierVersion() throws {
        try issue(to: "grace@example.org")
        let due = StandardReminder.day.due(before: start, in: festival.event.zone)
        try festival.tamper(
            """
            INSERT INTO queued_reminder (event, name, due, queued)
            VALUES (\(festival.event.number.rawValue), '24h', \(due.milliseconds), \(due.milliseconds))
            """)
        #expect(try queued(at: due.advanced(bySeconds: 60)).isEmpty)
        #expect(try queued(at: start.advanced(bySeconds: -19 * 3600), hour: 12).isEmpty)
        #expect(try queued(at: start.advanced(bySeconds: -2 * 3600)) == ["2h"])
    }

    @Test("After an outage of a day, reminders that were due long ago are not queued late")
    func late() throws {
        try issue(to: "grace@example.org")
        #expect(try queued(at: start.advanced(bySeconds: -6 * 86_400)).isEmpty)
    }

    @Test("If the start moves after a reminder was queued, the old reminder is dropped, and a new one is queued")
    func moved() throws {
        try issue(to: "grace@example.org")
        _ = try queued(at: start.advanced(bySeconds: -2 * 3600))
        _ = try festival.services.events.edit(festival.event) {
            $0.start = start.advanced(bySeconds: 3600)
            $0.end = start.advanced(bySeconds: 9000)
        }
        let dispatcher = NoticeDispatcher(clock: festival.clock.now)
        let kinds = try dispatcher.decide(atMost: 50, channels: [.email], festival.store).leases.map(\.notice.kind)
        #expect(!kinds.contains(.reminder) && kinds.contains(.eventMoved))
        #expect(try festival.notices(.reminder).map(\.delivery.reason) == [.outdated])
        #expect(try queued(at: start.advanced(bySeconds: -3600)) == ["2h"])
    }

    @Test("A message to an audience reaches each address once; a preview counts the people without an address")
    func audience() throws {
        try issue(to: "grace@example.org")
        try issue(to: "grace@example.org")
        try issue(to: "joan@example.org")
        try issue(to: nil)
        let draft = OrderDraft(
            lines: [OrderDraft.Line(type: festival.regular.number, count: 2)], name: "Sam", phone: "+256772123456",
            payment: Payment(.cash))
        _ = try festival.services.orders.createOrder(draft, of: festival.event, signingWith: festival.ring)
        let message = OrganizerMessage(audience: .all, subject: "Bring a coat", body: "It will be cold.")
        let preview = try festival.services.notices.preview(message, of: festival.event)
        #expect(preview.recipients == 3 && preview.byEmail == 2 && preview.bySMS == 1 && preview.unreached.total == 1)
        #expect(try festival.services.notices.write(message, of: festival.event) == 3)
        let sent = try festival.notices(.organizerMessage)
        #expect(Set(sent.map(\.recipient)) == ["grace@example.org", "joan@example.org", "+256772123456"])
        #expect(Set(sent.map { $0.payload["body"] }) == ["It will be cold."])
        #expect(
            try festival.services.notices.preview(
                OrganizerMessage(audience: .type(festival.regular.number), subject: "x", body: "y"),
                of: festival.event
            ).recipients == 3)
        #expect(
            try festival.services.notices.preview(
                OrganizerMessage(audience: .silent, subject: "x", body: "y"), of: festival.event
            ).recipients == 0)
        #expect(throws: ManagementError.self) {
            try festival.services.notices.write(
                OrganizerMessage(audience: .all, subject: " ", body: "y"), of: festival.event)
        }
    }

    @Test("Messages are written only about a published event, and at most ten in 24 hours")
    func limits() throws {
        try issue(to: "grace@example.org")
        let (services, message) = (
            festival.services.notices, OrganizerMessage(audience: .all, subject: "Bring a coat", body: "It is cold.")
        )
        let draft = try festival.services.events.createEvent(
            EventDetails(title: "Draft", timeZone: "Africa/Kampala"), suite: festival.event.suite,
            of: festival.organizer())
        #expect(throws: ManagementError.notPublished(.draft)) { try services.write(message, of: draft) }
        for _ in 0..<OrganizerMessage.mostPerDay {
            #expect(try services.write(message, of: festival.event) == 1)
            festival.clock.advance(bySeconds: 60)
        }
        let until = Festival.start.advanced(bySeconds: 86_400)
        #expect(throws: ManagementError.tooManyMessages(until: until)) {
            try services.write(message, of: festival.event)
        }
        #expect(try festival.notices(.organizerMessage).count == OrganizerMessage.mostPerDay)
        festival.clock.set(until)
        #expect(try services.write(message, of: festival.event) == 1)
        #expect(throws: ManagementError.tooManyMessages(until: until.advanced(bySeconds: 60))) {
            try services.write(message, of: festival.event)
        }
        _ = try festival.services.events.cancelEvent(festival.event)
        #expect(throws: ManagementError.notPublished(.cancelled)) { try services.write(message, of: festival.event) }
    }

    @Test("A guest with several invitations counts only once in each audience")
    func guests() throws {
        let wedding = try Wedding()
        try wedding.importGuests("name,household,email,phone\nAnn,Lake,ann@x.org,\nBen,Hill,,\n")
        try wedding.invite(.named(["Ann", "Ben"]), to: [wedding.ceremony, wedding.brunch])
        let code = try #require(try wedding.services.guests.guest(named: "Ann", of: wedding.event).guest.serial)
        let type = try wedding.services.tickets.ticket(TicketCode(code), of: wedding.event).type
        for audience in [NoticeAudience.all, .silent, .notInside, .type(type)] {
            let message = OrganizerMessage(audience: audience, subject: "Coats", body: "It will be cold.")
            let preview = try wedding.services.notices.preview(message, of: wedding.event)
            #expect(preview.recipients == 1 && preview.unreached.total == 1, "\(audience): \(preview)")
        }
    }
}
