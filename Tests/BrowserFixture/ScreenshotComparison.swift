import EventFixture
public import Foundation

/// Compares pages with references. A reference is a picture of the same page that a person has checked and committed.
///
/// A picture shows the whole page, or only the part in the window. It has half the size of that page or window, and
/// shows no animation and no text cursor. `PictureDifference` says how much a picture may differ from its reference.
/// If the environment variable `EVENTPASS_RECORD` is set, the pictures are not compared, but stored as the new
/// references. After a failure, the folder for results has the actual picture, and a picture of the difference if the
/// sizes are equal.
public struct ScreenshotComparison: Sendable {
    private let references: URL
    private let results: URL

    /// - Parameters:
    ///   - references: the folder of the references.
    ///   - results: the folder for the pictures of failures, which is created if necessary.
    public init(references: URL, results: URL) {
        self.references = references
        self.results = results
    }

    /// Whether references are written, and nothing is compared.
    public static var isRecording: Bool { ProcessInfo.processInfo.environment["EVENTPASS_RECORD"] != nil }

    /// The part of a page that a picture shows.
    public enum Extent: Sendable {
        case page
        /// The part in the window. Used for pages with an open dialog, which can fill the window.
        case window
    }

    /// Compares the current page of a browser with a reference, or records the page as the new reference.
    ///
    /// - Parameter name: the name of the reference without its ending, such as `design-360-light-ltr`.
    /// - Returns: a description of the difference; nil if the page looks like its reference, or if the reference was
    ///   recorded.
    public func fault(of name: String, on browser: WebDriver, _ extent: Extent = .page) async throws -> String? {
        let picture =
            switch extent {
            case .page: try await browser.wholePage().halved
            case .window: try await browser.window().halved
            }
        guard ScreenshotComparison.isRecording else {
            return try compare(picture, with: name, drawnBy: try await browser.version)
        }
        try FileManager.default.createDirectory(at: references, withIntermediateDirectories: true)
        try await browser.reduced(try picture.png).write(to: references.appending(path: "\(name).png"))
        try Data("\(try await browser.version)\n".utf8).write(to: browserFile)
        return nil
    }

    /// The file with the name and version of the browser that drew the references.
    private var browserFile: URL { references.appending(path: "browser.txt") }

    /// Compares a picture with a reference. If the pictures differ too much, writes the picture and the difference.
    ///
    /// - Parameter browser: the browser that drew the picture, for the returned text.
    /// - Returns: a text that describes the difference or reports a missing reference; nil if the picture looks like
    ///   its reference.
    public func compare(_ picture: RasterPicture, with name: String, drawnBy browser: String) throws -> String? {
        guard let file = try? Data(contentsOf: references.appending(path: "\(name).png")) else {
            try write(picture, as: "\(name)-actual")
            return "\(name) has no reference; EVENTPASS_RECORD=1 records it"
        }
        let reference = try RasterPicture(png: file)
        let difference = PictureDifference(picture, from: reference)
        if let difference, difference.isTolerable { return nil }
        try write(picture, as: "\(name)-actual")
        let recorded = (try? String(contentsOf: browserFile, encoding: .utf8)) ?? "an unknown browser"
        let browsers = "drawn by \(browser), reference by \(recorded.trimmingCharacters(in: .newlines))"
        guard let difference else {
            return "\(name) is \(picture.width) × \(picture.height), its reference \(reference.width) × "
                + "\(reference.height) (\(browsers))"
        }
        try write(difference.picture, as: "\(name)-difference")
        return "\(name): \(difference.count) of \(difference.total) pixels differ (\(browsers)); see \(results.path)"
    }

    private func write(_ picture: RasterPicture, as name: String) throws {
        try FileManager.default.createDirectory(at: results, withIntermediateDirectories: true)
        try picture.png.write(to: results.appending(path: "\(name).png"))
    }
}

extension WebDriver {
    /// The name and version of the browser, such as `Chrome/120.0.6099.224`.
    public var version: String {
        get async throws { try await cdp("Browser.getVersion")["product"].text ?? "a browser without a name" }
    }

    /// Waits until the fonts are loaded, stops all animations, and hides the text cursor.
    private func holdStill() async throws {
        try await promise(
            """
            await document.fonts.ready;
            const still = new CSSStyleSheet();
            still.replaceSync("*, *::before, *::after { animation: none !important; transition: none !important; " +
                "caret-color: transparent !important; scroll-behavior: auto !important; }");
            document.adoptedStyleSheets = [...document.adoptedStyleSheets, still];
            await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
            """)
    }

    /// A picture of the part of the page in the window. First calls `holdStill`.
    public func window() async throws -> RasterPicture {
        try await holdStill()
        return try RasterPicture(png: try await screenshot())
    }

    /// A picture of the whole page, including the part below the window. First calls `holdStill`.
    public func wholePage() async throws -> RasterPicture {
        try await holdStill()
        let size = try await cdp("Page.getLayoutMetrics")["cssContentSize"]
        guard let width = size["width"].number, let height = size["height"].number, width >= 2, height >= 2 else {
            throw Surprise("the page has no size: \(size)")
        }
        let answer = try await cdp(
            "Page.captureScreenshot",
            [
                "format": "png", "captureBeyondViewport": true,
                "clip": ["x": 0, "y": 0, "width": .number(width), "height": .number(height), "scale": 1],
            ])
        guard let text = answer["data"].text, let file = Data(base64Encoded: text) else {
            throw Surprise("the browser drew no page")
        }
        return try RasterPicture(png: file)
    }
}
