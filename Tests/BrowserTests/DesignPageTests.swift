import BrowserFixture
import EventFixture
import Foundation
import Testing

extension BrowserTests {
    @Suite("The pages that show the components of the design")
    struct DesignPageTests {
        private static let comparison = ScreenshotComparison(
            references: Project.file("Tests/BrowserTests/References"),
            results: Project.file(".build/screenshots"))

        /// The languages of the reference pictures, by the direction of their text. Both are languages for tests: their
        /// sentences are the English sentences with accents.
        private static let languages = ["ltr": "en-XA", "rtl": "ar-XB"]

        /// The path of each page. The key is the beginning of the names of the page’s reference pictures.
        private static let paths = [
            "design": "/desk/design", "design-lists": "/desk/design/lists", "design-public": "/design/public",
            "design-gate": "/design/gate",
        ]

        private func open(
            _ direction: String, of page: String = "design", at stage: GateStage, in browser: WebDriver
        ) async throws {
            let language = try #require(DesignPageTests.languages[direction])
            let path = try #require(DesignPageTests.paths[page])
            try await browser.cdp("Network.setExtraHTTPHeaders", ["headers": ["Accept-Language": .text(language)]])
            try await browser.go(to: stage.served.url + path)
            try await browser.wait(until: "document.documentElement.dir === '\(direction)'")
            // The buttons of the steppers appear when the scripts have run.
            try await browser.wait(
                until: """
                    [...document.querySelectorAll('.stepper')].every((one) =>
                        one.querySelectorAll('button').length === 2)
                    """)
            // Otherwise, the browser would load pictures below the window only when people scroll to them.
            try await browser.script("for (const image of document.images) image.loading = 'eager'")
            try await browser.wait(until: "[...document.images].every((image) => image.complete)")
        }

        /// For each page, the names of its dialogs, and the scripts that open them. Each dialog has a reference
        /// picture, which shows the window with the open dialog.
        private static let dialogs: [String: [(name: String, open: String)]] = [
            "design": [
                (
                    "palette",
                    // Replaces the server’s response to the search, so that the results are the same each time.
                    """
                    const hits = ["1001", "1002"].map((title, index) =>
                        ({ path: "/desk", title, about: "Grace", state: "paid", tone: ["good", "warn"][index] }));
                    const answer = { groups: [{ label: "Orders", hits }], count: "2 results", about: "" };
                    window.fetch = async () => new Response(JSON.stringify(answer));
                    document.querySelector(".search-entry").click();
                    const field = document.getElementById("palette-text");
                    field.value = "grace";
                    field.dispatchEvent(new Event("input"));
                    """
                ),
                ("discard", "document.getElementById('discard').showModal()"),
            ],
            "design-public": [("large", "document.querySelector('[data-large]').click()")],
        ]

        private func checkDialogs(of page: String, _ screen: Screen, in browser: WebDriver) async throws {
            for (name, open) in DesignPageTests.dialogs[page] ?? [] {
                try await browser.script("scrollTo(0, 0)")
                try await browser.script(open)
                let isReady = "document.querySelector('dialog[open]') && !document.querySelector('[aria-busy]')"
                try await browser.wait(until: isReady)
                let fault = try await DesignPageTests.comparison.fault(
                    of: "\(page)-\(name)-\(screen)", on: browser, .window)
                #expect(fault == nil)
                try await browser.script("document.querySelector('dialog[open]').close()")
            }
        }

        @Test(
            """
            On a phone and a laptop, in light and dark colours, and in both text directions, each component looks like \
            its reference picture and is accessible
            """,
            arguments: DesignPageTests.paths.keys.sorted())
        func components(page: String) async throws {
            let stage = try GateStage(.owner, options: ["--development"])
            try await BrowserTests.browse { browser in
                try await stage.open("/desk/design", in: browser)
                try await browser.cdp("Network.enable")
                for screen in Screen.all {
                    for direction in ["ltr", "rtl"] {
                        try await browser.use(screen)
                        try await open(direction, of: page, at: stage, in: browser)
                        try await BrowserTests.isForEverybody(browser, "\(page), \(screen), \(direction)")
                        let name = "\(page)-\(screen)-\(direction)"
                        let fault = try await DesignPageTests.comparison.fault(of: name, on: browser)
                        #expect(fault == nil)
                        if direction == "ltr" { try await checkDialogs(of: page, screen, in: browser) }
                    }
                }
            }
        }

        @Test("The comparison with reference pictures detects wider gaps and larger texts")
        func changes() async throws {
            guard !ScreenshotComparison.isRecording else { return }
            let stage = try GateStage(.owner, options: ["--development"])
            try await BrowserTests.browse(.laptop(.light)) { browser in
                try await stage.open("/desk/design", in: browser)
                try await browser.cdp("Network.enable")
                for change in ["--s3", "--t1"] {
                    try await open("ltr", at: stage, in: browser)
                    try await browser.script(
                        "document.documentElement.style.setProperty('\(change)', '40px')")
                    let picture = try await browser.wholePage().halved
                    let fault = try DesignPageTests.comparison.compare(
                        picture, with: "design-1280-light-ltr", drawnBy: try await browser.version)
                    #expect(fault != nil, "\(change)")
                }
            }
        }

        @Test("Without scripts, a phone’s menu can be opened and closed")
        func withoutScripts() async throws {
            let stage = try GateStage(.owner, options: ["--development"])
            try await BrowserTests.browse(.phone(.light)) { browser in
                try await stage.open("/desk/design", in: browser)
                try await browser.cdp("Emulation.setScriptExecutionDisabled", ["value": true])
                try await browser.go(to: "\(stage.served.url)/desk/design")
                let link = try await browser.find(".menu a[href='/desk/events']")
                #expect(try await link.text.isEmpty)
                try await browser.click(".menu > summary")
                #expect(try await link.text == "Events")
                try await browser.click(".menu > summary")
                #expect(try await link.text.isEmpty)
            }
        }
    }
}
