import EventFixture
import Management
import Store
import Testing
import TicketToken
import Ticketing

@Suite("Companions of guests", .everyEngine)
struct CompanionTests {
    private let wedding: Wedding
    private let storefront: Storefront

    init() throws {
        wedding = try Wedding()
        try wedding.importGuests(
            """
            name,household,companions,meal,allergy,email,ceremony,reception
            Grace Nakato,Nakato,2,,peanuts,grace@example.org,yes,yes
            Moses Nakato,Nakato,0,fish,,,yes,
            Joan Auma,Auma,1,,,joan@example.org,,yes

            """)
        try wedding.invite()
        storefront = try wedding.festival.storefront()
    }

    private func guest(_ name: String) throws -> InvitedGuest {
        try wedding.services.guests.guest(named: name, of: wedding.event)
    }

    private func link(of name: String) throws -> TicketLink {
        let serial = try #require(try guest(name).guest.serial)
        return try wedding.festival.link(to: wedding.services.tickets.ticket(TicketCode(serial), of: wedding.event))
    }

    /// Sends a reply of Grace, who is guest 1, through the ticket link of the guest `name`.
    private func reply(_ companions: [Companion]?, allergy: String? = nil, from name: String = "Grace Nakato") throws {
        try storefront.answer(
            link(of: name), GuestReply(guest: 1, answers: [1: .maybe], allergy: allergy, companions: companions))
    }

    private func records(_ action: String) throws -> [AuditRecord] {
        try wedding.festival.store.read {
            try $0.audit.page(of: wedding.event.organizer, after: 0, limit: 1000)
        }.filter { $0.action == action && $0.subject.kind == .guest }
    }

    @Test("Blank companions are not stored; all others are renumbered, and each of their fields is in the audit trail")
    func described() throws {
        #expect(try guest("Grace Nakato").guest.details.allergy == "peanuts")
        let amina = Companion(number: 2, name: "Amina", isChild: true, meal: "fish", allergy: "nuts")
        try reply([Companion(number: 1, name: " ", meal: "\t"), amina], allergy: " ")
        #expect(try guest("Grace Nakato").companions == [amina.numbered(1)])
        #expect(try guest("Grace Nakato").guest.details.allergy == nil)
        #expect(try guest("Moses Nakato").companions.isEmpty && guest("Joan Auma").companions.isEmpty)
        #expect(try wedding.guests().map(\.companions.count) == [1, 0, 0])
        let record = try #require(try records("answerInvitation").last)
        #expect(record.before == ["allergy": "peanuts"])
        #expect(
            record.after == [
                "companion 1 name": "Amina", "companion 1 child": "yes", "companion 1 meal": "fish",
                "companion 1 allergy": "nuts",
            ])
        // A reply without companions leaves the stored companions unchanged, and adds no audit record about them.
        let count = try records("answerInvitation").count
        try reply(nil)
        #expect(try guest("Grace Nakato").companions == [amina.numbered(1)])
        #expect(try records("answerInvitation").count == count)
        try reply([])
        #expect(try guest("Grace Nakato").companions.isEmpty)
        let rows = try wedding.festival.store.read { try $0.companions.all(of: wedding.event.number) }
        #expect(rows.isEmpty)
    }

    @Test("Too many companions, control characters and overlong texts are refused, and nothing is saved")
    func refused() throws {
        let three = (1...3).map { Companion(number: $0, name: "Companion \($0)") }
        #expect(throws: GuestError.tooManyCompanions(asked: 3, allowed: 2)) { try reply(three) }
        let crowd = (1...1000).map { Companion(number: $0, isChild: true) }
        #expect(throws: GuestError.tooManyCompanions(asked: 1000, allowed: 2)) { try reply(crowd) }
        for text in ["A\u{0}B", "A\nB", "A\u{202E}B", "\u{200D}", String(repeating: "a", count: 201)] {
            for field in Companion.fields where field.name != "child" {
                var companion = Companion(number: 2)
                try field.set(.text(text), in: &companion)
                let faulty = companion
                let error = try #require(throws: StorefrontError.self) {
                    try reply([Companion(number: 1, name: "Amina"), faulty])
                }
                guard case .invalid(let faults) = error else { throw Surprise("\(error)") }
                #expect(faults.map(\.field) == ["companion-2-\(field.name)"], "\(text.debugDescription)")
            }
        }
        #expect(throws: StorefrontError.self) { try reply([], allergy: "A\u{7}B") }
        #expect(try guest("Grace Nakato").invitations.map(\.reply) == [.none, .none])
        #expect(try guest("Grace Nakato").companions.isEmpty)
        #expect(try guest("Grace Nakato").guest.details.allergy == "peanuts")
        // A text with markup is valid, because pages escape it.
        try reply([Companion(number: 1, name: "<script>alert(1)</script>", meal: "=1+1")])
        #expect(try guest("Grace Nakato").companions.map(\.name) == ["<script>alert(1)</script>"])
    }

    @Test("Through the link of one household, nobody can change the companions of another household")
    func foreign() throws {
        try reply([Companion(number: 1, name: "Amina")])
        for companions in [[], [Companion(number: 1, name: "Eve")]] {
            #expect(throws: StorefrontError.notFound) { try reply(companions, from: "Joan Auma") }
        }
        #expect(try guest("Grace Nakato").companions.map(\.name) == ["Amina"])
        // Members of a household share its link, so they can answer for each other.
        try reply([Companion(number: 1, name: "Ben")], from: "Moses Nakato")
        #expect(try guest("Grace Nakato").companions.map(\.name) == ["Ben"])
        #expect(throws: GuestError.tooManyCompanions(asked: 1, allowed: 0)) {
            try storefront.answer(
                link(of: "Moses Nakato"),
                GuestReply(guest: 2, answers: [:], companions: [Companion(number: 1, name: "Eve")]))
        }
    }

    @Test("If a guest’s limit falls, the surplus companions are deleted, but the audit trail still contains them")
    func lowered() throws {
        // An import does not overwrite companions whom the guest has described. So a member of the organizer describes
        // these companions.
        _ = try wedding.services.guests.editAnswers(ofGuest: 1, of: wedding.event) { answers in
            answers.companions = [
                Companion(number: 1, name: "Amina"), Companion(number: 2, name: "Ben", meal: "rice"),
            ]
        }
        let dryRun = GuestImportOptions(writeMode: .dryRun)
        let list = "name,household,companions\nGrace Nakato,Nakato,1\n"
        try wedding.importGuests(list, dryRun)
        #expect(try guest("Grace Nakato").companions.map(\.name) == ["Amina", "Ben"])
        try wedding.importGuests(list)
        #expect(try guest("Grace Nakato").companions.map(\.name) == ["Amina"])
        let record = try #require(try records("importGuests").last)
        #expect(
            record.before == [
                "companions": "2", "companion 2 name": "Ben", "companion 2 child": "no", "companion 2 meal": "rice",
            ])
        #expect(record.after == ["companions": "1"])
        try wedding.importGuests("name,household,companions\nGrace Nakato,Nakato,0\n")
        #expect(try guest("Grace Nakato").companions.isEmpty)
        guard case .intact = try wedding.services.audit.verifyAudit(of: wedding.festival.organizer()) else {
            throw Surprise("the audit trail is broken")
        }
    }

    @Test("An imported list can have longer texts than forms allow; such texts stay, and do not prevent other changes")
    func longTexts() throws {
        let long = String(repeating: "x", count: 300)
        try wedding.importGuests("name,meal\nJoan Auma,\(long)\n")
        let joan = try guest("Joan Auma").guest
        let edited = try wedding.services.guests.editAnswers(ofGuest: joan.number, of: wedding.event) {
            $0[companion: 1].name = "Ben"
            $0.allergy = "eggs"
        }
        #expect(edited.guest.details.meal == long && edited.guest.details.allergy == "eggs")
        #expect(edited.companions == [Companion(number: 1, name: "Ben")])
    }

    @Test("Guests who answered “maybe” are counted separately, not as attending, and still get reminders to answer")
    func maybe() throws {
        try reply(nil)
        let guests = wedding.services.guests
        _ = try guests.answer(
            .attending(companions: 1), ofGuest: "Joan Auma", to: wedding.reception, of: wedding.event)
        let found = try guest("Grace Nakato")
        #expect(found.invitations.map(\.reply) == [.maybe, .none] && found.invitations[0].repliedAt == Festival.start)
        let ceremony = try guests.guestAttendance(of: wedding.event)[0]
        #expect(ceremony.maybe.guests == 1 && ceremony.maybe.people == 3)
        #expect(ceremony.attending.guests == 0 && ceremony.attending.people == 0)
        #expect(ceremony.unanswered.guests == 1 && ceremony.unanswered.people == 1)
        #expect(ceremony.invited.guests == 2 && ceremony.invited.people == 4)
        let event = wedding.event.number
        _ = try guests.answer(.maybe, ofGuest: "Grace Nakato", to: wedding.reception, of: wedding.event)
        try wedding.festival.store.read { connection throws in
            #expect(try connection.notices.reach(.silent, of: event, by: .organizerMessage).byEmail == 1)
            #expect(try connection.notices.awaitsAnswer("grace@example.org", at: event, now: Festival.start))
            #expect(try !connection.notices.awaitsAnswer("joan@example.org", at: event, now: Festival.start))
        }
        #expect(throws: GuestError.nobodyAttends(subEvent: "Ceremony", unanswered: 2)) {
            try guests.seating(at: wedding.ceremony, of: wedding.event)
        }
        let all = try guests.seating(at: wedding.ceremony, of: wedding.event, .notDeclined)
        #expect(all.seats.count == 4)
        let audit = try records("answerInvitation").map { $0.after["Ceremony"] }.compactMap(\.self)
        #expect(audit == ["maybe"])
    }

    @Test("Seats and the figures for meals use the names and meals of the companions who attend")
    func seats() throws {
        try reply([Companion(number: 1, name: "Amina", meal: "fish"), Companion(number: 2, name: "Ben", meal: "rice")])
        let guests = wedding.services.guests
        _ = try guests.answer(
            .attending(companions: 1), ofGuest: "Grace Nakato", to: wedding.reception, of: wedding.event)
        _ = try guests.answer(
            .attending(companions: 1), ofGuest: "Joan Auma", to: wedding.reception, of: wedding.event)
        let seating = try guests.seating(at: wedding.reception, of: wedding.event)
        #expect(seating.seats.map(\.name) == ["Grace Nakato", "Amina", "Joan Auma", "Guest of Joan Auma"])
        #expect(seating.seats.map(\.meal) == [nil, "fish", nil, nil])
        // Grace, Joan and Joan’s companion have not chosen a meal.
        let meals = try guests.guestAttendance(of: wedding.event)[1].meals
        #expect(meals == [MealCount(meal: "fish", people: 1), MealCount(meal: nil, people: 3)])
    }
}
