/// A window's size and colour scheme.
public struct Screen: Sendable, CustomStringConvertible {
    public enum Scheme: String, Sendable, CaseIterable { case light, dark }

    /// The size of the window in CSS pixels.
    public let width: Int
    public let height: Int
    public let scheme: Scheme

    public static func phone(_ scheme: Scheme) -> Screen { Screen(width: 360, height: 740, scheme: scheme) }
    /// The narrowest supported window. If a person zooms a page to 400 % in a window of 1280 pixels, the page is only
    /// 320 CSS pixels wide (WCAG 2.2, 1.4.10).
    public static func narrowest(_ scheme: Scheme) -> Screen { Screen(width: 320, height: 740, scheme: scheme) }
    public static func laptop(_ scheme: Scheme) -> Screen { Screen(width: 1280, height: 800, scheme: scheme) }
    /// The screens on which every page is tested.
    public static let all = Scheme.allCases.flatMap { [phone($0), laptop($0)] }

    public var description: String { "\(width)-\(scheme.rawValue)" }
    var isPhone: Bool { width < 600 }
}

extension WebDriver {
    public func use(_ screen: Screen) async throws {
        try await cdp(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": .number(Double(screen.width)), "height": .number(Double(screen.height)),
                "screenWidth": .number(Double(screen.width)), "screenHeight": .number(Double(screen.height)),
                "deviceScaleFactor": screen.isPhone ? 2 : 1, "mobile": .bool(screen.isPhone),
            ])
        try await cdp(
            "Emulation.setEmulatedMedia",
            ["features": [["name": "prefers-color-scheme", "value": .text(screen.scheme.rawValue)]]])
    }

    /// The markup of touch targets whose height is less than 44 CSS pixels (WCAG 2.2, 2.5.5), except links within text.
    public var lowTargets: [String] {
        get async throws {
            try await script(
                """
                const touched = "a, button, input:not([type=hidden]), select, textarea, summary";
                return [...document.querySelectorAll(touched)].filter((element) => {
                    const { height, width } = (element.closest("label") ?? element).getBoundingClientRect();
                    const isSeen = width > 1 && !element.matches(".skip, [inert] *");
                    const words = [...element.parentElement.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
                    const isInWords = element.matches("a") && words.some((node) => node.textContent.trim() !== "")
                        && getComputedStyle(element).display === "inline";
                    return isSeen && !isInWords && height < 43.5;
                }).map((element) => element.outerHTML.slice(0, 200));
                """
            ).list.compactMap(\.text)
        }
    }

    /// The markup of links that look like buttons, but have too little space between their text and a side border.
    public var tightButtons: [String] {
        get async throws {
            try await script(
                """
                return [...document.querySelectorAll("a.button")].filter((element) => {
                    const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(element);
                    return parseFloat(paddingInlineStart) < 8 || parseFloat(paddingInlineEnd) < 8;
                }).map((element) => element.outerHTML.slice(0, 200));
                """
            ).list.compactMap(\.text)
        }
    }

    /// The markup of regions (class `wide`) that wrongly hide a part of their table. A region may be narrower than its
    /// table only if people can scroll the region with the keyboard, if the region has an accessible name, and if the
    /// table is not stacked (class `stack`).
    public var cutTables: [String] {
        get async throws {
            try await script(
                """
                return [...document.querySelectorAll(".wide")].filter((region) => {
                    if (region.scrollWidth <= region.clientWidth) return false;
                    const isReachable = region.tabIndex === 0 && region.getAttribute("role") === "region"
                        && region.getAttribute("aria-label");
                    return !isReachable || region.querySelector("table.stack");
                }).map((region) => region.outerHTML.slice(0, 200));
                """
            ).list.compactMap(\.text)
        }
    }

    /// The number of CSS pixels by which the page is wider than the window; 0 or less if the page fits.
    public var overhang: Int {
        get async throws {
            let width = try await script(
                "return document.documentElement.scrollWidth - Math.min(screen.width, innerWidth)")
            return Int(width.number ?? .infinity)
        }
    }
}
