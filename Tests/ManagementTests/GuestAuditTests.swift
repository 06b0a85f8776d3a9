import EventFixture
import Management
import Store
import Testing
import Ticketing

@Suite("Guests in the audit trail and in the history of an event", .everyEngine)
struct GuestAuditTests {
    private let wedding: Wedding
    /// Texts about health that the audit trail contains.
    private static let health = ["trout", "couscous", "peanuts", "penne", "lactose", "ramp", "elevator"]

    init() throws {
        wedding = try Wedding()
        try wedding.importGuests("name,companions,meal,access,ceremony\nGrace,1,trout,ramp,yes\n")
        _ = try wedding.services.guests.editAnswers(ofGuest: 1, of: wedding.event) {
            $0.answers[1] = .attending(companions: 1)
            ($0.meal, $0.allergy) = ("couscous", "peanuts")
            $0[companion: 1] = Companion(number: 1, name: "Amy", meal: "penne", allergy: "lactose")
        }
        try wedding.importGuests("name,access\nGrace,elevator\n")
    }

    /// All values in the audit trail and in the history of the event, read with every function that returns them.
    private func text(_ services: ManagementServices) throws -> String {
        let organizer = try wedding.festival.organizer()
        var records = try services.audit.changes(of: organizer, limit: 1000)
        records += try services.audit.latestChanges(of: organizer, limit: 1000)
        try services.audit.forEachChange(of: organizer) { records.append($0) }
        records += try services.events.history(of: wedding.event)
        records += try services.events.latestHistory(of: wedding.event, limit: 1000)
        return records.flatMap { Array($0.before.values) + Array($0.after.values) }.joined(separator: "|")
    }

    private func restricted(_ rights: Set<Role.Right>, implied: Set<Role.Right> = []) -> ManagementServices {
        wedding.services.narrowed(
            to: Grant(
                organizer: wedding.event.organizer, event: nil, rights: rights, impliedRights: implied))
    }

    @Test(
        """
        Without the right to see guests’ details, users see guests’ answers, but not their names, meals, allergies and \
        access needs
        """)
    func hidden() throws {
        let all = try text(wedding.services)
        for word in Self.health { #expect(all.contains(word), "\(word)") }
        #expect(!all.contains(AuditRecord.hiddenValue))
        for services in [restricted([.readReports]), restricted([.readReports], implied: [.lookUp])] {
            let hidden = try text(services)
            for word in Self.health + ["Amy"] { #expect(!hidden.contains(word), "\(word)") }
            #expect(hidden.contains(AuditRecord.hiddenValue) && hidden.contains("attending, with 1"))
            let history = try services.events.history(of: wedding.event)
            #expect(history.contains { $0.subject.kind == .guest })
            #expect(history.allSatisfy { $0.subject.kind != .guest || $0.subjectName == nil })
        }
        let viewer = try text(wedding.festival.services(as: .viewer))
        for word in Self.health { #expect(viewer.contains(word), "\(word)") }
    }

    @Test("In a record with hidden values, the names of the fields stay, and so do values that the reader may see")
    func fields() throws {
        let organizer = try wedding.festival.organizer()
        let full = try wedding.services.audit.changes(of: organizer, limit: 1000)
        let hidden = try restricted([.readReports]).audit.changes(of: organizer, limit: 1000)
        #expect(full.map(\.sequence) == hidden.map(\.sequence))
        for (record, masked) in zip(full, hidden) {
            #expect(Set(record.after.keys) == Set(masked.after.keys))
            #expect(Set(record.before.keys) == Set(masked.before.keys))
        }
        #expect(full.visible(with: [.lookUp]) == full.map { $0.visible(with: [.lookUp]) })
        let described = try #require(hidden.last { $0.after["companion 1 name"] != nil })
        #expect(described.after["companion 1 name"] == AuditRecord.hiddenValue)
        #expect(described.after["companion 1 meal"] == AuditRecord.hiddenValue)
        #expect(described.before["meal"] == AuditRecord.hiddenValue)
        let renamed = AuditRecord(
            organizer: nil, sequence: 1, at: Festival.start, user: described.user, action: "importGuests",
            subject: AuditSubject(.guest, 1), before: ["name": "Grace"], after: ["name": "Amina", "table": "7"]
        ).visible(with: [.lookUp, .readReports])
        #expect(renamed.before == ["name": AuditRecord.hiddenValue])
        #expect(renamed.after == ["name": AuditRecord.hiddenValue, "table": "7"])
        #expect(described.userName == "Test" && described.event == wedding.event.number)
    }

    @Test("An API token for reports shows no values about health, unless the token can also read or change guests")
    func tokens() throws {
        let cases: [(scopes: Set<APIToken.Scope>, isShown: Bool)] = [
            ([.readReports], false), ([.readReports, .sell], false), ([.readReports, .read], true),
            ([.readReports, .manageEvents], true),
        ]
        for (scopes, isShown) in cases {
            let shown = try text(try program(scopes))
            for word in Self.health { #expect(shown.contains(word) == isShown, "\(scopes), \(word)") }
        }
    }

    private func program(_ scopes: Set<APIToken.Scope>) throws -> ManagementServices {
        let made = try wedding.services.apiTokens.createAPIToken(
            scopes, named: "Program", of: wedding.festival.organizer())
        let authenticator = Authenticator(to: wedding.festival.store, clock: wedding.festival.clock.now)
        return try #require(try authenticator.services(ofToken: made.secret)).services
    }

    @Test(
        """
        An API token gets guests’ details only if it can read or change guests; a token for sales, scans or reports \
        gets guests without details
        """)
    func lists() throws {
        let cases: [(scopes: Set<APIToken.Scope>, isShown: Bool)] = [
            ([.sell, .scan], false), ([.readReports], false), ([.read], true), ([.manageEvents], true),
            ([.readReports, .read], true),
        ]
        for (scopes, isShown) in cases {
            let program = try program(scopes)
            var found = try program.guests.guests(of: wedding.event, limit: 10)
            found += try program.guests.guests(of: wedding.event, named: "Grace", limit: 10)
            found.append(try program.guests.guest(named: "1", of: wedding.event))
            try program.guests.forEachGuest(of: wedding.event) { found.append($0) }
            #expect(found.count == 4)
            for guest in found {
                #expect(guest.guest.name == "Grace" && guest.invitations.count == 1, "\(scopes)")
                let details = guest.guest.details
                let texts = [details.meal, details.allergy, details.access]
                let expected: [String?] = isShown ? ["couscous", "peanuts", "elevator"] : [nil, nil, nil]
                #expect(texts == expected, "\(scopes)")
                #expect(guest.companions.map(\.name) == (isShown ? ["Amy"] : []), "\(scopes)")
            }
            guard scopes.contains(.readReports) else { continue }
            let numbers = try program.headcounts.numbers(of: wedding.event)
            #expect((numbers == numbers.withoutNames) != isShown, "\(scopes)")
        }
    }

    @Test(
        "An event’s history has guests’ answers, changed sub-events and frozen headcounts, even if it is read in pages")
    func history() throws {
        let deadline = Festival.start.advanced(bySeconds: 60)
        _ = try wedding.services.subEvents.editSubEvent(wedding.ceremony, of: wedding.event) { $0.answerBy = deadline }
        _ = try wedding.services.headcounts.freeze(of: wedding.event, note: "for the Lido")
        let events = wedding.services.events
        let records = try events.history(of: wedding.event)
        let answer = try #require(records.first { $0.action == "answerInvitation" })
        #expect(answer.subject == AuditSubject(.guest, 1) && answer.subjectName == "Grace")
        #expect(answer.before["Ceremony"] == "no answer" && answer.after["Ceremony"] == "attending, with 1")
        let edit = try #require(records.last { $0.action == "editSubEvent" })
        #expect(edit.subjectName == "Ceremony" && edit.after["answer_by"] != nil)
        let frozen = try #require(records.last)
        #expect(frozen.action == "freezeHeadcount" && frozen.after["note"] == "for the Lido")
        // Tickets, and guests whom an import has changed, are not in the history.
        #expect(!records.contains { $0.subject.kind == .guest && $0.action != "answerInvitation" })

        var paged: [AuditRecord] = []
        while true {
            let page = try events.history(of: wedding.event, after: paged.last?.sequence ?? 0, limit: 2)
            if page.isEmpty { break }
            paged += page
        }
        #expect(paged == records)
        #expect(try events.latestHistory(of: wedding.event, limit: 1000) == records.reversed())
        let before = try events.latestHistory(of: wedding.event, before: frozen.sequence, limit: 1)
        #expect(before == [records[records.count - 2]])
        #expect(try events.latestHistory(of: wedding.event, before: .min, limit: 1).isEmpty)
        #expect(try events.history(of: wedding.event, after: .max).isEmpty)
    }
}
