import BrowserFixture
import EventFixture
import Foundation
import Gate
import Management
import SymbolReader
import Testing
import Ticketing

extension BrowserTests {
    @Suite("Selling at the desk")
    struct SellingTests {
        @Test("After a sale, the page shows a link, a PDF, a symbol that a gate accepts, and a button for printing")
        func handover() async throws {
            let stage = try GateStage(.seller)
            let event = stage.festival.event
            try await BrowserTests.browse(.laptop(.dark)) { browser in
                try await stage.open("/desk/e/\(event.slug)/orders", in: browser)
                try await sell(to: "Grace Nakato", in: browser)
                try await browser.wait(until: "location.search.startsWith('?done=sold')")
                try await BrowserTests.isForEverybody(browser, "sold")
                try await browser.script("document.querySelector('.symbols svg').scrollIntoView({ block: 'center' })")
                let read = try SymbolReader.read(png: Array(try await browser.screenshot())).first
                let token = String(decoding: try #require(read).bytes, as: UTF8.self)
                #expect(try stage.festival.ticket(of: token).holder == "Grace Nakato")
                #expect(try stage.festival.gate().decide(Scan(token)).outcome == .admit(again: false))

                try await browser.cdp(
                    "Browser.grantPermissions", ["permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]])
                try await browser.click("[data-share]")
                try await browser.wait(until: "document.querySelector('[data-shared]').textContent === 'Copied.'")
                let link = try #require(try await browser.promise("return await navigator.clipboard.readText()").text)
                #expect(link == (try await browser.text(of: ".handover code")))

                try await browser.script("window.print = () => { window.printed = true; }")
                try await browser.click("[data-print]")
                #expect(try await browser.script("return window.printed").isTrue)
                try await browser.cdp("Emulation.setEmulatedMedia", ["media": "print"])
                let visible = try await browser.script(
                    """
                    const parts = [...document.querySelectorAll("main form, nav, .handover .link")];
                    return parts.filter((part) => part.checkVisibility()).map((part) => part.outerHTML.slice(0, 99)).join();
                    """)
                #expect(visible == "")
                #expect(
                    try await browser.script("return document.querySelector('.symbols svg').checkVisibility()").isTrue)
                try await browser.cdp("Emulation.setEmulatedMedia", ["media": "screen"])

                let pdf = try await browser.promise(
                    """
                    const link = document.querySelector("a[href$='tickets.pdf']");
                    const answer = await fetch(link.href);
                    return `${answer.status} ${answer.headers.get("content-type")} ${(await answer.text()).slice(0, 5)}`;
                    """)
                #expect(pdf.text == "200 application/pdf %PDF-")
                try await browser.go(to: link)
                try await browser.click(".cards a.button")
                try await browser.wait(until: "document.querySelector('#symbol img')?.complete")
            }
            #expect(try stage.served.stop() == 0)
        }

        @Test(
            "If a person goes back and sends a sale’s form again, nothing more is sold, even if Back reloads the form",
            arguments: [true, false])
        func back(isLoadedAnew: Bool) async throws {
            let stage = try GateStage(.owner)
            let (services, event) = (stage.festival.services, stage.festival.event)
            let options = isLoadedAnew ? ["--disable-features=BackForwardCache"] : []
            try await BrowserTests.browse(.laptop(.light), forgiven: ["422"], options: options) { browser in
                try await stage.open("/desk/e/\(event.slug)/orders", in: browser)
                try await sell(to: "Kay Board", in: browser)
                try await browser.wait(until: "location.search.startsWith('?done=sold')")
                try await browser.back()
                try await browser.wait(until: "document.readyState === 'complete' && document.getElementById('buyer')")
                try await sell(to: "Kay Board", in: browser)
                try await browser.wait(until: "location.search === '?done=soldBefore'")
                #expect(try services.orders.orders(of: event, limit: 9).count == 1)

                try await browser.go(to: "\(stage.served.url)/events/\(event.slug)")
                try await reserve(in: browser)
                try await browser.wait(until: "location.pathname.startsWith('/o/')")
                try await browser.back()
                // If the browser has kept the previous page, it shows the order’s summary. Otherwise, it loads the page
                // of the event.
                try await browser.wait(
                    until: "document.readyState === 'complete' && document.querySelector('#email, #order-summary')")
                if try await browser.script("return document.getElementById('email') !== null").isTrue {
                    try await reserve(in: browser)
                } else {
                    try await BrowserTests.confirmOrder(browser)
                }
                try await browser.wait(until: "location.pathname.startsWith('/o/')")
                #expect(try services.orders.orders(of: event, limit: 9).count == 2)

                // The form is loaded again, so it has a new request id. It would create a second order with the same
                // content, so the server asks for a confirmation.
                try await browser.go(to: "\(stage.served.url)/events/\(event.slug)")
                try await reserve(in: browser)
                try await browser.wait(until: "document.title.startsWith('Error: ')")
                #expect(try await browser.text(of: "#errors").contains("You sent the same form"))
                #expect(try await browser.script("return document.activeElement.id") == "errors")
                try await BrowserTests.isForEverybody(browser, "confirmation")
                #expect(try services.orders.orders(of: event, limit: 9).count == 2)
            }
            #expect(try stage.served.stop() == 0)
        }

        @Test(
            "On a phone, the errors of a refused reservation are on the screen, have the focus, and link to the fields"
        )
        func refused() async throws {
            let stage = try GateStage(.owner)
            try await BrowserTests.browse(.phone(.light), forgiven: ["422"]) { browser in
                try await browser.go(to: "\(stage.served.url)/events/\(stage.festival.event.slug)")
                try await browser.type("Kay", into: "#name")
                try await browser.type("kay@example.org", into: "#email")
                try await browser.type("abc\n", into: "#phone")
                try await browser.wait(until: "document.title.startsWith('Error: ')")
                #expect(try await browser.script("return document.activeElement.id") == "errors")
                let isOnScreen = """
                    const { top, bottom } = document.getElementById("errors").getBoundingClientRect();
                    return top >= 0 && bottom <= innerHeight;
                    """
                #expect(try await browser.script(isOnScreen).isTrue)
                try await BrowserTests.isForEverybody(browser, "refused")
                try await browser.click("#errors a[href='#phone']")
                #expect(try await browser.script("return document.activeElement.id") == "phone")
                #expect(try await browser.script("return document.getElementById('phone').value") == "abc")
            }
            #expect(try stage.served.stop() == 0)
        }

        @Test(
            "The page refuses a guest list that is too large, suggests another way to import it, and does not upload it"
        )
        func upload() async throws {
            let stage = try GateStage(.owner)
            let path = stage.festival.folder("large.csv")
            try stage.festival.folder.write(
                String(repeating: "Grace,grace@example.org\n", count: 400_000), to: "large.csv")
            try await BrowserTests.browse { browser in
                try await stage.open("/desk/e/\(stage.festival.event.slug)/import/guests", in: browser)
                try await browser.type(path, into: "#file")
                try await browser.wait(until: "!document.getElementById('file-fault').hidden")
                let fault = try await browser.text(of: "#file-fault")
                #expect(fault.contains("at most 8 MiB") && fault.contains("eventpass guest import"))
                try await browser.click("form.narrow button")
                #expect(try await browser.script("return document.activeElement.id") == "file")
                #expect(try await browser.script("return location.pathname").text?.hasSuffix("/import/guests") ?? false)
                try await BrowserTests.isForEverybody(browser, "list too large")
            }
            #expect(try stage.served.stop() == 0)
        }

        private func sell(to buyer: String, in browser: WebDriver) async throws {
            try await browser.script("document.querySelector('details:has(#buyer)').open = true")
            try await browser.script("document.querySelector(\"[name^='count-']\").value = '1'")
            try await browser.script("document.getElementById('buyer').value = arguments[0]", .text(buyer))
            try await browser.set("#method", to: "cash")
            try await browser.click("details:has(#buyer) form button")
        }

        private func reserve(in browser: WebDriver) async throws {
            try await browser.set("#count-0", to: "1")
            try await browser.script("document.getElementById('name').value = 'Kay Board'")
            try await browser.script("document.getElementById('email').value = 'kay@example.org'")
            try await browser.click(".reserve-bar button")
            try await BrowserTests.confirmOrder(browser)
        }
    }
}
