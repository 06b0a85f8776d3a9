import BrowserFixture
import EventFixture
import Gate
import Testing

extension BrowserTests {
    @Suite("Pages of the desk, where organizers manage events")
    struct DeskPageTests {
        /// The parts of the desk. Each part is checked by tests of its own, so that no test takes long.
        enum Part: String, CaseIterable {
            /// Pages about an event itself: its figures, details, ticket types and pictures.
            case event
            /// Pages about the tickets, people and messages of an event.
            case sales
            /// Pages about the guests of a celebration.
            case guests
            /// Pages without an event, such as those of an organizer.
            case organizer
        }

        @Test(
            "Each linked desk page, with its sections expanded, is accessible on each screen, in light and dark colours",
            arguments: Part.allCases, Screen.Scheme.allCases)
        func everybody(part: Part, scheme: Screen.Scheme) async throws {
            let season = try Season()
            let (evening, wedding) = ("/desk/e/\(season.evening.slug)", "/desk/e/\(season.wedding.slug)")
            var waiting: [String] =
                switch part {
                case .event: [evening, "\(evening)/edit/time?missing=1", "/desk/e/\(season.draft.slug)"]
                case .sales: ["\(evening)/orders", "\(evening)/tickets", "\(evening)/guests", "\(evening)/print"]
                case .guests: ["\(wedding)/guests", "\(wedding)/guests/1", "\(wedding)/sub-events"]
                case .organizer: ["/desk", "/desk/notices", "/desk/account"]
                }
            var kinds: Set<String> = []
            try await BrowserTests.browse { browser in
                try await season.stage.open("/desk", in: browser)
                while let path = waiting.popLast() {
                    guard kinds.insert(DeskPageTests.kind(of: path)).inserted else { continue }
                    let type = try await browser.promise(
                        "return (await fetch('\(path)', { method: 'HEAD' })).headers.get('content-type')")
                    guard type.text?.hasPrefix("text/html") ?? false else { continue }
                    try await browser.go(to: season.stage.served.url + path)
                    try await browser.script(
                        "for (const part of document.querySelectorAll('details')) part.open = true")
                    for screen in [Screen.phone(scheme), .laptop(scheme)] {
                        try await browser.use(screen)
                        try await BrowserTests.isForEverybody(browser, "\(path), \(screen)")
                    }
                    // The areas of the desk are in the sidebar, outside of the main part.
                    let links = try await browser.script(
                        "return [...document.querySelectorAll('a')].map((link) => link.pathname)")
                    waiting += links.list.compactMap(\.text).filter { link in
                        DeskPageTests.part(of: link, evening: evening, wedding: wedding) == part
                    }
                }
            }
            for path in DeskPageTests.known(part, evening: evening, wedding: wedding) {
                #expect(kinds.contains(DeskPageTests.kind(of: path)), "\(path) in \(kinds.sorted())")
            }
        }

        /// The part of the desk to which a page belongs; nil for other pages, and for the pages of other events.
        private static func part(of path: String, evening: String, wedding: String) -> Part? {
            let areas = ["guests", "households", "seating", "headcount", "sub-events", "import/guests"]
            if areas.contains(where: { "\(path)/".hasPrefix("\(wedding)/\($0)/") }) { return .guests }
            let sales = [
                "orders", "tickets", "sell", "issue", "guests", "import", "print", "notices", "write", "reminders",
                "reports", "check-in", "devices",
            ]
            if sales.contains(where: { "\(path)/".hasPrefix("\(evening)/\($0)/") }) { return .sales }
            if "\(path)/".hasPrefix("\(evening)/") { return .event }
            return path.hasPrefix("/desk") && !path.hasPrefix("/desk/e/") ? .organizer : nil
        }

        private static func known(_ part: Part, evening: String, wedding: String) -> [String] {
            switch part {
            case .event: ["edit/more", "types/*", "pictures", "history", "cancel"].map { "\(evening)/\($0)" }
            case .sales:
                ["orders/*", "tickets/*", "sell", "print", "reports", "notices", "check-in"].map { "\(evening)/\($0)" }
            case .guests: ["guests/*", "seating", "headcount", "households"].map { "\(wedding)/\($0)" }
            case .organizer:
                ["/desk/events", "/desk/calendar"]
                    + ["members", "money", "settings", "webhooks"].map { "/desk/organizers/nile-nights/\($0)" }
            }
        }

        @Test(
            """
            An event’s open page shows a new admission and a new part without being reloaded; the focus stays where it \
            is, and an open table stays open
            """)
        func live() async throws {
            let stage = try GateStage(.owner)
            let token = try stage.ticket().token
            try await BrowserTests.browse { browser in
                try await stage.open("/desk/e/\(stage.festival.event.slug)", in: browser)
                func came(_ count: Int) -> String {
                    """
                    [...document.querySelectorAll(".figures div")].some((number) =>
                        number.querySelector("dt").textContent === "Admitted"
                            && number.querySelector("dd").textContent === "\(count)")
                    """
                }
                try await browser.wait(until: came(0))
                try await browser.script("window.isHere = true")
                try await browser.click("#sales-table summary")
                // The server sends this part again. So the script inserts the part before the open table.
                try await browser.script("document.querySelector('#figures > .charts').remove()")
                #expect(try stage.festival.gate().decide(Scan(token)).outcome == .admit(again: false))
                try await browser.wait(until: "window.isHere && \(came(1))")
                let stays = """
                    return document.activeElement.matches("#sales-table summary")
                        && document.querySelector("#figures > .charts + #sales-table").open;
                    """
                #expect(try await browser.script(stays).isTrue)
            }
        }

        /// The path with its numbers and codes replaced by `*`. If several pages have the same path after this
        /// replacement, the test opens only one of these pages.
        private static func kind(of path: String) -> String {
            path.prefix { $0 != "?" }.split(separator: "/").map { part in
                part.wholeMatch(of: /[0-9]+|[0-9A-Z]{4}-[0-9A-Z]{4}/) == nil ? String(part) : "*"
            }.joined(separator: "/")
        }
    }
}
