import BrowserFixture
import EventFixture
import Foundation
import Management
import SymbolReader
import Testing
import TicketToken
import Ticketing

/// A festival that begins in two days, with free tickets and tickets that are paid at the door. Its times are relative
/// to the system clock, because the built program uses that clock.
private func upcoming() throws -> Festival {
    let festival = try Festival(engine: .sqlite, type: TicketTypeDetails(name: "Regular"))
    festival.clock.set(Instant(seconds: Int64(Date().timeIntervalSince1970)))
    _ = try festival.services.events.edit(festival.event) { details in
        details.start = festival.clock.now().advanced(bySeconds: 2 * 86_400 + 600)
        details.end = festival.clock.now().advanced(bySeconds: 3 * 86_400)
        (details.city, details.contact) = ("Entebbe", "kay@example.org")
    }
    _ = try festival.services.ticketTypes.addTicketType(
        TicketTypeDetails(name: "VIP", price: Money("50000 UGX"), quantity: 12).with {
            $0.allowsDoorReservations = true
        }, to: festival.event)
    return festival
}

extension WebDriver {
    /// Presses a key that moves the focus, changes a field or closes a dialog, such as `Tab`.
    fileprivate func press(_ key: String, _ number: Double) async throws {
        for type in ["rawKeyDown", "keyUp"] {
            try await cdp(
                "Input.dispatchKeyEvent",
                [
                    "type": .text(type), "key": .text(key), "code": .text(key),
                    "windowsVirtualKeyCode": .number(number),
                ])
        }
    }

    fileprivate func pressTab() async throws { try await press("Tab", 9) }
    fileprivate func pressArrow(_ side: String) async throws {
        try await press("Arrow\(side)", ["Left": 37, "Up": 38, "Right": 39, "Down": 40][side] ?? 0)
    }

    /// Moves a finger horizontally. `start` and `end` are distances from the left edge of the window, and `height` is
    /// the distance from its top edge, in CSS pixels.
    fileprivate func swipe(from start: Double, to end: Double, at height: Double) async throws {
        func touch(_ type: String, _ x: Double?) async throws {
            let points: [WireValue] = x.map { [["x": .number($0), "y": .number(height)]] } ?? []
            try await cdp("Input.dispatchTouchEvent", ["type": .text(type), "touchPoints": .list(points)])
        }
        try await touch("touchStart", start)
        for step in 1...10 { try await touch("touchMove", start + (end - start) * Double(step) / 10) }
        try await touch("touchEnd", nil)
    }

    /// Clicks an element after scrolling it to the middle, because the bar at the bottom could cover it elsewhere.
    fileprivate func clickInMiddle(_ selector: String) async throws {
        _ = try await find(selector)
        try await script("document.querySelector(arguments[0]).scrollIntoView({ block: 'center' })", .text(selector))
        try await click(selector)
    }

    /// The encoded token in the symbol that the window shows; nil if the window shows no symbol.
    fileprivate var shownToken: String? {
        get async throws {
            try await wait(until: "[...document.querySelectorAll('#slides img')].every((image) => image.complete)")
            return try SymbolReader.read(png: Array(try await screenshot())).first.map {
                String(decoding: $0.bytes, as: UTF8.self)
            }
        }
    }
}

extension BrowserTests {
    @Suite("The pages on which visitors choose and keep tickets")
    struct ChosenTicketTests {
        private func openEvent(_ festival: Festival, _ served: ServedProgram, _ browser: WebDriver) async throws {
            try await browser.go(to: "\(served.url)/events/\(festival.event.slug)")
            try await browser.wait(until: "document.readyState === 'complete'")
        }

        /// The total price of the chosen tickets, as the page shows it. A script reads this text, because the driver’s
        /// own function for texts would replace no-break spaces.
        private func sumText(_ browser: WebDriver) async throws -> String? {
            try await browser.script("return document.getElementById('sum').textContent").text
        }

        private func fillIn(_ browser: WebDriver, email: String = "kay@example.org") async throws {
            try await browser.type("Kay Board", into: "#name")
            try await browser.type(email, into: "#email")
        }

        @Test("Buttons and keys change the number of tickets and the sum; the bar with the sum covers no focused field")
        func sum() async throws {
            let festival = try upcoming()
            let served = try ServedProgram(on: festival)
            for screen in [Screen.phone(.light), .narrowest(.dark), .laptop(.light)] {
                try await BrowserTests.browse(screen) { browser in
                    try await openEvent(festival, served, browser)
                    #expect(try await sumText(browser) == "No tickets chosen")
                    try await browser.clickInMiddle("li:has(#count-0) .stepper button:last-child")
                    #expect(try await sumText(browser) == "Free")
                    try await browser.script("document.getElementById('count-1').focus()")
                    for _ in 0..<2 { try await browser.pressArrow("Up") }
                    #expect(try await sumText(browser) == "UGX\u{A0}100,000")
                    try await browser.clickInMiddle("li:has(#count-1) .stepper button:first-child")
                    #expect(try await sumText(browser) == "UGX\u{A0}50,000")

                    try await browser.script("scrollTo(0, 0); document.querySelector('.skip').focus()")
                    let state = """
                        const [focused, bar] = [document.activeElement, document.querySelector(".reserve-bar")];
                        if (bar.contains(focused)) return "bar";
                        const [field, box] = [focused.getBoundingClientRect(), bar.getBoundingClientRect()];
                        const isBeside = field.right <= box.left || field.left >= box.right;
                        const isCovered = !isBeside && field.bottom > box.top + 1 && field.top < box.bottom;
                        return isCovered ? focused.outerHTML : focused.id;
                        """
                    var reached: [String] = []
                    while reached.last != "bar", reached.count < 40 {
                        try await browser.pressTab()
                        reached.append(try await browser.script(state).text ?? "")
                    }
                    #expect(reached.last == "bar" && reached.contains("phone") && reached.contains("count-1"))
                    let covered = reached.filter { $0.hasPrefix("<") }
                    #expect(covered.isEmpty, "\(screen)")
                }
            }
            #expect(try served.stop() == 0)
        }

        @Test("Without scripts, a visitor types a number of tickets, sees the sum on the next page, and reserves them")
        func withoutScripts() async throws {
            let festival = try upcoming()
            let served = try ServedProgram(on: festival)
            try await BrowserTests.browse { browser in
                try await browser.cdp("Emulation.setScriptExecutionDisabled", ["value": true])
                try await openEvent(festival, served, browser)
                #expect(try await browser.script("return document.querySelector('.stepper button')") == .null)
                #expect(try await !browser.script("return document.querySelector('.sum').checkVisibility()").isTrue)
                try await browser.find("#count-1").clear()
                try await browser.type("2", into: "#count-1")
                try await fillIn(browser)
                try await browser.click(".reserve-bar button")
                try await browser.wait(until: "document.getElementById('order-summary')")
                let summary = try await browser.script("return document.querySelector('main').textContent").text ?? ""
                #expect(summary.contains("UGX\u{A0}100,000"))
                try await browser.click("#order-summary button.plain")
                try await browser.wait(until: "document.getElementById('count-1')?.value === '2'")
                #expect(try await browser.script("return document.getElementById('name').value").text == "Kay Board")
                try await browser.click(".reserve-bar button")
                try await BrowserTests.confirmOrder(browser)
                try await browser.wait(until: "location.pathname.startsWith('/o/')")
                let anchors = try await browser.script(
                    "return [...document.querySelectorAll('.contents a')].map((link) => link.hash)"
                ).list.compactMap(\.text)
                #expect(anchors == ["#ticket-1", "#ticket-2"])
                try await browser.click(".contents a[href='#ticket-2']")
                try await browser.wait(until: "document.querySelector(':target')?.id === 'ticket-2'")
                let isLarge = "return document.querySelector('[data-large]').checkVisibility()"
                #expect(try await !browser.script(isLarge).isTrue)
            }
            #expect(try festival.services.orders.orders(of: festival.event, limit: 9).count == 1)
            #expect(try served.stop() == 0)
        }

        @Test("The countdown to the end of a sale shows seconds only on the last day; screen readers do not read it")
        func countdown() async throws {
            let festival = try upcoming()
            let served = try ServedProgram(on: festival)
            try await BrowserTests.browse { browser in
                try await openEvent(festival, served, browser)
                try await browser.wait(
                    until: #"/^2 d 0:0\d left$/.test(document.querySelector('.countdown.open')?.textContent)"#)
                let isSilent = """
                    const countdown = document.querySelector(".countdown");
                    return countdown.ariaHidden === "true" && !countdown.closest("[aria-live], [role], output");
                    """
                #expect(try await browser.script(isSilent).isTrue)
                for (hours, tone) in [(25, "day"), (48, "hour"), (49, "closed")] {
                    try await browser.script(
                        """
                        window.clock ??= Date.now;
                        Date.now = () => window.clock() + \(hours) * 3600000;
                        document.dispatchEvent(new Event("visibilitychange"));
                        """)
                    try await browser.wait(until: "document.querySelector('.countdown.\(tone)')")
                    guard tone != "closed" else { continue }
                    let before = try await browser.text(of: ".countdown")
                    try await browser.wait(until: "document.querySelector('.countdown').textContent !== '\(before)'")
                }
                #expect(try await browser.text(of: ".countdown") == "No longer on sale")
            }
            #expect(try served.stop() == 0)
        }

        @Test("The summary of an order says if the visitor has also reserved tickets for a simultaneous event")
        func conflict() async throws {
            let festival = try upcoming()
            let current = try festival.services.events.event(named: festival.event.slug)
            let draft = try festival.services.events.createEvent(
                current.details.with { $0.title = "Twin" }, suite: .hmac,
                of: festival.services.organizers.organizer(named: "Nile Nights"))
            _ = try festival.services.ticketTypes.addTicketType(TicketTypeDetails(name: "Regular"), to: draft)
            let twin = try festival.services.events.publish(draft)
            let served = try ServedProgram(on: festival)
            try await BrowserTests.browse { browser in
                for (event, isNamed) in [(festival.event, false), (twin, true)] {
                    try await browser.go(to: "\(served.url)/events/\(event.slug)")
                    try await browser.set("#count-0", to: "1")
                    try await fillIn(browser)
                    try await browser.click(".reserve-bar button")
                    try await browser.wait(until: "document.getElementById('order-summary')")
                    let text = try await browser.text(of: "main")
                    #expect(text.contains("You have also reserved “\(current.details.title)”") == isNamed)
                    try await BrowserTests.isForEverybody(browser, "summary of \(event.slug)")
                    // While the summary is open, a script replaces its URL with the URL of the event’s page. So the
                    // Back button of the next page opens the event’s page.
                    try await browser.wait(until: "location.pathname === '/events/\(event.slug)'")
                    try await BrowserTests.confirmOrder(browser)
                    try await browser.wait(until: "location.pathname.startsWith('/o/')")
                }
            }
            #expect(try served.stop() == 0)
        }

        @Test("If a device has a list of apps for sharing, the share button opens this list")
        func share() async throws {
            let festival = try upcoming()
            let served = try ServedProgram(on: festival)
            try await BrowserTests.browse { browser in
                try await browser.cdp(
                    "Page.addScriptToEvaluateOnNewDocument",
                    ["source": "navigator.share = async (data) => { window.shared = data; };"])
                try await openEvent(festival, served, browser)
                try await browser.click("[data-share]")
                try await browser.wait(until: "window.shared?.url === location.origin + location.pathname")
                #expect(try await browser.script("return window.shared.title").text == festival.event.details.title)
                #expect(try await browser.text(of: "[data-shared]").isEmpty)
            }
            #expect(try served.stop() == 0)
        }

        /// The path of the page of an order with three tickets.
        private static func orderPath(_ festival: Festival) throws -> String {
            let order = try festival.services.orders.createOrder(
                OrderDraft(
                    lines: [OrderDraft.Line(type: festival.regular.number, count: 3)], name: "Kay",
                    payment: Payment(.complimentary)), of: festival.event, signingWith: festival.ring)
            let link = try #require(try OrderLink(to: order.number, of: festival.event.number, festival.ring))
            return "/o/\(link.path)"
        }

        /// Checks that the window shows the symbol of the ticket with this code, in black on white.
        private static func expectSymbol(
            of code: String?, _ browser: WebDriver, _ festival: Festival,
            sourceLocation: SourceLocation = #_sourceLocation
        ) async throws {
            let token = try #require(try await browser.shownToken, sourceLocation: sourceLocation)
            let shown = try festival.ticket(of: token).code.description
            #expect(shown == code, sourceLocation: sourceLocation)
            let colour = try await browser.script(
                "return getComputedStyle(document.getElementById('large')).backgroundColor")
            #expect(colour.text == "rgb(255, 255, 255)", sourceLocation: sourceLocation)
        }

        @Test(
            """
            A symbol fills the window, black on white, even in dark mode and with forced colours; swipes, keys and \
            buttons show the other tickets
            """)
        func largeSymbols() async throws {
            let festival = try upcoming()
            let path = try Self.orderPath(festival)
            let served = try ServedProgram(on: festival)
            for contrast in ["none", "active"] {
                try await BrowserTests.browse(.phone(.dark)) { browser in
                    try await browser.cdp(
                        "Page.addScriptToEvaluateOnNewDocument",
                        [
                            "source": """
                            window.awake = [];
                            navigator.wakeLock.request = async (kind) => {
                                window.awake.push(kind);
                                return { release: () => window.awake.push("released") };
                            };
                            """
                        ])
                    try await browser.cdp(
                        "Emulation.setEmulatedMedia",
                        [
                            "features": [
                                ["name": "prefers-color-scheme", "value": "dark"],
                                ["name": "forced-colors", "value": .text(contrast)],
                            ]
                        ])
                    try await browser.cdp("Emulation.setTouchEmulationEnabled", ["enabled": true])
                    try await browser.go(to: served.url + path)
                    let codes = try await browser.script(
                        "return [...document.querySelectorAll('.tickets .code')].map((code) => code.textContent)"
                    ).list.compactMap(\.text)
                    #expect(codes.count == 3)
                    try await browser.click("[data-large]")
                    try await browser.wait(until: "window.awake.join() === 'screen'")
                    try await Self.expectSymbol(of: codes.first, browser, festival)
                    #expect(try await browser.text(of: "#position") == "Ticket 1 of 3")
                    try await browser.pressArrow("Right")
                    try await Self.expectSymbol(of: codes.dropFirst().first, browser, festival)
                    try await browser.click("#next")
                    try await Self.expectSymbol(of: codes.last, browser, festival)
                    #expect(try await browser.script("return document.activeElement.id").text == "slides")
                    try await browser.swipe(from: 60, to: 310, at: 300)
                    try await browser.wait(until: "document.getElementById('position').textContent === 'Ticket 2 of 3'")
                    // The browser moves the nearest symbol to the middle.
                    let isInMiddle = """
                        Math.abs(document.querySelectorAll('.slide')[1].getBoundingClientRect().left) < 1
                        """
                    try await browser.wait(until: isInMiddle)
                    try await Self.expectSymbol(of: codes.dropFirst().first, browser, festival)
                    try await browser.press("Escape", 27)
                    try await browser.wait(until: "!document.getElementById('large').open")
                    try await browser.wait(until: "window.awake.join() === 'screen,released'")
                    #expect(try await browser.script("return document.querySelectorAll('.card .symbol').length") == 3)
                    #expect(try await browser.script("return document.activeElement.matches('[data-large]')").isTrue)
                }
            }
            #expect(try served.stop() == 0)
        }

        @Test("In right-to-left languages, pages are accessible, and the left arrow key shows the next large symbol")
        func rightToLeft() async throws {
            let festival = try upcoming()
            let path = try Self.orderPath(festival)
            let served = try ServedProgram(on: festival)
            for screen in [Screen.phone(.light), .laptop(.dark)] {
                try await BrowserTests.browse(screen) { browser in
                    try await browser.cdp("Network.enable")
                    try await browser.cdp("Network.setExtraHTTPHeaders", ["headers": ["Accept-Language": "ar-XB"]])
                    try await openEvent(festival, served, browser)
                    #expect(try await browser.script("return document.dir").text == "rtl")
                    try await BrowserTests.isForEverybody(browser, "event from right to left, \(screen)")
                    try await browser.go(to: served.url + path)
                    try await BrowserTests.isForEverybody(browser, "order from right to left, \(screen)")
                    let codes = try await browser.script(
                        "return [...document.querySelectorAll('.tickets .code')].map((code) => code.textContent)"
                    ).list.compactMap(\.text)
                    try await browser.click("[data-large]")
                    try await Self.expectSymbol(of: codes.first, browser, festival)
                    try await BrowserTests.isForEverybody(browser, "large symbol, \(screen)")
                    try await browser.pressArrow("Left")
                    try await Self.expectSymbol(of: codes.dropFirst().first, browser, festival)
                    try await browser.pressArrow("Right")
                    try await Self.expectSymbol(of: codes.first, browser, festival)
                }
            }
            #expect(try served.stop() == 0)
        }

        @Test("With the keyboard alone, a guest who chose no answer gets an error, and then chooses an answer")
        func invitation() async throws {
            let wedding = try Wedding()
            let festival = wedding.festival
            festival.clock.set(Instant(seconds: Int64(Date().timeIntervalSince1970)))
            _ = try festival.services.events.edit(festival.event) { details in
                details.start = festival.clock.now().advanced(bySeconds: 2 * 3600)
                details.end = festival.clock.now().advanced(bySeconds: 5 * 3600)
            }
            try wedding.importGuests("name,household,companions,ceremony\nGrace Nakato,N,2,yes\n")
            try wedding.invite()
            let serial = try #require(try wedding.guests()[0].guest.serial)
            let ticket = try wedding.services.tickets.ticket(TicketCode(serial), of: wedding.event)
            let path = try TicketLink(to: ticket, of: wedding.event, festival.ring).path
            let served = try ServedProgram(on: festival)
            try await BrowserTests.browse(.narrowest(.dark), forgiven: ["422"]) { browser in
                try await browser.go(to: "\(served.url)/i/\(path)")
                let heights = try await browser.script(
                    "return [...document.querySelectorAll('.answer')].map((one) => one.getBoundingClientRect().height)"
                ).list.compactMap(\.number)
                #expect(heights.count == 2 && heights.allSatisfy { $0 >= 56 })
                #expect(try await browser.script("return document.querySelector('input:checked')") == .null)
                try await browser.type("\n", into: "form[action$='/answer'] button")
                try await browser.wait(until: "document.title.startsWith('Error: ')")
                try await browser.wait(until: "document.activeElement.id === 'errors'")
                try await browser.type("\n", into: "#errors a")
                try await browser.wait(until: "document.activeElement.value === 'attending'")
                try await browser.pressArrow("Down")
                #expect(try await browser.script("return document.querySelector('input:checked').value") == "declined")
                try await browser.type("\n", into: "form[action$='/answer'] button")
                try await browser.wait(until: "location.search === '?kept=yes'")
                #expect(try await browser.text(of: ".notice.good").contains("Ceremony: you are not coming."))
                try await BrowserTests.isForEverybody(browser, "answered invitation")
            }
            #expect(try wedding.guests()[0].invitations.first?.reply == .declined)
            #expect(try served.stop() == 0)
        }
    }
}
