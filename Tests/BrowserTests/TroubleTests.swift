import BrowserFixture
import EventFixture
import Foundation
import Management
import Store
import Testing
import Ticketing

extension BrowserTests {
    @Suite("Errors as people see them")
    struct TroubleTests {
        @Test(
            """
            While the disk is full, nobody is admitted; when space is free, the ticket in front of the camera is \
            admitted once
            """,
            .enabled(if: SmallDisk.isPossible, "needs the right to mount a tmpfs"))
        func fullDisk() async throws {
            let disk = try SmallDisk.mounted(at: "data", size: "4m")
            defer { SmallDisk.unmount("data", in: disk) }
            let stage = try GateStage(at: .sqlite(path: disk("data/store.sqlite")))
            let ticket = try stage.ticket()
            try await BrowserTests.browse(film: stage.film) { browser in
                try await stage.openGate(in: browser)
                try SmallDisk.fill("data", in: disk)
                try await browser.keepVerdicts()
                try stage.film.show(.symbol(ticket.token, seconds: 1))
                try await browser.click("#camera-start")
                #expect(try await browser.verdict("NOT DECIDED").contains("full"))
                #expect(
                    try await browser.script("return document.getElementById('verdict').dataset.colour") == "yellow")
                try await browser.pictures(3)
                try await BrowserTests.isForEverybody(browser, "full disk")
                #expect(try await browser.script("return window.verdicts.filter(word => word !== 'NOT DECIDED')") == [])
                #expect(try await browser.text(of: "#figure-admitted") == "0")
                try SmallDisk.free("data", in: disk)
                #expect(try await browser.verdict("ADMIT").contains(ticket.code))
                try await browser.wait(until: "document.querySelector('#figure-admitted').textContent === '1'")
            }
            #expect(try stage.records() == 1)
            #expect(try stage.served.stop() == 0)
        }

        @Test(
            "Double-clicking a form’s button, or sending a form again after Back, creates no second event or order"
        )
        func twice() async throws {
            let stage = try GateStage(.owner)
            let services = stage.festival.services
            try await BrowserTests.browse(.laptop(.light)) { browser in
                try await stage.open("/desk/organizers/nile-nights/new", in: browser)
                try await browser.type("Boat Race", into: "#title")
                try await browser.doubleClick("form.narrow button.plain")
                try await browser.wait(until: "location.search === '?done=created'")
                try await browser.back()
                #expect(try await browser.script("return document.getElementById('title').value") == "Boat Race")
                try await browser.send("form.narrow button.plain", to: "?done=created")
                #expect(try services.events.events().count { $0.details.title == "Boat Race" } == 1)

                try await browser.go(to: "\(stage.served.url)/desk/e/\(stage.festival.event.slug)/orders")
                try await browser.click("main summary")
                try await browser.type("2", into: "[name^='count-']")
                try await browser.type("Grace Nakato", into: "#buyer")
                try await browser.set("#method", to: "cash")
                try await browser.doubleClick("form.narrow button")
                try await browser.wait(until: "location.search.startsWith('?done=sold')")
                try await browser.back()
                try await browser.wait(until: "document.getElementById('buyer')?.value === 'Grace Nakato'")
                // After the Back button, the form is sometimes collapsed, so its button can't be clicked. A script
                // submits the form instead.
                try await browser.script("document.querySelector('form.narrow').requestSubmit()")
                try await browser.wait(until: "location.search === '?done=soldBefore'")
                #expect(try services.orders.orders(of: stage.festival.event, limit: 9).count == 1)
                #expect(try services.tickets.ticketCount(of: stage.festival.event) == 2)
            }
            #expect(try stage.served.stop() == 0)
        }

        @Test(
            "If a session ends while a person fills in a form, the form is kept, and submitted once after a new sign-in"
        )
        func expired() async throws {
            let stage = try GateStage(.owner)
            let services = stage.festival.services
            let hostile = #"Boat "Race" & <b>others</b>"#
            try await BrowserTests.browse(forgiven: ["401"]) { browser in
                try await stage.open("/desk/organizers/nile-nights/new", in: browser)
                try await browser.type(hostile, into: "#title")
                try await browser.set("#kind", to: "private")
                try stage.joan.setPassword(at: stage.festival)
                try await browser.click("form.narrow button.plain")
                try await browser.wait(until: "document.getElementById('password')")
                #expect(try await browser.text(of: "main").contains("Your form is kept"))
                try await BrowserTests.isForEverybody(browser, "form kept")
                try await stage.joan.signIn(in: browser)
                #expect(try await browser.text(of: "h1") == "Your form is still here")
                #expect(try await browser.text(of: "dl").contains(hostile))
                try await BrowserTests.isForEverybody(browser, "page unchanged")
                #expect(try !services.events.events().contains { $0.details.title == hostile })
                try await browser.send("main form button", to: "?done=created")
                let made = try services.events.events().filter { $0.details.title == hostile }
                #expect(made.map(\.details.kind) == [.private])
            }
            #expect(try stage.served.stop() == 0)
        }
    }
}

extension WebDriver {
    fileprivate func doubleClick(_ selector: String) async throws {
        _ = try await find(selector)
        let position = try await script(
            """
            const button = document.querySelector(arguments[0]);
            button.scrollIntoView({ block: "center" });
            const { x, y, width, height } = button.getBoundingClientRect();
            return { x: x + width / 2, y: y + height / 2 };
            """, .text(selector))
        for count in 1...2 {
            for kind in ["mousePressed", "mouseReleased"] {
                try await cdp(
                    "Input.dispatchMouseEvent",
                    [
                        "type": .text(kind), "x": position["x"], "y": position["y"], "button": "left",
                        "clickCount": .number(Double(count)),
                    ])
            }
        }
    }
}
