import BrowserFixture
import EventFixture
import Foundation
import Languages
import Management
import Testing
import Ticketing

extension BrowserTests {
    @Suite("The look of verdicts on the gate page")
    struct GateVerdictTests {
        /// Each verdict of the gate page: the word, and the outcome that determines the colour.
        private static let words: [(outcome: String, word: GateWordSentence)] = [
            ("admit", .admit), ("exit", .exit), ("void", .takenBack), ("repeat", .repeat), ("refuse", .refuse),
            ("undecided", .notDecided), ("undecided", .oneAtATime),
        ]

        /// The number of CSS pixels in a millimetre on a screen that is 360 pixels and 70 mm wide.
        private static let pixelsPerMillimetre = 360.0 / 70

        @Test(
            """
            On a screen 70 mm wide, the letters of a verdict’s word are at least 10 mm high, and the letters of the \
            name and the reason are at least 4 mm high
            """,
            arguments: Language.offered)
        func sizes(language: Language) async throws {
            let stage = try GateStage()
            let short = "Grace Nakato"
            let long = String(
                "Wilhelmina Konstantinopoulou-Ssebaggala ".repeated(to: TextFault.longest).dropLast())
            try await BrowserTests.browse { browser in
                try await stage.openGate(in: browser)
                try await browser.use(.phone(.light))
                try await browser.makeScreen()
                for (outcome, sentence) in GateVerdictTests.words {
                    for holder in [short, long] {
                        let word = language.text(sentence)
                        try await browser.show(
                            [
                                "verdict": .text(outcome), "word": .text(word), "holder": .text(holder),
                                "why": .text(language.text(GateSentence.notOnList)), "type": "Regular",
                                "code": "4F7K-29QX", "language": .text(language.rawValue),
                            ])
                        let place = "\(language) \(word) \(holder.count)"
                        for (selector, millimetres) in [(".word", 10.0), (".who", 4), (".why", 4)] {
                            let height = try await browser.inkHeight(of: selector)
                            let found = height / GateVerdictTests.pixelsPerMillimetre
                            #expect(found >= millimetres, "\(place) \(selector)")
                        }
                        #expect(try await browser.overhang <= 0, "\(place)")
                        #expect(try await browser.isInWindow("#verdict-next"), "\(place)")
                        #expect(try await browser.isInWidth(".word"), "\(place)")
                    }
                }
            }
        }

        @Test("The page’s script counts the characters of a verdict’s word as the server does")
        func letters() async throws {
            let stage = try GateStage()
            try await BrowserTests.browse { browser in
                try await stage.openGate(in: browser)
                try await browser.makeScreen()
                for (word, count) in VerdictWords.letters {
                    try await browser.show(
                        ["verdict": "admit", "word": .text(word), "why": "Welcome", "language": "en"])
                    let found = try await browser.script(
                        "return document.getElementById('verdict').dataset.letters")
                    #expect(found.text == "\(count)", "\(word)")
                }
            }
        }

        @Test("The ring around the focused button of a verdict has a contrast of at least 3 to 1 on each colour")
        func focusRing() async throws {
            let stage = try GateStage()
            try await BrowserTests.browse { browser in
                try await stage.openGate(in: browser)
                try await browser.makeScreen()
                for (outcome, colour) in [
                    ("admit", "green"), ("repeat", "blue"), ("refuse", "red"), ("undecided", "yellow"),
                ] {
                    try await browser.show(
                        ["verdict": .text(outcome), "word": "WORD", "why": "Welcome", "language": "en"])
                    // A script moves the focus to the verdict, so that the Tab key then moves it to the button.
                    try await browser.script(
                        """
                        document.getElementById("verdict").tabIndex = -1;
                        document.getElementById("verdict").focus();
                        """)
                    try await browser.pressTab(to: "#verdict-next")
                    #expect(
                        try await browser.script("return document.getElementById('verdict').dataset.colour").text
                            == colour)
                    let contrast = try #require(try await browser.focusContrast().number)
                    #expect(contrast >= 3, "\(outcome)")
                }
            }
        }

        @Test("A group’s verdict begins with the number of people, before the word, the name and the reason")
        func party() async throws {
            let stage = try GateStage()
            let token = try stage.party(of: 5)
            try await BrowserTests.browse { browser in
                try await stage.openGate(in: browser)
                try await browser.click("#count-more")
                try await browser.click("#count-more")
                try await browser.check(token)
                let lines = try await browser.verdict("ADMIT").split(separator: "\n").map(String.init)
                #expect(lines.prefix(4) == ["3 of 5", "ADMIT", "Ada and friends", "Welcome"], "\(lines)")
            }
        }

        @Test(
            "A ring shows how long an admission stays on the page; it is absent for refusals and with reduced motion"
        )
        func ring() async throws {
            let stage = try GateStage()
            let tokens = [try stage.ticket().token, try stage.ticket().token]
            try await BrowserTests.browse { browser in
                try await stage.openGate(in: browser)
                let ring = "getComputedStyle(document.querySelector('.signs .ring')).display"
                try await browser.check("not a ticket")
                try await browser.verdict("REFUSE")
                #expect(try await browser.script("return \(ring)") == "none")
                try await browser.next()
                try await browser.check(tokens[0])
                try await browser.verdict("ADMIT")
                #expect(try await browser.script("return \(ring)") == "block")
                let duration = try await browser.script(
                    "return document.getElementById('verdict-ring').getAnimations()[0].effect.getTiming().duration")
                #expect(duration == 6000)
                // If the form for an undo is closed, the page shows the ring again.
                try await browser.click("#verdict-undo")
                #expect(try await browser.script("return \(ring)") == "none")
                try await browser.click("#undo-keep")
                #expect(try await browser.script("return \(ring)") == "block")
                try await browser.wait(until: "document.querySelector('#verdict-words .word') === null")
                let running = try await browser.script(
                    "return document.getElementById('verdict-ring').getAnimations().length")
                #expect(running == 0)

                try await browser.cdp(
                    "Emulation.setEmulatedMedia",
                    ["features": [["name": "prefers-reduced-motion", "value": "reduce"]]])
                try await browser.check(tokens[1])
                try await browser.verdict("ADMIT")
                #expect(try await browser.script("return \(ring)") == "none")
                try await browser.wait(until: "document.querySelector('#verdict-words .word') === null")
            }
        }

        @Test("With forced colours, a verdict’s icon and word and the chosen direction are still visible")
        func forcedColours() async throws {
            let stage = try GateStage()
            let token = try stage.ticket().token
            try await BrowserTests.browse { browser in
                try await stage.openGate(in: browser)
                try await browser.cdp(
                    "Emulation.setEmulatedMedia", ["features": [["name": "forced-colors", "value": "active"]]])
                let chosen = try await browser.script(
                    """
                    const [page, entry] = [document.documentElement, document.querySelector(".directions :checked + span")]
                        .map((part) => getComputedStyle(part).backgroundColor);
                    return page !== entry;
                    """)
                #expect(chosen.isTrue)
                try await browser.check(token)
                try await browser.verdict("ADMIT")
                for part in [".signs .green", ".word"] {
                    let isVisible = try await browser.script(
                        """
                        const style = getComputedStyle(document.querySelector(arguments[0]));
                        const background = getComputedStyle(document.getElementById("verdict")).backgroundColor;
                        return document.querySelector(arguments[0]).checkVisibility() && style.color !== background;
                        """, .text(part))
                    #expect(isVisible.isTrue, "\(part)")
                }
            }
        }

        @Test("The refusal of a ticket for another gate shows the way to that gate; an undo shows UNDONE")
        func wrongGate() async throws {
            let stage = try GateStage()
            let (other, own) = (try stage.ticket(forGate: "South"), try stage.ticket())
            try stage.festival.services.gates.setLandmark(
                GateLandmark(gate: "South", text: "by the fountain"), of: stage.festival.event)
            let sample = SamplePicture(width: 400, height: 300)
            _ = try stage.festival.services.pictures.setGatePicture(
                anyPicture(width: 400, height: 300) { $0.format == .jpeg ? sample.jpeg : sample.webp }, of: "South",
                showing: "A fountain", at: stage.festival.event)
            try await BrowserTests.browse { browser in
                try await stage.openGate(in: browser)
                try await browser.check(other)
                let refused = try await browser.verdict("REFUSE")
                #expect(refused.contains("This ticket is for gate South – by the fountain"), "\(refused)")
                try await browser.wait(until: "document.querySelector('#verdict-words img')?.naturalWidth === 400")
                #expect(try await browser.isInWindow("#verdict-words img"))
                #expect(
                    try await browser.script("return document.querySelector('#verdict-words img').alt") == "A fountain")
                try await BrowserTests.isForEverybody(browser, "wrong gate")
                try await browser.next()
                try await browser.check(own.token)
                try await browser.verdict("ADMIT")
                try await browser.click("#verdict-undo")
                try await browser.click("#undo .row button")
                try await browser.verdict("UNDONE")
                try await BrowserTests.isForEverybody(browser, "taken back")
            }
        }

        @Test("The verdict and the page show the number of undecided scans, from one to twelve")
        func undecided() async throws {
            let stage = try GateStage()
            let tokens = try (0..<12).map { _ in try stage.ticket().token }
            try await BrowserTests.browse(forgiven: ["ERR_"]) { browser in
                try await stage.openGate(in: browser)
                try await browser.cutOff()
                for (index, token) in tokens.enumerated() {
                    try await browser.check(token)
                    let count = index == 0 ? "1 scan is not decided." : "\(index + 1) scans are not decided."
                    for id in ["verdict-waiting", "banner-text"] {
                        try await browser.wait(
                            until: "document.getElementById('\(id)').textContent.includes('\(count)')")
                    }
                    #expect(try await browser.isInWindow("#verdict-waiting"), "\(index)")
                }
                #expect(try await browser.script("return document.querySelectorAll('#waiting li').length") == 12)
                try await browser.cdp("Network.disable")
                try await browser.wait(until: "document.querySelectorAll('#waiting li').length === 0")
            }
            #expect(try stage.records() == 12)
        }
    }
}

extension String {
    /// Repeats this text as often as possible without exceeding a number of characters.
    fileprivate func repeated(to length: Int) -> String { String(repeating: self, count: length / count) }
}

extension WebDriver {
    /// Creates a second `VerdictScreen`, on which `show` shows verdicts without a server.
    fileprivate func makeScreen() async throws {
        _ = try await promise(
            """
            const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
            const { VerdictScreen } = await import(loaded.find((name) => name.endsWith("/scripts/verdict.js")));
            window.shownScreen = new VerdictScreen(() => true, () => {}, () => {});
            // The verdicts stay open, so that even a slow machine has time to measure them.
            window.setTimeout = () => 0;
            await document.fonts.ready;
            return true;
            """)
    }

    fileprivate func show(_ verdict: WireValue) async throws {
        _ = try await promise(
            """
            window.shownScreen.show(arguments[0]);
            await document.fonts.ready;
            return true;
            """, verdict)
    }

    /// The contrast between the ring around the button “Next” and the colour of the verdict; 0 without a ring.
    fileprivate func focusContrast() async throws -> WireValue {
        try await script(
            """
            const luminance = (colour) => {
                const parts = colour.match(/[0-9.]+/g).slice(0, 3).map((part) => part / 255);
                const [red, green, blue] = parts.map((part) =>
                    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
                return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
            };
            const ring = getComputedStyle(document.getElementById("verdict-next"));
            if (ring.outlineStyle === "none") return 0;
            const ground = getComputedStyle(document.getElementById("verdict")).backgroundColor;
            const [dark, light] = [ring.outlineColor, ground].map(luminance).sort((one, other) => one - other);
            return (light + 0.05) / (dark + 0.05);
            """)
    }

    /// The height of the tallest letter in the first line of an element, measured on a screenshot, in CSS pixels. For
    /// `.word`, the height is measured in each line, and the smallest height is returned. An accent that does not touch
    /// its letter does not count. The result is 0 if a measured line is not completely inside the window.
    fileprivate func inkHeight(of selector: String) async throws -> Double {
        // The texts can be longer than the window, so the element is scrolled almost to the top of the window. A margin
        // above the element stays visible, because the boxes of the letters can begin above the element.
        try await script(
            """
            const element = document.querySelector(`#verdict-words ${arguments[0]}`);
            element.style.scrollMarginTop = "40px";
            element.scrollIntoView({ block: "start" });
            """, .text(selector))
        let picture = try await screenshot().base64EncodedString()
        let height = try await promise(
            """
            const octets = Uint8Array.from(atob(arguments[0]), (letter) => letter.charCodeAt(0));
            const bitmap = await createImageBitmap(new Blob([octets], { type: "image/png" }));
            const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d", { willReadFrequently: true });
            context.drawImage(bitmap, 0, 0);
            const scale = bitmap.width / innerWidth;
            const ground = context.getImageData(2, 2, 1, 1).data;
            const isInk = (data, at) =>
                [0, 1, 2].reduce((sum, part) => sum + Math.abs(data[at + part] - ground[part]), 0) > 180;
            // The height of the tallest band of adjacent rows that have ink.
            const tallest = ({ left, top, width, height }) => {
                const [x, y, w, h] = [left, top, width, height].map((length) => Math.round(length * scale));
                const { data } = context.getImageData(x, y, w, h);
                let [best, current] = [0, 0];
                for (let row = 0; row < h; row += 1) {
                    let hasInk = false;
                    for (let column = 0; column < w; column += 1) hasInk ||= isInk(data, 4 * (row * w + column));
                    current = hasInk ? current + 1 : 0;
                    best = Math.max(best, current);
                }
                return best / scale;
            };
            const range = document.createRange();
            range.selectNodeContents(document.querySelector(`#verdict-words ${arguments[1]}`));
            const lines = [...range.getClientRects()].filter(({ width }) => width > 1);
            const measured = arguments[1] === ".word" ? lines : lines.slice(0, 1);
            const isShown = ({ left, top, right, bottom }) =>
                left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
            return measured.length > 0 && measured.every(isShown) ? Math.min(...measured.map(tallest)) : 0;
            """, .text(picture), .text(selector))
        return try #require(height.number)
    }

    /// Whether an element is completely inside the window.
    fileprivate func isInWindow(_ selector: String) async throws -> Bool {
        try await script(
            """
            const { left, top, right, bottom } = document.querySelector(arguments[0]).getBoundingClientRect();
            return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
            """, .text(selector)
        ).isTrue
    }

    /// Whether the text of an element is not wider than the window.
    fileprivate func isInWidth(_ selector: String) async throws -> Bool {
        try await script(
            """
            const range = document.createRange();
            range.selectNodeContents(document.querySelector(`#verdict-words ${arguments[0]}`));
            return [...range.getClientRects()].every(({ left, right }) => left >= 0 && right <= innerWidth);
            """, .text(selector)
        ).isTrue
    }
}
