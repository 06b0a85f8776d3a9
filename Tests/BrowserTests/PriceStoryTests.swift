import BrowserFixture
import EventFixture
import Foundation
import Management
import Testing
import Ticketing

extension BrowserTests {
    @Suite("Ticket types, prices and ways to pay at the desk")
    struct PriceStoryTests {
        /// The texts of the first two columns in the table of ticket types: each type with its price.
        private func listedTypes(_ browser: WebDriver) async throws -> [String] {
            try await browser.script(
                """
                return [...document.querySelectorAll("main tbody tr")].map((row) =>
                    `${row.cells[0].textContent.trim()}: ${row.cells[1].textContent.trim().replace("\\u00a0", " ")}`);
                """
            ).list.compactMap(\.text)
        }

        private func add(_ name: String, _ price: String, in browser: WebDriver) async throws {
            try await browser.follow("a.button[href$='/new-type']")
            try await browser.type(name, into: "#name")
            try await browser.type(price, into: "#price")
            try await browser.follow("form.narrow button")
        }

        @Test("Types with different prices are added, moved, changed and removed; a refused price stays in its field")
        func types() async throws {
            let stage = try GateStage(.owner)
            let event = stage.festival.event
            try await BrowserTests.browse(.laptop(.light), forgiven: ["422"]) { browser in
                try await stage.open("/desk/e/\(event.slug)/types", in: browser)
                try await add("VIP", "50,000 UGX", in: browser)
                #expect(try await browser.text(of: "#price-fault").contains("such as 50000 UGX"))
                #expect(try await browser.script("return document.getElementById('price').value") == "50,000 UGX")
                try await BrowserTests.isForEverybody(browser, "a refused price")
                try await browser.retype("50000 UGX", into: "#price")
                try await browser.follow("form.narrow button")
                try await add("Student", "5000 UGX", in: browser)
                #expect(try await listedTypes(browser).dropFirst() == ["VIP: UGX 50,000", "Student: UGX 5,000"])

                try await browser.follow("main tbody tr:nth-child(3) form[action$='/move'] button")
                #expect(try await listedTypes(browser).dropFirst() == ["Student: UGX 5,000", "VIP: UGX 50,000"])
                try await browser.follow("main tbody tr:nth-child(2) th a")
                try await browser.retype("7500 UGX", into: "#price")
                try await browser.follow("form.narrow button")
                #expect(try await listedTypes(browser).dropFirst() == ["Student: UGX 7,500", "VIP: UGX 50,000"])
                try await browser.follow("main tbody tr:nth-child(3) th a")
                try await browser.click("details:has(form[action$='/remove']) summary")
                try await BrowserTests.isForEverybody(browser, "the removal of a ticket type")
                try await browser.follow("form[action$='/remove'] button")
                #expect(try await listedTypes(browser).dropFirst() == ["Student: UGX 7,500"])
            }
            let saved = try stage.festival.services.ticketTypes.ticketTypes(of: event)
            #expect(saved.map(\.price) == [nil, Money("7500 UGX")])
            #expect(try stage.served.stop() == 0)
        }

        @Test(
            """
            An order that is paid later or at the door becomes paid when its payment is recorded; a mobile money order \
            is paid at once
            """)
        func payments() async throws {
            let stage = try GateStage(.seller)
            let (festival, event) = (stage.festival, stage.festival.event)
            try stage.beginSoon()
            try stage.setPrice("20000 UGX")
            func methods() throws -> [Payment.Method?] {
                try festival.services.orders.orders(of: event, limit: 9).map(\.payment?.method)
            }
            try await BrowserTests.browse(.laptop(.dark)) { browser in
                try await stage.open("/desk/e/\(event.slug)/orders", in: browser)
                func sell(_ method: String) async throws {
                    try await browser.go(to: "\(stage.served.url)/desk/e/\(event.slug)/orders")
                    try await browser.click("details:has(#buyer) > summary")
                    try await browser.type("1", into: "[name^='count-']")
                    try await browser.type("Buyer \(method)", into: "#buyer")
                    try await browser.set("#method", to: method)
                    try await browser.follow("details:has(#buyer) form button")
                }
                try await sell("later")
                #expect(try await browser.text(of: "h1").contains("pending"))
                #expect(try await browser.mainText.contains("No tickets yet. Record the payment to issue them."))
                try await BrowserTests.isForEverybody(browser, "an order to pay later")
                try await browser.set("form[action$='/pay'] select", to: "mobile-money")
                try await browser.type("MM-123", into: "form[action$='/pay'] [name=reference]")
                try await browser.follow("form[action$='/pay'] button")
                #expect(try await browser.text(of: "h1").contains("paid"))
                #expect(try await browser.mainText.contains("MM-123"))

                try await sell("at-the-door")
                #expect(try await browser.mainText.contains("pay UGX 20,000 at the door"))
                try await BrowserTests.isForEverybody(browser, "an order to pay at the door")
                try await browser.set("form[action$='/pay'] select", to: "cash")
                try await browser.follow("form[action$='/pay'] button")
                #expect(try await browser.text(of: "h1").contains("paid"))
                #expect(try await !browser.mainText.contains("pay UGX 20,000"))

                try await sell("mobile-money")
                #expect(try await browser.text(of: "h1").contains("paid"))
                #expect(try await browser.script("return document.querySelector(\"form[action$='/pay']\")") == .null)
            }
            #expect(try Set(methods()) == [.cash, .mobileMoney] && methods().count == 3)
            #expect(try festival.services.tickets.ticketCount(of: event) == 3)
            #expect(try stage.served.stop() == 0)
        }
    }
}
