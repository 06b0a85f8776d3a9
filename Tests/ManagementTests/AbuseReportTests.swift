import EventFixture
import Management
import Store
import Testing
import Ticketing

@Suite("Reports of visitors about events", .everyEngine)
struct AbuseReportTests {
    private let festival: Festival
    private let storefront: Storefront

    private var owner: AbuseReportService { festival.services.abuseReports }
    private var event: EventNumber { festival.event.number }

    init() throws {
        festival = try Festival()
        storefront = try Storefront(
            to: festival.store, signingWith: festival.ring, clock: festival.clock.now)
    }

    private func report(
        _ text: String, reason: AbuseReport.Reason = .other, from email: String? = nil, about event: EventNumber? = nil
    ) throws {
        let address = try email.map { try #require(EmailAddress(rawValue: $0)) }
        try storefront.report(
            AbuseReport.Content(reason, text: text, email: address), about: event ?? self.event)
    }

    private func open() throws -> [ListedAbuseReport] { try owner.reports(.open, limit: 100) }

    @Test("Nothing is stored while abuse reports are off, or if the event is a draft or private")
    func unavailable() throws {
        #expect(try !storefront.takesAbuseReports())
        #expect(throws: StorefrontError.notFound) { try report("A fraud") }
        try owner.setTakesAbuseReports(true)
        let draft = try festival.services.events.duplicate(festival.event, titled: "Draft", by: nil)
        let hidden = try festival.services.events.duplicate(festival.event, titled: "Hidden", by: nil)
        _ = try festival.services.events.edit(hidden) { $0.kind = .private }
        _ = try festival.services.events.publish(hidden)
        let unknown = try #require(EventNumber(rawValue: event.rawValue ^ 1))
        for number in [draft.number, hidden.number, unknown] {
            #expect(throws: StorefrontError.notFound) { try report("A fraud", about: number) }
        }
        #expect(try open().isEmpty)
        try report("A fraud")
        try owner.setTakesAbuseReports(false)
        #expect(throws: StorefrontError.notFound) { try report("Another fraud") }
        #expect(try open().map(\.report.content.text) == ["A fraud"])
    }

    @Test("A text that is missing, too long or has control characters is refused; a text has up to 1,000 characters")
    func texts() throws {
        try owner.setTakesAbuseReports(true)
        for text in ["", " ", "\u{200B}", "a\u{0}b", "a\u{202E}b", String(repeating: "x", count: 1001)] {
            let error = try #require(throws: StorefrontError.self, "\(text)") { try report(text) }
            guard case .invalid(let faults) = error else { throw Surprise("\(error)") }
            #expect(faults.map(\.field) == ["text"])
        }
        #expect(try open().isEmpty)
        let long = String(repeating: "é", count: 999) + "\n"
        try report(long)
        try report("", reason: .illegal)
        #expect(try Set(open().map(\.report.content.text)) == [long, ""])
    }

    @Test("A stranger can’t fill the store with reports: beyond 20 open reports about an event, they are only counted")
    func bounded() throws {
        try owner.setTakesAbuseReports(true)
        for number in 1...25 {
            for _ in 0..<2 { try report("Number \(number)", from: "ann@example.org") }
        }
        let reports = try open()
        #expect(reports.map(\.report.id.number) == Array(1...20))
        // Each of the last five reports was sent twice and is counted twice, because the store does not keep their
        // texts and so cannot recognize repetitions.
        #expect(reports.allSatisfy { $0.unstored == 10 && $0.event.number == event })
        #expect(try owner.openReports(limit: 5) == 5 && owner.openReports(limit: 100) == 20)
        let first = try #require(reports.first).report.id
        try owner.close(first, note: "checked")
        try report("Number 26")
        #expect(try open().map(\.report.id.number) == Array(2...21))
        for listed in try open() { try owner.close(listed.report.id, note: "checked") }
        try report("Number 27")
        #expect(try open().map(\.unstored) == [0])
        var all: [ListedAbuseReport] = []
        try owner.forEachReport(.all) { all.append($0) }
        #expect(all.count == 22 && all.filter { $0.report.closing != nil }.count == 21)
        #expect(try owner.reports(.all, after: first, limit: 2).map(\.report.id.number) == [2, 3])
    }

    @Test("Of 24 simultaneous reports about one event, 20 are stored, and 4 are counted")
    func atOnce() async throws {
        try owner.setTakesAbuseReports(true)
        let (storefront, event) = (self.storefront, self.event)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...24 {
                group.addTask {
                    try storefront.report(
                        AbuseReport.Content(.fraud, text: "Number \(number)", email: nil), about: event)
                }
            }
            try await group.waitForAll()
        }
        let reports = try open()
        #expect(reports.map(\.report.id.number) == Array(1...20) && reports.allSatisfy { $0.unstored == 4 })
    }

    @Test(
        """
        When a report is closed, its sender’s address is deleted; the note is in the store’s audit trail, but not in \
        the organizer’s
        """)
    func closing() throws {
        try owner.setTakesAbuseReports(true)
        try report("The lake has no festival", reason: .fraud, from: "ann@example.org")
        let listed = try #require(try open().first)
        let id = listed.report.id
        #expect(listed.organizer == "Nile Nights" && listed.report.created == festival.clock.now())
        #expect(listed.report.content.email?.rawValue == "ann@example.org" && listed.closedBy == nil)
        for note in ["", " ", "a\u{0}b", String(repeating: "x", count: 501)] {
            #expect(throws: ManagementError.self) { try owner.close(id, note: note) }
        }
        #expect(try open().count == 1)
        festival.clock.advance(bySeconds: 60)
        // The second request changes nothing.
        for _ in 0..<2 { try owner.close(id, note: "the festival is real") }
        for other in [id, AbuseReport.ID(event: event, number: 2)] {
            #expect(throws: AbuseReportError.notOpen(other)) { try owner.close(other, note: "again") }
        }
        let closed = try #require(try owner.reports(.all, limit: 10).first)
        #expect(closed.report.content.email == nil && closed.report.content.text == "The lake has no festival")
        #expect(closed.report.closing?.note == "the festival is real" && closed.closedBy == "Test")
        #expect(closed.report.closing?.at == festival.clock.now())

        func fields(_ records: [AuditRecord]) -> String { records.map { "\($0.before) \($0.after)" }.joined() }
        var (own, organizers): ([AuditRecord], [AuditRecord]) = ([], [])
        try festival.services.audit.forEachChangeOfStore { own.append($0) }
        let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        try festival.services.audit.forEachChange(of: organizer) { organizers.append($0) }
        #expect(own.last?.after == ["state": "closed", "abuse_report": "\(id)", "note": "the festival is real"])
        #expect(!fields(own).contains("ann@") && !fields(own).contains("The lake"))
        #expect(fields(own).matches(of: /the festival is real/).count == 1)
        #expect(!fields(organizers).contains("real") && !fields(organizers).contains("abuse"))
        #expect(try !fields(festival.services.events.history(of: festival.event)).contains("abuse"))
        #expect(try festival.store.check().isIntact)
    }

    @Test("Only the local owner sees and closes reports, even if another user owns the organizer of the event")
    func rights() throws {
        let user = try festival.services.users.addUser(UserDetails(name: "Joan"))
        let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        _ = try festival.services.members.setRole(.owner, of: user, in: organizer)
        let joan = try ManagementServices.signIn(
            to: festival.store, as: "\(user.id)", clock: festival.clock.now
        ).abuseReports
        try owner.setTakesAbuseReports(true)
        try report("A fraud")
        let id = try #require(try open().first).report.id
        for attempt: () throws -> Void in [
            { try joan.setTakesAbuseReports(false) }, { _ = try joan.reports(.all, limit: 10) },
            { try joan.forEachReport(.open) { _ in } }, { _ = try joan.openReports(limit: 10) },
            { try joan.close(id, note: "no fraud") },
        ] {
            #expect(throws: ManagementError.localOwnerOnly) { try attempt() }
        }
        #expect(try joan.takesAbuseReports() && open().count == 1)
    }

    @Test("The ID of a report can be written in exactly one way")
    func names() throws {
        let id = AbuseReport.ID(event: event, number: 3)
        #expect(AbuseReport.ID("\(id)") == id)
        for text in ["", "-", "0-1", "\(event)-0", "\(event)-03", "\(event)-+3", " \(id)", "\(id)-1", "\(event)--3"] {
            #expect(AbuseReport.ID(text) == nil, "\(text)")
        }
    }
}
