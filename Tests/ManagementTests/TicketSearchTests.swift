import EventFixture
import Management
import Testing
import Ticketing

@testable import Store

@Suite("Ticket search", .everyEngine)
struct TicketSearchTests {
    private static let list = """
        name,household,email,Ceremony,Reception
        Grace Nakato,Nakato,grace@example.org,yes,yes
        John Nakato,Nakato,,yes,yes
        Little Amy,Nakato,,yes,yes
        Grace Akello,Akello,g.akello@example.org,yes,no

        """

    private func holders(_ wedding: Wedding, _ text: String) throws -> [String] {
        try wedding.services.tickets.tickets(of: wedding.event, typed: text, limit: 9).map { $0.holder ?? "–" }
    }

    @Test("Each word of a guest’s name, and the guest’s e-mail address, finds the household’s ticket")
    func household() throws {
        let wedding = try Wedding()
        try wedding.importGuests(TicketSearchTests.list)
        _ = try wedding.invite()
        for text in ["john", "nakato", "JOHN NAKATO", "nakato john", "amy", "litt", "grace nak", "grace@example"] {
            #expect(try holders(wedding, text) == ["Nakato"], "\(text)")
        }
        #expect(try holders(wedding, "grace") == ["Grace Akello", "Nakato"])
        #expect(try holders(wedding, "john akello").isEmpty)
        let tickets = try wedding.services.tickets.tickets(of: wedding.event, typed: "john", limit: 9)
        let names = try wedding.services.tickets.guestNames(on: tickets, of: wedding.event)
        #expect(names[tickets[0].serial] == ["Grace Nakato", "John Nakato", "Little Amy"])
    }

    @Test("A guest’s name doesn’t find a cancelled ticket; after a new invitation, the name finds the new ticket")
    func moved() throws {
        let wedding = try Wedding()
        try wedding.importGuests(TicketSearchTests.list)
        _ = try wedding.invite()
        let first = try #require(wedding.services.tickets.tickets(of: wedding.event, typed: "amy", limit: 9).first)
        _ = try wedding.services.tickets.cancel(first.code, of: wedding.event, note: nil)
        #expect(try wedding.services.tickets.tickets(of: wedding.event, typed: "amy", limit: 9).isEmpty)
        _ = try wedding.invite()
        let second = try wedding.services.tickets.tickets(of: wedding.event, typed: "amy", limit: 9)
        #expect(second.count == 1 && second.first?.serial != first.serial)
        #expect(try holders(wedding, "nakato").count == 2)
    }

    @Test("The buyer’s name and address and the order’s number find the order’s tickets, even after a transfer")
    func buyer() throws {
        let festival = try Festival()
        let order = try festival.services.orders.createOrder(
            OrderDraft(
                lines: [OrderDraft.Line(type: festival.regular.number, count: 2)], name: "Grace Nakato",
                email: "grace@example.org", payment: Payment(.cash, reference: nil)),
            of: festival.event, signingWith: festival.ring)
        let tickets = try festival.services.tickets.tickets(of: festival.event, typed: "\(order.number)", limit: 9)
        #expect(tickets.count == 2)
        for ticket in tickets {
            _ = try festival.services.tickets.transfer(
                ticket.code, of: festival.event, to: "Sarah Auma", email: nil, signingWith: festival.ring)
        }
        for text in ["nakato", "grace", "grace@", "\(order.number)", "auma", "sarah auma"] {
            #expect(
                try festival.services.tickets.tickets(of: festival.event, typed: text, limit: 9).count == 2, "\(text)")
        }
    }

    @Test("The pages of a search show each ticket only once, even if several names on the ticket match")
    func pages() throws {
        let wedding = try Wedding()
        let rows = (1...23).map { "Nak \($0 % 5) Nakato,House \($0 / 3),,yes,yes\n" }
        try wedding.importGuests("name,household,email,Ceremony,Reception\n" + rows.joined())
        _ = try wedding.invite()
        for text in ["nak", "nakato", "nakato 1", "1 nakato", "house"] {
            let all = try wedding.services.tickets.tickets(of: wedding.event, typed: text, limit: 99)
            #expect(!all.isEmpty && Set(all.map(\.serial)).count == all.count, "\(text)")
            var paged: [Ticket] = []
            while case let page = try wedding.services.tickets.tickets(
                of: wedding.event, typed: text, after: paged.last, limit: 2), !page.isEmpty
            {
                paged += page
            }
            #expect(paged == all, "\(text)")
        }
    }

    @Test(
        "A search in a gate pack finds guests and, after a refresh, new names, but only if the pack contains names")
    func packs() throws {
        let wedding = try Wedding()
        let festival = wedding.festival
        try wedding.importGuests(TicketSearchTests.list)
        _ = try wedding.invite()
        let path = try festival.pack()
        let named = try festival.pack("South", "south.gate") { $0.showsNames = true }
        #expect(try OpenGatePack(at: path).tickets(typed: "john", limit: 9).isEmpty)
        do {
            let pack = try OpenGatePack(at: named)
            let found = try pack.tickets(typed: "john", limit: 9)
            #expect(found.map(\.holder) == ["Nakato"])
            #expect(try pack.guestNames(on: found).values.first?.count == 3)
            #expect(try pack.tickets(typed: "grace@example", limit: 9).isEmpty)
        }
        try wedding.importGuests("name,household,email\nGracie Nakato,Nakato,grace@example.org\n")
        let pack = try OpenGatePack(at: named)
        _ = try festival.services.gatePacks.refreshGatePack(pack, from: festival.event, verifyingWith: festival.ring)
        #expect(try pack.tickets(typed: "gracie", limit: 9).map(\.holder) == ["Nakato"])
        #expect(try pack.tickets(typed: "grace", limit: 9).map(\.holder) == ["Grace Akello"])
    }

    @Test("A store without search words, from an older program version, gets the same search words as a new store")
    func older() throws {
        let wedding = try Wedding()
        try wedding.importGuests(TicketSearchTests.list)
        _ = try wedding.invite()
        _ = try wedding.festival.issue(3)
        _ = try wedding.services.orders.createOrder(
            OrderDraft(
                lines: [OrderDraft.Line(type: wedding.festival.regular.number, count: 2)], name: "Sarah Auma",
                email: "sarah@example.org", payment: Payment(.cash, reference: nil)),
            of: wedding.event, signingWith: wedding.festival.ring)
        try wedding.festival.store.write { connection in
            func rows() throws -> [String] {
                try connection.all("SELECT serial, name, packed FROM ticket_name ORDER BY serial, name", []) {
                    "\($0.integer(0)) \($0.text(1)) \($0.integer(2))"
                }
            }
            let before = try rows()
            #expect(before.count > 10)
            try connection.execute("DELETE FROM ticket_name", [])
            try connection.ticketSearchKeys.backfill { _ in }
            #expect(try rows() == before)
        }
    }
}
