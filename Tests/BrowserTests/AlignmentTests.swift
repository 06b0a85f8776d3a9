import BrowserFixture
import EventFixture
import Foundation
import Management
import Testing
import Ticketing

extension BrowserTests {
    @Suite("The alignment of the parts of pages")
    struct AlignmentTests {
        /// A server with an event that begins in two days. The server uses the system clock, so the clock of the test
        /// data is set to the system time.
        private func stage() throws -> GateStage {
            let stage = try GateStage(.manager)
            let festival = stage.festival
            festival.clock.set(Instant(seconds: Int64(Date().timeIntervalSince1970)))
            _ = try festival.services.events.edit(festival.event) { details in
                details.start = festival.clock.now().advanced(bySeconds: 2 * 86_400)
                details.end = festival.clock.now().advanced(bySeconds: 3 * 86_400)
                details.category = .other
            }
            return stage
        }

        private func faults(_ url: String, _ script: String, _ browser: WebDriver) async throws -> [String] {
            try await browser.go(to: url)
            try await browser.wait(until: "document.readyState === 'complete'")
            return try await browser.script(script).list.compactMap(\.text)
        }

        /// Finds faults on the page of the last tab. The tabs must be one line, the current tab must be visible, and a
        /// focused tab must be scrolled into the window. The first tab’s text must begin where the title begins.
        private static let tabs = """
            const tabs = [...document.querySelectorAll(".tabs a")];
            const box = (part) => part.getBoundingClientRect();
            const isInside = (tab) => box(tab).left >= 0 && box(tab).right <= innerWidth;
            const found = [];
            if (tabs.length < 5) found.push("no tabs");
            if (new Set(tabs.map((tab) => box(tab).top)).size > 1) found.push("lines");
            if (!isInside(document.querySelector(".tabs [aria-current]"))) found.push("current");
            for (const tab of [...tabs].reverse()) {
              tab.focus();
              if (!isInside(tab)) found.push(tab.textContent);
            }
            const words = document.createRange();
            words.selectNodeContents(tabs[0]);
            if (Math.abs(box(words).left - box(document.querySelector("h1")).left) > 1) found.push("start");
            if (document.querySelector(".crumbs a")?.checkVisibility()) found.push("path");
            return found;
            """

        @Test(
            """
            On a phone, the tabs are one line, the current tab and the chosen chip are inside the window, and a \
            picture has the width of its card
            """)
        func phone() async throws {
            let stage = try stage()
            let (url, event) = (stage.served.url, "/desk/e/\(stage.festival.event.slug)")
            for screen in [Screen.phone(.light), .narrowest(.dark)] {
                try await BrowserTests.browse(screen) { browser in
                    try await stage.open("\(event)/history", in: browser)
                    let tabs = try await faults("\(url)\(event)/history", Self.tabs, browser)
                    #expect(tabs.isEmpty, "\(screen): \(tabs)")
                    let list = try await faults(
                        "\(url)/events?category=other",
                        """
                        const box = (part) => part.getBoundingClientRect();
                        const [chip, card] = ["nav.chips [aria-current]", ".event-card"].map((part) =>
                          document.querySelector(part));
                        const [own, row] = [chip, chip.parentElement].map(box);
                        const [picture, title] = [".picture", "h2"].map((part) => box(card.querySelector(part)));
                        const found = [];
                        if (own.left < row.left - 1 || own.right > row.right + 1) found.push("chip");
                        if (Math.abs(picture.left - box(card).left) > 2) found.push("picture");
                        if (Math.abs(picture.right - box(card).right) > 2) found.push("picture’s end");
                        if (title.left - box(card).left < 12) found.push("title");
                        return found;
                        """, browser)
                    #expect(list.isEmpty, "\(screen): \(list)")
                }
            }
            #expect(try stage.served.stop() == 0)
        }

        /// The beginning of a script about a table: functions that find the texts of cells.
        private static let texts = """
            const textNode = (cell, isLast) => {
              const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
              const nodes = [];
              while (walker.nextNode()) if (walker.currentNode.data.trim()) nodes.push(walker.currentNode);
              return isLast ? nodes.at(-1) : nodes[0];
            };
            // The first or the last line of the text of a cell.
            const line = (cell, isLast) => {
              const range = document.createRange();
              range.selectNodeContents(textNode(cell, isLast));
              return [...range.getClientRects()].at(isLast ? -1 : 0);
            };
            const rows = [...document.querySelectorAll("main tbody tr")];
            const found = rows.length === 0 ? ["no rows"] : [];

            """

        private static let tiles = """
            const boxes = (part) => [...document.querySelectorAll(part)].map((one) => one.getBoundingClientRect());
            const differ = (numbers) => Math.max(...numbers) - Math.min(...numbers) > 1;
            const found = [];
            if (boxes(".sale-button").length !== 3) found.push("no tiles");
            if (differ(boxes(".sale-button").map((box) => box.height))) found.push("heights");
            if (differ(boxes(".sale-type .stepper").map((box) => box.top))) found.push("fields");
            for (const button of document.querySelectorAll(".sale-button")) {
              const name = button.querySelector("strong").getBoundingClientRect();
              if (name.left - button.getBoundingClientRect().left > 20) found.push(button.textContent);
            }
            return found;
            """

        private static let labels = """
            const found = [];
            const fields = [...document.querySelectorAll("form.narrow > .field")].slice(0, 2);
            const tops = (part) => fields.map((field) => field.querySelector(part).getBoundingClientRect().top);
            if (!fields[0].querySelector(".quiet") || fields[1].querySelector(".quiet")) found.push("hints");
            for (const part of ["label", "input"]) {
              if (Math.abs(tops(part)[0] - tops(part)[1]) > 1) found.push(part);
            }
            return found;
            """

        private static let numbers: String =
            texts + """
                for (const [index, heading] of [...document.querySelectorAll("main thead th")].entries()) {
                  if (!heading.classList.contains("number")) continue;
                  const end = line(heading, true).right;
                  const isAway = (row) => Math.abs(line(row.cells[index], true).right - end) > 1;
                  if (rows.some(isAway)) found.push(heading.textContent);
                }
                if (!document.querySelector("main thead th.number .sort")) found.push("no numbers");
                return found;
                """

        private static let baselines: String =
            texts + """
                for (const row of rows) {
                  const lines = [...row.cells].filter((cell) => textNode(cell)).map((cell) => line(cell));
                  const ends = lines.map((box) => box.bottom);
                  if (Math.max(...ends) - Math.min(...ends) > 4) found.push(row.textContent);
                  const check = row.querySelector(".select input").getBoundingClientRect();
                  const distance = (check.top + check.bottom - lines[0].top - lines[0].bottom) / 2;
                  if (Math.abs(distance) > 3) found.push("checkbox");
                }
                if (!document.querySelector("main tbody .button")) found.push("no buttons");
                return found;
                """

        @Test(
            """
            Related fields, numbers and texts are aligned in tiles of ticket types, in forms, in tables, and in lists \
            of messages
            """)
        func laptop() async throws {
            let stage = try stage()
            let festival = stage.festival
            for name in ["Balcony, left, with supper and a programme", "Student"] {
                _ = try festival.services.ticketTypes.addTicketType(
                    TicketTypeDetails(name: name, price: Money("150000 UGX"), quantity: 20), to: festival.event)
            }
            for (name, count) in [("Zoe", 1), ("Ada", 12)] {
                _ = try festival.services.orders.createOrder(
                    OrderDraft(
                        lines: [.init(type: festival.regular.number, count: count)], name: name,
                        email: "\(name.lowercased())@example.org", payment: Payment(.cash)), of: festival.event,
                    signingWith: festival.ring)
            }
            let event = "/desk/e/\(festival.event.slug)"
            let pages: [(path: String, script: String)] = [
                ("\(event)/sell", Self.tiles), ("\(event)/orders", Self.numbers), ("\(event)/notices", Self.baselines),
                ("\(event)/edit/time", Self.labels),
            ]
            try await BrowserTests.browse(.laptop(.light)) { browser in
                try await stage.open(event, in: browser)
                for (path, script) in pages {
                    let found = try await faults(stage.served.url + path, script, browser)
                    #expect(found.isEmpty, "\(path): \(found)")
                }
            }
            #expect(try stage.served.stop() == 0)
        }
    }
}
