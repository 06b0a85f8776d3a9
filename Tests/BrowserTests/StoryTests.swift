import BrowserFixture
import EventFixture
import Foundation
import Management
import Testing
import TicketToken
import Ticketing

extension BrowserTests {
    @Suite("An event in the browser, from its creation to its report")
    struct StoryTests {
        @Test("An owner publishes an event and sells tickets, gates admit each ticket once, and the report is right")
        func evening() async throws {
            let stage = try GateStage(.owner)
            try await BrowserTests.browse(.laptop(.light), film: stage.film) { browser in
                try await stage.open("/desk", in: browser)
                try await makeEvent(in: browser)
                try await publish(in: browser)
                try await sell(in: browser)
                let event = try stage.festival.services.events.event(named: "boat-race")
                let tokens = try stage.tokens(of: event)
                try #require(tokens.count == 2)
                try await admit(tokens, at: stage, in: browser)
                try await report(at: stage, in: browser)
                try await signOut(at: stage, in: browser)
            }
            #expect(try stage.served.stop() == 0)
        }

        /// Saves a draft without a ticket type, and completes it step by step.
        private func makeEvent(in browser: WebDriver) async throws {
            try await browser.click(".card h2 a")
            try await browser.click("a.button[href$='/new']")
            try await browser.type("Boat Race", into: "#title")
            try await browser.find("#type-name").clear()
            try await browser.send("form.narrow button.plain", to: "/desk/e/boat-race?done=created")
            try await browser.send(".tabs a[href$='/edit/basics']", to: "/edit/basics")
            try await browser.type("Eight boats, and one of them wins.", into: "#about")
            try await browser.set("#category", to: "sport")
            try await browser.send("[name=go]", to: "/edit/place")
            try await browser.find("#venue").clear()
            try await browser.type("Lido Beach", into: "#venue")
            try await browser.type("Entebbe", into: "#city")
            try await browser.send("[name=go]", to: "/edit/time")
            let now = Instant(seconds: Int64(Date().timeIntervalSince1970))
            let zone = try #require(TimeZone(identifier: "Africa/Kampala"))
            for (field, hours) in [("doors", 1), ("start", 2), ("end", 5)] {
                let time = now.advanced(bySeconds: Int64(hours) * 3600).iso8601(in: zone).prefix(16)
                try await browser.set("#\(field)", to: String(time))
            }
            try await browser.send("[name=go]", to: "/edit/more")
            try await browser.type("300", into: "#capacity")
            try await browser.send("form.narrow button", to: "/edit/more?done=saved")
        }

        /// Publishes the event. At first, the event’s page lists the missing details.
        private func publish(in browser: WebDriver) async throws {
            try await browser.send(".tabs a", to: "/desk/e/boat-race")
            #expect(try await browser.text(of: "section.card").contains("ticket type"))
            try await browser.send("section.card a", to: "/types")
            try await browser.send("a.button[href$='/new-type']", to: "/new-type")
            try await browser.type("Regular", into: "#name")
            try await browser.type("20000 UGX", into: "#price")
            try await browser.type("100", into: "#quantity")
            try await browser.send("form.narrow button", to: "/types")
            try await browser.send(".tabs a", to: "/desk/e/boat-race")
            #expect(try await browser.text(of: "section.card").contains("The event is ready to publish."))
            try await browser.send("form[action$='/publish'] button", to: "?done=published")
            #expect(try await browser.text(of: "h1").contains("published"))
        }

        private func sell(in browser: WebDriver) async throws {
            try await browser.send("body > .sidebar a[href$='/orders']", to: "/orders")
            try await browser.click("main summary")
            try await browser.type("2", into: "[name^='count-']")
            try await browser.type("Grace Nakato", into: "#buyer")
            try await browser.set("#method", to: "cash")
            try await browser.send("form.narrow button", to: "?done=sold")
            #expect(try await browser.text(of: "h1").contains("paid"))
            #expect(try await browser.text(of: "main").contains("UGX 40,000"))
        }

        /// At gate North, the camera admits the first ticket. At gate South, the first ticket is refused, and the
        /// second ticket is admitted, undone and admitted again.
        private func admit(_ tokens: [String], at stage: GateStage, in browser: WebDriver) async throws {
            try stage.film.show(.symbol(tokens[0], seconds: 1))
            try await browser.openGate("North")
            try await browser.click("#camera-start")
            try await browser.verdict("ADMIT")
            try await browser.next()
            try await browser.openGate("South")
            let scanner = try USBScanner(layout: "fr")
            try await scanner.type(tokens[0], on: browser)
            let refusal = try await browser.verdict("REFUSE")
            #expect(refusal.contains("Already used") && refusal.contains("North"))
            try await browser.next()
            try await scanner.type(tokens[1], on: browser)
            try await browser.verdict("ADMIT")
            try await browser.click("#verdict-undo")
            try await browser.click("#undo button[value='Scanned by mistake']")
            try await browser.verdict("UNDONE")
            try await scanner.type(tokens[1], on: browser)
            try await browser.verdict("ADMIT")
            try await browser.next()
        }

        private func report(at stage: GateStage, in browser: WebDriver) async throws {
            try await browser.go(to: "\(stage.served.url)/desk/e/boat-race")
            for (name, value) in [
                ("Tickets", "2"), ("Admitted", "2"), ("Inside now", "2"), ("Not yet arrived", "0"), ("Refused", "1"),
                ("Net revenue", "UGX\u{A0}40,000"),
            ] {
                try await browser.wait(
                    until: """
                        [...document.querySelectorAll(".figures div")].some((number) =>
                            number.querySelector("dt").textContent === "\(name)"
                                && number.querySelector("dd").textContent === "\(value)")
                        """)
            }
            let gates = try await browser.text(of: "table[aria-labelledby=gates] tbody")
            #expect(gates.contains("North") && gates.contains("South"))
            try await browser.click("#sales-table summary")
            #expect(try await browser.text(of: "#sales-table table").contains("Regular 2 0 UGX 40,000"))
            try await browser.click("#refusals-table summary")
            #expect(try await browser.text(of: "#refusals-table table").contains("South already used 1"))
        }

        /// Signs out everywhere, and checks that the session in another browser has also ended.
        private func signOut(at stage: GateStage, in browser: WebDriver) async throws {
            try await BrowserTests.browse { elsewhere in
                try await stage.open("/desk", in: elsewhere)
                try await browser.send("a[href='/desk/account']", to: "/desk/account")
                try await browser.send("form[action='/sign-out-everywhere'] button", to: "/sign-in")
                try await elsewhere.go(to: "\(stage.served.url)/desk")
                try await elsewhere.wait(until: "document.getElementById('password')")
                #expect(try await elsewhere.text(of: "body").contains("Nile Nights") == false)
                // The Back button shows the sign-in page instead of the earlier page.
                try await browser.back()
                try await browser.wait(until: "document.getElementById('password')")
            }
        }
    }
}

extension GateStage {
    /// The tokens of all tickets of an event, in the order of the tickets’ codes.
    func tokens(of event: Event) throws -> [String] {
        let signer = TicketSigner(festival.ring)
        var tokens: [String] = []
        try festival.services.tickets.forEachTicket(of: event) {
            tokens.append(try signer.encodedToken(ofIssued: $0.claims(of: event)))
        }
        return tokens
    }
}

extension WebDriver {
    /// Clicks a link or a button that opens another page, and waits for that page.
    ///
    /// - Parameter address: a part of that page’s URL.
    func send(_ selector: String, to address: String) async throws {
        try await click(selector)
        try await wait(until: "location.href.includes('\(address)') && document.readyState === 'complete'")
    }

    /// Opens the page of the gate with the given name at the event “boat-race”, from the list of gates.
    fileprivate func openGate(_ name: String) async throws {
        try await send("header > nav a[href='/gate'], .chosen-gate a[href='/gate']", to: "/gate")
        let form = "form.gates[action='/gate/boat-race']"
        try await find("\(form) [name=gate]").clear()
        try await type(name, into: "\(form) [name=gate]")
        try await send("\(form) button", to: "gate=\(name)")
        try await wait(until: "document.getElementById('figure-inside')?.textContent !== '–'")
    }
}
