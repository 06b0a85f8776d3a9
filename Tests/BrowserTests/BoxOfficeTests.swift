import BrowserFixture
import EventFixture
import Foundation
import Gate
import Management
import SymbolReader
import Testing
import Ticketing

extension BrowserTests {
    @Suite("Box office, lists and undo")
    struct BoxOfficeTests {
        private func order(_ name: String, _ stage: GateStage, _ count: Int = 2) throws -> Order {
            let festival = stage.festival
            return try festival.services.orders.createOrder(
                OrderDraft(
                    lines: [.init(type: festival.regular.number, count: count)], name: name,
                    email: "\(name.lowercased())@example.org", payment: Payment(.cash)),
                of: festival.event, signingWith: festival.ring)
        }

        private func price(_ text: String, _ stage: GateStage) throws {
            let festival = stage.festival
            _ = try festival.services.ticketTypes.editTicketType(festival.regular.number, of: festival.event) {
                $0.price = Money(text)
            }
        }

        private func refundNotices(_ stage: GateStage) throws -> Int {
            var count = 0
            let services = stage.festival.services
            try services.notices.forEachNotice(of: services.organizers.organizer(named: "Nile Nights")) {
                count += $0.kind == .refundOwed ? 1 : 0
            }
            return count
        }

        /// Chooses a ticket, and tries to sell it with a faulty amount. Then sells it with a correct amount.
        private func refuse(_ browser: WebDriver, _ orders: () throws -> [Order]) async throws {
            // While no ticket is chosen, no button sells.
            let enabled = "return document.querySelectorAll('button[name=method]:enabled').length"
            #expect(try await browser.script(enabled) == 0)
            // If a sale is refused, the browser loads a page with the errors. The chosen ticket stays chosen.
            try await browser.type("x", into: "#given")
            try await browser.click("[data-add]")
            #expect(try await browser.script(enabled) == 5)
            try await browser.click("button[value=cash]")
            try await browser.wait(until: "document.getElementById('given-fault')")
            try await browser.wait(until: "document.querySelector('[data-add]')?.hidden === false")
            #expect(try orders().count == 3)
            #expect(try await browser.script(enabled) == 5)
            // The next successful sale on this page removes the errors and the typed values.
            try await browser.find("#given").clear()
            try await browser.click("button[value=cash]")
            try await browser.wait(until: "document.querySelector('[data-sold] .symbol')?.checkVisibility()")
            #expect(try await browser.script("return document.querySelectorAll('.fault, #errors').length") == 0)
            #expect(try await browser.script("return document.querySelector('[data-stepper] input').value") == "0")
            #expect(try orders().count == 4)
        }

        @Test(
            """
            A sale takes at most four clicks and page loads in all; then the page shows the change to give back and a \
            valid symbol
            """)
        func sale() async throws {
            let stage = try GateStage(.seller)
            try price("20000 UGX", stage)
            let event = stage.festival.event
            func orders() throws -> [Order] { try stage.festival.services.orders.orders(of: event, limit: 9) }
            try await BrowserTests.browse(.laptop(.light), forgiven: ["422"]) { browser in
                let clicks = try await ClickCount(on: browser)
                try await stage.open("/desk/e/\(event.slug)/orders", in: browser)
                try await clicks.start()
                try await browser.click("a[href$='/sell']")
                try await browser.wait(until: "document.querySelector('[data-add]')?.hidden === false")
                try await browser.type("50000", into: "#given")
                try await browser.click("[data-add]")
                #expect(try await browser.text(of: "[data-total]").contains("20,000"))
                #expect(try await browser.text(of: "[data-change-amount]").contains("30,000"))
                try await browser.click("button[value=cash]")
                try await browser.wait(until: "document.querySelector('[data-sold] .symbol')?.checkVisibility()")
                let counts = try await clicks.counts
                #expect(counts.total <= 4, "\(counts)")
                #expect(try await browser.text(of: "[data-sold]").contains("30,000"))
                // After the sale, the page has no unsaved values.
                let leave = "return !dispatchEvent(new Event('beforeunload', { cancelable: true }))"
                #expect(try await browser.script(leave).isTrue == false)
                try await BrowserTests.isForEverybody(browser, "box office after a sale")
                try await browser.script("document.querySelector('.sold .symbol').scrollIntoView({ block: 'center' })")
                let read = try SymbolReader.read(png: Array(try await browser.screenshot())).first
                let token = String(decoding: try #require(read).bytes, as: UTF8.self)
                #expect(try stage.festival.ticket(of: token).sale?.order == orders().first?.number)
                #expect(try stage.festival.gate().decide(Scan(token)).outcome == .admit(again: false))
                #expect(try orders().map(\.buyer.name) == [""])

                // The next buyer buys a ticket of the same type. After a reload, the form can also sell again.
                try await browser.click("[data-sold] button")
                #expect(try await browser.script("return document.activeElement.dataset.add !== undefined").isTrue)
                for count in 2...3 {
                    try await browser.click("[data-add]")
                    try await browser.click("button[value=card]")
                    try await browser.wait(until: "document.querySelector('[data-sold] .symbol')?.checkVisibility()")
                    #expect(try orders().count == count)
                    try await browser.reload()
                    try await browser.wait(until: "document.querySelector('[data-add]')?.hidden === false")
                }
                try await refuse(browser, orders)
            }
            #expect(try stage.served.stop() == 0)
        }

        @Test("The page reads a decimal comma in the cash as the server does, and shows the change due")
        func decimalComma() async throws {
            let stage = try GateStage(.seller)
            try price("12.50 EUR", stage)
            try await BrowserTests.browse(.laptop(.light)) { browser in
                try await stage.open("/desk/e/\(stage.festival.event.slug)/sell", in: browser)
                try await browser.wait(until: "document.querySelector('[data-add]')?.hidden === false")
                try await browser.click("[data-add]")
                for (typed, change) in [
                    ("1,23,456", nil), ("1,000", "987.50"), ("20.50", "8.00"), ("20,50", "8.00"),
                ] as [(String, String?)] {
                    try await browser.find("#given").clear()
                    try await browser.type(typed, into: "#given")
                    let line = "return document.querySelector('[data-change-line]').hidden"
                    #expect(try await browser.script(line).isTrue == (change == nil), "\(typed)")
                    guard let change else { continue }
                    #expect(try await browser.text(of: "[data-change-amount]").contains(change), "\(typed)")
                }
                try await browser.click("button[value=cash]")
                try await browser.wait(until: "document.querySelector('[data-sold] .symbol')?.checkVisibility()")
                #expect(try await browser.text(of: "[data-sold]").contains("8.00"))
            }
            #expect(try stage.served.stop() == 0)
        }

        @Test(
            """
            Without scrolling, the box office shows the sum and all ways to pay; it names each ticket type once, and \
            has one primary button
            """)
        func firstScreen() async throws {
            let stage = try GateStage(.seller)
            try price("20000 UGX", stage)
            let festival = stage.festival
            for name in ["VIP", "Backstage", "Children"] {
                _ = try festival.services.ticketTypes.addTicketType(
                    TicketTypeDetails(name: name, price: Money("90000 UGX")), to: festival.event)
            }
            for screen in [Screen.phone(.light), .laptop(.light)] {
                try await BrowserTests.browse(screen) { browser in
                    try await stage.open("/desk/e/\(festival.event.slug)/sell", in: browser)
                    try await browser.wait(until: "document.querySelector('[data-add]')?.hidden === false")
                    let hidden = try await browser.script(
                        """
                        const parts = "[data-total], [name=method], .sale-type:first-child [data-add]";
                        return [...document.querySelectorAll(parts)].filter((part) => {
                            const { left, right, top, bottom } = part.getBoundingClientRect();
                            const shown = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
                            return top < 0 || bottom > innerHeight || !part.contains(shown);
                        }).map((part) => part.outerHTML.slice(0, 99)).join();
                        """)
                    #expect(hidden == "", "\(screen)")
                    let names = try await browser.script(
                        """
                        const size = (part) => part.getBoundingClientRect().width;
                        return [...document.querySelectorAll(".sale-type label, .sale-type strong")]
                            .filter((part) => size(part) > 1).length;
                        """)
                    #expect(names == 4, "\(screen)")
                    // The buttons that sell are enabled only while a ticket is chosen. Their colours change gradually,
                    // so the script ends these changes.
                    let accents = try await browser.script(
                        """
                        document.querySelector("[data-add]").click();
                        for (const animation of document.getAnimations()) {
                            if (animation instanceof CSSTransition) animation.finish();
                        }
                        const colour = (button) => getComputedStyle(button).backgroundColor;
                        const accent = colour(document.querySelector("button[value=cash]"));
                        return [...document.querySelectorAll("main button, main a.button")]
                            .filter((button) => button.checkVisibility() && colour(button) === accent).length;
                        """)
                    #expect(accents == 1, "\(screen)")
                    try await BrowserTests.isForEverybody(browser, "box office with four types, \(screen)")
                }
            }
            #expect(try stage.served.stop() == 0)
        }

        @Test("The bar with the sum, the ways to pay and the change to give back covers no focused field")
        func focus() async throws {
            let stage = try GateStage(.seller)
            try price("20000 UGX", stage)
            let festival = stage.festival
            for name in ["VIP", "Backstage", "Children"] {
                _ = try festival.services.ticketTypes.addTicketType(
                    TicketTypeDetails(name: name, price: Money("90000 UGX")), to: festival.event)
            }
            for screen in [Screen.phone(.light), .narrowest(.dark), .laptop(.light)] {
                try await BrowserTests.browse(screen) { browser in
                    try await stage.open("/desk/e/\(festival.event.slug)/sell", in: browser)
                    try await browser.wait(until: "document.querySelector('[data-add]')?.hidden === false")
                    try await browser.type("50000", into: "#given")
                    try await browser.script(
                        """
                        document.querySelector("[data-add]").click();
                        document.querySelector("form[data-sale] details").open = true;
                        scrollTo(0, 0);
                        document.querySelector(".skip").focus();
                        """)
                    #expect(try await browser.text(of: "[data-change-amount]").contains("30,000"))
                    let state = """
                        const [focused, bar] = [document.activeElement, document.querySelector(".sale-bar")];
                        if (bar.contains(focused)) return "bar";
                        const [field, box] = [focused.getBoundingClientRect(), bar.getBoundingClientRect()];
                        const isBeside = field.right <= box.left || field.left >= box.right;
                        const isCovered = !isBeside && field.bottom > box.top + 1 && field.top < box.bottom;
                        return isCovered ? focused.outerHTML : focused.id;
                        """
                    var reached: [String] = []
                    while reached.last != "bar", reached.count < 80 {
                        try await browser.pressKeys("\u{E004}")
                        reached.append(try await browser.script(state).text ?? "")
                    }
                    #expect(reached.last == "bar" && reached.contains("given") && reached.contains("email"))
                    let covered = reached.filter { $0.hasPrefix("<") }
                    #expect(covered.isEmpty, "\(screen)")
                }
            }
            #expect(try stage.served.stop() == 0)
        }

        @Test("On a phone, the box office is accessible, and the keyboard alone is enough for a sale")
        func keyboard() async throws {
            let stage = try GateStage(.seller)
            let event = stage.festival.event
            try await BrowserTests.browse(.phone(.dark)) { browser in
                try await stage.open("/desk/e/\(event.slug)/sell", in: browser)
                try await browser.wait(until: "document.querySelector('[data-add]')?.hidden === false")
                try await BrowserTests.isForEverybody(browser, "box office")
                try await browser.type(" ", into: "[data-add]")
                // Pressing Enter in a field does not complete the sale.
                try await browser.type("\u{E007}", into: "#given")
                try await browser.type("\u{E007}", into: "button[value=complimentary]")
                try await browser.wait(until: "document.querySelector('[data-sold] .symbol')?.checkVisibility()")
                #expect(try await browser.script("return document.activeElement.matches('[data-sold]')").isTrue)
            }
            let orders = try stage.festival.services.orders.orders(of: event, limit: 9)
            #expect(orders.map(\.payment?.method) == [.complimentary])
            #expect(try stage.served.stop() == 0)
        }

        @Test(
            """
            One click on an order’s page schedules a refund; if nobody undoes it, the refund is made exactly once, and \
            the focus moves from the button that would undo it to the heading
            """)
        func refund() async throws {
            let stage = try GateStage(.manager)
            try price("20000 UGX", stage)
            let order = try order("Grace", stage)
            let path = "/desk/e/\(stage.festival.event.slug)/orders/\(order.number)"
            func current() throws -> Order {
                try stage.festival.services.orders.order(order.number, of: stage.festival.event)
            }
            try await BrowserTests.browse(.laptop(.dark)) { browser in
                let clicks = try await ClickCount(on: browser)
                try await stage.open(path, in: browser)
                try await clicks.start()
                try await browser.click("form[data-schedule] button")
                try await browser.wait(until: "document.querySelector('.toast')")
                #expect(try await clicks.counts.total == 1)
                try await browser.wait(until: "/ [1-9] s/.test(document.querySelector('.toast').textContent)")
                try await BrowserTests.isForEverybody(browser, "scheduled refund")
                try await browser.click(".toast button")
                try await browser.wait(until: "location.search === '?done=undone'")
                #expect(try current() == order && refundNotices(stage) == 0)
                try await browser.click("form[data-schedule] button")
                try await browser.wait(until: "document.querySelector('.toast')")
                #expect(try current().status == .paid)
                try await browser.wait(
                    until: """
                        !document.querySelector(".toast, form[data-schedule]")
                            && document.activeElement?.localName === "h1"
                        """)
                // The focus does not move to a place that was stored long ago.
                try await browser.script(
                    """
                    const place = { path: location.pathname, focus: null, top: 0, time: Date.now() - 60_000 };
                    sessionStorage.setItem("pending-place", JSON.stringify(place));
                    """)
                try await browser.reload()
                #expect(try await browser.script("return document.activeElement === document.body").isTrue)
                #expect(try await browser.script("return sessionStorage.getItem('pending-place') === null").isTrue)
            }
            #expect(try current().status == .refunded && current().refundLeft == 40_000)
            #expect(try refundNotices(stage) == 1)
            #expect(try stage.served.stop() == 0)
        }

        @Test(
            "If the server is killed before a scheduled refund is made, the next server makes the refund exactly once")
        func killed() async throws {
            let stage = try GateStage(.manager)
            try price("20000 UGX", stage)
            let order = try order("Grace", stage)
            let path = "/desk/e/\(stage.festival.event.slug)/orders/\(order.number)"
            try await BrowserTests.browse { browser in
                try await stage.open(path, in: browser)
                try await browser.click("form[data-schedule] button")
                try await browser.wait(until: "document.querySelector('.toast')")
                stage.killServer()
                let orders = stage.festival.services.orders
                #expect(try orders.order(order.number, of: stage.festival.event).status == .paid)
                try stage.startServer()
                try await browser.wait(until: "!document.querySelector('.toast, form[data-schedule]')")
                #expect(try orders.order(order.number, of: stage.festival.event).status == .refunded)
            }
            #expect(try refundNotices(stage) == 1)
            #expect(try stage.served.stop() == 0)
        }

        @Test(
            "The keyboard alone is enough to sort a list of orders, select rows, and confirm and undo their refund"
        )
        func list() async throws {
            let stage = try GateStage(.manager)
            try price("20000 UGX", stage)
            for name in ["Zoe", "Ada", "Mia"] { _ = try order(name, stage) }
            try await BrowserTests.browse(.laptop(.light)) { browser in
                try await stage.open("/desk/e/\(stage.festival.event.slug)/orders", in: browser)
                try await browser.type("\u{E007}", into: "th a.sort[href*='sort=buyer']")
                try await browser.wait(until: "document.querySelector('th[aria-sort=ascending] a[href*=buyer]')")
                #expect(try await browser.text(of: "tbody tr:first-child td[data-label=Buyer]") == "Ada")
                try await browser.type(" ", into: "[data-select-all]")
                #expect(
                    try await browser.script("return document.querySelectorAll('tbody input:checked').length") == 3)
                try await browser.type(" ", into: "tbody tr:first-child input")
                #expect(
                    try await browser.script("return document.querySelector('[data-select-all]').indeterminate").isTrue)
                try await BrowserTests.isForEverybody(browser, "orders with selected rows")
                try await browser.type("\u{E007}", into: "#bulk button[value=refund]")
                try await browser.wait(until: "document.querySelector('h1').textContent === 'Refund 2 orders'")
                try await BrowserTests.isForEverybody(browser, "effects of a refund")
                try await browser.type("\u{E007}", into: "form.narrow button")
                try await browser.wait(until: "document.querySelector('.toast')")
                try await browser.type("\u{E007}", into: ".toast button")
                try await browser.wait(until: "location.search === '?done=undone&sort=buyer'")
                let address = try await browser.script("return location.href").text ?? ""
                #expect(!address.contains("Zoe"))
            }
            let orders = try stage.festival.services.orders.orders(of: stage.festival.event, limit: 9)
            #expect(orders.allSatisfy { $0.status == .paid })
            #expect(try stage.served.stop() == 0)
        }
    }
}
