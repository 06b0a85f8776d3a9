import EventFixture
import Management
import Testing
import Ticketing

@Suite("Codes that confirm e-mail addresses, and restoring an event that was never deleted", .everyEngine)
struct OutboxTests {
    @Test("Only the local owner, who sends the mail, can see the code that confirms an e-mail address")
    func codes() throws {
        let festival = try Festival()
        let joan = try ManagementServices.signIn(
            to: festival.store, as: festival.services.users.addUser(UserDetails(name: "Joan")).name,
            clock: { Instant(seconds: 4_000_000_000) })
        let organizer = try joan.organizers.createOrganizer(OrganizerDetails(name: "Lake House"))
        _ = try joan.organizers.verify(organizer, .email(#require(EmailAddress(rawValue: "joan@example.org"))))

        var own: [Notice] = []
        try joan.notices.forEachNotice(of: organizer) { own.append($0) }
        #expect(own.map(\.kind) == [.confirmEmail])
        #expect(own.first?.payload == ["organizer": "Lake House"])
        #expect(own.allSatisfy { !$0.key.contains("code") })
        #expect(throws: ManagementError.localOwnerOnly) { try joan.notices.forEachNoticeOfStore { _ in } }

        var sent: [Notice] = []
        try festival.services.notices.forEachNoticeOfStore { if $0.organizer == organizer.number { sent.append($0) } }
        let code = try #require(sent.first?.payload["code"])
        #expect(sent.count == 1 && code.count == 6)
        let verified = try joan.organizers.verify(organizer, .emailCode(code))
        #expect(!verified.verification.missing.contains(.profile))

        var trail: [String] = []
        try joan.audit.forEachChange(of: organizer) { trail += Array($0.before.values) + Array($0.after.values) }
        #expect(!trail.contains(code))
    }

    @Test("If an event was never deleted, an attempt to restore it fails with an error that says so")
    func restoring() throws {
        let festival = try Festival()
        let slug = festival.event.slug
        #expect(throws: ManagementError.notDeleted) { try festival.services.events.event(named: slug, among: .deleted) }
        #expect(throws: ManagementError.unknownEvent("nowhere", known: [])) {
            try festival.services.events.event(named: "nowhere", among: .deleted)
        }
        #expect(throws: ManagementError.unknownEvent("", known: [])) {
            try festival.services.events.event(named: "", among: .deleted)
        }
    }
}
