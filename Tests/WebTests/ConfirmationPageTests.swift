import EventFixture
import Foundation
import Management
import MessageTransport
import Store
import Testing
import TicketToken
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

extension Festival {
    fileprivate func mailConfiguration() throws -> ServerConfiguration {
        var settings = MessageSettings()
        settings.publicURL = "https://tickets.example.org"
        settings.mail = MailSettings(
            way: .folder(folder("mail")), from: try #require(EmailAddress(rawValue: "tickets@example.org")))
        return ServerConfiguration(clock: clock.now, keyRing: keys, messages: { [settings] in settings }) {
            [address] in try Store.open(address)
        }
    }

    /// The confirmation links of reservations, from the notices to an address.
    fileprivate func confirmationLinks(to address: String) throws -> [String] {
        try store.read { try $0.notices.page(of: event.organizer, after: nil, limit: 1000) }
            .filter { $0.kind == .reservationToConfirm && $0.recipient == address }.compactMap { $0.payload["link"] }
    }
}

@Suite("Confirming a reservation with a browser", .serving)
struct ConfirmationPageTests {
    private let who = ["count_0": "2", "name": "Grace <Nakato>", "email": "grace@example.org"]

    private func reserve(_ festival: Festival, _ browser: Browser) async throws -> String {
        try await browser.get("/events/\(festival.event.slug)")
        let answer = try await browser.send("/events/\(festival.event.slug)/reserve", who)
        #expect(answer.status == 303, "\(answer.body)")
        return try #require(answer.headers["location"])
    }

    @Test("The link in the message confirms the reservation with one button; the order’s page then has the tickets")
    func confirming() async throws {
        let festival = try Festival()
        let logo = try festival.services.pictures.setPicture(
            anyPicture(), as: .logo, showing: "Nile <b>Nights", of: festival.event)
        try festival.services.pictures.setAccent(Colour("#ff8800"), of: festival.event)
        let doors = try #require(festival.event.details.start).advanced(bySeconds: -1800)
        _ = try festival.services.events.edit(festival.event) { $0.doors = doors }
        try await Served.with(configuration: festival.mailConfiguration()) { served async throws in
            let (browser, owner) = (Browser(served), Browser(served))
            try await browser.get("/events/\(festival.event.slug)")
            #expect(browser.body.contains("We send a link to your address. Open it within 15 minutes"))
            let order = try await reserve(festival, browser)
            try await browser.get(order)
            let waiting = "We are sending a link to g…@example.org. Open it within 15 minutes to keep your tickets."
            #expect(browser.body.contains(waiting))
            #expect(browser.body.contains("not confirmed yet") && !browser.body.contains("Show ticket"))
            let link = try #require(try festival.confirmationLinks(to: "grace@example.org").first)
            // A program that checks mail for viruses opens the link, without cookies and several times.
            for _ in 0..<3 { #expect(try await Browser(served).get(link).status == 200) }
            #expect(try await Browser(served).send(link, ["antiforgery": "0"]).status == 403)
            #expect(try festival.tokens().isEmpty)
            try await owner.get(link)
            #expect(owner.body.contains("Confirm reservation") && owner.body.contains("Regular: 2 tickets"))
            #expect(owner.body.contains("<dt>Doors</dt>"))
            #expect(owner.body.contains("/pictures/\(logo.id)/320.webp"))
            #expect(owner.body.contains(#"alt="Nile &lt;b&gt;Nights""#))
            #expect(owner.body.contains(#"<link rel="stylesheet" href="/themes/ff8800.css">"#))
            #expect(owner.body.contains("Grace &lt;Nakato&gt;") && owner.body.contains("Reserved until"))
            try await owner.submit(link, [:])
            #expect(owner.body.contains(", confirmed") && owner.body.contains("Show ticket"))
            #expect(try festival.tokens().count == 2)
            // The browser that made the reservation sees the tickets when it loads the page again.
            try await browser.get(order)
            #expect(browser.body.contains("Show ticket") && !browser.body.contains("We are sending"))
            #expect(browser.body.contains("<dt>Doors</dt>"))
            try await owner.get(link)
            #expect(owner.body.contains("The reservation is confirmed.") && owner.body.contains(order))
            #expect(!owner.body.contains("<button>"))
            try await served.expectNoTrace(of: link, ["grace", "Nakato"])
        }
    }

    @Test(
        """
        A stranger who reserves tickets with the address of a person who has ten tickets gets the usual page; only the \
        page behind the link says that the person has too many tickets
        """)
    func stranger() async throws {
        let festival = try Festival()
        for _ in 0..<Storefront.maximumTicketsPerAddress {
            _ = try festival.services.tickets.issue(
                .person(holder: "Grace", email: "grace@example.org", note: nil), type: festival.regular,
                of: festival.event, signingWith: festival.ring)
        }
        try await Served.with(configuration: festival.mailConfiguration()) { served async throws in
            let stranger = Browser(served)
            let path = "/events/\(festival.event.slug)"
            // Gloria has no tickets. The second reservation of each address is made while the first is unconfirmed.
            for (address, count) in [
                ("grace@example.org", "10"), ("gloria@example.org", "10"), ("grace@example.org", "1"),
                ("gloria@example.org", "1"),
            ] {
                try await stranger.get(path)
                let answer = try await stranger.send(
                    "\(path)/reserve", ["count_0": count, "name": "Grace", "email": address])
                #expect(answer.status == 303, "\(address) \(count)")
                try await stranger.get(try #require(answer.headers["location"]))
                #expect(
                    stranger.body.contains("We are sending a link to g…@example.org. Open it within 15 minutes"),
                    "\(address) \(count)")
            }
            let links = try festival.confirmationLinks(to: "grace@example.org")
            #expect(links.count == 2)
            let owner = Browser(served)
            for link in links {
                try await owner.get(link)
                let refused = try await owner.send(link, [:])
                let reason = "One e-mail address or phone number can reserve up to 10 tickets of this event."
                #expect(refused.status == 422 && refused.body.contains(reason))
            }
            let other = try #require(try festival.confirmationLinks(to: "gloria@example.org").first)
            try await owner.get(other)
            #expect(try await owner.send(other, [:]).status == 303)
        }
    }

    @Test("The page that confirms a reservation states the tickets, their total price and the payment deadline")
    func sum() async throws {
        let festival = try Festival(
            type: TicketTypeDetails(name: "Regular", price: Money("50000 UGX")).with {
                $0.allowsDoorReservations = true
            })
        try await Served.with(configuration: festival.mailConfiguration()) { served async throws in
            let (browser, owner) = (Browser(served), Browser(served))
            _ = try await reserve(festival, browser)
            let link = try #require(try festival.confirmationLinks(to: "grace@example.org").first)
            try await owner.get(link)
            #expect(owner.body.contains("Regular: 2 tickets"))
            #expect(owner.body.contains("<dt>Total</dt><dd><strong>UGX\u{A0}100,000</strong></dd>"))
            // Without a payment deadline, the tickets must be paid at the latest half an hour after the start.
            let text = EventTemplateContext(festival.event, organizer: "", in: .english).eventText
            let start = try #require(festival.event.details.start)
            let deadline = text.moment(start.advanced(bySeconds: 30 * 60))
            #expect(owner.body.contains("<dt>Pay at the door by</dt><dd>\(deadline)</dd>"))
        }
        let free = try Festival()
        try await Served.with(configuration: free.mailConfiguration()) { served async throws in
            let browser = Browser(served)
            _ = try await reserve(free, browser)
            try await browser.get(try #require(try free.confirmationLinks(to: "grace@example.org").first))
            #expect(browser.body.contains("<dt>Total</dt><dd><strong>Free</strong></dd>"))
            #expect(!browser.body.contains("Pay at the door by"))
        }
    }

    @Test("An expired reservation can still be confirmed; if too few tickets are left for it, the page says how many")
    func late() async throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Regular", quantity: 3))
        try await Served.with(configuration: festival.mailConfiguration()) { served async throws in
            let browser = Browser(served)
            let order = try await reserve(festival, browser)
            let link = try #require(try festival.confirmationLinks(to: "grace@example.org").first)
            festival.clock.advance(bySeconds: Int64(OrderConfirmation.minutes) * 60 - 30)
            #expect(try await browser.get(order).body.contains("Open it within one minute"))
            festival.clock.advance(bySeconds: 30)
            #expect(try await browser.get(order).body.contains("The reservation was not confirmed in time"))
            _ = try festival.issue(2)
            try await browser.get(link)
            #expect(browser.body.contains("You can still confirm it, as long as tickets are left."))
            let refused = try await browser.send(link, [:])
            #expect(refused.status == 422)
            #expect(refused.body.contains("The reservation was not confirmed. “Regular” has only one ticket left."))
            #expect(try festival.tokens().count == 2)
        }
    }

    @Test("If no message reaches the address, the order’s page does not reveal this, and the reservation ends as usual")
    func undeliverable() async throws {
        let festival = try Festival()
        try festival.store.write { connection in
            _ = try connection.recipients.add(MessageRecipient(address: "grace@example.org", secret: "s"))
            try connection.recipients.suppress("grace@example.org", since: Festival.start, answer: "550 5.1.1")
        }
        try await Served.with(configuration: festival.mailConfiguration()) { served async throws in
            let browser = Browser(served)
            let order = try await reserve(festival, browser)
            try await browser.get(order)
            #expect(browser.body.contains("We are sending a link to g…@example.org."))
            #expect(browser.body.contains("If no message arrives, check the address or ask the organizer."))
            festival.clock.advance(
                bySeconds: Int64(OrderConfirmation.minutes) * 60 + Storefront.lateConfirmationSeconds)
            try await browser.get(order)
            #expect(browser.body.contains("The reservation was not confirmed in time, and has ended."))
            #expect(!browser.body.contains("We are sending"))
            // The first call ends the reservation, and the second call cancels the order.
            for _ in 0..<2 { _ = try Storefront.lapseExpired(festival.store, at: festival.clock.now()) }
            #expect(try await browser.get(order).body.contains(", cancelled"))
        }
    }

    @Test("A page about a reservation names the visitor’s tickets for events at the same time")
    func conflicts() async throws {
        let festival = try Festival()
        var details = festival.event.details
        details.title = "Twin <b>"
        let draft = try festival.services.events.createEvent(
            details, suite: .hmac, of: festival.services.organizers.organizer(named: "Nile Nights"))
        let type = try festival.services.ticketTypes.addTicketType(TicketTypeDetails(name: "Regular"), to: draft)
        let twin = try festival.services.events.publish(draft)
        _ = try festival.services.tickets.issue(
            .person(holder: "Grace", email: "grace@example.org", note: nil), type: type, of: twin,
            signingWith: festival.ring)
        try await Served.with(configuration: festival.mailConfiguration()) { served async throws in
            let browser = Browser(served)
            let order = try await reserve(festival, browser)
            #expect(try await !browser.get(order).body.contains("Twin"))
            let link = try #require(try festival.confirmationLinks(to: "grace@example.org").first)
            try await browser.get(link)
            #expect(
                browser.body.contains(
                    "You also have tickets for “Twin &lt;b&gt;”, which takes place at the same time: "))
            // The visitor prefers the other event, and releases the tickets of this reservation.
            #expect(browser.body.contains("Release tickets"))
            #expect(try await Browser(served).send(link, ["antiforgery": "0", "release": "yes"]).status == 403)
            #expect(try await browser.send(link, ["release": "yes"]).status == 303)
            #expect(try await browser.get(link).body.contains("The reservation is cancelled."))
            #expect(!browser.body.contains("Release tickets") && !browser.body.contains("Confirm reservation"))
            #expect(try await browser.get(order).body.contains(", cancelled"))
            #expect(try festival.services.ticketTypes.ticketTypes(of: festival.event).allSatisfy { $0.reserved == 0 })
        }
    }

    @Test("Wrong links to a reservation get a 404; if the server sends no mail, no page promises a message")
    func wrong() async throws {
        let festival = try Festival()
        try await Served.with(configuration: festival.mailConfiguration()) { served async throws in
            let browser = Browser(served)
            for secret in ["x", String(repeating: "0", count: 32), String(repeating: "0", count: 64), "%00"] {
                #expect(try await browser.get("/confirm/\(secret)").status == 404, "\(secret)")
            }
        }
        try await Served.with(configuration: festival.configuration) { served async throws in
            let browser = Browser(served)
            try await browser.get("/events/\(festival.event.slug)")
            #expect(!browser.body.contains("We send a link"))
            let order = try await reserve(festival, browser)
            #expect(try await browser.get(order).body.contains("Show ticket"))
            #expect(try festival.confirmationLinks(to: "grace@example.org").isEmpty)
            #expect(try festival.tokens().count == 2)
        }
    }
}
