import BrowserFixture
import EventFixture
import Management
import Testing
import Ticketing

extension BrowserTests {
    @Suite("The search in all events and keyboard shortcuts")
    struct PaletteTests {
        private static let isOpen = "document.getElementById('palette').open"
        /// A JavaScript expression that is true if the results belong to the typed text.
        private static let isDone = "!document.querySelector('#palette [aria-busy]')"
        private static let controlK = "\u{E009}k"
        private static let enter = "\u{E007}"
        private static let escape = "\u{E00C}"

        private func order(_ name: String, price: String? = nil, _ stage: GateStage) throws -> Order {
            let festival = stage.festival
            if let price {
                _ = try festival.services.ticketTypes.editTicketType(festival.regular.number, of: festival.event) {
                    $0.price = Money(price)
                }
            }
            return try festival.services.orders.createOrder(
                OrderDraft(
                    lines: [.init(type: festival.regular.number, count: 2)], name: name, email: "buyer@example.org",
                    payment: Payment(.cash)),
                of: festival.event, signingWith: festival.ring)
        }

        /// Opens the search with the keyboard, types a text and presses Enter. Waits for the page of the first result.
        private func search(_ text: String, in browser: WebDriver, to path: String) async throws {
            try await browser.type(Self.controlK, into: "body")
            try await browser.wait(until: Self.isOpen)
            // Enter is pressed before the server has answered.
            try await browser.type(text + Self.enter, into: "#palette-text")
            try await browser.wait(until: "location.pathname === '\(path)' && document.readyState === 'complete'")
            let address = try await browser.script("return location.href").text ?? ""
            #expect(address.hasSuffix(path), "\(address)")
        }

        @Test("With the keyboard alone, the search finds an order, a ticket code, a name, an event and a page")
        func keyboard() async throws {
            let stage = try GateStage(.manager)
            let festival = stage.festival
            let event = "/desk/e/\(festival.event.slug)"
            let made = try order("Zoë Nakato", stage)
            let code = try stage.ticket(for: "Mia Auma").code
            try await BrowserTests.browse(.laptop(.light)) { browser in
                try await stage.open("/desk", in: browser)
                for (text, path) in [
                    ("\(made.number)", "\(event)/orders/\(made.number)"), (code, "\(event)/tickets/\(code)"),
                    ("zoe nak", "\(event)/orders/\(made.number)"), ("mia", "\(event)/tickets/\(code)"),
                    ("lake", event), ("orders", "\(event)/orders"), ("account", "/desk/account"),
                ] {
                    try await search(text, in: browser, to: path)
                }
                // The arrow keys choose another result, and the chosen result is announced.
                let chosen = "document.getElementById('palette-text').getAttribute('aria-activedescendant')"
                try await browser.type(Self.controlK, into: "body")
                try await browser.type("nak", into: "#palette-text")
                try await browser.wait(until: "\(Self.isDone) && \(chosen) === 'palette-result-0'")
                try await browser.type("\u{E003}\u{E003}\u{E003}new", into: "#palette-text")
                let count = "document.querySelectorAll('#palette [role=option]').length"
                try await browser.wait(until: "\(Self.isDone) && \(count) > 1")
                try await browser.type("\u{E015}", into: "#palette-text")
                try await browser.wait(until: "\(chosen) === 'palette-result-1'")
                try await browser.type("\u{E013}\u{E013}", into: "#palette-text")
                try await browser.wait(until: "\(chosen) === 'palette-result-' + (\(count) - 1)")
                try await BrowserTests.isForEverybody(browser, "search in all events")
                try await browser.type("zzz", into: "#palette-text")
                try await browser.wait(
                    until: "document.querySelector('#palette [data-count]').textContent === 'Nothing found.'")
                try await browser.type(Self.escape, into: "#palette-text")
                try await browser.wait(until: "!\(Self.isOpen)")
                // The same search is also available on a page. If scripts are disabled, the link in the header opens
                // this page.
                try await browser.go(to: stage.served.url + "/desk/search")
                try await browser.type("zoe\(Self.enter)", into: "#text")
                try await browser.wait(until: "document.querySelector('main .lines a')")
                #expect(try await browser.text(of: "main .lines").contains("Zoë Nakato"))
                #expect(try await browser.script("return location.href").text?.hasSuffix("/desk/search") ?? false)
                try await BrowserTests.isForEverybody(browser, "page of the search in all events")
            }
            #expect(try stage.served.stop() == 0)
        }

        @Test(
            """
            While the server is down, the search says so, and Enter retries the search; after the session has ended, \
            the sign-in page opens
            """)
        func lost() async throws {
            let stage = try GateStage(.manager)
            let made = try order("Zoë Nakato", stage)
            let event = "/desk/e/\(stage.festival.event.slug)"
            try await BrowserTests.browse(.laptop(.light), forgiven: ["net::ERR", "401"]) { browser in
                try await stage.open("\(event)/orders", in: browser)
                try await browser.type(Self.controlK, into: "body")
                try await browser.wait(until: Self.isOpen)
                stage.killServer()
                try await browser.type("zoe", into: "#palette-text")
                let state = "document.querySelector('#palette [data-count]').textContent"
                try await browser.wait(until: "\(Self.isDone) && \(state).startsWith('The server did not answer.')")
                #expect(try await browser.script("return document.getElementById('palette-results').hidden").isTrue)
                try await BrowserTests.isForEverybody(browser, "search without an answer")
                try stage.startServer()
                try await browser.type(Self.enter, into: "#palette-text")
                let path = "\(event)/orders/\(made.number)"
                try await browser.wait(until: "location.pathname === '\(path)' && document.readyState === 'complete'")

                // A new password ends the session.
                try stage.joan.setPassword(at: stage.festival)
                try await browser.type(Self.controlK, into: "body")
                try await browser.wait(until: Self.isOpen)
                try await browser.type("zoe", into: "#palette-text")
                try await browser.wait(until: "document.getElementById('password')")
                try await stage.joan.signIn(in: browser)
                #expect(try await browser.script("return location.pathname") == "/desk/search")
            }
            #expect(try stage.served.stop() == 0)
        }

        @Test(
            """
            Escape closes the search and restores the focus; single-key shortcuts do nothing in fields, and can be \
            switched off
            """)
        func shortcuts() async throws {
            let stage = try GateStage(.manager)
            try await BrowserTests.browse(.phone(.dark)) { browser in
                let focus = "document.activeElement.id"
                let areShown = "document.getElementById('shortcuts').open"
                try await stage.open("/desk/e/\(stage.festival.event.slug)/orders", in: browser)
                try await browser.type("/", into: "body")
                try await browser.wait(until: "\(focus) === 'text'")
                try await browser.type("a/?k", into: "#text")
                #expect(try await browser.script("return document.getElementById('text').value").text == "a/?k")
                #expect(try await browser.script("return \(areShown) || \(Self.isOpen)").isTrue == false)
                try await browser.type(Self.controlK, into: "#text")
                try await browser.wait(until: "\(Self.isOpen) && \(focus) === 'palette-text'")
                try await BrowserTests.isForEverybody(browser, "empty search in all events")
                try await browser.type(Self.escape, into: "#palette-text")
                try await browser.wait(until: "!\(Self.isOpen) && \(focus) === 'text'")
                #expect(try await browser.script("return document.getElementById('text').value").text == "a/?k")

                try await browser.script("document.activeElement.blur()")
                try await browser.type("?", into: "body")
                try await browser.wait(until: areShown)
                try await BrowserTests.isForEverybody(browser, "keyboard shortcuts")
                try await browser.click("label[for=single-keys]")
                try await browser.type(Self.escape, into: "#single-keys")
                try await browser.wait(until: "!\(areShown)")
                try await browser.reload()
                try await browser.wait(until: "document.readyState === 'complete'")
                try await browser.type("?", into: "body")
                #expect(try await browser.script("return \(areShown)").isTrue == false)
                // The link in the header opens the search. The search has a button that shows the shortcuts.
                try await browser.click(".search-entry")
                try await browser.wait(until: Self.isOpen)
                try await browser.click("#palette [data-shortcuts]")
                try await browser.wait(until: "\(areShown) && !\(Self.isOpen)")
                let isOn = try await browser.script("return document.getElementById('single-keys').checked").isTrue
                #expect(!isOn)
            }
            #expect(try stage.served.stop() == 0)
        }

        @Test(
            """
            From the home page, finding and refunding an order takes at most three clicks, key presses and page \
            loads in all
            """)
        func refund() async throws {
            let stage = try GateStage(.manager)
            let made = try order("Grace", price: "20000 UGX", stage)
            func current() throws -> Order {
                try stage.festival.services.orders.order(made.number, of: stage.festival.event)
            }
            try await BrowserTests.browse(.laptop(.light)) { browser in
                let clicks = try await ClickCount(on: browser)
                try await stage.open("/desk", in: browser)
                try await clicks.start()
                let path = "/desk/e/\(stage.festival.event.slug)/orders/\(made.number)"
                try await search("\(made.number)", in: browser, to: path)
                try await browser.click("form[data-schedule] button")
                try await browser.wait(until: "document.querySelector('.toast button')")
                let counts = try await clicks.counts
                #expect(counts.total <= 3, "\(counts)")
                #expect(try current().status == .paid)
                try await browser.wait(until: "!document.querySelector('.toast, form[data-schedule]')")
            }
            #expect(try current().status == .refunded)
            #expect(try stage.served.stop() == 0)
        }

        @Test(
            """
            From the home page, selling and showing a ticket takes at most four clicks, key presses and page \
            loads in all
            """)
        func sale() async throws {
            let stage = try GateStage(.seller)
            let event = stage.festival.event
            try await BrowserTests.browse(.laptop(.dark)) { browser in
                let clicks = try await ClickCount(on: browser)
                try await stage.open("/desk", in: browser)
                try await clicks.start()
                try await browser.click("a[href='/desk/e/\(event.slug)/sell']")
                try await browser.wait(until: "document.querySelector('[data-add]')?.hidden === false")
                try await browser.click("[data-add]")
                try await browser.click("button[value=cash]")
                try await browser.wait(until: "document.querySelector('[data-sold] .symbol')?.checkVisibility()")
                let counts = try await clicks.counts
                #expect(counts.total <= 4, "\(counts)")
            }
            let orders = try stage.festival.services.orders.orders(of: event, limit: 9)
            #expect(orders.map(\.status) == [.paid])
            #expect(try stage.served.stop() == 0)
        }
    }
}
