import BrowserFixture
import EventFixture
import Foundation
import Gate
import Management
import SymbolReader
import Testing
import TicketToken
import Ticketing

extension BrowserTests {
    @Suite("Stories without scripts, with the keyboard alone, and in a right-to-left language")
    struct PlainPageTests {
        private func withoutScripts(_ browser: WebDriver) async throws {
            try await browser.cdp("Emulation.setScriptExecutionDisabled", ["value": true])
        }

        @Test("Without scripts, an owner signs in with a link, publishes an event, sells tickets, and undoes a refund")
        func deskWithoutScripts() async throws {
            let stage = try GateStage(.owner)
            let services = stage.festival.services
            try stage.beginSoon()
            let link = try services.users.createSignInLink()
            try await BrowserTests.browse(.phone(.light)) { browser in
                try await withoutScripts(browser)
                try await browser.go(to: "\(stage.served.url)/enter")
                try await browser.type(link.encoded, into: "#link")
                try await browser.send("#enter button", to: "/desk")
                try await browser.go(to: "\(stage.served.url)/desk/organizers/nile-nights/new")
                try await browser.type("Boat Race", into: "#title")
                try await browser.type("20000", into: "#type-price")
                try await browser.send("button[value=publish]", to: "?done=published")

                try await browser.send(".page-actions a[href$='/sell']", to: "/sell")
                try await browser.find("[name^='count-']").clear()
                try await browser.type("2", into: "[name^='count-']")
                try await browser.send("button[value=cash]", to: "?done=sold")
                let event = try services.events.event(named: "boat-race")
                let order = try #require(try services.orders.orders(of: event, limit: 9).first)
                #expect(order.status == .paid && order.total == 40_000)

                // The bar below a list, and the button that undoes a scheduled change, are forms. So they work without
                // scripts.
                try await browser.go(to: "\(stage.served.url)/desk/e/boat-race/orders")
                try await browser.click("tbody input[name=row]")
                try await browser.send("#bulk button[value=refund]", to: "/bulk")
                try await browser.click("form.narrow button")
                try await browser.wait(until: "document.querySelector('[data-pending]')")
                try await browser.send("[data-pending] button", to: "done=undone")
                #expect(try services.orders.order(order.number, of: event).status == .paid)
            }
            #expect(try stage.served.stop() == 0)
        }

        @Test("Without scripts, a ticket’s page has its symbol, its files and a form to transfer it; a guest replies")
        func holderWithoutScripts() async throws {
            let season = try Season()
            let (url, festival) = (season.stage.served.url, season.stage.festival)
            let path = try season.unusedTicketPath
            try await BrowserTests.browse { browser in
                try await withoutScripts(browser)
                try await browser.go(to: url + path)
                try await browser.wait(until: "document.querySelector('#symbol img')?.complete")
                let read = try SymbolReader.read(png: Array(try await browser.screenshot())).first
                let token = String(decoding: try #require(read).bytes, as: UTF8.self)
                #expect(try festival.ticket(of: token).holder == "Grace Nakato")
                for button in ["[data-large]", "[data-share]"] {
                    let isVisible = try await browser.script(
                        "return document.querySelector(arguments[0])?.checkVisibility() ?? false", .text(button))
                    #expect(!isVisible.isTrue, "\(button)")
                }
                try await browser.click("details:has(.files) > summary")
                #expect(try await browser.download(".files a[href$='/pdf']").bytes.starts(with: "%PDF".utf8))
                try await browser.click("details:has(#holder) > summary")
                try await browser.type("Sarah Auma", into: "#holder")
                try await browser.click("#sure")
                try await browser.send("details:has(#holder) form button", to: "?passed=on")
                #expect(try await browser.text(of: ".ticket-details").contains("Sarah Auma"))

                try await browser.go(to: url + season.invitationPath)
                try await browser.click("[name=guest-1-sub_event_1][value=declined]")
                try await browser.send("form[action$='/answer'] button", to: "?kept=yes")
            }
            let replies = try festival.services.guests.guests(of: season.wedding, limit: 1)
            #expect(replies.first?.invitations.first?.reply == .declined)
            #expect(try season.stage.served.stop() == 0)
        }

        @Test("With the keyboard alone, an owner publishes an event, and a visitor reserves a ticket and opens it")
        func keyboard() async throws {
            let stage = try GateStage(.owner)
            let event = stage.festival.event
            try stage.beginSoon()
            let (enter, space) = ("\u{E007}", " ")
            try await BrowserTests.browse(.laptop(.light)) { browser in
                try await browser.go(to: "\(stage.served.url)/desk/organizers/nile-nights/new")
                try await browser.pressTab(to: "#email")
                try await browser.pressKeys("\(stage.joan.email)")
                try await browser.pressTab(to: "#password")
                try await browser.pressKeys("\(Colleague.password)\(enter)")
                try await browser.wait(until: "document.getElementById('type-price') !== null")
                try await browser.pressTab(to: "#title")
                try await browser.pressKeys("Boat Race")
                try await browser.pressTab(to: "#type-price")
                try await browser.pressKeys("20000")
                try await browser.pressTab(to: "button[value=publish]")
                try await browser.pressKeys(enter)
                try await browser.wait(until: "location.search === '?done=published'")

                try await browser.go(to: "\(stage.served.url)/events/\(event.slug)")
                try await browser.pressTab(to: ".stepper button:last-of-type")
                try await browser.pressKeys(space)
                try await browser.wait(until: "document.getElementById('count-0').value === '1'")
                try await browser.pressTab(to: "#name")
                try await browser.pressKeys("Grace Nakato")
                try await browser.pressTab(to: "#email")
                try await browser.pressKeys("grace@example.org")
                try await browser.pressTab(to: ".reserve-bar button")
                try await browser.pressKeys(enter)
                try await browser.wait(until: "document.getElementById('order-summary')")
                try await browser.pressTab(to: "#order-summary button:not(.plain)")
                try await browser.pressKeys(enter)
                try await browser.wait(until: "location.pathname.startsWith('/o/')")
                try await browser.pressTab(to: ".cards a.button")
                try await browser.pressKeys(enter)
                try await browser.wait(until: "document.querySelector('#symbol img')?.complete")
                #expect(try await browser.text(of: ".ticket-details").contains("Grace Nakato"))
            }
            #expect(try stage.festival.services.events.event(named: "boat-race").status == .published)
            #expect(try stage.festival.services.tickets.ticketCount(of: event) == 1)
            #expect(try stage.served.stop() == 0)
        }

        @Test(
            "In a right-to-left language, pages of visitors, holders and guests are accessible on phones and laptops",
            arguments: [Screen.phone(.dark), .laptop(.light)])
        func rightToLeft(screen: Screen) async throws {
            let season = try Season()
            let pages = try [
                "/", "/events", "/events/\(season.evening.slug)", season.orderPath, season.ticketPath,
                season.invitationPath, "/sign-in", "/pair",
            ]
            try await BrowserTests.browse(screen) { browser in
                try await browser.cdp("Network.enable")
                try await browser.cdp("Network.setExtraHTTPHeaders", ["headers": ["Accept-Language": "ar-XB"]])
                for page in pages {
                    try await browser.go(to: season.stage.served.url + page)
                    #expect(try await browser.script("return document.dir").text == "rtl", "\(page)")
                    try await BrowserTests.isForEverybody(browser, "\(page) from right to left, \(screen)")
                }
            }
            #expect(try season.stage.served.stop() == 0)
        }
    }
}
