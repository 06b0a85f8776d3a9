import EventFixture
import Gate
import Management
import Store
import Testing
import Ticketing

@Suite("Adding, editing and removing single guests", .everyEngine)
struct GuestEditingTests {
    private let wedding: Wedding
    private var guests: GuestService { wedding.services.guests }

    init() throws { wedding = try Wedding(capacity: 20) }

    private func audit(_ action: Management.Operation) throws -> [AuditRecord] {
        try wedding.festival.store.read {
            try $0.audit.page(of: wedding.event.organizer, after: 0, limit: 1000)
        }.filter { $0.action == action.rawValue }
    }

    private func faults(_ work: () throws -> Void) throws -> [String] {
        let error = try #require(throws: ManagementError.self) { try work() }
        guard case .invalid(let faults) = error else { throw Surprise("\(error)") }
        return faults.map(\.field)
    }

    private func ticket(of name: String) throws -> Ticket {
        let serial = try #require(try guests.guest(named: name, of: wedding.event).guest.serial)
        return try wedding.services.tickets.ticket(TicketCode(serial), of: wedding.event)
    }

    @Test("A new guest joins the household with the given name and is audited; all faults of a guest are reported")
    func added() throws {
        try wedding.importGuests("name,household\nGrace,Nakato\n")
        let details = GuestDetails(
            name: "Amina", email: "Amina@Example.org", phone: "+256 700-123 456", companions: 2, table: "T1")
        let amina = try guests.addGuest(GuestEntry(details: details, household: "NAKATO"), to: wedding.event)
        #expect(amina.guest.number == 2 && amina.household == "Nakato" && amina.invitations.isEmpty)
        #expect(amina.guest.serial == nil && amina.guest.details.phone == "+256700123456")
        #expect(amina.guest.details.email == EmailAddress(rawValue: "Amina@Example.org")?.rawValue)
        let zoe = try guests.addGuest(
            GuestEntry(details: GuestDetails(name: "Zoe"), household: "Zulu"), to: wedding.event)
        #expect(try wedding.guests().map(\.household) == ["Nakato", "Nakato", "Zulu"] && zoe.guest.household == 2)
        #expect(try audit(.addGuest).map(\.subject.id) == ["2", "3"])
        // An import updates the new guest, and does not add the guest again.
        let summary = try wedding.importGuests("name,email,meal\nAmina,amina@example.org,fish\n")
        #expect(summary.updated == 1 && summary.added == 0)

        let wrong = GuestDetails(name: " ", email: "nobody", phone: "12", companions: 16)
        #expect(
            try faults {
                _ = try guests.addGuest(GuestEntry(details: wrong, household: "\u{1}x"), to: wedding.event)
            } == ["name", "email", "phone", "companions", "household"])
        #expect(try wedding.guests().count == 3)
    }

    @Test("Only changed values are checked; an edit without a change leaves no audit record")
    func edited() throws {
        try wedding.importGuests("name,household,email\nGrace,Nakato,grace@x.org\n")
        try wedding.festival.store.keepOldText("grace at x", in: "guest.email", where: "name = 'Grace'")
        let edit = try guests.editGuest(1, of: wedding.event) {
            $0.details.name = "Grace A."
            $0.household = nil
        }
        #expect(edit.guest.guest.name == "Grace A." && edit.guest.household == nil)
        #expect(edit.guest.guest.details.email == "grace at x")
        #expect(try faults { _ = try guests.editGuest(1, of: wedding.event) { $0.details.email = "x" } } == ["email"])
        _ = try guests.editGuest(1, of: wedding.event) { _ in }
        let records = try audit(.editGuest)
        #expect(records.count == 1)
        #expect(records.first?.before["name"] == "Grace" && records.first?.after["name"] == "Grace A.")
        #expect(throws: GuestError.unknownGuest("9")) { _ = try guests.editGuest(9, of: wedding.event) { _ in } }
    }

    @Test(
        "If a guest’s limit of companions rises, the code is reissued; if it falls, the reply loses surplus companions")
    func companions() throws {
        try wedding.importGuests("name,household,email,companions,ceremony\nA,H,a@x.org,1,yes\nB,H,,,yes\nC,,,,yes\n")
        try wedding.invite()
        let old = try ticket(of: "A")
        let grown = try guests.editGuest(1, of: wedding.event) { $0.details.companions = 3 }
        #expect(grown.codes.reissued == [old.code] && grown.answersLowered == 0)
        let code = try ticket(of: "B")
        #expect(code.code == old.code && code.admits.rawValue == 5 && code.issue == old.issue + 1)
        #expect(try wedding.festival.notices(.ticketReissued).map(\.recipient) == ["a@x.org"])

        _ = try guests.editAnswers(ofGuest: 1, of: wedding.event) { answers in
            answers.answers[wedding.ceremony.number] = .attending(companions: 3)
            for number in 1...3 { answers[companion: number] = Companion(number: number, name: "C\(number)") }
        }
        let shrunk = try guests.editGuest(1, of: wedding.event) { $0.details.companions = 1 }
        #expect(shrunk.answersLowered == 1 && shrunk.codes.reissued.isEmpty)
        #expect(shrunk.guest.invitations.map(\.reply) == [.attending(companions: 1)])
        #expect(shrunk.guest.companions.map(\.name) == ["C1"])
        let record = try #require(try audit(.editGuest).last)
        #expect(record.before["Ceremony"] == "attending, with 3" && record.after["Ceremony"] == "attending, with 1")
        // The venue has room for 20 people, and the codes admit 6.
        #expect(throws: ManagementError.capacityExceeded(asked: 15, left: 14)) {
            _ = try guests.editGuest(3, of: wedding.event) { $0.details.companions = 15 }
        }
        #expect(try guests.guest(named: "C", of: wedding.event).guest.details.companions == 0)
    }

    @Test(
        "A removed guest gets a notice, and other guests’ codes stay valid; the removed guest’s number is never reused")
    func removed() throws {
        try wedding.importGuests(
            "name,household,email,ceremony\nA,H,a@x.org,yes\nB,H,b@x.org,yes\nC,,c@x.org,yes\nD,,d@x.org,\n")
        try wedding.invite()
        let (shared, own) = (try ticket(of: "A").code, try ticket(of: "C").code)
        _ = try guests.answer(.maybe, ofGuest: "C", to: wedding.ceremony, of: wedding.event)
        for number in [1, 3, 4] { try guests.removeGuest(number, of: wedding.event) }
        #expect(try wedding.guests().map(\.guest.name) == ["B"])
        let tickets = try [shared, own].map { try wedding.services.tickets.ticket($0, of: wedding.event).status }
        #expect(tickets == [.issued, .cancelled])
        let withdrawn = try wedding.festival.notices(.invitationWithdrawn)
        #expect(withdrawn.map(\.recipient).sorted() == ["a@x.org", "c@x.org"])
        #expect(try wedding.festival.notices(.ticketCancelled).isEmpty)
        let records = try audit(.removeGuest).filter { $0.subject.kind == .guest }
        #expect(records.map(\.subject.id) == ["1", "3", "4"] && records.allSatisfy { $0.after.isEmpty })
        #expect(records[1].before["Ceremony"] == "maybe" && records[1].before["name"] == "C")

        let added = try guests.addGuest(GuestEntry(details: GuestDetails(name: "E")), to: wedding.event)
        #expect(added.guest.number == 5)
        try guests.removeGuest(5, of: wedding.event)
        #expect(try wedding.importGuests("name\nF\n").added == 1)
        #expect(try wedding.guests().map(\.guest.number) == [2, 6])
        #expect(throws: GuestError.unknownGuest("1")) { try guests.removeGuest(1, of: wedding.event) }
    }

    @Test("A shared code does not keep the name of a removed guest, and admits as many people as before the removal")
    func holder() throws {
        try wedding.importGuests("name,household,email,ceremony\nA,H,a@x.org,yes\nB,H,,yes\nC,H,,yes\n")
        try wedding.invite()
        let code = try ticket(of: "A").code
        func rename(_ holder: String) throws {
            _ = try wedding.services.tickets.editTicket(code, of: wedding.event) {
                $0.holder = holder
                $0.email = "a@x.org"
            }
        }
        try rename("a, B")
        try guests.removeGuest(1, of: wedding.event)
        let shared = try ticket(of: "B")
        #expect(shared.holder == "H" && shared.email == nil && shared.admits.rawValue == 3)
        try rename("B, C")
        try guests.removeGuest(2, of: wedding.event)
        let last = try ticket(of: "C")
        #expect(last.holder == "C" && last.email?.rawValue == "a@x.org" && last.admits.rawValue == 3)
        #expect(last.code == code && last.status == .issued)
    }

    @Test("A shared code keeps no e-mail address that only a removed guest had; names of guests can contain commas")
    func address() throws {
        let rows = "\"Okot, A\",H,a@x.org,yes\nB,H,,yes\nC,H,,yes\n\"Okot, D\",H,,yes\nD,H,,yes\n"
        try wedding.importGuests("name,household,email,ceremony\n" + rows)
        _ = try guests.editGuest(2, of: wedding.event) { $0.details.email = "a@x.org" }
        try wedding.invite()
        func remove(_ guest: Int, holder: String) throws -> Ticket {
            let code = try ticket(of: "C").code
            _ = try wedding.services.tickets.editTicket(code, of: wedding.event) {
                $0.holder = holder
                $0.email = "a@x.org"
            }
            try guests.removeGuest(guest, of: wedding.event)
            return try ticket(of: "C")
        }
        let first = try remove(1, holder: "Okot, A, B")
        #expect(first.holder == "H" && first.email?.rawValue == "a@x.org")
        // The holder is another guest, whose name ends with the name of the removed guest.
        let second = try remove(5, holder: "Okot, D")
        #expect(second.holder == "Okot, D" && second.email?.rawValue == "a@x.org")
        let third = try remove(2, holder: "H")
        #expect(third.holder == "H" && third.email == nil)
    }

    @Test("A guest whose code has let somebody in can’t be removed; at a cancelled event, no guest can be changed")
    func refused() throws {
        try wedding.importGuests("name,household,ceremony\nA,H,yes\nB,H,yes\n")
        try wedding.invite()
        let code = try ticket(of: "B").code
        let token = try wedding.token(of: "A")
        #expect(try wedding.gate(at: wedding.ceremony).decide(Scan(token)).outcome == .admit(again: false))
        #expect(throws: GuestError.guestAdmitted(guest: "B", code)) { try guests.removeGuest(2, of: wedding.event) }
        #expect(try wedding.guests().map(\.invitations.count) == [1, 1])
        _ = try wedding.services.events.cancelEvent(wedding.event)
        for work: (GuestService) throws -> Void in [
            { _ = try $0.addGuest(GuestEntry(details: GuestDetails(name: "C")), to: wedding.event) },
            { _ = try $0.editGuest(1, of: wedding.event) { $0.details.note = "x" } },
            { try $0.removeGuest(1, of: wedding.event) },
        ] {
            #expect(throws: ManagementError.eventCancelled) { try work(guests) }
        }
    }

    @Test("If all guests without a code are invited, guests who already have invitations keep them and get a code")
    func everybody() throws {
        try wedding.importGuests("name,email,ceremony\nA,a@x.org,yes\nB,b@x.org,yes\nC,,\nD,d@x.org,\n")
        try wedding.invite(.named(["1"]))
        let both = [wedding.ceremony, wedding.reception]
        let summary = try wedding.invite(.withoutCode, to: both)
        // B was invited to the ceremony only, and gets a code for it.
        let (first, second) = (wedding.ceremony.number, wedding.reception.number)
        #expect(
            try wedding.guests().map { $0.invitations.map(\.subEvent) }
                == [[first], [first], [first, second], [first, second]])
        #expect(summary.invited == 4 && summary.codes == 3 && summary.guests == [2, 3, 4])
        #expect(summary.notices == 2 && summary.withoutAddress == 1)
        let recipients = try wedding.festival.notices(.invitation).map(\.recipient).sorted()
        #expect(recipients == ["a@x.org", "b@x.org", "d@x.org"])
        #expect(try wedding.invite(.withoutCode, to: both).guests.isEmpty)
    }
}
