import EventFixture
import Gate
import Management
import Store
import Testing
import TicketToken
import Ticketing

extension Festival {
    func link(to ticket: Ticket) throws -> TicketLink { try TicketLink(to: ticket, of: event, ring) }

    /// Issues a ticket to a person. Such a ticket can be transferred.
    fileprivate func transferableTicket() throws -> Ticket {
        _ = try services.tickets.issue(
            .person(holder: "Grace Nakato", email: "grace@example.org", note: "owes us"), type: regular, of: event,
            signingWith: ring)
        return try #require(try services.tickets.tickets(of: event, matching: .holder("Grace"), limit: 9).first)
    }
}

@Suite("Storefront: links", .everyEngine)
struct StorefrontLinkTests {
    @Test("A link gives access to its ticket’s token and, if the type requires live codes, to the key for live codes")
    func opens() throws {
        for live in [false, true] {
            let festival = try Festival(type: TicketTypeDetails(name: "Regular", requiresLiveCode: live))
            let ticket = try festival.transferableTicket()
            let link = try festival.link(to: ticket)
            let parts = link.path.split(separator: "/").map(String.init)
            let read = try #require(TicketLink(event: parts[0], code: parts[1], secret: parts[2]))
            let found = try #require(try festival.storefront().ticket(read))
            #expect(found.ticket == ticket && found.organizer == "Nile Nights" && found.transferRefusal == nil)
            #expect(try found.token == festival.token(of: ticket))
            #expect((found.liveKey != nil) == live && !found.isInvitation)
        }
    }

    @Test("A link is valid for its ticket and event only, and a link with one changed digit is invalid")
    func foreign() throws {
        let (festival, other) = (try Festival(), try Festival())
        let tickets = try festival.issue(2).map { try festival.ticket(of: $0) }
        let link = try festival.link(to: tickets[0])
        let storefront = try festival.storefront()
        #expect(try storefront.ticket(link) != nil)
        let swapped = TicketLink(event: link.event, code: tickets[1].code, secret: link.secret)
        #expect(try storefront.ticket(swapped) == nil)
        // The link’s secret gives no access to a ticket with the same code in another event, or in a store with other
        // keys.
        let draft = try festival.published("Other")
        #expect(try storefront.ticket(TicketLink(event: draft.number, code: link.code, secret: link.secret)) == nil)
        #expect(try other.storefront().ticket(link) == nil)
        var random = SeededGenerator(for: "one digit of a link")
        for _ in 0..<50 {
            var digits = Array(link.secret.text)
            let index = digits.indices.randomElement(using: &random) ?? 0
            digits[index] = digits[index] == "0" ? "1" : "0"
            let secret = try #require(LinkSecret(text: String(digits)))
            #expect(try storefront.ticket(TicketLink(event: link.event, code: link.code, secret: secret)) == nil)
        }
        #expect(throws: StorefrontError.notFound) { try storefront.transfer(swapped, to: "Eve", email: nil) }
        #expect(throws: StorefrontError.notFound) { try other.storefront().transfer(link, to: "Eve", email: nil) }
    }

    @Test(
        "A link is invalid once its ticket is reissued or its key is retired; a blocked ticket’s link shows no token")
    func ends() throws {
        let festival = try Festival()
        let ticket = try festival.transferableTicket()
        let (old, storefront) = (try festival.link(to: ticket), try festival.storefront())
        let reissued = try festival.services.tickets.reissue(
            ticket.code, of: festival.event, signingWith: festival.ring)
        #expect(try storefront.ticket(old) == nil && storefront.invitation(old) == nil)
        #expect(throws: StorefrontError.notFound) { try storefront.transfer(old, to: "Eve", email: nil) }
        let link = try festival.link(to: reissued)
        _ = try festival.services.tickets.block(ticket.code, of: festival.event, note: "unpaid")
        let blocked = try #require(try storefront.ticket(link))
        #expect(blocked.token == nil && blocked.liveKey == nil && blocked.transferRefusal == .notIssued(.blocked))
        #expect(throws: StorefrontError.transferRefused(.notIssued(.blocked))) {
            try storefront.transfer(link, to: "Eve", email: nil)
        }
        _ = try festival.services.tickets.unblock(ticket.code, of: festival.event)
        #expect(try storefront.ticket(link)?.token != nil)
        _ = try festival.services.tickets.cancel(ticket.code, of: festival.event, note: nil)
        #expect(try storefront.ticket(link)?.token == nil)
        var ring = festival.ring
        try ring.generate(at: festival.clock.now())
        try ring.retire(ticket.key, at: festival.clock.now())
        #expect(try Storefront(to: festival.store, signingWith: ring, clock: festival.clock.now).ticket(link) == nil)
        // The link of a ticket still works after its event was deleted: the page says that the event does not take place.
        _ = try festival.services.events.deleteEvent(festival.event)
        let ended = try #require(try storefront.ticket(link))
        #expect(ended.token == nil && ended.event.status == .cancelled)
    }

    @Test("Only the new holder can use a transferred ticket; the audit trail says that a visitor transferred it")
    func transfer() throws {
        let festival = try Festival()
        let (ticket, storefront) = (try festival.transferableTicket(), try festival.storefront())
        let old = try festival.link(to: ticket)
        let gate = try festival.gate()
        let oldToken = try festival.token(of: ticket)
        let new = try storefront.transfer(old, to: "Sarah <b>Auma</b>", email: "sarah@example.org")
        #expect(try storefront.ticket(old) == nil)
        let found = try #require(try storefront.ticket(new))
        #expect(found.ticket.holder == "Sarah <b>Auma</b>" && found.ticket.email?.rawValue == "sarah@example.org")
        let newToken = try #require(found.token)
        #expect(
            gate.decide(Scan(oldToken)).outcome.name == "refuse" && gate.decide(Scan(newToken)).outcome.name == "admit")
        #expect(throws: StorefrontError.transferRefused(.used)) { try storefront.transfer(new, to: "Eve", email: nil) }
        var users: Set<String?> = []
        try festival.services.audit.forEachChange(of: festival.organizer()) { change in
            if change.action == "transferTicket" { users.insert(change.userName) }
        }
        #expect(users == [Storefront.visitorName])
        #expect(
            try festival.notices(.ticketTransferred).map(\.recipient).sorted() == [
                "grace@example.org", "sarah@example.org",
            ])
        guard case .intact = try festival.services.audit.verifyAudit(of: festival.organizer()) else {
            throw Surprise("the audit trail is broken")
        }
    }

    @Test("Of sixteen simultaneous transfers through the same link, exactly one succeeds")
    func raced() async throws {
        let festival = try Festival()
        let link = try festival.link(to: festival.transferableTicket())
        let storefront = try festival.storefront()
        let done = await withTaskGroup(of: Int.self) { group in
            for number in 0..<16 {
                group.addTask {
                    do {
                        _ = try storefront.transfer(link, to: "Holder \(number)", email: nil)
                        return 1
                    } catch { return 0 }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(done == 1)
    }

    @Test("A transfer is refused if the new holder or e-mail address is invalid, or if the event is over or cancelled")
    func refused() throws {
        let festival = try Festival()
        let ticket = try festival.transferableTicket()
        let (link, storefront) = (try festival.link(to: ticket), try festival.storefront())
        for (holder, email) in [("", nil), (String(repeating: "a", count: 201), nil), ("A\0", nil), ("A", "nobody")] {
            #expect("\(holder)") { try storefront.transfer(link, to: holder, email: email) } throws: {
                if case .invalid(let faults)? = $0 as? StorefrontError { faults.count == 1 } else { false }
            }
        }
        festival.clock.advance(bySeconds: 7200)
        #expect(throws: StorefrontError.transferRefused(.eventOver)) {
            try storefront.transfer(link, to: "Eve", email: nil)
        }
        festival.clock.advance(bySeconds: -7200)
        _ = try festival.services.events.cancelEvent(festival.event)
        #expect(throws: StorefrontError.self) { try storefront.transfer(link, to: "Eve", email: nil) }
        #expect(try storefront.ticket(link)?.token == nil)
    }
}
