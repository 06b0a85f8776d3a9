import BrowserFixture
import EventFixture
import Foundation
import Management
import Testing
import Ticketing

extension BrowserTests {
    @Suite("The seating plan of a celebration")
    struct SeatingStoryTests {
        private let wedding: Wedding
        private let owner: Colleague
        private let path: String

        init() throws {
            wedding = try Wedding()
            wedding.festival.clock.set(Instant(seconds: Int64(Date().timeIntervalSince1970)))
            try wedding.importGuests(
                """
                name,household,companions,table,ceremony
                Grace,N,2,Rose,yes
                Moses,N,0,Rose,yes
                Ann,,1,Rose,yes
                Tom,,0,Oak,yes
                Zoe,,0,,yes

                """)
            _ = try wedding.services.guests.answer(
                .attending(companions: 1), ofGuest: "1", to: wedding.ceremony, of: wedding.event)
            owner = try Colleague("Olga", .owner, at: wedding.festival)
            path = "/desk/e/\(wedding.event.slug)"
        }

        private func tables() throws -> [String?] { try wedding.guests().map(\.guest.details.table) }

        /// Drags a guest to a table with the mouse. The guest and the table must both fit into the window.
        private func drag(_ guest: Int, to table: String, in browser: WebDriver) async throws {
            let line = try await way(from: guest, "[data-name]", to: table, browser)
            /// - Parameter buttons: 1 if the left button is held down after the mouse event, otherwise 0.
            func send(_ type: String, _ step: Double, buttons: Double) async throws {
                try await browser.cdp(
                    "Input.dispatchMouseEvent",
                    [
                        "type": .text(type), "x": .number(line.x(step)), "y": .number(line.y(step)),
                        "button": "left", "buttons": .number(buttons), "clickCount": 1,
                    ])
            }
            try await send("mousePressed", 0, buttons: 1)
            for step in [0.2, 0.6, 1] { try await send("mouseMoved", step, buttons: 1) }
            try await send("mouseReleased", 1, buttons: 0)
        }

        private func touch(_ guest: Int, to table: String, in browser: WebDriver) async throws {
            let line = try await way(from: guest, "[data-grip]", to: table, browser)
            func send(_ type: String, _ step: Double?) async throws {
                let points: [WireValue] = step.map { [["x": .number(line.x($0)), "y": .number(line.y($0))]] } ?? []
                try await browser.cdp("Input.dispatchTouchEvent", ["type": .text(type), "touchPoints": .list(points)])
            }
            try await send("touchStart", 0)
            for step in [0.2, 0.4, 0.6, 0.8, 1] { try await send("touchMove", step) }
            try await send("touchEnd", nil)
        }

        /// A straight line between two points of the window, in CSS pixels.
        private struct Way {
            let start: (x: Double, y: Double)
            let end: (x: Double, y: Double)

            func x(_ step: Double) -> Double { start.x + step * (end.x - start.x) }
            func y(_ step: Double) -> Double { start.y + step * (end.y - start.y) }
        }

        private func way(
            from guest: Int, _ part: String, to table: String, _ browser: WebDriver
        ) async throws -> Way {
            let points = try await browser.script(
                """
                const middle = (element) => {
                    const { x, y, width, height } = element.getBoundingClientRect();
                    return [x + width / 2, y + height / 2];
                };
                const seat = document.querySelector(`.seat[data-guest="${arguments[0]}"]`);
                const target = document.querySelector(`.seat-table[data-name="${arguments[2]}"] h2`);
                seat.scrollIntoView({ block: "center" });
                return [...middle(seat.querySelector(arguments[1])), ...middle(target)];
                """, .text("\(guest)"), .text(part), .text(table)
            ).list.compactMap(\.number)
            try #require(points.count == 4)
            return Way(start: (points[0], points[1]), end: (points[2], points[3]))
        }

        /// Waits until the page says that a move is saved, and shows a button that undoes the move.
        private func waitUntilSaved(_ text: String, _ browser: WebDriver) async throws {
            try await browser.wait(
                until: """
                    document.querySelector(".toast button")
                        && document.querySelector(".toast p").textContent === "Saved. \(text)"
                    """)
        }

        /// The name of the table at which the page shows a guest; empty without a table.
        private func shownTable(of guest: Int, _ browser: WebDriver) async throws -> String? {
            try await browser.script(
                """
                return document.querySelector(`.seat[data-guest="${arguments[0]}"]`).closest(".seat-table").dataset.name
                    ?? "";
                """, .text("\(guest)")
            ).text
        }

        @Test(
            """
            A move of guests can be undone; if a colleague has already moved a guest, a move is refused, and the page \
            shows the guest’s current table
            """)
        func story() async throws {
            let served = try ServedProgram(on: wedding.festival)
            try await BrowserTests.browse(.laptop(.light), forgiven: ["409"]) { browser in
                try await browser.go(to: "\(served.url)\(path)/guests")
                try await owner.signIn(in: browser)
                try await browser.click("a[href$='/seating']")
                try await browser.wait(until: "document.querySelector('[data-plan].movable')")
                try await BrowserTests.isForEverybody(browser, "seating plan")

                try await drag(1, to: "Oak", in: browser)
                try await waitUntilSaved("Grace is now at table Oak.", browser)
                #expect(try tables() == ["Oak", "Rose", "Rose", "Oak", nil])
                #expect(try await browser.text(of: ".seat-table[data-name=Oak] [data-coming]") == "2")
                #expect(try await browser.text(of: ".seat-table[data-name=Rose] [data-coming]") == "0")
                #expect(try await browser.script("return document.querySelectorAll('.seat input:checked').length") == 0)
                try await browser.click(".toast button")
                try await waitUntilSaved("Grace is now at table Rose.", browser)
                #expect(try tables() == ["Rose", "Rose", "Rose", "Oak", nil])
                #expect(try await shownTable(of: 1, browser) == "Rose")

                try await keyboard(browser)
                try await conflict(browser)
            }
            #expect(try served.stop() == 0)
        }

        /// Moves two guests to a new table, and back, with the keyboard.
        private func keyboard(_ browser: WebDriver) async throws {
            for guest in [2, 5] { try await browser.type(" ", into: ".seat[data-guest='\(guest)'] input") }
            try await browser.type("Lake", into: "#table")
            try await BrowserTests.isForEverybody(browser, "selected guests")
            try await browser.type("\u{E007}", into: "#seating button")
            try await waitUntilSaved("2 guests were moved.", browser)
            #expect(try tables() == ["Rose", "Lake", "Rose", "Oak", "Lake"])
            #expect(try await browser.text(of: ".seat-table[data-name=Lake] h2") == "Lake")
            try await BrowserTests.isForEverybody(browser, "moved guests")
            try await browser.type("\u{E007}", into: ".toast button")
            try await browser.wait(
                until: "document.querySelector(`.seat[data-guest='5']`).closest('.seat-table').dataset.key === ''")
            try await waitUntilSaved("2 guests were moved.", browser)
            #expect(try tables() == ["Rose", "Rose", "Rose", "Oak", nil])
        }

        /// Moves a guest whom somebody else has moved.
        private func conflict(_ browser: WebDriver) async throws {
            try wedding.services.guests.setTables([1: "Elm"], expecting: [1: "Rose"], of: wedding.event)
            try await drag(1, to: "Oak", in: browser)
            try await browser.wait(
                until: "document.querySelector('.toast p')?.textContent.includes('in the meantime: Grace')")
            #expect(try await shownTable(of: 1, browser) == "Elm")
            #expect(try tables()[0] == "Elm")
            try await BrowserTests.isForEverybody(browser, "a guest whom somebody else has moved")
            // The guest and the table Oak are still chosen in the form, so one click repeats the move.
            try await browser.click("#seating button")
            try await waitUntilSaved("Grace is now at table Oak.", browser)
            #expect(try tables()[0] == "Oak")
            // The message about the refused move stays until it is closed.
            #expect(try await browser.script("return document.querySelectorAll('.toast').length") == 2)
            try await browser.click(".toast:last-child button")
            try await browser.wait(until: "document.querySelectorAll('.toast').length === 1")
            #expect(try await browser.script("return document.activeElement.matches('.toast button')").isTrue)
        }

        @Test("On a phone, in a right-to-left language, a finger drags a guest; without scripts, a form moves guests")
        func phone() async throws {
            let served = try ServedProgram(on: wedding.festival)
            try await BrowserTests.browse(.phone(.dark)) { browser in
                try await browser.cdp("Network.enable")
                try await browser.cdp("Network.setExtraHTTPHeaders", ["headers": ["Accept-Language": "ar-XB"]])
                try await browser.go(to: "\(served.url)\(path)/seating")
                try await owner.signIn(in: browser)
                try await browser.wait(until: "document.querySelector('[data-plan].movable')")
                #expect(try await browser.script("return document.dir").text == "rtl")
                try await BrowserTests.isForEverybody(browser, "seating plan from right to left")
                // The page lists guests without a table above the first table. So Zoe, who has no table, and Oak, the
                // first table, both fit into the window.
                try await touch(5, to: "Oak", in: browser)
                try await browser.wait(until: "document.querySelector('.toast button')")
                #expect(try tables() == ["Rose", "Rose", "Rose", "Oak", "Oak"])

                try await browser.cdp("Emulation.setScriptExecutionDisabled", ["value": true])
                try await browser.go(to: "\(served.url)\(path)/seating")
                #expect(try await browser.script("return document.querySelector('[data-grip]').hidden").isTrue)
                // Without scripts, axe-core cannot run.
                #expect(try await browser.overhang <= 0)
                for guest in [3, 4] {
                    // The form covers the bottom of the window while guests are selected.
                    let label = ".seat[data-guest='\(guest)'] label"
                    try await browser.script(
                        "document.querySelector(arguments[0]).scrollIntoView({ block: 'center' })", .text(label))
                    try await browser.click(label)
                }
                try await browser.set("#to", to: "none")
                try await browser.click("#seating button")
                try await browser.wait(until: "location.search.includes('done=seated')")
                #expect(try tables() == ["Rose", "Rose", nil, nil, "Oak"])

                try await browser.cdp("Emulation.setScriptExecutionDisabled", ["value": false])
                try await browser.go(to: "\(served.url)\(path)/households")
                try await BrowserTests.isForEverybody(browser, "households from right to left")
                #expect(try await browser.text(of: ".households [scope=rowgroup] span") == "N")
            }
            #expect(try served.stop() == 0)
        }
    }
}
