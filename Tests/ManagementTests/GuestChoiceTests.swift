import EventFixture
import Store
import Testing
import TicketToken
import Ticketing

@testable import Management

@Suite("Lists that are imported again, after guests have answered", .everyEngine)
struct GuestChoiceTests {
    private let wedding: Wedding
    private let storefront: Storefront

    init() throws {
        wedding = try Wedding()
        try wedding.importGuests(
            """
            name,household,companions,meal,allergy,ceremony,reception
            Grace,N,2,rice,,yes,yes
            Moses,N,2,rice,,yes,

            """)
        try wedding.invite()
        storefront = try wedding.festival.storefront()
    }

    private func guest(_ name: String) throws -> InvitedGuest {
        try wedding.services.guests.guest(named: name, of: wedding.event)
    }

    /// Sends a reply of Grace from the page of the invitation.
    private func reply(
        _ answers: [Int: Ticketing.InvitationReply], meal: String? = nil, allergy: String? = nil,
        companions: [Companion]? = nil
    ) throws {
        let serial = try #require(try guest("Grace").guest.serial)
        let ticket = try wedding.services.tickets.ticket(TicketCode(serial), of: wedding.event)
        try storefront.answer(
            wedding.festival.link(to: ticket),
            GuestReply(guest: 1, answers: answers, meal: meal, allergy: allergy, companions: companions))
    }

    @Test(
        """
        An import keeps the meal and the allergies that a guest entered, and imports the row’s other values; the \
        summary counts the rows whose answers were kept
        """)
    func texts() throws {
        try reply([1: .maybe], meal: "fish", allergy: "nuts")
        let list = "name,meal,allergy,table\nGrace,beef,milk,7\nMoses,beef,milk,8\n"
        for options in [GuestImportOptions(writeMode: .dryRun), GuestImportOptions()] {
            let summary = try wedding.importGuests(list, options)
            #expect(summary.answersKept == 1 && summary.updated == 2 && summary.unchanged == 0)
        }
        let (grace, moses) = (try guest("Grace").guest.details, try guest("Moses").guest.details)
        #expect(grace.meal == "fish" && grace.allergy == "nuts" && grace.table == "7")
        #expect(moses.meal == "beef" && moses.allergy == "milk" && moses.table == "8")
        let again = try wedding.importGuests(list)
        #expect(again.answersKept == 1 && again.unchanged == 2 && again.updated == 0)
        let equal = try wedding.importGuests("name,meal,allergy\nGrace,fish,nuts\n")
        #expect(equal.answersKept == 0 && equal.unchanged == 1)
        #expect(try guest("Grace").invitations.map(\.reply) == [.maybe, .none])
    }

    @Test(
        "An import does not restore a meal that the guest cleared; values that the guest did not change are imported")
    func cleared() throws {
        try reply([1: .maybe], meal: "")
        let summary = try wedding.importGuests("name,meal,allergy\nGrace,rice,milk\n")
        #expect(summary.answersKept == 1)
        let details = try guest("Grace").guest.details
        #expect(details.meal == nil && details.allergy == "milk")
    }

    @Test("A list does not lower the number of companions below the number that the guest announced or described")
    func companions() throws {
        try reply([1: .attending(companions: 1), 2: .declined], companions: [Companion(number: 1, name: "Amina")])
        // The sub-event is renamed after the reply. The reply still counts, although its audit record has the old name.
        _ = try wedding.services.subEvents.editSubEvent(wedding.ceremony, of: wedding.event) { $0.name = "Vows" }
        let lowered = try wedding.importGuests("name,companions\nGrace,0\nMoses,0\n")
        #expect(lowered.answersKept == 1 && lowered.answersLowered == 0 && lowered.updated == 2)
        #expect(try guest("Grace").guest.details.companions == 1 && guest("Moses").guest.details.companions == 0)
        #expect(try guest("Grace").invitations.map(\.reply) == [.attending(companions: 1), .declined])
        #expect(try guest("Grace").companions.map(\.name) == ["Amina"])
        let raised = try wedding.importGuests("name,companions\nGrace,3\n")
        #expect(raised.answersKept == 0)
        #expect(try guest("Grace").guest.details.companions == 3)
        // The guest describes two companions. The answer “maybe” announces no number of companions.
        try reply(
            [1: .maybe], companions: [Companion(number: 1, name: "Amina"), Companion(number: 2, name: "Ben")])
        #expect(try wedding.importGuests("name,companions\nGrace,1\n").answersKept == 1)
        #expect(try guest("Grace").guest.details.companions == 2 && guest("Grace").companions.count == 2)
    }

    @Test("If a member of the organizer changes answers after a guest’s reply, an import replaces the changed answers")
    func members() throws {
        try reply(
            [1: .attending(companions: 2)], meal: "fish", allergy: "nuts",
            companions: [Companion(number: 1, name: "Amina")])
        wedding.festival.clock.advance(bySeconds: 1)
        _ = try wedding.services.guests.editAnswers(ofGuest: 1, of: wedding.event) { answers in
            (answers.answers[1], answers.meal) = (.attending(companions: 1), "soup")
            answers[companion: 2].name = "Ben"
        }
        let summary = try wedding.importGuests("name,companions,meal,allergy\nGrace,0,beef,milk\n")
        // Only the allergies still have the value that the guest chose, so the import keeps this value.
        #expect(summary.answersKept == 1 && summary.answersLowered == 1)
        let grace = try guest("Grace")
        #expect(grace.guest.details.meal == "beef" && grace.guest.details.allergy == "nuts")
        #expect(grace.guest.details.companions == 0 && grace.companions.isEmpty)
        #expect(grace.invitations.map(\.reply) == [.attending(companions: 0), .none])
    }

    @Test(
        """
        The answer to a sub-event named “meal” is not taken for the guest’s meal; audit records that hide the meal \
        show the answer
        """)
    func subEventNamedMeal() throws {
        _ = try wedding.services.subEvents.editSubEvent(wedding.reception, of: wedding.event) { $0.name = "meal" }
        try reply([2: .maybe], meal: "fish")
        try reply([2: .declined])
        _ = try wedding.services.subEvents.editSubEvent(wedding.reception, of: wedding.event) { $0.name = "Reception" }
        #expect(try wedding.importGuests("name,meal\nGrace,beef\n").answersKept == 1)
        #expect(try guest("Grace").guest.details.meal == "fish")
        let records = try wedding.festival.store.read {
            try $0.audit.page(of: wedding.event.organizer, after: 0, limit: 1000)
        }.filter { $0.action == "answerInvitation" }.map { $0.visible(with: [.lookUp]) }
        #expect(records.compactMap { $0.after["sub-event meal"] } == ["maybe", "declined"])
        #expect(records.compactMap { $0.after["meal"] } == [AuditRecord.hiddenValue])
    }

    @Test("An import reads the guests’ changes only once, even if many other changes follow them")
    func readOnce() throws {
        try reply([1: .maybe], meal: "fish")
        try wedding.importGuests("name,table\nGrace,7\nMoses,8\n")
        try wedding.festival.store.write { connection in
            let counting = CountingConnection(connection)
            var choices = GuestChoices(of: wedding.event, counting)
            let guest = try #require(try connection.guests.with(number: 1, of: wedding.event.number))
            for _ in 0..<3 {
                var details = guest.details
                details.meal = "beef"
                let isKept = try choices.keep(in: &details, of: guest)
                #expect(isKept && details.meal == "fish")
            }
            #expect(counting.auditQueries == 1)
        }
    }

    @Test(
        """
        The audit record of an import has the number of rows that left a guest’s own answers unchanged; the audit \
        trail stays intact
        """)
    func recorded() throws {
        try reply([1: .maybe], meal: "fish")
        try wedding.importGuests("name,meal,table\nGrace,beef,7\n")
        let records = try wedding.festival.store.read {
            try $0.audit.page(of: wedding.event.organizer, after: 0, limit: 1000)
        }.filter { $0.action == "importGuests" }
        #expect(records.last { $0.subject.kind == .event }?.after["answers kept"] == "1")
        #expect(records.last { $0.subject.kind == .guest }?.after == ["table": "7"])
        guard case .intact = try wedding.services.audit.verifyAudit(of: wedding.festival.organizer()) else {
            throw Surprise("the audit trail is broken")
        }
    }
}

/// A connection that counts the queries of audit records.
private final class CountingConnection: StoreConnection {
    private let connection: any StoreConnection
    private(set) var auditQueries = 0
    var isSoleWriter: Bool { connection.isSoleWriter }

    init(_ connection: any StoreConnection) { self.connection = connection }

    func execute(_ sql: String, _ values: [SQLValue]) throws -> Int { try connection.execute(sql, values) }

    func forEachRow(_ sql: String, _ values: [SQLValue], _ body: (any SQLRow) throws -> Void) throws {
        if sql.contains("FROM audit\n") { auditQueries += 1 }
        try connection.forEachRow(sql, values, body)
    }
}
