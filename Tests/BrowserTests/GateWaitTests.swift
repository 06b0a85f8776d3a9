import BrowserFixture
import EventFixture
import Foundation
import Testing

extension BrowserTests {
    @Suite("Scans that wait for the server’s response")
    struct GateWaitTests {
        @Test("A decision that arrives late is listed with the ticket’s details, and never covers the current verdict")
        func late() async throws {
            let stage = try GateStage()
            let ticket = try stage.ticket(for: "Ada", note: "Table 4")
            try await BrowserTests.browse(forgiven: ["ERR_"]) { browser in
                try await stage.openGate(in: browser)
                try await browser.cutOff()
                try await USBScanner(layout: "us").type(ticket.token, on: browser)
                try await browser.verdict("NOT DECIDED")
                try await browser.wait(until: "document.getElementById('banner-text').textContent.includes('1 scan ')")
                try await USBScanner(layout: "us").type("nobody's", on: browser)
                try await browser.wait(until: "document.getElementById('banner-text').textContent.includes('2 scans')")
                try await browser.keepVerdicts()
                try await browser.script(
                    "window.felt = []; navigator.vibrate = (pattern) => window.felt.push(pattern.join(' '))")
                try await browser.cdp("Network.disable")
                try await browser.verdict("REFUSE")
                // The page showed only the refusal as a verdict and vibrated only for the refusal. The late decision is
                // only listed.
                #expect(try await browser.script("return window.verdicts") == ["REFUSE"])
                #expect(try await browser.script("return window.felt") == ["220 80 220"])
                let listed = try await browser.text(of: "#settled li")
                #expect(listed.contains("Ada") && listed.contains(ticket.code) && listed.contains("Table 4"))
                // The listed decision is visible and can be tapped.
                let isOnTop = try await browser.script(
                    """
                    const { left, top, width, height } = document.querySelector("#settled li").getBoundingClientRect();
                    return document.elementFromPoint(left + width / 2, top + height / 2).closest("#settled") !== null;
                    """)
                #expect(isOnTop == true)
                try await BrowserTests.isForEverybody(browser, "late decision")
                // If the listed admission is undone, the verdict stays visible.
                try await browser.click("#settled button")
                try await browser.wait(until: "document.querySelectorAll('#settled li').length === 2")
                #expect(try await browser.text(of: "#settled li").contains("UNDONE"))
                #expect(try await browser.script("return window.verdicts") == ["REFUSE"])
            }
            #expect(try stage.records() == 2)
        }

        @Test("A verdict that covers the page shows how many scans are not decided yet, until all are decided")
        func waiting() async throws {
            let stage = try GateStage()
            let (first, second) = (try stage.ticket(for: "Ada"), try stage.ticket(for: "Ben"))
            let waiting = "document.getElementById('verdict-waiting')"
            try await BrowserTests.browse(forgiven: ["ERR_"]) { browser in
                try await stage.openGate(in: browser)
                try await browser.cutOff()
                for (token, message) in [
                    (first.token, "1 scan is not decided."), (second.token, "2 scans are not decided."),
                ] {
                    try await USBScanner(layout: "us").type(token, on: browser)
                    try await browser.verdict("NOT DECIDED")
                    try await browser.wait(until: "\(waiting).textContent === '\(message)'")
                }
                // The banner also shows this number, but the verdict covers the banner. The number must therefore be
                // visible on the verdict.
                let isOnTop = try await browser.script(
                    """
                    const note = \(waiting);
                    note.scrollIntoView({ block: "center" });
                    const { left, top, width, height } = note.getBoundingClientRect();
                    return document.elementFromPoint(left + width / 2, top + height / 2) === note;
                    """)
                #expect(isOnTop.isTrue)
                try await BrowserTests.isForEverybody(browser, "waiting scans")
                try await browser.cdp("Network.disable")
                try await browser.wait(until: "document.querySelector('#figure-admitted').textContent === '2'")
                try await browser.wait(until: "\(waiting).textContent === ''")
            }
            #expect(try stage.records() == 2)
        }

        @Test("A response from another server, such as a Wi-Fi portal, decides nothing, and the scan is sent again")
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

        @Test("If the server does not answer a scan, the page shows NOT DECIDED before the request times out")
        func silent() async throws {
            let stage = try GateStage()
            let ticket = try stage.ticket()
            try await BrowserTests.browse(forgiven: ["ERR_"]) { browser in
                try await stage.openGate(in: browser)
                try await browser.countEnded()
                try await browser.script(
                    """
                    new MutationObserver(() => window.endedBefore ??= window.ended)
                        .observe(document.getElementById("verdict-words"), { childList: true });
                    """)
                stage.served.freeze()
                try await USBScanner(layout: "us").type(ticket.token, on: browser)
                #expect(try await browser.verdict("NOT DECIDED").contains("Trying again"))
                #expect(try await browser.script("return window.endedBefore") == 0)
                try await browser.wait(until: "document.getElementById('banner-text').textContent.includes('1 scan ')")
                stage.served.thaw()
                #expect(try await browser.verdict("ADMIT").contains(ticket.code))
                try await browser.wait(until: "document.getElementById('banner-text').textContent === ''")
            }
            #expect(try stage.records() == 1)
        }

        @Test("After a click on Français, the page shows French texts, even while the server does not answer")
        func french() async throws {
            let stage = try GateStage()
            let tickets = [try stage.ticket(), try stage.ticket()]
            try await BrowserTests.browse(forgiven: ["ERR_"]) { browser in
                try await stage.openGate(in: browser)
                try await browser.click(".languages [hreflang=fr]")
                try await browser.wait(until: "document.documentElement.lang === 'fr'")
                // The language is in a cookie, and not in the URL that people share.
                #expect(try await browser.script("return location.search.includes('language')") == false)
                try await browser.wait(until: "document.getElementById('figure-inside')?.textContent !== '–'")
                try await browser.check(tickets[0].token)
                #expect(try await browser.verdict("ADMIS").contains("Bienvenue"))
                #expect(try await browser.text(of: "#verdict-next") == "Suivant")
                try await browser.next()
                stage.served.freeze()
                try await browser.check(tickets[1].token)
                #expect(try await browser.verdict("NON DÉCIDÉ").contains("Ne laissez entrer personne"))
                try await browser.wait(
                    until: "document.getElementById('banner-text').textContent.includes('1 scan n’est pas décidé')")
                stage.served.thaw()
                #expect(try await browser.verdict("ADMIS").contains(tickets[1].code))
            }
            #expect(try stage.records() == 2)
        }

        @Test("If the server does not answer a camera frame, a banner reports this before the request times out")
        func unseen() async throws {
            let stage = try GateStage()
            try await BrowserTests.browse(film: stage.film, forgiven: ["ERR_"]) { browser in
                try await stage.openGate(in: browser)
                try await browser.click("#camera-start")
                try await browser.pictures(2)
                stage.served.freeze()
                try await browser.countEnded()
                try await browser.script(
                    """
                    new MutationObserver(() => window.endedBefore ??= window.ended)
                        .observe(document.getElementById("banner-text"), { childList: true });
                    """)
                try await browser.wait(until: "document.getElementById('banner-text').textContent !== ''")
                #expect(try await browser.script("return window.endedBefore") == 0)
                stage.served.thaw()
                try await browser.wait(until: "document.getElementById('banner-text').textContent === ''")
            }
        }

        @Test("Even without a scan, the gate page says that the server does not answer, until the server answers again")
        func idle() async throws {
            let stage = try GateStage()
            try await BrowserTests.browse(forgiven: ["ERR_"]) { browser in
                try await stage.openGate(in: browser)
                stage.served.freeze()
                try await browser.wait(
                    until: "document.getElementById('banner-text').textContent === 'The server does not answer.'")
                stage.served.thaw()
                try await browser.wait(until: "document.getElementById('banner-text').textContent === ''")
            }
        }
    }
}

extension WebDriver {
    /// Cuts the browser off from the network. `Network.disable` reconnects the browser.
    func cutOff() async throws {
        try await cdp("Network.enable")
        try await cdp(
            "Network.emulateNetworkConditions",
            ["offline": true, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1])
    }

    /// Changes the page so that it counts its answered and failed requests in `window.ended`.
    fileprivate func countEnded() async throws {
        try await script(
            """
            const { fetch } = window;
            window.ended = 0;
            window.fetch = (path, options) => fetch(path, options).finally(() => window.ended += 1);
            """)
    }
}
