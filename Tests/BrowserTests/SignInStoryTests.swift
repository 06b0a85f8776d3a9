import BrowserFixture
import EventFixture
import Foundation
import Management
import TerminalFixture
import Testing
import Ticketing

extension BrowserTests {
    @Suite("Sign-in links, the pages that a role allows, and links to other servers")
    struct SignInStoryTests {
        @Test("The link that a server prints in a terminal signs in the local owner once; a second browser is refused")
        func printedLink() async throws {
            let festival = try Festival(engine: .sqlite)
            // The server needs a device id in the data folder. Any command, such as this one, writes the id.
            let command = try Program(["organizer", "list"], on: festival, input: [])
            _ = try command.rest()
            #expect(command.process.terminationStatus == 0)
            let terminal = try PseudoTerminal(
                "exec \"$PROGRAM\" serve --listen 127.0.0.1:0 2> /dev/null", in: festival.folder.path, columns: 200,
                environment: [
                    "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TERM": "xterm", "PROGRAM": try Program.url.path,
                    "EVENTPASS_DATA": festival.folder.path, "EVENTPASS_STORE": festival.storeURL,
                ])
            let pattern = #/(http://127\.0\.0\.1:[0-9]+)(/enter#[0-9A-Za-z]{20,})\s/#
            try terminal.wait(for: "the link") { terminal.text.contains(pattern) }
            let printed = try #require(terminal.text.firstMatch(of: pattern))
            let (url, link) = (String(printed.1), "\(printed.1)\(printed.2)")
            try await BrowserTests.browse(forgiven: ["401"]) { browser in
                try await browser.go(to: link)
                try await browser.wait(until: "location.pathname === '/desk' && document.readyState === 'complete'")
                try await BrowserTests.browse(forgiven: ["401"]) { other in
                    try await other.go(to: link)
                    try await other.wait(until: "document.title.startsWith('Error: ')")
                    #expect(try await other.text(of: "#errors").contains("already used"))
                    try await BrowserTests.isForEverybody(other, "a link that was used")
                    try await other.go(to: "\(url)/desk")
                    try await other.wait(until: "document.getElementById('password')")
                }
                // The first browser stays signed in, and the URL of its page does not contain the secret of the link.
                #expect(try await browser.script("return location.href").text == "\(url)/desk")
                try await browser.go(to: "\(url)/desk/account")
                #expect(try await browser.script("return location.pathname") == "/desk/account")
            }
            try terminal.type([3])
            #expect(try terminal.end() == 0)
        }

        @Test(
            """
            A seller sees no links to the pages of managers and owners, and gets the status 403 for the URLs of these \
            pages
            """)
        func seller() async throws {
            let stage = try GateStage(.seller)
            let (event, team) = ("/desk/e/\(stage.festival.event.slug)", "/desk/organizers/nile-nights")
            let forbidden = [
                "\(event)/edit/basics", "\(event)/history", "\(event)/reports", "\(team)/members", "\(team)/money",
                "\(team)/settings", "\(team)/webhooks", "\(team)/new",
            ]
            try await BrowserTests.browse(forgiven: ["403"]) { browser in
                try await stage.open(event, in: browser)
                var links: Set<String> = []
                for path in [event, team, "/desk"] {
                    try await browser.go(to: stage.served.url + path)
                    links.formUnion(
                        try await browser.script(
                            "return [...document.querySelectorAll('a')].map((link) => link.pathname)"
                        ).list.compactMap(\.text))
                }
                #expect(links.contains("\(event)/orders"))
                #expect(links.isDisjoint(with: forbidden), "\(links.intersection(forbidden))")
                for path in forbidden {
                    try await browser.go(to: stage.served.url + path)
                    let status = try await browser.script(
                        "return performance.getEntriesByType('navigation')[0].responseStatus")
                    #expect(status == 403, "\(path)")
                }
                try await BrowserTests.isForEverybody(browser, "a forbidden page")
            }
            #expect(try stage.served.stop() == 0)
        }

        @Test(
            """
            If a link to the sign-in page names a page of another server, the browser opens the desk after sign-in \
            instead of that page
            """)
        func elsewhere() async throws {
            let stage = try GateStage(.owner)
            try await BrowserTests.browse { browser in
                for next in [
                    "//evil.example/", "https://evil.example/", "/%5Cevil.example/", "javascript:alert(1)",
                ] {
                    try await browser.cdp("Network.clearBrowserCookies")
                    try await stage.open("/sign-in?next=\(next)", in: browser)
                    let address = try await browser.script("return location.href").text
                    #expect(address == "\(stage.served.url)/desk", "\(next)")
                }
                try await browser.cdp("Network.clearBrowserCookies")
                try await stage.open("/sign-in?next=/desk/account", in: browser)
                #expect(try await browser.script("return location.pathname") == "/desk/account")
            }
            #expect(try stage.served.stop() == 0)
        }
    }
}
