import BrowserFixture
import EventFixture
import Foundation
import Gate
import Management
import Testing
import Ticketing

extension BrowserTests {
    @Suite("The home page of the desk in the browser")
    struct HomePageTests {
        private let stage: GateStage
        /// The services, with the rights of Joan. At first, Joan is a member of no organizer.
        private let services: ManagementServices

        init() throws {
            stage = try GateStage(.owner)
            let festival = stage.festival
            _ = try festival.services.members.removeMember(
                stage.joan.user, from: festival.services.organizers.organizer(named: "Nile Nights"))
            festival.clock.set(Instant(seconds: Int64(Date().timeIntervalSince1970)))
            services = try ManagementServices.signIn(
                to: festival.store, as: "\(stage.joan.user.id)", clock: festival.clock.now)
        }

        /// Opens the home page again, and checks that the first `count` of the six steps are done.
        private func check(_ count: Int, in browser: WebDriver) async throws {
            try await browser.go(to: "\(stage.served.url)/desk")
            let done = try await browser.script(
                "return document.querySelectorAll('[data-step] .badge.good').length")
            let all = try await browser.script("return document.querySelectorAll('[data-step]').length")
            #expect(done.number == Double(count) && all.number == 6, "\(count)")
        }

        @Test(
            "The list of six first steps marks each completed step; it disappears when the last step, a scan, is done")
        func firstSteps() async throws {
            let festival = stage.festival
            try await BrowserTests.browse(.laptop(.light)) { browser in
                try await stage.open("/desk", in: browser)
                try await check(0, in: browser)
                try await BrowserTests.isForEverybody(browser, "an empty home page")
                try await browser.click("[data-step=organizer] a")
                try await browser.type("Lake House", into: "#name")
                try await browser.send("form[action='/desk/organizers'] button", to: "/desk/organizers/lake-house")
                try await check(1, in: browser)
                #expect(try await browser.find("[data-step=event] a").text.contains("New event"))
                let lake = try services.organizers.organizer(named: "lake-house")
                let start = festival.clock.now().advanced(bySeconds: 3600)
                let draft = try services.events.createEvent(
                    EventDetails(
                        title: "Boat Race", venue: "Lido", timeZone: "Africa/Kampala", start: start,
                        end: start.advanced(bySeconds: 3600)), suite: .hmac, of: lake)
                try await check(2, in: browser)
                _ = try services.ticketTypes.addTicketType(TicketTypeDetails(name: "Regular"), to: draft)
                try await check(3, in: browser)
                try await BrowserTests.isForEverybody(browser, "a home page with an open list of steps")
                // Only a verified organizer can publish events. This statement verifies Lake House.
                try festival.tamper(
                    "UPDATE organizer SET verified = 1, verified_by = 'local owner' WHERE number = \(lake.number)")
                let race = try services.events.publish(draft)
                try await check(4, in: browser)
                _ = try services.members.invite(
                    #require(EmailAddress(rawValue: "vera@example.org")), as: .gate, to: lake)
                try await check(5, in: browser)
                let gate = try festival.gate(of: race)
                #expect(gate.decide(Scan("a test")).outcome.name == "refuse")
                try gate.flush()
                try await browser.go(to: "\(stage.served.url)/desk")
                let left = try await browser.script("return document.querySelectorAll('[data-step]').length")
                #expect(left.number == 0)
                #expect(try await browser.text(of: "main").contains("Boat Race"))
            }
            #expect(try stage.served.stop() == 0)
        }

        @Test("The page gets its figures without a reload; one click and one page load are enough to print all tickets")
        func figures() async throws {
            let festival = stage.festival
            _ = try festival.services.members.setRole(
                .owner, of: stage.joan.user, in: festival.services.organizers.organizer(named: "Nile Nights"))
            _ = try festival.services.events.edit(festival.event) { details in
                details.start = festival.clock.now().advanced(bySeconds: 600)
                details.end = festival.clock.now().advanced(bySeconds: 6 * 3600)
            }
            let tokens = try festival.issue(3)
            #expect(try festival.gate().decide(Scan(tokens[0])).outcome == .admit(again: false))
            try await BrowserTests.browse(.laptop(.light)) { browser in
                let clicks = try await ClickCount(on: browser)
                try await stage.open("/desk", in: browser)
                try await browser.script("window.isHere = true")
                let inside = ".card progress[value='1'][max='3']"
                try await browser.wait(until: "window.isHere && document.querySelector(\"\(inside)\")")
                try await browser.wait(
                    until: """
                        [...document.querySelectorAll("#totals .figures div")].some((number) =>
                            number.querySelector("dt").textContent === "Tickets"
                                && number.querySelector("dd").textContent === "3")
                        """)
                #expect(try await browser.script("return document.querySelector('.skeleton') === null").isTrue)
                try await BrowserTests.isForEverybody(browser, "a home page with figures")

                try await clicks.start()
                try await browser.click("form[action$='/print'] button")
                try await browser.wait(until: "/\\/print\\/[0-9]+$/.test(location.pathname)")
                let counts = try await clicks.counts
                #expect(counts.total <= 2, "\(counts)")
            }
            let batches = try festival.services.printing.batches(of: festival.event)
            #expect(batches.count == 1)
            #expect(try stage.served.stop() == 0)
        }
    }
}
