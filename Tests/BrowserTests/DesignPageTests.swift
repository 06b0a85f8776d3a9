import BrowserFixture
import EventFixture
import Foundation
import Testing

extension BrowserTests {
    @Suite("The page with every component")
    struct DesignPageTests {
        private static let comparison = ScreenshotComparison(
            references: Project.file("Tests/BrowserTests/References"),
            results: Project.file(".build/screenshots"))

        /// The test languages of the pictures, by the direction of their text. Both show the English sentences with
        /// accents.
        private static let languages = ["ltr": "en-XA", "rtl": "ar-XB"]

        /// Opens the page in the language for a direction of text.
        private func open(_ direction: String, at stage: GateStage, in browser: WebDriver) async throws {
            let language = try #require(DesignPageTests.languages[direction])
            try await browser.cdp("Network.setExtraHTTPHeaders", ["headers": ["Accept-Language": .text(language)]])
            try await browser.go(to: "\(stage.served.url)/desk/design")
            try await browser.wait(until: "document.documentElement.dir === '\(direction)'")
            // The buttons of the steppers appear when the scripts have run.
            try await browser.wait(until: "document.querySelectorAll('.stepper button').length === 2")
        }

        @Test(
            """
            Each component looks as recorded on a phone and a laptop, in light and dark, in both directions of text, and \
            is accessible
            """)
        func looks() async throws {
            let stage = try GateStage(.owner, options: ["--development"])
            try await BrowserTests.browse { browser in
                try await stage.open("/desk/design", in: browser)
                try await browser.cdp("Network.enable")
                for screen in Screen.all {
                    for direction in ["ltr", "rtl"] {
                        try await browser.use(screen)
                        try await open(direction, at: stage, in: browser)
                        try await BrowserTests.isForEverybody(browser, "the design page, \(screen), \(direction)")
                        let name = "design-\(screen)-\(direction)"
                        let fault = try await DesignPageTests.comparison.fault(of: name, on: browser)
                        #expect(fault == nil)
                    }
                }
            }
        }

        @Test("The comparison finds wider gaps and larger texts")
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

        @Test("Without scripts, a phone’s menu and the dialog can be opened and closed")
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
                // The toast can cover the button, so the key Enter opens the dialog.
                try await browser.type("\u{E007}", into: "[popovertarget=refund]")
                #expect(try await browser.text(of: "#refund h2") == "Refund order 1002?")
                try await browser.click("#refund [popovertargetaction=hide]")
                #expect(try await browser.text(of: "#refund h2").isEmpty)
                try await browser.click(".menu > summary")
                #expect(try await link.text.isEmpty)
            }
        }
    }
}
