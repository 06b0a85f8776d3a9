import EventFixture

/// Counts a person’s actions in a browser: clicks (presses of the pointer), presses of Enter and Space, and page loads.
/// Typing, the Tab key and moves of the pointer do not count. Space in a text field, and Enter in a text field with
/// several lines, count as typing.
///
/// The counts are in the session storage of the browser’s tab. Each origin has its own session storage, so only actions
/// on pages of the current origin count.
public struct ClickCount: Sendable {
    /// The numbers of actions since `start`.
    public struct Counts: Equatable, Sendable, CustomStringConvertible {
        public let presses: Int
        public let keys: Int
        public let loads: Int

        public init(presses: Int, keys: Int, loads: Int) {
            self.presses = presses
            self.keys = keys
            self.loads = loads
        }

        public var total: Int { presses + keys + loads }
        public var description: String { "\(total): \(presses) presses, \(keys) keys, \(loads) loads" }
    }

    private let browser: WebDriver

    /// Prepares a browser to count on every page that it loads from now on. The script runs before the page’s own
    /// scripts, and the page’s security policy does not apply to it.
    public init(on browser: WebDriver) async throws {
        self.browser = browser
        try await browser.cdp("Page.addScriptToEvaluateOnNewDocument", ["source": .text(ClickCount.script)])
    }

    /// Starts to count on the current page. The load of this page does not count. The page must have been loaded after
    /// `init`.
    public func start() async throws {
        let isCounting = try await browser.script(
            "sessionStorage.setItem(arguments[0], '{}'); return window.countsClicks === true", .text(ClickCount.key))
        guard isCounting.isTrue else { throw Surprise("the page was loaded before the count of clicks was prepared") }
    }

    /// The counts since `start`.
    public var counts: Counts {
        get async throws {
            let found = try await browser.script(
                "return JSON.parse(sessionStorage.getItem(arguments[0]) ?? '{}')", .text(ClickCount.key))
            func count(_ name: String) -> Int { Int(found[name].number ?? 0) }
            return Counts(presses: count("presses"), keys: count("keys"), loads: count("loads"))
        }
    }

    private static let key = "eventpass-clicks"

    private static let script = """
        (() => {
            if (window !== window.top || !location.protocol.startsWith("http")) return;
            const add = (kind) => {
                const counts = JSON.parse(sessionStorage.getItem("\(key)") ?? "{}");
                counts[kind] = (counts[kind] ?? 0) + 1;
                sessionStorage.setItem("\(key)", JSON.stringify(counts));
            };
            const isText = (element) => element.matches?.("textarea, [contenteditable]")
                || element.matches?.("input:not([type=checkbox], [type=radio], [type=submit], [type=button], [type=file])");
            const isTyping = (event) => event.key === " "
                ? isText(event.target) : event.target.matches?.("textarea, [contenteditable]");
            window.countsClicks = true;
            add("loads");
            addEventListener("pageshow", (event) => event.persisted && add("loads"));
            addEventListener("pointerdown", (event) => event.isTrusted && add("presses"), { capture: true });
            addEventListener("keydown", (event) => {
                if (!event.isTrusted || event.repeat || !["Enter", " "].includes(event.key) || isTyping(event)) return;
                add("keys");
            }, { capture: true });
        })();
        """
}
