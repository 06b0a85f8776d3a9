import BrowserFixture
import EventFixture
import Foundation
import Testing

extension BrowserTests {
    @Suite("Scans that wait for their answer")
    struct GateWaitTests {
        @Test("What another answers in the server's place decides nothing, and keeps no later scan waiting")
        func portal() async throws {
            let stage = try GateStage()
            let (first, second) = (try stage.ticket(for: "Ada"), try stage.ticket(for: "Ben"))
            try await BrowserTests.browse { browser in
                try await stage.openGate(in: browser)
                try await browser.script(
                    """
                    const { fetch } = window;
                    window.isCaptive = true;
                    window.fetch = async (path, options) => {
                        if (!window.isCaptive || !path.endsWith("/scan")) return fetch(path, options);
                        return new Response("<h1>Welcome</h1>", { headers: { "Content-Type": "text/html" } });
                    };
                    """)
                try await browser.check(first.token)
                try await browser.verdict("NOT DECIDED")
                try await browser.wait(until: "document.getElementById('banner-text').textContent.includes('1 scan ')")
                try await browser.script("window.isCaptive = false")
                #expect(try await browser.verdict("ADMIT").contains("Ada"))
                try await browser.next()
                try await browser.check(second.token)
                #expect(try await browser.verdict("ADMIT").contains("Ben"))
            }
            #expect(try stage.records() == 2)
        }
    }
}
