import BrowserFixture
import EventFixture
import Gate
import Testing

extension BrowserTests {
    @Suite("Pages of the desk, where organizers manage events")
    struct DeskPageTests {
        @Test(
            "Each linked desk page, with all sections expanded, is accessible on each screen, in light and dark colours"
        )
        func everybody() async throws {
            let season = try Season()
            let evening = "/desk/e/\(season.evening.slug)"
            try await BrowserTests.browse { browser in
                try await season.stage.open("/desk", in: browser)
                var waiting = [
                    "/desk", "/desk/notices", "\(evening)/edit/time?missing=1", "\(evening)/new-type", "/desk/account",
                    "/desk/e/carols-in-the-garden",
                    "/desk/e/\(season.wedding.slug)/guests", "/desk/e/\(season.wedding.slug)/guests/1",
                    "/desk/e/\(season.wedding.slug)/sub-events",
                ]
                var kinds: Set<String> = []
                while let path = waiting.popLast() {
                    guard kinds.insert(DeskPageTests.kind(of: path)).inserted else { continue }
                    let type = try await browser.promise(
                        "return (await fetch('\(path)', { method: 'HEAD' })).headers.get('content-type')")
                    guard type.text?.hasPrefix("text/html") ?? false else { continue }
                    try await browser.go(to: season.stage.served.url + path)
                    try await browser.script(
                        "for (const part of document.querySelectorAll('details')) part.open = true")
                    for screen in Screen.all {
                        try await browser.use(screen)
                        try await BrowserTests.isForEverybody(browser, "\(path), \(screen)")
                    }
                    let links = try await browser.script(
                        "return [...document.querySelectorAll('main a')].map((link) => link.pathname)")
                    waiting += links.list.compactMap(\.text).filter { link in
                        link.hasPrefix("/desk") && (!link.hasPrefix("/desk/e/") || link.hasPrefix(evening))
                    }
                }
                #expect(kinds.count > 25, "\(kinds.sorted())")
            }
        }

        @Test("An event’s page that is open in the browser shows new admissions without being reloaded")
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
                #expect(try stage.festival.gate().decide(Scan(token)).outcome == .admit(again: false))
                try await browser.wait(until: "window.isHere && \(came(1))")
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
