import EventFixture
import Management
import Store
import Testing
import Ticketing

@Suite("Resending tickets", .everyEngine)
struct ResendingTests {
    private func issue(_ festival: Festival, email: String?) throws -> TicketCode {
        _ = try festival.services.tickets.issue(
            .person(holder: "Sarah Auma", email: email, note: nil), type: festival.regular, of: festival.event,
            signingWith: festival.ring)
        return try #require(try festival.services.tickets.tickets(of: festival.event, matching: .all, limit: 1).first)
            .code
    }

    @Test("Each resend sends the holder another message, is audited, and leaves the ticket unchanged")
    func again() throws {
        let festival = try Festival()
        let code = try issue(festival, email: "sarah@example.org")
        let (ticket, tokens) = (try festival.services.tickets.ticket(code, of: festival.event), try festival.tokens())
        for _ in 0..<3 {
            let resent = try festival.services.tickets.resend(code, of: festival.event)
            #expect(resent.recipients == ["sarah@example.org"] && resent.ticket == ticket)
        }
        let notices = try festival.notices(.ticketIssued)
        #expect(notices.map(\.recipient) == Array(repeating: "sarah@example.org", count: 4))
        #expect(Set(notices.map(\.payload)).count == 1 && Set(notices.map(\.key)).count == 4)
        #expect(try festival.services.tickets.ticket(code, of: festival.event) == ticket)
        #expect(try festival.tokens() == tokens)
        var trail: [AuditRecord] = []
        let organizer = try festival.organizer()
        try festival.services.audit.forEachChange(of: organizer) { if $0.action == "resendTicket" { trail.append($0) } }
        #expect(trail.map(\.after) == Array(repeating: ["queued for": "sarah@example.org"], count: 3))
        guard case .intact = try festival.services.audit.verifyAudit(of: organizer) else {
            Issue.record("the audit trail is broken")
            return
        }
    }

    @Test(
        "A ticket is resent to its buyer (by phone if no e-mail address is known) or, after a transfer, to its holder")
    func buyer() throws {
        let festival = try Festival()
        let draft = OrderDraft(
            lines: [OrderDraft.Line(type: festival.regular.number, count: 1)], name: "Grace", phone: "+256772123456",
            payment: Payment(.cash))
        let order = try festival.services.orders.createOrder(draft, of: festival.event, signingWith: festival.ring)
        let code = try #require(try festival.services.orders.tickets(of: order, of: festival.event).first).code
        #expect(try festival.services.tickets.resend(code, of: festival.event).recipients == ["+256772123456"])
        _ = try festival.services.tickets.transfer(
            code, of: festival.event, to: "Sarah", email: "sarah@example.org", signingWith: festival.ring)
        #expect(try festival.services.tickets.resend(code, of: festival.event).recipients == ["sarah@example.org"])
    }

    @Test("A household’s code is resent to each reachable guest, with the sub-events to which the guest is invited")
    func invitation() throws {
        let wedding = try Wedding()
        try wedding.importGuests(
            "name,household,email,phone\nA,Lake,a@x.org,\nB,Lake,,0700 123456\nC,Lake,,\nD,Lake,d@x.org,\n")
        try wedding.invite(.named(["A", "B", "C"]), to: [wedding.ceremony])
        try wedding.invite(.named(["D"]), to: [wedding.brunch])
        let serial = try #require(try wedding.services.guests.guest(named: "A", of: wedding.event).guest.serial)
        func notices() throws -> [Notice] {
            try wedding.festival.notices(.invitation).filter { $0.payload["sub_events"] == "Ceremony" }
        }
        #expect(try notices().count == 2)
        for _ in 0..<2 {
            let resent = try wedding.services.tickets.resend(TicketCode(serial), of: wedding.event)
            #expect(resent.recipients == ["0700123456", "a@x.org"])
        }
        #expect(try notices().count == 6 && Set(notices().map(\.key)).count == 6)
        #expect(try wedding.festival.notices(.invitation).count == 7)
        #expect(try wedding.festival.notices(.ticketIssued).isEmpty)
    }

    @Test("If a request to resend several tickets is repeated, even in other processes, it queues nothing again")
    func repeated() throws {
        let festival = try Festival()
        let event = festival.event
        let codes = [try issue(festival, email: "sarah@example.org")]
        let plan = try festival.services.tickets.resendPlan(codes, of: event)
        #expect(try festival.services.tickets.resendAll(plan, of: event, request: "a") == 1)
        let queued = try atOnce(4) { number -> Int in
            let services = try ManagementServices.signIn(
                to: Store.open(festival.address), clock: festival.clock.now)
            return try services.tickets.resendAll(plan, of: event, request: number == 0 ? "a" : "b")
        }
        #expect(queued[0] == 0 && queued.reduce(0, +) == 1)
        #expect(try festival.notices(.ticketIssued).count == 3)
        #expect(try festival.services.tickets.resendAll(plan, of: event) == 1)
        festival.clock.advance(bySeconds: 7200)
        #expect(throws: SalesError.eventOver) {
            try festival.services.tickets.resendAll(plan, of: event, request: "c")
        }
        #expect(try festival.notices(.ticketIssued).count == 4)

        let wedding = try Wedding()
        try wedding.importGuests("name,email\nA,a@x.org\n")
        try wedding.invite(to: [wedding.ceremony])
        let serial = try #require(try wedding.guests().first?.guest.serial)
        let invitation = try wedding.services.tickets.resendPlan([TicketCode(serial)], of: wedding.event)
        for count in [1, 0] {
            let made = try wedding.services.tickets.resendAll(invitation, of: wedding.event, request: "a")
            #expect(try made == count && wedding.festival.notices(.invitation).count == 2)
        }
    }

    @Test("Blocked tickets, tickets of past events and tickets without an address are not resent")
    func refused() throws {
        let festival = try Festival()
        let nobody = try issue(festival, email: nil)
        #expect(throws: ManagementError.unreachable(nobody)) {
            try festival.services.tickets.resend(nobody, of: festival.event)
        }
        _ = try festival.services.tickets.block(nobody, of: festival.event, note: "disputed")
        #expect(throws: ManagementError.notIssued(nobody, .blocked)) {
            try festival.services.tickets.resend(nobody, of: festival.event)
        }
        let wedding = try Wedding()
        try wedding.importGuests("name\nA\n")
        try wedding.invite(to: [wedding.ceremony])
        let serial = try #require(try wedding.guests().first?.guest.serial)
        #expect(throws: ManagementError.unreachable(TicketCode(serial))) {
            try wedding.services.tickets.resend(TicketCode(serial), of: wedding.event)
        }
        let other = try Festival()
        let code = try issue(other, email: "sarah@example.org")
        other.clock.advance(bySeconds: 7200)
        #expect(throws: SalesError.eventOver) { try other.services.tickets.resend(code, of: other.event) }
        #expect(try other.notices(.ticketIssued).count == 1)
    }
}
