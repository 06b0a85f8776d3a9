import EventFixture
import Management
import Store
import Testing
import Ticketing

@Suite("Templates and reminders of organizers", .everyEngine)
struct TemplateAndReminderTests {
    private static func template(
        _ body: String, by channel: Notice.Channel = .email, of organizer: Organizer
    ) -> MessageTemplate {
        MessageTemplate(
            organizer: organizer.number, kind: .reminder, channel: channel, language: "en",
            subject: channel == .email ? "Soon" : "", body: body, changed: Instant(milliseconds: 0))
    }

    private static func records(_ kind: AuditSubject.Kind, _ festival: Festival) throws -> [AuditRecord] {
        var records: [AuditRecord] = []
        try festival.services.audit.forEachChange(of: festival.organizer()) {
            if $0.subject.kind == kind { records.append($0) }
        }
        return records
    }

    @Test("Each change of a template is audited with its old and new text; storing the same text again changes nothing")
    func audited() throws {
        let festival = try Festival()
        let (notices, organizer) = (festival.services.notices, try festival.organizer())
        for body in ["See you.", "See you.", "Bye."] {
            try notices.setTemplate(unchecked: Self.template(body, of: organizer), of: organizer)
        }
        let stored = try notices.templates(of: organizer)
        #expect(stored.map(\.body) == ["Bye."] && stored.map(\.changed) == [Festival.start])
        for expected in [true, false] {
            #expect(
                try notices.removeTemplate(.reminder, by: .email, in: .english, of: organizer) == expected)
        }
        #expect(try notices.templates(of: organizer).isEmpty)
        let records = try Self.records(.template, festival)
        #expect(records.allSatisfy { $0.subject.id == "reminder/email/en" && $0.action == "editTemplate" })
        #expect(records.map(\.before) == [[:], ["body": "See you."], ["body": "Bye.", "subject": "Soon"]])
        #expect(records.map(\.after) == [["body": "See you.", "subject": "Soon"], ["body": "Bye."], [:]])
    }

    @Test("Nobody can read or change another organizer’s templates, even with a template that names that organizer")
    func strangers() throws {
        let festival = try Festival()
        let ours = try festival.organizer()
        try festival.services.notices.setTemplate(unchecked: Self.template("Ours", of: ours), of: ours)
        let stranger = try festival.services(ofStranger: "Joan")
        let theirs = try stranger.organizers.createOrganizer(OrganizerDetails(name: "Elsewhere"))
        let unknown = ManagementError.unknownOrganizer("\(ours.number)", known: [])
        #expect(throws: unknown) { try stranger.notices.templates(of: ours) }
        #expect(throws: unknown) {
            try stranger.notices.setTemplate(unchecked: Self.template("Theirs", of: theirs), of: ours)
        }
        #expect(throws: unknown) {
            try stranger.notices.removeTemplate(.reminder, by: .email, in: .english, of: ours)
        }
        // The organizer in the template is ignored. The parameter `of` determines the organizer.
        try stranger.notices.setTemplate(unchecked: Self.template("Theirs", of: ours), of: theirs)
        #expect(try festival.services.notices.templates(of: ours).map(\.body) == ["Ours"])
        #expect(try stranger.notices.templates(of: theirs).map(\.body) == ["Theirs"])
    }

    @Test(
        """
        A reminder must be due in the future and at most 60 days from the event, and have at most 1,000 characters; \
        the ticket type of its audience must exist
        """)
    func limits() throws {
        let festival = try Festival()
        let notices = festival.services.notices
        func faults(_ details: ReminderDetails) throws -> [String] {
            do {
                try notices.addReminder(details, to: festival.event)
                return []
            } catch ManagementError.invalid(let faults) {
                return faults.map(\.field)
            }
        }
        let day = 1440
        #expect(try faults(ReminderDetails(anchor: .end, minutes: 60 * day + 1)) == ["time"])
        #expect(try faults(ReminderDetails(anchor: .end, minutes: .min)) == ["time"])
        let long = String(repeating: "a", count: 1001)
        #expect(try faults(ReminderDetails(anchor: .start, minutes: -5, message: long)) == ["message"])
        // The event starts in an hour, so the times of both reminders have already passed.
        #expect(try faults(ReminderDetails(anchor: .start, minutes: -61)) == ["time"])
        #expect(try faults(ReminderDetails(anchor: .start, minutes: -60)) == ["time"])
        #expect(try faults(ReminderDetails(anchor: .end, minutes: 60 * day)) == [])
        let missing = NoticeAudience.type(try #require(TicketTypeNumber(rawValue: 99)))
        #expect(throws: ManagementError.unknownType("99", known: ["Regular"])) {
            try notices.addReminder(
                ReminderDetails(anchor: .start, minutes: -5, audience: missing), to: festival.event)
        }
        for _ in 1..<ReminderDetails.mostPerEvent {
            try notices.addReminder(ReminderDetails(anchor: .start, minutes: -5), to: festival.event)
        }
        let eleventh = ReminderDetails(anchor: .start, minutes: -6)
        #expect(throws: ReminderError.tooMany) { try notices.addReminder(eleventh, to: festival.event) }
        #expect(try notices.reminders(of: festival.event).map(\.number) == Array(1...10))
        try notices.removeReminder(3, of: festival.event)
        #expect(throws: ReminderError.unknown(3)) { try notices.removeReminder(3, of: festival.event) }
        #expect(try notices.addReminder(eleventh, to: festival.event).number == 11)
        let records = try Self.records(.reminder, festival)
        #expect(records.count == 12 && records[10].action == "editReminder")
        #expect(records.count { $0.action == "addReminder" } == 11)
        #expect(records[10].before == ["anchor": "start", "minutes": "-5", "to": "all"] && records[10].after == [:])
    }

    @Test("A reminder to guests who have not answered is queued once, and dropped for guests who answer in time")
    func silent() throws {
        let wedding = try Wedding()
        try wedding.importGuests(
            "name,email\nAnn,ann@example.org\nBob,bob@example.org\nCy,cy@example.org\nDan,dan@example.org\nEve,\n")
        try wedding.invite(to: [wedding.ceremony])
        func decline(_ name: String) throws {
            _ = try wedding.services.guests.answer(.declined, ofGuest: name, to: wedding.ceremony, of: wedding.event)
        }
        try decline("Cy")
        _ = try wedding.services.guests.answer(
            .attending(companions: 0), ofGuest: "Dan", to: wedding.ceremony, of: wedding.event)
        try wedding.services.notices.addReminder(
            ReminderDetails(anchor: .start, minutes: -45, audience: .silent, message: "Please answer."),
            to: wedding.event)
        let festival = wedding.festival
        let scheduler = ReminderScheduler(clock: festival.clock.now)
        try scheduler.queueDue(festival.store)
        #expect(try festival.notices(.answerReminder).isEmpty)
        // The event starts an hour after the beginning of the test.
        festival.clock.advance(bySeconds: 15 * 60)
        for _ in 0..<2 { try scheduler.queueDue(festival.store) }
        let queued = try festival.notices(.answerReminder)
        #expect(queued.map(\.recipient).sorted() == ["ann@example.org", "bob@example.org"])
        #expect(queued.allSatisfy { $0.payload["body"] == "Please answer." })
        try decline("Bob")
        let dispatcher = NoticeDispatcher(clock: festival.clock.now)
        while try dispatcher.decide(atMost: 50, channels: [.email], festival.store).decided > 0 {}
        let reasons = Dictionary(
            uniqueKeysWithValues: try festival.notices(.answerReminder).map { ($0.recipient, $0.delivery.reason) })
        #expect(reasons["bob@example.org"] == .outdated)
        #expect(reasons["ann@example.org"] != .outdated && reasons["ann@example.org"] != nil)
    }
}
