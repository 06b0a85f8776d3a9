import EventFixture
import Foundation
import Management
import Testing
import TicketToken
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("The summary of an order", .serving)
struct OrderSummaryPageTests {
    private let festival: Festival
    private let path: String
    private let who = ["count_0": "2", "count_1": "1", "name": "Kay <b>", "email": "kay@example.org", "phone": ""]

    /// A festival with 12 tickets that are paid at the door, and free tickets without a limit.
    init() throws {
        festival = try Festival(
            type: TicketTypeDetails(name: "Regular", price: Money("50000 UGX"), quantity: 12).with {
                $0.allowsDoorReservations = true
            })
        _ = try festival.services.ticketTypes.addTicketType(TicketTypeDetails(name: "Student"), to: festival.event)
        path = "/events/\(festival.event.slug)"
    }

    private func publish(_ title: String, _ kind: EventDetails.Kind = .public) throws -> Event {
        var details = festival.event.details
        (details.title, details.kind) = (title, kind)
        let draft = try festival.services.events.createEvent(
            details, suite: .hmac, of: festival.services.organizers.organizer(named: "Nile Nights"))
        let type = try festival.services.ticketTypes.addTicketType(TicketTypeDetails(name: "Regular"), to: draft)
        let event = try festival.services.events.publish(draft)
        _ = try festival.services.tickets.issue(
            .person(holder: "Kay", email: "kay@example.org", note: nil), type: type, of: event,
            signingWith: festival.ring)
        return event
    }

    @Test("The summary shows the tickets and their sum, and reserves nothing; the form of the summary makes the order")
    func ordering() async throws {
        let doors = try #require(festival.event.details.start).advanced(bySeconds: -1800)
        _ = try festival.services.events.edit(festival.event) { $0.doors = doors }
        try await Served.with(configuration: festival.configuration) { served async throws in
            let browser = Browser(served)
            try await browser.get(path)
            #expect(browser.body.contains("action=\"\(path)/summary\""))
            #expect(try await browser.send("\(path)/summary", who).status == 200)
            for text in [
                "Regular: 2 tickets", "UGX\u{A0}100,000", "UGX\u{A0}50,000 each", "Student: one ticket",
                "Kay &lt;b&gt;", "kay@example.org", "Nothing is reserved yet.", "Pay at the door.", "<dt>Doors</dt>",
            ] {
                #expect(browser.body.contains(text), "\(text)")
            }
            #expect(!browser.body.contains("<b>Kay") && MarkupGrammar.fault(in: browser.body) == nil)
            #expect(try festival.tokens().isEmpty)
            #expect(try festival.services.ticketTypes.ticketTypes(of: festival.event).allSatisfy { $0.reserved == 0 })

            let page = browser.body
            let fields = try PageForm.filled(page, to: "\(path)/reserve")
            let sent = Dictionary(uniqueKeysWithValues: fields)
            #expect(sent["count_0"] == "2" && sent["count_1"] == "1" && sent["name"] == "Kay <b>")
            let first = try await browser.send("\(path)/reserve", sent)
            let second = try await browser.send("\(path)/reserve", sent)
            #expect(first.status == 303 && first.headers["location"] == second.headers["location"])
            #expect(try festival.tokens().count == 3)
            // The summary is only the response to a form, so a GET request is redirected to the page of the event.
            let address = try await browser.get("\(path)/summary")
            #expect(address.status == 303 && address.headers["location"] == path)
        }
    }

    @Test("If an order has faults, or a visitor presses “Change”, the event’s page is shown with the entered values")
    func faults() async throws {
        try await Served.with(configuration: festival.configuration) { served async throws in
            let browser = Browser(served)
            try await browser.get(path)
            for (wrong, fault) in [
                (["count_0": "0", "count_1": ""], "Choose at least one ticket."), (["email": "no"], "email-fault"),
                (["name": ""], "name-fault"), (["phone": "abc"], "phone-fault"), (["count_0": "x"], "counts-fault"),
                (["count_0": "11"], "role=\"alert\""), (["count_9": "1"], "counts-fault"),
            ] {
                let reply = try await browser.send("\(path)/summary", who.merging(wrong) { $1 })
                #expect(reply.status == 422 && reply.body.contains("<title>Error: "), "\(wrong)")
                #expect(reply.body.contains(fault) && reply.body.contains("action=\"\(path)/summary\""), "\(wrong)")
            }
            _ = try festival.issue(11)
            let few = try await browser.send("\(path)/summary", who)
            #expect(few.status == 422 && few.body.contains("“Regular” has only one ticket left."))

            let changed = try await browser.send("\(path)/summary", who.merging(["change": "yes"]) { $1 })
            #expect(changed.status == 200 && !changed.body.contains("id=\"errors\""))
            for text in [
                "value=\"2\" data-price=\"50000\"", "value=\"Kay &lt;b&gt;\"", "value=\"kay@example.org\"",
            ] {
                #expect(changed.body.contains(text), "\(text)")
            }
            #expect(try await Browser(served).send("\(path)/summary", who).status == 403)
            _ = try festival.services.events.cancelEvent(festival.event)
            let cancelled = try await browser.send("\(path)/summary", who)
            #expect(cancelled.status == 422 && cancelled.body.contains("This event is cancelled."))
        }
    }

    @Test("The summary warns of each public event at the same time for which this browser has already reserved tickets")
    func conflicts() async throws {
        let (twin, secret) = (try publish("Twin <b>"), try publish("Secret party", .private))
        try await Served.with(configuration: festival.configuration) { served async throws in
            let browser = Browser(served)
            try await browser.get(path)
            let alone = try await browser.send("\(path)/summary", who)
            #expect(alone.status == 200 && !alone.body.contains("Twin") && !alone.body.contains("Your other events"))
            let numbers = "\(twin.number),\(secret.number),\(festival.event.number),0,x,\(twin.number)"
            let named = try await browser.send("\(path)/summary", who.merging(["reserved": numbers]) { $1 })
            let conflict = "You have also reserved “Twin &lt;b&gt;”, which takes place at the same time: "
            #expect(named.status == 200 && named.body.components(separatedBy: conflict).count == 2)
            #expect(!named.body.contains("Secret party"))
            // The form that makes the order does not send the numbers of the other events.
            #expect(try !PageForm.filled(named.body, to: "\(path)/reserve").contains { $0.0 == "reserved" })
        }
    }
}

@Suite("The head of an event’s page", .serving)
struct EventHeadTests {
    @Test("A map link shows the position or the address of an event; an event without a place has no map link")
    func maps() throws {
        var details = EventDetails(title: "Fair", timeZone: "Africa/Kampala")
        #expect(MapLinks(details) == nil)
        details.venue = "Lido"
        #expect(MapLinks(details) == nil)
        details.city = "Entebbe & <b>"
        let address = try #require(MapLinks(details))
        #expect(address.app == "geo:0,0?q=Lido%2C%20Entebbe%20%26%20%3Cb%3E")
        #expect(address.page == "https://www.openstreetmap.org/search?query=Lido%2C%20Entebbe%20%26%20%3Cb%3E")
        details.position = Coordinates("-0.0512,32.463700")
        let position = try #require(MapLinks(details))
        #expect(position.app == "geo:-0.051200,32.463700?q=-0.051200,32.463700")
        #expect(
            position.page
                == "https://www.openstreetmap.org/?mlat=-0.051200&mlon=32.463700#map=17/-0.051200/32.463700")
    }

    @Test("The page of an event shows badges, the range of prices, links to maps, and the contact as a link")
    func head() async throws {
        let festival = try Festival(
            type: TicketTypeDetails(name: "Regular", price: Money("50000 UGX"), quantity: 12).with {
                $0.allowsDoorReservations = true
            })
        let path = "/events/\(festival.event.slug)"
        try await Served.with(configuration: festival.configuration) { served async throws in
            let browser = Browser(served)
            try await browser.get(path)
            #expect(browser.body.contains(">12 left</span>") && browser.body.contains(">Sales end in 1 h 0 min</span>"))
            #expect(browser.body.contains("<dt>Price</dt><dd>UGX\u{A0}50,000</dd>"))
            #expect(!browser.body.contains("openstreetmap") && !browser.body.contains("Happening now"))
            let end = Festival.start.advanced(bySeconds: 3600).milliseconds
            #expect(browser.body.contains("data-now=\"\(Festival.start.milliseconds)\""))
            #expect(browser.body.contains("data-until=\"\(end)\" aria-hidden=\"true\" hidden"))
            #expect(browser.body.contains("data-days=\"{days} d {time} left\""))

            _ = try festival.services.events.edit(festival.event) {
                ($0.contact, $0.city, $0.position) = ("kay@example.org", "Entebbe", Coordinates("0.0512,32.4637"))
            }
            for (name, price) in [("Student", nil), ("Table", Money("180000 UGX"))] as [(String, Money?)] {
                _ = try festival.services.ticketTypes.addTicketType(
                    TicketTypeDetails(name: name, price: price), to: festival.event)
            }
            try await browser.get(path)
            #expect(browser.body.contains("<dt>Price</dt><dd>Free – UGX\u{A0}180,000</dd>"))
            #expect(browser.body.contains("href=\"geo:0.051200,32.463700?q=0.051200,32.463700\""))
            let page = "https://www.openstreetmap.org/?mlat=0.051200&amp;mlon=32.463700#map=17/"
            #expect(browser.body.contains("href=\"\(page)"))
            #expect(browser.body.contains("href=\"mailto:kay@example.org\""))
            // One ticket type on sale has no quantity, so the page does not say how many tickets are left.
            #expect(!browser.body.contains("class=\"badge warn\">12 left"))
            #expect(MarkupGrammar.fault(in: browser.body) == nil)
            festival.clock.set(Festival.start.advanced(bySeconds: 4000))
            try await browser.get(path)
            #expect(browser.body.contains(">Happening now</span>") && !browser.body.contains("Sales end in"))
        }
    }
}

@Suite("Tickets on the page of an order", .serving)
struct OrderTicketsTests {
    /// Makes an order of free tickets.
    ///
    /// - Returns: the order, and the path of its page.
    private static func order(_ festival: Festival, tickets: Int) throws -> (order: Order, path: String) {
        let order = try festival.services.orders.createOrder(
            OrderDraft(
                lines: [OrderDraft.Line(type: festival.regular.number, count: tickets)], name: "Kay",
                payment: Payment(.complimentary)), of: festival.event, signingWith: festival.ring)
        let link = try #require(try OrderLink(to: order.number, of: festival.event.number, festival.ring))
        return (order, "/o/\(link.path)")
    }

    @Test("Without scripts, the page of an order shows the symbol of each ticket, and a link to each symbol")
    func symbols() async throws {
        let festival = try Festival()
        try await Served.with(configuration: festival.configuration) { served async throws in
            let browser = Browser(served)
            let page = try await browser.get(Self.order(festival, tickets: 3).path).body
            #expect(MarkupGrammar.fault(in: page) == nil)
            let symbols = page.matches(of: /<img src="(\/t\/[^"]+\/symbol\.svg)"/).map { String($0.1) }
            #expect(Set(symbols).count == 3 && page.contains("Add to calendar"))
            for (number, symbol) in zip(1..., symbols) {
                #expect(page.contains("href=\"#ticket-\(number)\"") && page.contains("id=\"ticket-\(number)\""))
                #expect(page.contains("Ticket \(number) of 3"))
                #expect(try await browser.get(symbol).body.hasPrefix("<svg"))
            }
            let single = try await browser.get(Self.order(festival, tickets: 1).path).body
            #expect(single.contains("id=\"ticket-1\"") && !single.contains("href=\"#ticket-1\""))
        }
    }

    @Test("The page of an order shows no symbol for a ticket that gates refuse or that requires a live code")
    func withoutSymbol() async throws {
        let live = try Festival(type: TicketTypeDetails(name: "Regular", requiresLiveCode: true))
        try await Served.with(configuration: live.configuration) { served async throws in
            let page = try await Browser(served).get(Self.order(live, tickets: 2).path).body
            #expect(!page.contains("symbol.svg") && page.contains("changes every 30 seconds. Open the ticket"))
        }
        let festival = try Festival()
        try await Served.with(configuration: festival.configuration) { served async throws in
            let browser = Browser(served)
            let (order, path) = try Self.order(festival, tickets: 2)
            let tickets = try festival.services.orders.tickets(of: order, of: festival.event)
            _ = try festival.services.tickets.block(tickets[0].code, of: festival.event, note: "lost")
            let page = try await browser.get(path).body
            #expect(page.matches(of: /symbol\.svg/).count == 1 && page.contains("This ticket is blocked"))
            _ = try festival.services.events.cancelEvent(festival.event)
            #expect(try await !browser.get(path).body.contains("symbol.svg"))
        }
    }

    @Test("An invitation has two large answers for each sub-event, and no answer is chosen in advance")
    func answers() async throws {
        let wedding = try Wedding()
        let path = try wedding.inviteGrace()
        _ = try wedding.services.events.edit(wedding.event) { $0.contact = "rose@example.org" }
        try await Served.with(configuration: wedding.festival.configuration) { served async throws in
            let browser = Browser(served)
            try await browser.get(path)
            #expect(browser.body.components(separatedBy: "<label class=\"answer\">").count == 5)
            #expect(!browser.body.contains(" checked") && browser.body.contains("href=\"mailto:rose@example.org\""))
            let none = try await browser.send("\(path)/answer", [String: String]().ofGuest(1))
            #expect(none.status == 422 && none.body.contains("href=\"#sub-event-1-1\""))
            #expect(none.body.contains("Choose “Coming”, “Maybe” or “Not coming”.") && !none.body.contains(" checked"))
        }
    }
}
