import EventFixture
import Gate
import Management
import Store
import TicketToken
import Testing
import Ticketing

@Suite("A ticket’s life cycle", .everyEngine)
struct TicketLifeTests {
    private func token(_ ticket: Ticket, _ festival: Festival) throws -> String {
        try TicketSigner(festival.ring).sign(ticket.claims(of: festival.event))
    }

    private func sarah(_ festival: Festival) throws -> Ticket {
        _ = try festival.services.tickets.issue(
            .person(holder: "Sarah Auma", email: "Sarah@Example.org", note: nil), type: festival.regular,
            of: festival.event, signingWith: festival.ring)
        return try #require(try festival.services.tickets.tickets(of: festival.event, matching: .all, limit: 1).first)
    }

    @Test(
        "A transferred ticket has a new holder and a new token; the old token is superseded; both holders are notified")
    func transfer() throws {
        let festival = try Festival()
        let before = try sarah(festival)
        #expect(before.email?.rawValue == "sarah@example.org")
        let after = try festival.services.tickets.transfer(
            before.code, of: festival.event, to: "Grace Nakato", email: "grace@example.org",
            signingWith: festival.ring)
        #expect(after.holder == "Grace Nakato" && after.issue == 1 && after.status == .issued)
        let gate = try festival.gate()
        #expect(gate.decide(Scan(try token(before, festival))).outcome == .refuse(.superseded(since: Festival.start)))
        #expect(gate.decide(Scan(try token(after, festival))).outcome == .admit(again: false))
        #expect(try festival.services.tickets.inside(on: after, of: festival.event) == 1)
        let recipients = try festival.notices(.ticketTransferred).map(\.recipient).sorted()
        #expect(recipients == ["grace@example.org", "sarah@example.org"])
        #expect(try festival.notices(.ticketIssued).map(\.recipient) == ["sarah@example.org"])
        let find = { text in
            try festival.services.tickets.tickets(of: festival.event, matching: TicketQuery(typed: text), limit: 5)
                .count
        }
        #expect(try find("sarah") == 0 && find("GRÁCE N") == 1 && find("sarah@") == 0 && find("grace@e") == 1)
    }

    @Test("If a holder’s name is corrected, the token stays valid, the old name finds no ticket, and no notice is sent")
    func corrected() throws {
        let festival = try Festival()
        let before = try sarah(festival)
        let after = try festival.services.tickets.editTicket(before.code, of: festival.event) {
            $0.holder = "Zarah Auma"
            $0.email = "Zarah@Example.org"
            $0.note = "wheelchair"
        }
        #expect(after.holder == "Zarah Auma" && after.email?.rawValue == "zarah@example.org")
        #expect(after.note == "wheelchair" && after.issue == 0 && after.key == before.key && after.reissued == nil)
        #expect(try festival.gate().decide(Scan(try token(before, festival))).outcome == .admit(again: false))
        let found = { text in
            try festival.services.tickets.tickets(of: festival.event, typed: text, limit: 5).map(\.code)
        }
        #expect(try found("sarah").isEmpty && found("sarah@example.org").isEmpty)
        #expect(try found("zarah") == [before.code] && found("zarah@example.org") == [before.code])
        #expect(try festival.notices(.ticketIssued).map(\.recipient) == ["sarah@example.org"])
        #expect(try festival.notices(.ticketTransferred).isEmpty && festival.notices(.ticketReissued).isEmpty)
        var changes = 0
        try festival.services.audit.forEachChange(of: festival.organizer()) {
            if $0.action == "editTicket" { changes += 1 }
        }
        #expect(changes == 1)
    }

    @Test("An invalid holder, and a change of a cancelled ticket’s holder, are refused and not stored")
    func faultyHolder() throws {
        let festival = try Festival()
        let before = try sarah(festival)
        #expect(throws: ManagementError.self) {
            _ = try festival.services.tickets.editTicket(before.code, of: festival.event) {
                $0.holder = "Bell\u{7}"
                $0.email = "nowhere"
                $0.note = String(repeating: "x", count: 201)
            }
        }
        do {
            _ = try festival.services.tickets.editTicket(before.code, of: festival.event) {
                $0.holder = nil
                $0.email = "nowhere"
            }
            Issue.record("an invalid holder was stored")
        } catch ManagementError.invalid(let faults) {
            #expect(Set(faults.map(\.field)) == ["holder", "email"])
        }
        #expect(try festival.services.tickets.ticket(before.code, of: festival.event) == before)
        _ = try festival.services.tickets.cancel(before.code, of: festival.event, note: nil)
        #expect(throws: ManagementError.notIssued(before.code, .cancelled)) {
            _ = try festival.services.tickets.editTicket(before.code, of: festival.event) { $0.holder = "Zarah" }
        }
    }

    @Test(
        "Eight concurrent transfers and reissues of one ticket run one after another, and only the last token is valid")
    func raced() async throws {
        let festival = try Festival()
        let before = try sarah(festival)
        let tickets = try await withThrowingTaskGroup(of: Ticket.self) { group in
            for task in 0..<8 {
                group.addTask {
                    task.isMultiple(of: 2)
                        ? try festival.services.tickets.reissue(
                            before.code, of: festival.event, signingWith: festival.ring)
                        : try festival.services.tickets.transfer(
                            before.code, of: festival.event, to: "Holder \(task)", email: nil,
                            signingWith: festival.ring)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(tickets.map(\.issue).sorted() == Array(1...8))
        let gate = try festival.gate()
        for ticket in tickets.sorted(by: { $0.issue < $1.issue }) {
            let outcome = gate.decide(Scan(try token(ticket, festival))).outcome
            #expect(outcome == (ticket.issue == 8 ? .admit(again: false) : .refuse(.superseded(since: Festival.start))))
        }
    }

    @Test("Of four concurrent cancellations, three report that the ticket is already cancelled")
    func cancelledTwice() async throws {
        let festival = try Festival()
        let code = try sarah(festival).code
        let refusals = try await withThrowingTaskGroup(of: ManagementError?.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    do {
                        _ = try festival.services.tickets.cancel(code, of: festival.event, note: nil)
                        return nil
                    } catch let error as ManagementError {
                        return error
                    }
                }
            }
            return try await group.reduce(into: [ManagementError]()) { if let error = $1 { $0.append(error) } }
        }
        #expect(refusals == Array(repeating: .notIssued(code, .cancelled), count: 3))
        #expect(try festival.counts() == (0, 0))
    }

    @Test("A transfer or block with a faulty holder, address or note changes nothing")
    func faults() throws {
        let festival = try Festival()
        let ticket = try sarah(festival)
        let transfer = { (name: String, email: String?) in
            try festival.services.tickets.transfer(
                ticket.code, of: festival.event, to: name, email: email, signingWith: festival.ring)
        }
        #expect(throws: SalesError.holder(.missing)) { try transfer(" ", nil) }
        #expect(throws: SalesError.email("nobody")) { try transfer("Grace", "nobody") }
        #expect(throws: SalesError.note(.missing)) {
            try festival.services.tickets.block(ticket.code, of: festival.event, note: "")
        }
        #expect(try festival.services.tickets.ticket(ticket.code, of: festival.event) == ticket)
    }

    @Test(
        "A gate refuses a blocked ticket and says why; it admits an unblocked ticket; a blocked ticket counts as sold")
    func blocking() throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Regular", quantity: 1))
        let ticket = try sarah(festival)
        #expect(
            try festival.services.tickets.block(ticket.code, of: festival.event, note: "disputed").status == .blocked)
        let gate = try festival.gate()
        let text = try token(ticket, festival)
        #expect(
            gate.decide(Scan(text)).outcome == .refuse(.revoked(.blocked, since: Festival.start, note: "disputed")))
        #expect(throws: ManagementError.quantityExceeded(type: "Regular", asked: 1, left: 0)) { try festival.issue(1) }
        #expect(throws: ManagementError.notIssued(ticket.code, .blocked)) {
            try festival.services.tickets.block(ticket.code, of: festival.event, note: "again")
        }
        for attempt in [
            { try festival.services.tickets.reissue(ticket.code, of: festival.event, signingWith: festival.ring) },
            {
                try festival.services.tickets.transfer(
                    ticket.code, of: festival.event, to: "Grace", email: nil, signingWith: festival.ring)
            },
        ] {
            #expect(throws: ManagementError.notIssued(ticket.code, .blocked)) { try attempt() }
        }
        #expect(try festival.services.tickets.unblock(ticket.code, of: festival.event).statusNote == nil)
        #expect(throws: ManagementError.notIssued(ticket.code, .issued)) {
            try festival.services.tickets.unblock(ticket.code, of: festival.event)
        }
        #expect(gate.decide(Scan(text)).outcome == .admit(again: false))
        _ = try festival.services.tickets.block(ticket.code, of: festival.event, note: "disputed")
        let ended = try festival.services.tickets.cancel(ticket.code, of: festival.event, note: nil)
        #expect(ended.inside == 1 && ended.tickets[0].status == .cancelled)
        #expect(gate.decide(Scan(text, direction: .exit)).outcome == .exit)
        #expect(try festival.issue(1).count == 1)
    }

    @Test("If an order is due at the door and not paid yet, a gate refuses its tickets and names the amount due")
    func unpaid() throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Regular", price: Money("50000 UGX")))
        let order = try festival.order(1, .atTheDoor)
        let ticket = try #require(try festival.services.orders.tickets(of: order, of: festival.event).first)
        let gate = try festival.gate()
        let text = try token(ticket, festival)
        let due = Refusal.unpaid(due: Money(minorUnits: 50_000, currency: "UGX"))
        #expect(gate.decide(Scan(text, requestID: "a")).outcome == .refuse(due))
        _ = try festival.pay(order)
        // The repeated request “a” gets its first response again, although the ticket has been paid in the meantime.
        #expect(gate.decide(Scan(text, requestID: "a")).outcome == .refuse(due))
        #expect(gate.decide(Scan(text, requestID: "b")).outcome == .admit(again: false))
        // A ticket that is both cancelled and unpaid is refused as revoked, not as unpaid.
        let other = try festival.order(1, .atTheDoor)
        let second = try #require(try festival.services.orders.tickets(of: other, of: festival.event).first)
        _ = try festival.services.tickets.cancel(second.code, of: festival.event, note: nil)
        #expect(
            gate.decide(Scan(try token(second, festival))).outcome
                == .refuse(.revoked(.cancelled, since: Festival.start, note: nil)))
    }

    @Test(
        """
        A gate refuses a ticket for other gates and names those gates; letter case and accents in gates’ names are \
        ignored
        """)
    func wrongGate() throws {
        let until = Festival.start.advanced(bySeconds: 60)
        let festival = try Festival(
            type: TicketTypeDetails(
                name: "VIP", window: ValidityWindow(until: until)
            ).with { $0.gates = ["South", "Entrée"] })
        let token = try festival.issue(1)[0]
        let north = try festival.gate("North")
        #expect(north.decide(Scan(token, requestID: "a")).outcome == .refuse(.wrongGate(validAt: ["South", "Entrée"])))
        #expect(north.decide(Scan(token, requestID: "a")).outcome == .refuse(.wrongGate(validAt: ["South", "Entrée"])))
        #expect(try festival.gate("ENTREE").decide(Scan(token)).outcome == .admit(again: false))
        #expect(north.decide(Scan(token, direction: .exit)).outcome == .exit)
        festival.clock.advance(bySeconds: 60)
        #expect(north.decide(Scan(token)).outcome == .refuse(.expired(until: until)))
        let sentence = VerdictSentences(timeZone: .gmt).explanation(
            try festival.gate("North", fixedTime: Festival.start).decide(Scan(token)))
        #expect(sentence == "Not valid at this gate; valid at South, Entrée")
    }

    @Test("The pages of a search contain the matching tickets in order, and no tickets of other events")
    func paging() throws {
        let festival = try Festival()
        let other = try Festival()
        for name in ["Anna", "ANNA", "Ánna", "Annabel", "Ann", "Anton", "Ön"] {
            for festival in [festival, other] {
                _ = try festival.services.tickets.issue(
                    .person(holder: name, email: "\(name.folded)@x.org", note: nil), type: festival.regular,
                    of: festival.event, signingWith: festival.ring)
            }
        }
        var found: [String] = []
        var last: Ticket?
        while let page = try Optional(
            festival.services.tickets.tickets(of: festival.event, matching: .holder("anna"), after: last, limit: 2)),
            let end = page.last
        {
            found += page.map { $0.holder?.folded ?? "" }
            last = end
        }
        #expect(found == ["anna", "anna", "anna", "annabel"])
        #expect(try festival.services.tickets.tickets(of: festival.event, matching: .email("an"), limit: 99).count == 6)
        #expect(try festival.services.tickets.tickets(of: festival.event, matching: .holder("%"), limit: 99).isEmpty)
        let all = try festival.services.tickets.tickets(of: festival.event, matching: .all, limit: 99)
        let start = String(all[3].code.description.prefix(3))
        let query = try #require(TicketQuery.code(beginning: start))
        let byCode = try festival.services.tickets.tickets(of: festival.event, matching: query, limit: 99)
        #expect(byCode == all.filter { $0.code.description.hasPrefix(start) })
        let after = try festival.services.tickets.tickets(
            of: festival.event, matching: query, after: byCode[0], limit: 99)
        #expect(after == Array(byCode.dropFirst()))
    }

    @Test(
        "A ticket appears once on the pages of a search, even if many words of its holder’s name begin alike")
    func repeatedWords() throws {
        let festival = try Festival()
        var random = SeededGenerator(for: "names with words that begin alike")
        let words = ["anna", "annabel", "ann", "bo"]
        for _ in 0..<12 {
            let name = (1...5).compactMap { _ in words.randomElement(using: &random) }.joined(separator: " ")
            _ = try festival.services.tickets.issue(
                .person(holder: name, email: nil, note: nil), type: festival.regular, of: festival.event,
                signingWith: festival.ring)
        }
        let all = try festival.services.tickets.tickets(of: festival.event, matching: .all, limit: 99)
        for query in ["an", "anna", "anna an", "bo an an"] {
            let parts = query.split(separator: " ")
            let expected = all.filter { ticket in
                let words = (ticket.holder ?? "").split(separator: " ")
                return parts.allSatisfy { part in words.contains { $0.hasPrefix(part) } }
            }
            for limit in 1...5 {
                var found: [Serial] = []
                var last: Ticket?
                while let page = try Optional(
                    festival.services.tickets.tickets(
                        of: festival.event, matching: .holder(query), after: last, limit: limit)),
                    let end = page.last
                {
                    found += page.map(\.serial)
                    last = end
                }
                #expect(found.count == Set(found).count, "\(query), \(limit) a page")
                #expect(Set(found) == Set(expected.map(\.serial)), "\(query), \(limit) a page")
            }
        }
    }

    @Test("E-mail addresses in a guest list are stored and get notices; an invalid address is reported with its line")
    func guestList() throws {
        let festival = try Festival()
        let list = { (text: String) in
            try festival.folder.write(text, to: "list.csv")
            return try festival.services.tickets.issue(
                .guestList(TicketHolderList(path: festival.folder("list.csv"))), type: festival.regular,
                of: festival.event,
                signingWith: festival.ring)
        }
        #expect(
            throws: ManagementError.guestList(
                [GuestListFault(line: 3, column: "email", fault: .notAnEmail("nobody"))], total: 1)
        ) { try list("name,E-Mail\nGrace,grace@example.org\nSarah,nobody\n") }
        #expect(try list("name,E-Mail\nGrace,Grace@example.org\nSarah,\n").tickets == 2)
        #expect(try festival.notices(.ticketIssued).map(\.recipient) == ["grace@example.org"])
        #expect(
            try festival.services.tickets.tickets(of: festival.event, matching: .email("grace@"), limit: 5).count == 1)
    }
}
