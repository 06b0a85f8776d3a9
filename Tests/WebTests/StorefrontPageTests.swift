import EventFixture
import Foundation
import Management
import MessageTransport
import Testing
import TicketToken
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

/// Markup that pages must escape in every field.
private let hostile = #"<script>alert("1")</script><svg onload=x>'&{{title}}"#

extension Festival {
    fileprivate func serve(_ work: (Served, Browser) async throws -> Void) async throws {
        try await Served.with(configuration: configuration) { served async throws in
            try await work(served, Browser(served))
        }
    }

    fileprivate var path: String { "/events/\(event.slug)" }
}

@Suite("Public pages", .serving)
struct StorefrontPageTests {
    @Test("A search lists public events page by page; events that are not public appear on no page")
    func browsing() async throws {
        let festival = try Festival()
        let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        for number in 0..<45 {
            var details = festival.event.details
            details.title = number == 44 ? hostile : "Concert \(number)"
            details.kind = number == 0 ? .private : .public
            details.city = "Kampala"
            let draft = try festival.services.events.createEvent(details, suite: .hmac, of: organizer)
            _ = try festival.services.ticketTypes.addTicketType(
                TicketTypeDetails(name: "Regular", price: Money("9 EUR")), to: draft)
            _ = try festival.services.events.publish(draft)
        }
        try await festival.serve { served, browser async throws in
            var displayed = 0
            var path: String? = "/events?text=&category=&city=kampala&from=2026-01-01&to=&most=9+EUR"
            while let next = path {
                #expect(try await browser.get(next).status == 200)
                displayed += browser.body.matches(of: /href="\/events\/[a-z0-9-]+">/).count
                #expect(!browser.body.contains("<script>") && !browser.body.contains("Concert 0<"))
                let more = browser.body.firstMatch(of: /class="button" href="([^"]+)">Next page/)
                path = more.map { String($0.1).replacing("&amp;", with: "&") }
            }
            #expect(displayed == 44)
            try await browser.get("/events?text=alert")
            #expect(browser.body.contains("&lt;script&gt;"))
            try await browser.get(
                "/events?text=%3Cscript%3E\(String(repeating: "a", count: 3000))&from=x&most=y&after=z")
            #expect(browser.page?.status == 422 && browser.body.contains("&lt;script&gt;"))
            #expect(browser.body.contains("Enter a date") && browser.body.contains("Enter an amount"))
            #expect(try await browser.get("/events?text=a&text=b").status == 400)
            #expect(try await browser.get("/events?text=%ff").status == 400)
            #expect(try await browser.get("/events/concert-0").status == 404)
            #expect(!served.log.text.contains("script"))
        }
    }

    @Test(
        "An old URL name (slug) that is a number leads to its event, unless another event has this number"
    )
    func digitSlug() async throws {
        let festival = try Festival()
        var details = festival.event.details
        details.title = "Old Digits"
        let draft = try festival.services.events.createEvent(
            details, suite: .hmac, of: festival.services.organizers.organizer(named: "Nile Nights"))
        _ = try festival.services.ticketTypes.addTicketType(TicketTypeDetails(name: "Regular"), to: draft)
        let other = try festival.services.events.publish(draft)
        try await festival.serve { _, browser async throws in
            try festival.tamper("UPDATE event SET slug = '1042' WHERE number = \(other.number)")
            #expect(try await browser.get("/events/1042").status == 200)
            #expect(browser.body.contains("<h1>Old Digits"))
            try festival.tamper("UPDATE event SET slug = '\(festival.event.number)' WHERE number = \(other.number)")
            #expect(try await browser.get("/events/\(festival.event.number)").status == 200)
            #expect(browser.body.contains("<h1>\(festival.event.details.title)"))
            #expect(try await browser.get("/events/\(other.number)").status == 200)
            #expect(browser.body.contains("<h1>Old Digits"))
        }
    }

    @Test(
        "An event with free and paid tickets is listed with a range of prices; an unpaid ticket is not shown as valid"
    )
    func prices() async throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Student"))
        let priced = try festival.services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "Regular", price: Money("180000 UGX")).with { $0.allowsDoorReservations = true },
            to: festival.event)
        try await festival.serve { _, browser async throws in
            try await browser.get("/events")
            #expect(browser.body.contains(">Free – UGX\u{A0}180,000<") && !browser.body.contains(">Free<"))
            try await browser.get(festival.path)
            try await browser.submit(
                "\(festival.path)/reserve",
                ["count_\(priced.number)": "1", "count_0": "0", "name": "Kay", "email": "kay@example.org"])
            #expect(browser.body.contains("pay UGX\u{A0}180,000 at the door") && !browser.body.contains(">valid<"))
            _ = try festival.services.events.cancelEvent(festival.event)
            let calendar = try await browser.get("\(festival.path)/calendar.ics")
            #expect(calendar.body.contains("STATUS:CANCELLED"))
        }
    }

    @Test("An event whose slug is another event’s number doesn’t take over that event’s page or calendar")
    func digits() async throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Student"))
        var details = festival.event.details
        details.title = "Impostor"
        let draft = try festival.services.events.createEvent(
            details, suite: .hmac, of: festival.services.organizers.organizer(named: "Nile Nights"))
        _ = try festival.services.ticketTypes.addTicketType(TicketTypeDetails(name: "Regular"), to: draft)
        let impostor = try festival.services.events.publish(draft)
        // An earlier version made such slugs from titles.
        try festival.tamper("UPDATE event SET slug = '\(festival.event.number)' WHERE number = \(impostor.number)")
        try await festival.serve { _, browser async throws in
            let page = try await browser.get("/events/\(festival.event.number)")
            #expect(page.status == 200 && browser.body.contains(">Student<") && !browser.body.contains("<h1>Impostor"))
            let calendar = try await browser.get("/events/\(festival.event.number)/calendar.ics")
            #expect(calendar.status == 200 && !calendar.body.contains("Impostor"))
            try await browser.get("/events/\(impostor.number)")
            #expect(browser.body.contains("<h1>Impostor"))
        }
    }

    @Test("An event’s page says in words and by colour how long tickets are on sale, and links to a calendar file")
    func event() async throws {
        let festival = try Festival(
            type: TicketTypeDetails(name: hostile, price: Money("5 EUR")).with { $0.allowsDoorReservations = true })
        _ = try festival.services.events.edit(festival.event) {
            ($0.title, $0.about, $0.contact) = (hostile, hostile, hostile)
        }
        _ = try festival.services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "Crew", isHidden: true), to: festival.event)
        try await festival.serve { _, browser async throws in
            for (before, hue, text) in [
                (3601, "day", "Less than a day left"), (3599, "hour", "Less than an hour left"),
                (90_000, "open", "On sale until"), (0, "closed", "No longer on sale"),
            ] as [(Int64, String, String)] {
                festival.clock.set(Festival.start.advanced(bySeconds: 3600 - before))
                try await browser.get(festival.path)
                #expect(browser.body.contains("class=\"sale \(hue)\">\(text)"), "\(before)")
            }
            #expect(
                !browser.body.contains("<script>") && !browser.body.contains("<svg onload")
                    && !browser.body.contains("Crew"))
            #expect(!browser.body.contains("<form class=\"narrow\""))
            let calendar = try await browser.get("\(festival.path)/calendar.ics")
            #expect(calendar.headers["content-type"] == "text/calendar; charset=utf-8")
            #expect(calendar.headers["content-disposition"]?.hasPrefix("attachment") ?? false)
            #expect(calendar.body.contains("BEGIN:VEVENT") && !calendar.body.contains("VALUE="))
            for name in ["no", "", "..", "%00", "new-year%2F", "0"] {
                #expect(try await browser.get("/events/\(name)/calendar.ics").status == 404, "\(name)")
            }
            _ = try festival.services.events.cancelEvent(festival.event)
            try await browser.get(festival.path)
            #expect(browser.body.contains("This event is cancelled."))
        }
    }

    @Test("A visitor can’t choose tickets for which the event has no room, or which can no longer be reserved")
    func notReservable() async throws {
        let festival = try Festival(capacity: 4)
        let deadline = Festival.start.advanced(bySeconds: 1800)
        _ = try festival.services.events.edit(festival.event) { $0.payBy = deadline }
        var pair = TicketTypeDetails(
            name: "Pair", price: Money("5000 UGX"), admits: try #require(Admits(rawValue: 2)))
        pair.allowsDoorReservations = true
        let second = try festival.services.ticketTypes.addTicketType(pair, to: festival.event).number
        let first = festival.regular.number
        /// The fields in which a visitor chooses tickets, with their maximum numbers, and the types that are sold out.
        func offered(_ body: String) -> [String] {
            let fields = body.matches(of: /<input id="count-([0-9]+)" [^>]*max="([0-9]+)"/)
            let soldOut = body.matches(of: /class="sale closed">(Sold out)/)
            return fields.map { "\($0.1): \($0.2)" } + soldOut.map { String($0.1) }
        }
        try await festival.serve { _, browser async throws in
            try await browser.get(festival.path)
            #expect(offered(browser.body) == ["\(first): 4", "\(second): 2"])
            _ = try festival.issue(3)
            try await browser.get(festival.path)
            #expect(offered(browser.body) == ["\(first): 1", "Sold out"])
            _ = try festival.issue(1)
            try await browser.get(festival.path)
            #expect(offered(browser.body) == ["Sold out", "Sold out"])
            #expect(browser.body.contains(">Sold out</span>") && !browser.body.contains("reserve-bar"))
            #expect(try await browser.get("/events").body.contains(">Sold out</span>"))

            _ = try festival.services.events.edit(festival.event) { $0.capacity = 40 }
            festival.clock.set(deadline)
            try await browser.get(festival.path)
            #expect(offered(browser.body) == ["\(first): 10"] && browser.body.contains("reserve-bar"))
            #expect(browser.body.contains("Reservations have ended. Tickets are sold at the door."))
            _ = try festival.services.ticketTypes.editTicketType(festival.regular.number, of: festival.event) {
                $0.isHidden = true
            }
            try await browser.get(festival.path)
            #expect(offered(browser.body).isEmpty && !browser.body.contains("reserve-bar"))
        }
    }

    @Test("The page of an event does not say how long a type is on sale that visitors cannot reserve")
    func soldByOrganizer() async throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Regular", price: Money("5 EUR")))
        try await festival.serve { _, browser async throws in
            try await browser.get(festival.path)
            #expect(browser.body.contains("be reserved online. Ask the organizer."))
            #expect(!browser.body.contains("class=\"sale") && !browser.body.contains("data-until"))
        }
    }

    @Test("An event without a visible ticket type shows no price, neither in lists nor on its page")
    func withoutTypes() async throws {
        let festival = try Festival()
        try await festival.serve { _, browser async throws in
            for path in ["/events", festival.path] {
                #expect(try await browser.get(path).body.contains(">Free<"), "\(path)")
            }
            _ = try festival.services.ticketTypes.editTicketType(festival.regular.number, of: festival.event) {
                $0.isHidden = true
            }
            let list = try await browser.get("/events").body
            #expect(list.contains(festival.event.details.title) && !list.contains(">Free<"))
            #expect(!list.contains("class=\"badges\""))
            let page = try await browser.get(festival.path).body
            #expect(page.contains(">Not on sale<") && !page.contains(">Free<") && !page.contains("class=\"types\""))
        }
    }
}

@Suite("Reserving with a browser", .serving)
struct ReservePageTests {
    private let who = ["count_0": "2", "name": hostile, "email": "grace@example.org"]

    @Test(
        "A form that is submitted twice reserves its tickets once; a ticket’s link leads to the ticket’s QR code")
    func reserving() async throws {
        let festival = try Festival()
        try await festival.serve { served, browser async throws in
            try await browser.get(festival.path)
            let first = try await browser.send("\(festival.path)/reserve", who)
            let second = try await browser.send("\(festival.path)/reserve", who)
            #expect(first.status == 303 && first.headers["location"] == second.headers["location"])
            #expect(try festival.services.tickets.ticketCount(of: festival.event) == 2)
            try await browser.get(#require(first.headers["location"]))
            #expect(browser.body.contains("&lt;script&gt;") && !browser.body.contains("<script>alert"))
            let ticket = try browser.value(behind: "<a class=\"button\" href=\"")
            try await browser.get(ticket)
            #expect(browser.body.contains("&lt;script&gt;") && !browser.body.contains("<script>alert"))
            let symbol = try await browser.get("\(ticket)/symbol.svg")
            #expect(symbol.headers["content-type"] == "image/svg+xml" && symbol.body.hasPrefix("<svg"))
            #expect(symbol.headers["content-security-policy"]?.hasPrefix("default-src 'self'") ?? false)
            let calendar = try await browser.get("\(ticket)/calendar.ics")
            #expect(calendar.body.contains("BEGIN:VEVENT"))
            // The log has neither secrets nor names.
            for secret in ticket.split(separator: "/").dropFirst(2) + ["grace", "script"] {
                #expect(!served.log.text.contains(secret), "\(secret)")
            }
        }
    }

    @Test("Each error appears at the faulty field, and typed values are kept; a form can’t make two reservations")
    func faults() async throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Regular", quantity: 3))
        try await festival.serve { _, browser async throws in
            try await browser.get(festival.path)
            let long = String(repeating: "é", count: 201)
            for (fields, fault) in [
                (["name": ""], "name-fault"), (["name": long], "name-fault"), (["email": "nobody"], "email-fault"),
                (["email": ""], "email-fault"), (["phone": hostile], "phone-fault"), (["count_0": "0"], "counts-fault"),
                (["count_0": "4"], "role=\"alert\""), (["count_0": "x"], "counts-fault"),
                (["count_9": "1"], "counts-fault"), (["count_0": "11"], "role=\"alert\""),
            ] {
                let reply = try await browser.send("\(festival.path)/reserve", who.merging(fields) { $1 })
                #expect(reply.status == 422 && reply.body.contains(fault), "\(fields)")
                #expect(!reply.body.contains("<script>alert") && !reply.body.contains("<svg onload"), "\(fields)")
                if fields["name"] == nil { #expect(reply.body.contains("&lt;script&gt;"), "\(fields)") }
            }
            #expect(try festival.services.tickets.ticketCount(of: festival.event) == 0)
            #expect(try await browser.send("\(festival.path)/reserve", who).status == 303)
            let changed = try await browser.send("\(festival.path)/reserve", who.merging(["count_0": "1"]) { $1 })
            #expect(changed.status == 422 && changed.body.contains("Your earlier reservation is unchanged."))
            #expect(try festival.services.tickets.ticketCount(of: festival.event) == 2)
            #expect(
                try await browser.send("\(festival.path)/reserve", who.merging(["count_0": "1"]) { $1 }).status == 303)
            #expect(try festival.services.tickets.ticketCount(of: festival.event) == 3)
        }
    }

    @Test("A cancelled ticket’s page asks for no payment; a cancelled event’s calendar file cancels the calendar entry")
    func cancelledTicket() async throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Regular", price: Money("20000 UGX")))
        func sold() throws -> Ticket {
            let line = OrderDraft.Line(type: festival.regular.number, count: 1)
            let order = try festival.services.orders.createOrder(
                OrderDraft(lines: [line], name: "Kay", payment: Payment(.atTheDoor)), of: festival.event,
                signingWith: festival.ring)
            return try #require(try festival.services.orders.tickets(of: order, of: festival.event).first)
        }
        func ticketPath(_ ticket: Ticket) throws -> String {
            "/t/\(try TicketLink(to: ticket, of: festival.event, festival.ring).path)"
        }
        let (first, second) = (try sold(), try sold())
        try await festival.serve { _, browser async throws in
            let page = try await browser.get(ticketPath(first)).body
            #expect(page.contains("Due at the door") && page.contains("UGX\u{A0}20,000"))
            _ = try festival.services.tickets.cancel(first.code, of: festival.event, note: nil)
            let closed = try await browser.get(ticketPath(first)).body
            #expect(closed.contains("gates refuse it") && !closed.contains("Due at the door"))
            #expect(page.contains("/calendar.ics\"") && !closed.contains("/calendar.ics\""))
            #expect(try await browser.get("\(ticketPath(first))/calendar.ics").status == 404)

            func entry() async throws -> [Substring] {
                let reply = try await browser.get("\(ticketPath(second))/calendar.ics")
                #expect(reply.status == 200 && reply.headers["content-type"] == "text/calendar; charset=utf-8")
                return reply.body.split(separator: "\r\n")
            }
            func sequence(_ entry: [Substring]) throws -> Int {
                try #require(entry.first { $0.hasPrefix("SEQUENCE:") }.flatMap { Int($0.dropFirst(9)) })
            }
            let before = try await entry()
            #expect(before.contains("STATUS:CONFIRMED") && !before.contains("STATUS:CANCELLED"))
            _ = try festival.services.events.cancelEvent(festival.event)
            let after = try await entry()
            #expect(after.contains("STATUS:CANCELLED") && !after.contains("BEGIN:VALARM"))
            #expect(after.first { $0.hasPrefix("UID:") } == before.first { $0.hasPrefix("UID:") })
            #expect(try sequence(after) > sequence(before))
            let cancelled = try await browser.get(ticketPath(second)).body
            #expect(!cancelled.contains("Due at the door") && !cancelled.contains("/calendar.ics\""))
        }
    }

    @Test("A form without a CSRF token, or with another browser’s token, reserves nothing")
    func antiforgery() async throws {
        let festival = try Festival()
        try await festival.serve { served, browser async throws in
            let (bare, other) = (Browser(served), Browser(served))
            #expect(try await bare.send("\(festival.path)/reserve", who).status == 403)
            try await browser.get(festival.path)
            try await other.get(festival.path)
            let code = try other.value(behind: "name=\"antiforgery\" value=\"")
            for wrong in [code, "", "0"] {
                let reply = try await browser.send(
                    "\(festival.path)/reserve", who.merging(["antiforgery": wrong]) { $1 })
                #expect(reply.status == 403 && reply.body.contains("&lt;script&gt;"))
            }
            #expect(try festival.services.tickets.ticketCount(of: festival.event) == 0)
            // The form in the response has the right CSRF token.
            #expect(try await browser.send("\(festival.path)/reserve", who).status == 303)
        }
    }
}

@Suite("A ticket’s page", .serving)
struct TicketPageTests {
    @Test("A malformed, wrong or outdated link to a ticket gets a 404 that reveals nothing about the event")
    func links() async throws {
        let festival = try Festival()
        let ticket = try festival.ticket(of: festival.issue(1)[0])
        let link = try TicketLink(to: ticket, of: festival.event, festival.ring)
        try await festival.serve { _, browser async throws in
            #expect(try await browser.get("/t/\(link.path)").status == 200)
            let parts = link.path.split(separator: "/").map(String.init)
            var wrong = ["x/y/z", "\(parts[0])/\(parts[1])/", "\(parts[0])/\(parts[1])/\(parts[2])0"]
            wrong += ["0/\(parts[1])/\(parts[2])", "\(parts[0])/0000-003V/\(parts[2])", "-1/\(parts[1])/\(parts[2])"]
            wrong += ["\(parts[0])/\(parts[1])/\(String(repeating: "0", count: 32))", "\(parts[0])/%00/\(parts[2])"]
            for path in wrong {
                for link in [
                    "/t/\(path)", "/t/\(path)/symbol.svg", "/t/\(path)/calendar.ics", "/i/\(path)", "/o/\(path)",
                ] {
                    let reply = try await browser.get(link)
                    #expect(reply.status == 404 && !reply.body.contains("New Year"), "\(link)")
                }
            }
            _ = try festival.services.tickets.reissue(ticket.code, of: festival.event, signingWith: festival.ring)
            let reissued = try await browser.get("/t/\(link.path)")
            #expect(reissued.status == 404 && reissued.body.contains("The ticket was reissued, and has a new link."))
            #expect(!reissued.body.contains("New Year"))
            // Only the exact old link reveals that the ticket was reissued.
            let forged = "\(link.path.dropLast())\(link.path.last == "0" ? "1" : "0")"
            #expect(try await !browser.get("/t/\(forged)").body.contains("reissued"))
            #expect(try await browser.get("/t/\(link.path)/symbol.svg").status == 404)
        }
    }

    @Test("The page of a ticket with live codes has its token and its live key; a blocked ticket’s page has neither")
    func live() async throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Regular", requiresLiveCode: true))
        let token = try festival.issue(1)[0]
        let ticket = try festival.ticket(of: token)
        let path = "/t/\(try TicketLink(to: ticket, of: festival.event, festival.ring).path)"
        try await festival.serve { _, browser async throws in
            try await browser.get(path)
            #expect(try browser.value(behind: "data-token=\"") == token)
            #expect(try browser.value(behind: "data-key=\"").utf8.count == 64)
            #expect(try browser.value(behind: "data-now=\"") == "\(festival.clock.now().milliseconds)")
            _ = try festival.services.tickets.block(ticket.code, of: festival.event, note: "owes 5")
            try await browser.get(path)
            #expect(
                !browser.body.contains(token) && !browser.body.contains("data-key") && !browser.body.contains("owes"))
            #expect(browser.body.contains("This ticket is blocked"))
            #expect(try await browser.get("\(path)/symbol.svg").status == 404)
        }
    }

    @Test("A form transfers a ticket: the old link stops working, and the browser gets the new holder’s page")
    func transfer() async throws {
        let festival = try Festival()
        let ticket = try festival.ticket(of: festival.issue(1)[0])
        let path = "/t/\(try TicketLink(to: ticket, of: festival.event, festival.ring).path)"
        try await festival.serve { served, browser async throws in
            try await browser.get(path)
            for fields in [
                ["holder": "Sarah"], ["holder": "", "sure": "yes"], ["holder": "Sarah", "email": "no", "sure": "yes"],
                ["holder": String(repeating: "a", count: 201), "sure": "yes"],
                ["holder": "Win at www.evil.example", "sure": "yes"],
            ] {
                let reply = try await browser.send("\(path)/transfer", fields)
                #expect(reply.status == 422 && reply.body.contains("<details open>"), "\(fields)")
            }
            let named = try await browser.send("\(path)/transfer", ["holder": "http://evil.example", "sure": "yes"])
            #expect(named.body.contains("A name cannot contain a web address."))
            #expect(try await Browser(served).send("\(path)/transfer", ["holder": "Eve", "sure": "yes"]).status == 403)
            try await browser.submit("\(path)/transfer", ["holder": hostile, "sure": "yes"])
            #expect(browser.page?.status == 200 && browser.body.contains("Ticket transferred."))
            #expect(browser.body.contains("&lt;script&gt;") && !browser.body.contains("<script>alert"))
            let old = try await browser.get(path)
            #expect(old.status == 404 && old.body.contains("The ticket was transferred to another person"))
            #expect(old.body.contains("open the link in the message about the transfer"))
            #expect(!old.body.contains("alert") && !old.body.contains("New Year"))
            #expect(try await browser.send("\(path)/transfer", ["holder": "Eve", "sure": "yes"]).status != 303)
            #expect(!served.log.text.contains("script") && !served.log.text.contains("\(ticket.code)"))
        }
    }
}

@Suite("Pages of transferred tickets and of tickets that gates refuse", .serving)
struct RefusedTicketPageTests {
    @Test("After a transfer to an e-mail address, the page says what happens to the message")
    func transferMessage() async throws {
        let festival = try Festival()
        var settings = MessageSettings()
        settings.mail = MailSettings(
            way: .folder(festival.folder("mail")), from: try #require(EmailAddress(rawValue: "tickets@example.org")))
        let withoutLinks = settings
        settings.publicURL = "https://tickets.example.org"
        let complete = settings
        for (configuration, text) in [
            (festival.configuration, "The message for s…@example.org waits, because no sender of e-mail is set up."),
            (festival.configuration { withoutLinks }, "it has no link, because the server has no public address."),
            (festival.configuration { complete }, "A message with the new link is queued for s…@example.org."),
        ] {
            let ticket = try festival.ticket(of: festival.issue(1)[0])
            let path = "/t/\(try TicketLink(to: ticket, of: festival.event, festival.ring).path)"
            try await Served.with(configuration: configuration) { served async throws in
                let browser = Browser(served)
                try await browser.get(path)
                let fields = ["holder": "Sarah", "email": "sarah@example.org", "sure": "yes"]
                try await browser.submit("\(path)/transfer", fields)
                #expect(browser.body.contains("Ticket transferred.") && browser.body.contains(text), "\(text)")
                #expect(!browser.body.contains("sarah@"))
            }
        }
    }

    @Test("For each ticket that gates refuse, the page of the order says why")
    func order() async throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Regular", price: Money("50000 UGX")))
        let services = festival.services
        let order = try services.orders.createOrder(
            OrderDraft(
                lines: [OrderDraft.Line(type: festival.regular.number, count: 6)], name: "Kay", payment: Payment(.cash)),
            of: festival.event, signingWith: festival.ring)
        let codes = try services.orders.tickets(of: order, of: festival.event).map(\.code)
        _ = try services.tickets.cancel(codes[0], of: festival.event, note: nil)
        _ = try services.tickets.block(codes[1], of: festival.event, note: "owes 5")
        _ = try services.tickets.reissue(codes[2], of: festival.event, signingWith: festival.ring)
        _ = try services.tickets.transfer(
            codes[3], of: festival.event, to: "Sarah", email: nil, signingWith: festival.ring)
        _ = try services.orders.refund(
            .tickets([codes[4]]), ofOrder: order.number, of: festival.event, note: nil)
        let link = try #require(try OrderLink(to: order.number, of: festival.event.number, festival.ring))
        try await festival.serve { _, browser async throws in
            func cards() async throws -> [String] {
                let cards = try await browser.get("/o/\(link.path)").body
                    .matches(of: /<li class="card">(.*?)<\/li>/.dotMatchesNewlines()).map { String($0.1) }
                return codes.map { code in cards.first { $0.contains("\(code)") } ?? "" }
            }
            let texts = [
                "This ticket is cancelled", "This ticket is blocked", "This ticket was reissued",
                "This ticket belongs to another person now", "This ticket is refunded",
            ]
            let open = try await cards()
            for (card, text) in zip(open, texts) { #expect(card.contains(text), "\(text): \(card)") }
            #expect(open[5].contains("valid") && open[5].contains("Show ticket") && !open[5].contains("This ticket"))
            #expect(!open[3].contains("Sarah") && !open[1].contains("owes"))
            _ = try services.events.cancelEvent(festival.event)
            for card in try await cards() {
                #expect(card.contains("This event is cancelled, so the ticket is no longer valid."))
                #expect(!card.contains(">valid<"))
            }
        }
    }
}

@Suite("Pages of a deleted event", .serving)
struct GoneEventPageTests {
    @Test(
        """
        After an event is deleted, the pages of its orders, tickets and invitations still work, and say that the event \
        is cancelled
        """)
    func deleted() async throws {
        let wedding = try Wedding()
        let invitation = try wedding.inviteGrace()
        let festival = wedding.festival
        let type = try festival.services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "VIP", price: Money("50000 UGX")), to: festival.event)
        let order = try festival.services.orders.createOrder(
            OrderDraft(
                lines: [OrderDraft.Line(type: type.number, count: 1)], name: "Kay", payment: Payment(.cash)),
            of: festival.event, signingWith: festival.ring)
        let link = try #require(try OrderLink(to: order.number, of: festival.event.number, festival.ring))
        try await festival.serve { _, browser async throws in
            #expect(try await browser.get(invitation).body.contains("Show your QR code"))
            #expect(try await !browser.get("/o/\(link.path)").body.contains("Refund"))
            _ = try festival.services.events.deleteEvent(festival.event)
            let page = try await browser.get("/o/\(link.path)")
            #expect(page.status == 200 && page.body.contains("This event is cancelled."))
            #expect(page.body.contains("A refund of UGX\u{A0}50,000 is owed"))
            let closed = try await browser.get(invitation)
            #expect(closed.status == 200 && closed.body.contains("Answers are closed. This event is cancelled."))
            #expect(!closed.body.contains("Show your QR code") && !closed.body.contains("Send answer"))
            let ticket = try await browser.get(invitation.replacing("/i/", with: "/t/"))
            #expect(ticket.body.contains("This event is cancelled, so the ticket is no longer valid."))
            #expect(ticket.status == 200 && !ticket.body.contains("Answer invitation"))
        }
    }
}

extension Wedding {
    /// Invites Grace, with one companion, to the ceremony and to the reception.
    ///
    /// - Returns: the path of her page.
    func inviteGrace() throws -> String {
        try importGuests("name,companions,ceremony,reception\nGrace,1,yes,yes\n")
        try invite()
        let serial = try #require(try guests()[0].guest.serial)
        let ticket = try services.tickets.ticket(TicketCode(serial), of: event)
        return "/i/\(try TicketLink(to: ticket, of: event, festival.ring).path)"
    }
}

extension [String: String] {
    /// These fields, renamed as in the form of an invitation, where the names contain the guest’s number.
    func ofGuest(_ number: Int) -> [String: String] {
        Dictionary(uniqueKeysWithValues: map { ("guest-\(number)-\($0.key)", $0.value) })
    }
}

@Suite("A guest’s page", .serving)
struct InvitationPageTests {
    @Test("If the answer for a sub-event is missing, an error appears at that sub-event; a complete reply is saved")
    func unanswered() async throws {
        let wedding = try Wedding()
        let path = try wedding.inviteGrace()
        try await wedding.festival.serve { _, browser async throws in
            try await browser.get(path)
            for (fields, missing) in [
                ([String: String](), ["sub-event-1-1", "sub-event-1-2"]),
                (["meal": "fish"], ["sub-event-1-1", "sub-event-1-2"]),
                (["sub_event_1": "declined"], ["sub-event-1-2"]),
            ] {
                let reply = try await browser.send("\(path)/answer", fields.ofGuest(1))
                #expect(reply.status == 422 && reply.body.contains("<title>Error: "))
                for id in missing {
                    #expect(reply.body.contains("href=\"#\(id)\"") && reply.body.contains("id=\"\(id)\""), "\(id)")
                }
                #expect(!reply.body.contains("is saved"))
            }
            #expect(try wedding.guests()[0].invitations.allSatisfy { $0.reply == .none })
            try await browser.submit(
                "\(path)/answer",
                ["sub_event_1": "attending", "companions_1": "1", "sub_event_2": "declined", "meal": "fish"].ofGuest(1))
            #expect(
                browser.body.contains(
                    "Ceremony: you are coming with one companion. Reception: you are not coming. Meal: fish."))
        }
    }

    @Test("After the deadline for answers, a guest’s page shows the answers, and says whom to ask")
    func deadline() async throws {
        let wedding = try Wedding()
        let path = try wedding.inviteGrace()
        let deadline = Festival.start.advanced(bySeconds: 1800)
        _ = try wedding.services.events.edit(wedding.event) { ($0.answerBy, $0.contact) = (deadline, "Aunt Rose") }
        try await wedding.festival.serve { _, browser async throws in
            try await browser.get(path)
            #expect(browser.body.contains("Answer by ") && !browser.body.contains("Answers are closed."))
            try await browser.submit(
                "\(path)/answer",
                ["sub_event_1": "declined", "sub_event_2": "attending", "meal": "fish"].ofGuest(1))
            #expect(browser.body.contains("You can change it until ") && !browser.body.contains("until the event"))
            wedding.festival.clock.set(deadline)
            try await browser.get(path)
            #expect(browser.body.contains("Answers are closed. The deadline was "))
            #expect(browser.body.contains("To change an answer, ask Aunt Rose."))
            #expect(browser.body.contains("Ceremony: you are not coming.") && browser.body.contains("Meal: fish."))
            #expect(browser.body.contains("Reception: you are coming."))
            #expect(!browser.body.contains("type=\"radio\"") && !browser.body.contains("<button>"))
            let late = try await browser.send("\(path)/answer", ["sub_event_1": "attending"].ofGuest(1))
            #expect(late.status == 422 && late.body.contains("The deadline for answers has passed."))
            #expect(try wedding.guests()[0].invitations.map(\.reply) == [.declined, .attending(companions: 0)])
        }
    }

    @Test("After the deadline of one sub-event, its answer is read-only, and the other sub-event can still be answered")
    func subEventDeadline() async throws {
        let wedding = try Wedding()
        let path = try wedding.inviteGrace()
        // In Kampala, the deadline is at 07:56:40.
        let deadline = Festival.start.advanced(bySeconds: 1800)
        _ = try wedding.services.events.edit(wedding.event) { $0.contact = "Aunt Rose" }
        _ = try wedding.services.subEvents.editSubEvent(wedding.ceremony, of: wedding.event) {
            $0.answerBy = deadline
        }
        try await wedding.festival.serve { _, browser async throws in
            wedding.festival.clock.set(Instant(milliseconds: deadline.milliseconds - 1))
            try await browser.get(path)
            #expect(browser.body.contains("Answer by ") && browser.body.contains("07:56."))
            #expect(browser.body.contains("name=\"guest-1-sub_event_1\""))
            #expect(browser.body.contains("name=\"guest-1-sub_event_2\""))
            try await browser.submit(
                "\(path)/answer", ["sub_event_1": "declined", "sub_event_2": "declined"].ofGuest(1))
            #expect(browser.body.contains("You can change each answer until its deadline."))
            wedding.festival.clock.set(deadline)
            let late = try await browser.send(
                "\(path)/answer", ["sub_event_1": "attending", "sub_event_2": "attending"].ofGuest(1))
            #expect(late.status == 422)
            #expect(late.body.contains("The deadline for answers to “Ceremony” has passed. Ask the organizer."))
            #expect(late.body.contains("href=\"#sub-event-1-1\"") && late.body.contains("id=\"sub-event-1-1\""))
            #expect(try wedding.guests()[0].invitations.map(\.reply) == [.declined, .declined])
            try await browser.get(path)
            #expect(browser.body.contains("The deadline for “Ceremony” was ") && browser.body.contains("07:56."))
            #expect(browser.body.contains("Your answer: you are not coming. To change it, ask Aunt Rose."))
            #expect(!browser.body.contains("name=\"guest-1-sub_event_1\""))
            #expect(browser.body.contains("name=\"guest-1-sub_event_2\""))
            #expect(!browser.body.contains("Answers are closed."))
            try await browser.submit("\(path)/answer", ["sub_event_2": "attending"].ofGuest(1))
            #expect(try wedding.guests()[0].invitations.map(\.reply) == [.declined, .attending(companions: 0)])
        }
    }

    @Test("A form saves replies for each sub-event, but only the replies of guests in the sender’s household")
    func answering() async throws {
        let wedding = try Wedding()
        try wedding.importGuests(
            "name,household,companions,ceremony,reception\n\"\(hostile.replacing("\"", with: "\"\""))\",N,2,yes,yes\nJoan,A,0,,yes\n"
        )
        try wedding.invite()
        let guests = try wedding.guests()
        func path(_ guest: InvitedGuest) throws -> String {
            let ticket = try wedding.services.tickets.ticket(
                TicketCode(#require(guest.guest.serial)), of: wedding.event)
            return "/i/\(try TicketLink(to: ticket, of: wedding.event, wedding.festival.ring).path)"
        }
        let (own, other) = (try path(guests[0]), try path(guests[1]))
        try await wedding.festival.serve { served, browser async throws in
            try await browser.get(own)
            #expect(browser.body.contains("&lt;script&gt;") && !browser.body.contains("<script>alert"))
            #expect(!browser.body.contains("Joan"))
            try await browser.submit(
                "\(own)/answer",
                ["sub_event_1": "attending", "companions_1": "2", "sub_event_2": "declined", "meal": hostile]
                    .ofGuest(1))
            #expect(browser.body.contains("Your answer is saved."))
            #expect(browser.body.contains("Ceremony: you are coming with 2 companions. Reception: you are not coming."))
            let answers = try wedding.guests()[0]
            #expect(answers.invitations.map(\.reply) == [.attending(companions: 2), .declined])
            #expect(answers.guest.details.meal == hostile)
            for fields in [
                ["sub_event_1": "attending", "companions_1": "3"], ["sub_event_1": "attending", "companions_1": "x"],
                ["sub_event_3": "attending"], ["sub_event_9": "attending"],
                ["meal": String(repeating: "a", count: 501)],
            ] {
                let reply = try await browser.send("\(own)/answer", fields.ofGuest(1))
                #expect(reply.status == 422 && reply.body.contains("<li><a href=\"#"), "\(fields)")
            }
            let foreign = try await browser.send("\(own)/answer", ["sub_event_2": "declined"].ofGuest(2))
            #expect(foreign.status == 422 && !foreign.body.contains("Joan"))
            for fields in [["sub_event_1": "perhaps"].ofGuest(1), ["guest-x-meal": "a"], ["guest-01-meal": "a"]] {
                #expect(try await browser.send("\(own)/answer", fields).status == 400, "\(fields)")
            }
            let stranger = Browser(served)
            #expect(
                try await stranger.send("\(other)/answer", ["sub_event_2": "declined"].ofGuest(2)).status == 403)
            #expect(try wedding.guests()[1].invitations.map(\.reply) == [.none])
            // A ticket that belongs to no guest has no invitation.
            let plain = try wedding.festival.ticket(of: wedding.festival.issue(1)[0])
            let link = try TicketLink(to: plain, of: wedding.event, wedding.festival.ring)
            #expect(try await browser.get("/i/\(link.path)").status == 404)
            #expect(!served.log.text.contains("script") && !served.log.text.contains("Joan"))
        }
    }
}
