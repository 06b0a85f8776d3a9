import BrowserFixture
import EventFixture
import Management
import Testing
import Ticketing

extension BrowserTests {
    @Suite("The desk with more contrast and with forced colours")
    struct DeskContrastTests {
        private func stage() throws -> GateStage {
            let stage = try GateStage(.manager)
            let festival = stage.festival
            for name in ["Zoe", "Ada"] {
                _ = try festival.services.orders.createOrder(
                    OrderDraft(
                        lines: [.init(type: festival.regular.number, count: 1)], name: name, payment: Payment(.cash)),
                    of: festival.event, signingWith: festival.ring)
            }
            return stage
        }

        private func paths(_ stage: GateStage) -> [String] {
            let event = "/desk/e/\(stage.festival.event.slug)"
            return ["\(event)/orders", "\(event)/sell", "\(event)/notices", event, "/desk"]
        }

        /// Sets a display preference of the browser’s user, such as more contrast. Also sets the preference for reduced
        /// motion, so that colours change at once.
        private func emulate(_ feature: String, _ value: String, in browser: WebDriver) async throws {
            try await browser.cdp(
                "Emulation.setEmulatedMedia",
                [
                    "features": [
                        ["name": .text(feature), "value": .text(value)],
                        ["name": "prefers-reduced-motion", "value": "reduce"],
                    ]
                ])
        }

        /// The fields whose edges the tests examine. The edge of a stepper is around its buttons and its field.
        private static let fields = """
            main select, main input:not([type=hidden], [type=checkbox], [type=radio], [type=file], .stepper *)
            """

        @Test(
            """
            With more contrast, secondary texts and all edges have the colour of normal text, and edges are at least 2 \
            pixels wide
            """)
        func moreContrast() async throws {
            let stage = try stage()
            try await BrowserTests.browse(.laptop(.light)) { browser in
                try await stage.open("/desk", in: browser)
                for path in paths(stage) {
                    try await browser.go(to: stage.served.url + path)
                    try await browser.wait(until: "document.readyState === 'complete'")
                    // Without the preference for more contrast, this script must find faults. Otherwise, the test could
                    // never fail.
                    let faults = """
                        const ink = getComputedStyle(document.body).color;
                        const style = (part) => getComputedStyle(part);
                        const parts = (selector) =>
                            [...document.querySelectorAll(selector)].filter((part) => part.checkVisibility());
                        const isThin = (part) =>
                            parseFloat(style(part).borderTopWidth) < 2 || style(part).borderTopColor !== ink;
                        const quiet = parts("main .quiet").filter((part) => style(part).color !== ink);
                        const edged = parts("main .card, main .stepper, main button.plain, \(Self.fields)");
                        return [...quiet, ...edged.filter(isThin)].map((part) => part.outerHTML.slice(0, 99));
                        """
                    try await emulate("prefers-contrast", "no-preference", in: browser)
                    #expect(try await !browser.script(faults).list.isEmpty, "\(path)")
                    try await emulate("prefers-contrast", "more", in: browser)
                    let found = try await browser.script(faults).list.compactMap(\.text)
                    #expect(found.isEmpty, "\(path): \(found)")
                    try await BrowserTests.isForEverybody(browser, "\(path) with more contrast")
                }
            }
            #expect(try stage.served.stop() == 0)
        }

        /// A script that returns the buttons, badges, cards and fields without an edge, and the current areas and tabs
        /// without an outline. If colours are not forced, people recognize these elements by their backgrounds.
        private static let unmarked = """
            const buttons = "main button:not(.bare, .stepper *), main a.button";
            const edged = `${buttons}, main .stepper, main .badge, main .card, \(fields)`;
            const isBare = (part) => {
                const { borderTopStyle, borderTopWidth } = getComputedStyle(part);
                return borderTopStyle === "none" || parseFloat(borderTopWidth) < 1;
            };
            const isLost = (part) => {
                const { outlineStyle, outlineWidth } = getComputedStyle(part);
                return outlineStyle === "none" || parseFloat(outlineWidth) < 2;
            };
            const shown = (selector) =>
                [...document.querySelectorAll(selector)].filter((part) => part.checkVisibility());
            return [...shown(edged).filter(isBare), ...shown("[aria-current]").filter(isLost)]
                .map((part) => part.outerHTML.slice(0, 99));
            """

        @Test("With forced colours, buttons, badges and fields have edges, and the current area and tab are marked")
        func forcedColours() async throws {
            let stage = try stage()
            try await BrowserTests.browse(.laptop(.dark)) { browser in
                try await stage.open("/desk", in: browser)
                for path in paths(stage) {
                    try await browser.go(to: stage.served.url + path)
                    try await browser.wait(until: "document.readyState === 'complete'")
                    // Without forced colours, the script must find elements. Otherwise, the test could never fail.
                    try await emulate("forced-colors", "none", in: browser)
                    #expect(try await !browser.script(Self.unmarked).list.isEmpty, "\(path)")
                    try await emulate("forced-colors", "active", in: browser)
                    let found = try await browser.script(Self.unmarked).list.compactMap(\.text)
                    #expect(found.isEmpty, "\(path): \(found)")
                    // The current area of the navigation is one of the marked elements.
                    let current = "return document.querySelectorAll('body > .sidebar [aria-current]').length"
                    #expect(try await browser.script(current) == 1, "\(path)")
                }
            }
            #expect(try stage.served.stop() == 0)
        }
    }
}
