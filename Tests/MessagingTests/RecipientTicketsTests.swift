import EventFixture
import Languages
import Management
import Store
import Testing
import Ticketing

@Suite("Tickets of an address", .everyEngine)
struct RecipientTicketsTests {
    private static func codes(of address: String, _ fixture: MessageFixture) throws -> [TicketCode] {
        try fixture.festival.store.read {
            try RecipientTickets(of: address, $0).active(at: fixture.event.number).map(\.ticket.code)
        }
    }

    @Test("The tickets and invitations of an address are those of the holders, buyers and guests with this address")
    func found() throws {
        let fixture = try MessageFixture()
        let services = fixture.festival.services
        #expect(try Self.codes(of: "joan@example.org", fixture) == [fixture.ticket.code])
        let bought = try services.orders.tickets(of: fixture.paid, of: fixture.event).map(\.code)
        #expect(try Self.codes(of: "sarah@example.org", fixture) == bought && bought.count == 2)
        #expect(try Self.codes(of: "denis@example.org", fixture).isEmpty)
        #expect(try Self.codes(of: "+256700123456", fixture).map(\.description) == [fixture.peterCode])
        let grace = try fixture.festival.store.read {
            try RecipientTickets(of: "grace@example.org", $0).active(at: fixture.event.number)
        }
        #expect(grace.map(\.ticket.code.description) == [fixture.graceCode] && grace.allSatisfy(\.isInvitation))
        for address in ["", "JOAN@example.org", "joan", "%", "nobody@example.org"] {
            #expect(try Self.codes(of: address, fixture).isEmpty, "\(address)")
        }
    }

    @Test("A buyer who gave only a phone number has the order’s tickets, until they are transferred")
    func phone() throws {
        let fixture = try MessageFixture()
        let services = fixture.festival.services
        let draft = OrderDraft(
            lines: [OrderDraft.Line(type: fixture.festival.regular.number, count: 2)], name: "Moses",
            phone: "+256772123456", payment: Payment(.complimentary))
        let order = try services.orders.createOrder(draft, of: fixture.event, signingWith: fixture.festival.ring)
        let tickets = try services.orders.tickets(of: order, of: fixture.event)
        #expect(try Self.codes(of: "+256772123456", fixture) == tickets.map(\.code))
        _ = try services.tickets.transfer(
            tickets[0].code, of: fixture.event, to: "Ruth", email: "ruth@example.org",
            signingWith: fixture.festival.ring)
        #expect(try Self.codes(of: "+256772123456", fixture) == [tickets[1].code])
        #expect(try Self.codes(of: "ruth@example.org", fixture) == [tickets[0].code])
        // A reissued ticket still belongs to its buyer.
        _ = try services.tickets.reissue(
            tickets[1].code, of: fixture.event, signingWith: fixture.festival.ring)
        #expect(try Self.codes(of: "+256772123456", fixture) == [tickets[1].code])
        _ = try services.tickets.cancel(tickets[1].code, of: fixture.event, note: nil)
        #expect(try Self.codes(of: "+256772123456", fixture).isEmpty)
    }

    @Test("A transferred ticket belongs to its new holder only, even if the new holder has no address")
    func transferred() throws {
        let fixture = try MessageFixture()
        let services = fixture.festival.services
        let tickets = try services.orders.tickets(of: fixture.paid, of: fixture.event)
        for (ticket, email) in zip(tickets, [nil, "ruth@example.org"] as [String?]) {
            _ = try services.tickets.transfer(
                ticket.code, of: fixture.event, to: "Ruth", email: email, signingWith: fixture.festival.ring)
        }
        #expect(try Self.codes(of: "sarah@example.org", fixture).isEmpty)
        #expect(try Self.codes(of: "ruth@example.org", fixture) == [tickets[1].code])
    }

    @Test(
        "A mail greets the guest to whose address it goes; several guests with one address are greeted as a household")
    func greeted() throws {
        for sharing in CodeSharing.allCases {
            let fixture = try MessageFixture()
            let wedding = fixture.wedding
            try wedding.importGuests(
                """
                name,email,household
                Ann Okello,ann@example.org,The Okellos
                Tom Okello,tom@example.org,The Okellos
                Liz Okello,liz@example.org,The Okellos
                Sam Mugisha,sam@example.org,The Mugishas

                """)
            try wedding.invite(to: [wedding.ceremony], sharing: sharing)
            // Ann also has a ticket of her own.
            _ = try MessageFixture.issued(to: "Ann Okello", "ann@example.org", fixture.festival)
            func tamper(_ old: String, _ new: String) throws {
                try fixture.festival.tamper(
                    "UPDATE guest SET email = '\(new)@example.org' WHERE email = '\(old)@example.org'")
            }
            try tamper("liz", "tom")
            _ = try fixture.festival.services.events.edit(fixture.event) { $0.venue = "The Annex" }
            func greeting(of recipient: String) throws -> String? {
                let notice = try fixture.queued(.eventMoved).last { $0.recipient == "\(recipient)@example.org" }
                return try fixture.compose(try #require(notice))?.mail?.greeting
            }
            #expect(try greeting(of: "ann") == "Dear Ann Okello,", "\(sharing)")
            #expect(try greeting(of: "tom") == "Dear The Okellos,", "\(sharing)")
            #expect(try greeting(of: "sam") == "Dear Sam Mugisha,", "\(sharing)")
            #expect(try greeting(of: "grace") == "Dear Grace Nakato,", "\(sharing)")
            // Now guests of two households have the same address.
            try tamper("sam", "tom")
            #expect(try greeting(of: "tom") == "Hello,", "\(sharing)")
        }
    }

    @Test("Upcoming events for which an address has tickets are found in order of time, without cancelled events")
    func upcoming() throws {
        let fixture = try MessageFixture()
        let festival = fixture.festival
        func published(_ title: String, at hours: Int64) throws -> Event {
            let start = Festival.start.advanced(bySeconds: hours * 3600)
            let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
            let draft = try festival.services.events.createEvent(
                EventDetails(
                    title: title, venue: "Hall", timeZone: "Africa/Kampala", start: start,
                    end: start.advanced(bySeconds: 3600)), suite: .hmac, of: organizer)
            let type = try festival.services.ticketTypes.addTicketType(TicketTypeDetails(name: "Regular"), to: draft)
            let event = try festival.services.events.publish(draft)
            _ = try festival.services.tickets.issue(
                .person(holder: "Joan Auma", email: "joan@example.org", note: nil), type: type, of: event,
                signingWith: festival.ring)
            return event
        }
        _ = try published("Later", at: 50)
        let cancelled = try published("Cancelled", at: 30)
        _ = try published("Soon", at: 40)
        _ = try festival.services.events.cancelEvent(cancelled)
        func titles(of address: String) throws -> [String] {
            let now = festival.clock.now()
            return try festival.store.read {
                try RecipientTickets(of: address, $0).upcoming(at: now).map(\.event.details.title)
            }
        }
        #expect(try titles(of: "joan@example.org") == ["New Year by the Lake", "Soon", "Later"])
        #expect(try titles(of: "denis@example.org").isEmpty)
        festival.clock.advance(bySeconds: 3 * 3600)
        #expect(try titles(of: "joan@example.org") == ["Soon", "Later"])
        #expect(try titles(of: "grace@example.org").isEmpty)
    }
}
