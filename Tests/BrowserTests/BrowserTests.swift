import BrowserFixture
import EventFixture
import Foundation
import Testing

@Suite("Tests in a browser", .browsing, .slow)
struct BrowserTests {
    /// Runs a browser for one test. The test fails if the browser's console shows an error.
    ///
    /// - Parameters:
    ///   - forgiven: the errors in the console that the test causes on purpose, and that are therefore ignored. Each
    ///     error is given by the status of a response, such as `401`, or by a part of the error's text.
    ///   - options: additional command-line options of Chromium.
    static func browse(
        _ screen: Screen = .phone(.light), film: Film? = nil, forgiven: [String] = [], options: [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation, _ work: (WebDriver) async throws -> Void
    ) async throws {
        let browser = try await WebDriver(on: .shared(), film: film, options: options)
        do {
            try await browser.use(screen)
            try await work(browser)
            // The console shows a status as “the server responded with a status of 401 (Unauthorized)”.
            let expected = forgiven.map { Int($0) == nil ? $0 : "status of \($0) (" }
            let faults = try await browser.console().filter { fault in !expected.contains { fault.contains($0) } }
            #expect(faults.isEmpty, sourceLocation: sourceLocation)
        } catch {
            try await browser.quit()
            throw error
        }
        try await browser.quit()
    }

    static func confirmOrder(_ browser: WebDriver) async throws {
        try await browser.click("#order-summary button:not(.plain)")
        try await browser.wait(until: "document.readyState === 'complete' && !document.getElementById('order-summary')")
    }

    /// Checks a page’s accessibility: the page is no wider than the window, has large touch targets, and obeys the
    /// rules of axe-core if axe-core is installed.
    static func isForEverybody(
        _ browser: WebDriver, _ what: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await browser.wait(until: "document.readyState === 'complete'")
        #expect(try await browser.overhang <= 0, "\(what) is too wide", sourceLocation: sourceLocation)
        if try await browser.script("return innerWidth < 600 ? 'phone' : ''").text == "phone" {
            let isDark =
                try await browser.script("return matchMedia('(prefers-color-scheme: dark)').matches ? 1 : 0") == 1
            try await browser.use(.narrowest(isDark ? .dark : .light))
            #expect(try await browser.overhang <= 0, "\(what) is wider than 320 pixels", sourceLocation: sourceLocation)
            let cut = try await browser.cutTables
            #expect(cut.isEmpty, "\(what), cut tables: \(cut)", sourceLocation: sourceLocation)
            try await browser.use(.phone(isDark ? .dark : .light))
        }
        let low = try await browser.lowTargets
        #expect(low.isEmpty, "\(what), too low: \(low.joined(separator: "\n"))", sourceLocation: sourceLocation)
        let tight = try await browser.tightButtons
        #expect(
            tight.isEmpty, "\(what), without padding: \(tight.joined(separator: "\n"))", sourceLocation: sourceLocation)
        guard Axe.path != nil else { return }
        let violations = try await Axe().violations(on: browser)
        #expect(violations.isEmpty, "\(what): \(violations.joined(separator: "\n"))", sourceLocation: sourceLocation)
    }
}

extension Trait where Self == ConditionTrait {
    static var withAxe: Self { .enabled(if: Axe.path != nil, "axe-core is missing: make axe downloads it") }
}
