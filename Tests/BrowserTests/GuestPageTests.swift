import BrowserFixture
import EventFixture
import Foundation
import Management
import SymbolReader
import Testing
import TicketToken
import Ticketing

/// A festival that begins in two hours. Its times are relative to the system clock, because the built program uses that
/// clock.
private func soon(_ type: TicketTypeDetails = TicketTypeDetails(name: "Regular")) throws -> Festival {
    let festival = try Festival(engine: .sqlite, type: type)
    festival.clock.set(Instant(seconds: Int64(Date().timeIntervalSince1970)))
    _ = try festival.services.events.edit(festival.event) { details in
        details.start = festival.clock.now().advanced(bySeconds: 2 * 3600)
        details.end = festival.clock.now().advanced(bySeconds: 5 * 3600)
        details.about = "Bands until midnight."
        (details.city, details.category) = ("Entebbe", .music)
    }
    return festival
}

extension BrowserTests {
    @Suite("Pages for visitors, ticket holders and guests, who do not sign in")
    struct GuestPageTests {
        @Test("On every screen, a visitor finds an event, reserves a ticket, opens it and transfers it")
        func story() async throws {
            let festival = try soon()
            _ = try festival.services.ticketTypes.addTicketType(
                TicketTypeDetails(
                    name: "VIP", price: Money("50000 UGX"),
                    sales: SalesWindow(closes: festival.clock.now().advanced(bySeconds: 1800))
                ).with { $0.allowsDoorReservations = true }, to: festival.event)
            let served = try ServedProgram(on: festival)
            for screen in Screen.all {
                try await BrowserTests.browse(screen) { browser in
                    try await browser.go(to: "\(served.url)/events")
                    try await BrowserTests.isForEverybody(browser, "events, \(screen)")
                    try await browser.type("lake\n", into: "#text")
                    try await browser.wait(until: "location.search.includes('text=lake')")
                    try await browser.click(".cards a")
                    try await browser.wait(until: "document.querySelector('#reserve')")
                    try await BrowserTests.isForEverybody(browser, "event, \(screen)")
                    try await browser.set("#count-0", to: "1")
                    try await browser.type("Grace Nakato", into: "#name")
                    try await browser.type("\(screen)@example.org\n", into: "#email")
                    try await browser.wait(until: "document.getElementById('order-summary')")
                    try await BrowserTests.isForEverybody(browser, "summary, \(screen)")
                    try await BrowserTests.confirmOrder(browser)
                    try await browser.wait(until: "location.pathname.startsWith('/o/')")
                    try await BrowserTests.isForEverybody(browser, "order, \(screen)")
                    try await browser.click(".cards a.button")
                    try await browser.wait(until: "document.querySelector('#symbol img')?.complete")
                    try await BrowserTests.isForEverybody(browser, "ticket, \(screen)")
                    #expect(try Self.symbol(try await browser.screenshot()) != nil, "\(screen)")
                    try await browser.click("details:has(#holder) > summary")
                    try await browser.type("Sarah Auma", into: "#holder")
                    try await browser.click("[name=sure]")
                    try await BrowserTests.isForEverybody(browser, "transfer form, \(screen)")
                    try await browser.type("\n", into: "#holder")
                    try await browser.wait(until: "location.search === '?passed=on'")
                    try await BrowserTests.isForEverybody(browser, "transferred, \(screen)")
                }
            }
            #expect(try served.stop() == 0)
        }

        @Test(
            "A visible ticket page keeps the screen awake; a button on an event’s page copies that page’s URL"
        )
        func conveniences() async throws {
            let festival = try soon()
            let ticket = try festival.ticket(of: festival.issue(1)[0])
            let path = try TicketLink(to: ticket, of: festival.event, festival.ring).path
            let served = try ServedProgram(on: festival)
            try await BrowserTests.browse { browser in
                try await browser.cdp(
                    "Page.addScriptToEvaluateOnNewDocument",
                    [
                        "source": """
                        window.awake = [];
                        navigator.wakeLock.request = async (kind) => { window.awake.push(kind); };
                        """
                    ])
                try await browser.go(to: "\(served.url)/t/\(path)")
                try await browser.wait(until: "window.awake.join() === 'screen'")
                try await browser.script("document.dispatchEvent(new Event('visibilitychange'))")
                try await browser.wait(until: "window.awake.join() === 'screen,screen'")

                let event = "\(served.url)/events/\(festival.event.slug)"
                try await browser.cdp(
                    "Browser.grantPermissions", ["permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]])
                try await browser.go(to: "\(event)?from=somebody")
                try await browser.click("[data-share]")
                try await browser.wait(until: "document.querySelector('[data-shared]').textContent === 'Copied.'")
                #expect(try await browser.promise("return await navigator.clipboard.readText()").text == event)
            }
            #expect(try served.stop() == 0)
        }

        @Test("A ticket’s page shows a valid live code, and ten minutes later a new code, even without a network")
        func live() async throws {
            for suite in Ticketing.Suite.allCases {
                let festival = try Festival(
                    engine: .sqlite, suite: suite, type: TicketTypeDetails(name: "Regular", requiresLiveCode: true))
                let ticket = try festival.ticket(of: festival.issue(1)[0])
                let path = try TicketLink(to: ticket, of: festival.event, festival.ring).path
                let served = try ServedProgram(on: festival)
                let verifier = TokenVerifier(festival.ring)
                try await BrowserTests.browse(.phone(.dark)) { browser in
                    try await browser.go(to: "\(served.url)/t/\(path)")
                    try await browser.wait(until: "document.querySelector('#symbol svg')")
                    let first = try #require(try Self.symbol(try await browser.screenshot()))
                    #expect(try Self.isFresh(first, verifier, ahead: 0), "\(suite)")
                    try await browser.cdp("Network.enable")
                    try await browser.cdp(
                        "Network.emulateNetworkConditions",
                        ["offline": true, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0])
                    try await browser.script(
                        """
                        const now = Date.now;
                        Date.now = () => now() + 600000;
                        document.dispatchEvent(new Event("visibilitychange"));
                        """)
                    try await browser.wait(
                        until: "document.querySelector('#symbol').dataset.text !== \(WireText(first))")
                    let second = try #require(try Self.symbol(try await browser.screenshot()))
                    #expect(try Self.isFresh(second, verifier, ahead: 600), "\(suite)")
                    #expect(try !Self.isFresh(first, verifier, ahead: 600), "\(suite)")
                }
                #expect(try served.stop() == 0)
            }
        }

        /// A wedding that starts in two hours and ends in five hours, by the clock of this machine.
        private static func weddingToday() throws -> Wedding {
            let wedding = try Wedding()
            let festival = wedding.festival
            festival.clock.set(Instant(seconds: Int64(Date().timeIntervalSince1970)))
            _ = try festival.services.events.edit(festival.event) { details in
                details.start = festival.clock.now().advanced(bySeconds: 2 * 3600)
                details.end = festival.clock.now().advanced(bySeconds: 5 * 3600)
            }
            return wedding
        }

        @Test("On every screen, a guest replies to an invitation and sees the saved reply")
        func invitation() async throws {
            let wedding = try Self.weddingToday()
            let festival = wedding.festival
            try wedding.importGuests(
                "name,household,companions,ceremony,reception\nGrace Nakato,N,2,yes,yes\nMoses Nakato,N,0,yes,\n")
            try wedding.invite()
            let serial = try #require(try wedding.guests()[0].guest.serial)
            let ticket = try wedding.services.tickets.ticket(TicketCode(serial), of: wedding.event)
            let path = try TicketLink(to: ticket, of: wedding.event, festival.ring).path
            let served = try ServedProgram(on: festival)
            for screen in Screen.all {
                try await BrowserTests.browse(screen) { browser in
                    try await browser.go(to: "\(served.url)/i/\(path)")
                    try await BrowserTests.isForEverybody(browser, "invitation, \(screen)")
                    try await browser.click("[name=guest-1-sub_event_1][value=attending]")
                    try await browser.type("2", into: "[name=guest-1-companions_1]")
                    try await browser.click("[name=guest-1-sub_event_2][value=declined]")
                    try await browser.click("form[action$='/answer'] button")
                    try await browser.wait(until: "location.search === '?kept=yes'")
                    #expect(
                        try await browser.text(of: ".notice.good").contains("Ceremony: coming with 2 companions."))
                    try await BrowserTests.isForEverybody(browser, "answered, \(screen)")
                }
            }
            #expect(try wedding.guests()[0].invitations.first?.reply == .attending(companions: 2))
            #expect(try served.stop() == 0)
        }

        @Test("A household saves the replies of two guests with one form, and the desk shows both replies")
        func household() async throws {
            let wedding = try Self.weddingToday()
            let festival = wedding.festival
            try wedding.importGuests(
                "name,household,companions,ceremony\nGrace Nakato,N,2,yes\nMoses Nakato,N,0,yes\n")
            try wedding.invite()
            let owner = try Colleague("Olga", .owner, at: festival)
            let serial = try #require(try wedding.guests()[0].guest.serial)
            let ticket = try wedding.services.tickets.ticket(TicketCode(serial), of: wedding.event)
            let path = try TicketLink(to: ticket, of: wedding.event, festival.ring).path
            let served = try ServedProgram(on: festival)
            try await BrowserTests.browse(.phone(.light), forgiven: ["422"]) { browser in
                try await browser.go(to: "\(served.url)/i/\(path)")
                try await Self.replyTogether(browser)
            }
            let replies = try wedding.guests()
            #expect(replies.map { $0.invitations[0].reply } == [.attending(companions: 2), .maybe])
            #expect(
                replies[0].companions == [
                    Companion(number: 1, name: "Amina", isChild: true), Companion(number: 2, name: "Ben", meal: "rice"),
                ])
            try await BrowserTests.browse { browser in
                try await browser.go(to: "\(served.url)/desk/e/\(wedding.event.slug)/guests")
                try await owner.signIn(in: browser)
                #expect(try await browser.text(of: "#guest-1").contains("Companions: Amina, Ben"))
                #expect(
                    try await browser.script("return document.querySelector('#reply-2-1').selectedOptions[0].text").text
                        == "maybe")
                try await BrowserTests.isForEverybody(browser, "guests with companions at the desk")
                try await Self.chooseByKeyboard(browser)
                try await browser.go(to: "\(served.url)/desk/e/\(wedding.event.slug)/guests")
                // The button that saves the grid covers the bottom of the window. So the guest’s row is scrolled to the
                // middle.
                try await browser.script("document.querySelector('#guest-1 th a').scrollIntoView({block: 'center'})")
                try await browser.click("#guest-1 th a")
                try await browser.wait(until: "document.querySelector('#companion-2-meal')?.value === 'rice'")
                try await BrowserTests.isForEverybody(browser, "a guest with companions at the desk")
            }
            // The other guest’s number of companions is unchanged.
            #expect(
                try wedding.guests().map { $0.invitations[0].reply }
                    == [.attending(companions: 2), .attending(companions: 0)])
            #expect(try served.stop() == 0)
        }

        /// Fills in the form of a household and sends it three times: first with a companion’s name but without the
        /// number of companions, then with a meal that is too long, and then correctly.
        private static func replyTogether(_ browser: WebDriver) async throws {
            try await BrowserTests.isForEverybody(browser, "invitation of a household")
            try await browser.click("[name=guest-1-sub_event_1][value=attending]")
            try await browser.type("Amina", into: "#companion-1-name-1")
            try await browser.click("#companion-1-child-1")
            try await browser.click("[name=guest-2-sub_event_1][value=maybe]")
            let send = "form[action$='/answer'] button"
            try await browser.click(send)
            try await browser.wait(until: "document.querySelector('#companions-1-1-fault') !== null")
            try await BrowserTests.isForEverybody(browser, "a described companion without a number")
            #expect(try await browser.text(of: "#errors li").hasPrefix("Grace Nakato, Ceremony: "))
            try await browser.type("2", into: "[name=guest-1-companions_1]")
            try await browser.type("Ben", into: "#companion-2-name-1")
            try await browser.type(String(repeating: "x", count: 201), into: "#companion-2-meal-1")
            try await browser.click(send)
            try await browser.wait(until: "document.querySelector('#companion-2-meal-1-fault') !== null")
            try await browser.wait(until: "document.title.startsWith('Error: ')")
            try await BrowserTests.isForEverybody(browser, "invalid meal of a companion")
            // The answer of the other guest is still in the form.
            try await browser.wait(until: "document.querySelector('[name=guest-2-sub_event_1]:checked') !== null")
            try await browser.script("document.querySelector('#companion-2-meal-1').value = ''")
            try await browser.type("rice", into: "#companion-2-meal-1")
            try await browser.click(send)
            try await browser.wait(until: "location.search === '?kept=yes'")
            let saved = try await browser.text(of: ".notice.good")
            #expect(saved.contains("Companion 1: Amina, child."))
            #expect(saved.contains("Moses Nakato – Ceremony: perhaps coming."))
            try await BrowserTests.isForEverybody(browser, "answers of a household")
        }

        /// At the desk, changes the reply of the second guest from “maybe” to “coming” with the keyboard. After the
        /// change, but not before, the button that saves the replies stays at the bottom of the window.
        private static func chooseByKeyboard(_ browser: WebDriver) async throws {
            let position = "getComputedStyle(document.querySelector('.grid-save')).position"
            try await browser.wait(until: "\(position) === 'static'")
            try await browser.type("coming", into: "#reply-2-1")
            #expect(try await browser.script("return document.querySelector('#reply-2-1').value").text == "0")
            #expect(try await browser.script("return \(position)").text == "sticky")
            try await browser.type("\n", into: ".grid-save button")
            try await browser.wait(until: "location.search.includes('done=answered')")
            #expect(try await browser.text(of: ".done").contains("Answer saved."))
            #expect(try await browser.script("return document.querySelector('#reply-1-1').value").text == "2")
            try await BrowserTests.isForEverybody(browser, "a saved reply at the desk")
        }

        private static func symbol(_ picture: Data) throws -> String? {
            try SymbolReader.read(png: Array(picture)).first.map { String(decoding: $0.bytes, as: UTF8.self) }
        }

        private static func isFresh(_ text: String, _ verifier: TokenVerifier, ahead: Int64) throws -> Bool {
            let now = Instant(seconds: Int64(Date().timeIntervalSince1970)).advanced(bySeconds: ahead)
            guard case .verified(let ticket) = try verifier.verify(text, at: now) else { return false }
            return ticket.liveCode == .fresh
        }

        /// A text as a string literal of JavaScript. The tokens in these tests contain no characters that must be
        /// escaped.
        private struct WireText: CustomStringConvertible {
            let description: String
            init(_ text: String) { description = "'\(text)'" }
        }
    }
}
