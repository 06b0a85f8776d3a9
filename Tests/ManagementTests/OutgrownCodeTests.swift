import EventFixture
import Gate
import Management
import Store
import Testing
import Ticketing

/// The guests of a household share a code: one ticket that admits them and their companions.
@Suite("Codes for growing households", .everyEngine)
struct OutgrownCodeTests {
    private let wedding: Wedding

    init() throws { wedding = try Wedding(capacity: 20) }

    private func ticket(of name: String) throws -> Ticket {
        let serial = try #require(try wedding.services.guests.guest(named: name, of: wedding.event).guest.serial)
        return try wedding.services.tickets.ticket(TicketCode(serial), of: wedding.event)
    }

    private func admitted(_ token: String, _ count: Int) throws -> Verdict.Outcome {
        wedding.festival.clock.advance(bySeconds: 60)
        return try wedding.gate(at: wedding.ceremony).decide(Scan(token, count: count)).outcome
    }

    @Test("Companions who are added later enter with the reissued code; the earlier code is refused as superseded")
    func grown() throws {
        try wedding.importGuests("name,household,email,ceremony\nA,H,a@x.org,yes\nB,H,,yes\n")
        try wedding.invite()
        let old = try wedding.token(of: "A")
        #expect(try admitted(old, 1) == .admit(again: false))
        let codes = try wedding.importGuests("name,household,companions\nA,H,2\nB,H,1\n").codes
        let ticket = try ticket(of: "B")
        #expect(codes.reissued == [ticket.code] && codes.guestsWithoutCode == 0)
        #expect(ticket.admits.rawValue == 5 && ticket.issue == 1)
        guard case .refuse(.superseded) = try admitted(old, 1) else {
            Issue.record("the earlier code is not superseded")
            return
        }
        let new = try wedding.token(of: "A")
        guard case .refuse(.alreadyUsed(_, 1, 5, _, _, _)) = try admitted(new, 5) else {
            Issue.record("the refusal does not say that one person is inside")
            return
        }
        #expect(try admitted(new, 4) == .admit(again: false))
        #expect(try wedding.services.tickets.admittedPeople(of: wedding.event) == 5)
        let notices = try wedding.festival.notices(.ticketReissued)
        #expect(notices.map(\.recipient) == ["a@x.org"])
        #expect(
            notices.first?.payload == ["ticket": "\(ticket.code)", "admits": "5", "title": wedding.event.details.title])
    }

    @Test("An invitation with a reissued code does not count as an update, so the limit on updates does not delay it")
    func invitationWithNewCode() throws {
        let clock = wedding.festival.clock
        func last() throws -> Notice { try #require(try wedding.festival.notices(.invitation).last) }
        try wedding.importGuests("name,email,ceremony\nA,a@x.org,yes\n")
        try wedding.invite()
        #expect(try last().bringsInvitation)
        clock.advance(bySeconds: 1)
        #expect(try wedding.importGuests("name,companions,reception\nA,2,yes\n").codes.reissued.count == 1)
        let reissued = try last()
        #expect(reissued.bringsInvitation && reissued.payload[Notice.invitationNumberName] == "2")
        clock.advance(bySeconds: 1)
        #expect(try wedding.importGuests("name,brunch\nA,yes\n").codes.reissued.isEmpty)
        let changed = try last()
        #expect(!changed.bringsInvitation && changed.payload[Notice.invitationNumberName] == "3")
    }

    @Test("A code that is reissued for new companions and later reissued manually is sent both times")
    func sentTwice() throws {
        try wedding.importGuests("name,email,ceremony\nA,a@x.org,yes\n")
        try wedding.invite()
        let (services, festival) = (wedding.services, wedding.festival)
        let code = try ticket(of: "A").code
        _ = try services.tickets.transfer(
            code, of: wedding.event, to: "A", email: "a@x.org", signingWith: festival.ring)
        #expect(try wedding.importGuests("name,companions\nA,2\n").codes.reissued == [code])
        #expect(try services.tickets.reissue(code, of: wedding.event, signingWith: festival.ring).issue == 3)
        #expect(try festival.notices(.ticketReissued).map(\.recipient) == ["a@x.org", "a@x.org"])
    }

    @Test("No code is reissued for the same list, for fewer companions, or for companions whom the code already admits")
    func unchanged() throws {
        try wedding.importGuests("name,companions,ceremony\nA,2,yes\n")
        try wedding.invite()
        for companions in [2, 0, 2, 1] {
            #expect(try wedding.importGuests("name,companions\nA,\(companions)\n").codes.reissued.isEmpty)
        }
        #expect(try ticket(of: "A").issue == 0)
    }

    @Test("A dry run lists the codes to reissue, but does not reissue them")
    func dryRun() throws {
        try wedding.importGuests("name,ceremony\nA,yes\n")
        try wedding.invite()
        let before = try ticket(of: "A")
        let summary = try wedding.importGuests("name,companions\nA,3\n", GuestImportOptions(writeMode: .dryRun))
        #expect(summary.codes.reissued == [before.code])
        #expect(try ticket(of: "A") == before)
        #expect(try wedding.festival.notices(.ticketReissued).isEmpty)
    }

    @Test("A list whose added companions exceed the capacity is refused, and the error says how many more people fit")
    func noRoom() throws {
        try wedding.importGuests("name,ceremony\nA,yes\nB,yes\n")
        try wedding.invite()
        _ = try wedding.festival.issue(17)
        #expect(throws: ManagementError.capacityExceeded(asked: 2, left: 1)) {
            try wedding.importGuests("name,companions\nA,2\n")
        }
        #expect(try wedding.services.guests.guest(named: "A", of: wedding.event).guest.details.companions == 0)
        #expect(try wedding.importGuests("name,companions\nA,1\n").codes.reissued.count == 1)
    }

    @Test("Guests who exceed a code’s limit of 16 people get another code, together with their companions")
    func beyondSixteen() throws {
        let big = try Wedding()
        try big.importGuests(
            "name,household,companions,ceremony\nA,H,7,yes\nB,H,3,yes\nC,H,3,yes\n")
        #expect(try big.invite().codes == 1)
        let codes = try big.importGuests("name,household,companions\nB,H,5\n").codes
        #expect(codes.reissued.isEmpty && codes.guestsWithoutCode == 1)
        #expect(try big.guests().map { $0.guest.serial != nil } == [true, true, false])
        #expect(try big.invite().codes == 1)
        let guests = try big.guests().map(\.guest)
        #expect(guests[0].serial == guests[1].serial && guests[1].serial != guests[2].serial)
        let gate = try big.gate(at: big.ceremony)
        #expect(gate.decide(Scan(try big.token(of: "A"), count: 14)).outcome == .admit(again: false))
        #expect(gate.decide(Scan(try big.token(of: "C"), count: 4)).outcome == .admit(again: false))
    }

    @Test("If a household’s code no longer admits a guest, the audit trail says so, and the guest is not sent the code")
    func parted() throws {
        let big = try Wedding()
        try big.importGuests(
            "name,household,companions,email,ceremony\nA,H,7,a@x.org,yes\nB,H,3,b@x.org,yes\nC,H,3,c@x.org,yes\n")
        try big.invite()
        let code = TicketCode(try #require(try big.guests()[2].guest.serial)).description
        #expect(try big.importGuests("name,companions,brunch\nB,5,yes\nC,3,yes\n").codes.guestsWithoutCode == 1)
        func recipients() throws -> [String] { try big.festival.notices(.invitation).map(\.recipient).sorted() }
        #expect(try recipients() == ["a@x.org", "b@x.org", "b@x.org", "c@x.org"])
        let records = try big.festival.store.read {
            try $0.audit.page(of: big.event.organizer, after: 0, limit: 1000)
        }.filter { $0.subject == AuditSubject(.guest, 3) }
        #expect(records.contains { $0.before["code"] == code && $0.after["code"] == nil }, "\(records)")
        try big.invite()
        #expect(try recipients() == ["a@x.org", "b@x.org", "b@x.org", "c@x.org", "c@x.org"])
    }

    @Test("A member who joins a household later gets a separate code, and the household’s code stays valid")
    func members() throws {
        try wedding.importGuests("name,household,ceremony\nA,H,yes\n")
        try wedding.invite()
        let old = try wedding.token(of: "A")
        try wedding.importGuests("name,household,ceremony\nA,H,yes\nB,H,yes\n")
        #expect(try wedding.invite().codes == 1)
        #expect(try admitted(old, 1) == .admit(again: false))
        #expect(try admitted(wedding.token(of: "B"), 1) == .admit(again: false))
    }

    @Test("A blocked code stays blocked when it is reissued, and a cancelled code is not reissued")
    func blocked() throws {
        try wedding.importGuests("name,ceremony\nA,yes\nB,yes\n")
        try wedding.invite()
        let (a, b) = (try ticket(of: "A"), try ticket(of: "B"))
        _ = try wedding.services.tickets.block(a.code, of: wedding.event, note: "lost")
        _ = try wedding.services.tickets.cancel(b.code, of: wedding.event, note: nil)
        #expect(try wedding.importGuests("name,companions\nA,1\nB,1\n").codes.reissued == [a.code])
        #expect(try ticket(of: "A").status == .blocked)
        #expect(try wedding.services.tickets.ticket(b.code, of: wedding.event).issue == 0)
    }
}
