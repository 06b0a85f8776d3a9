import BrowserFixture
import EventFixture
import Foundation
import Testing

/// Where pictures are to be; nil when nobody wants any.
private let galleryFolder = ProcessInfo.processInfo.environment["EVENTPASS_GALLERY"]

extension BrowserTests {
    /// `make gallery` keeps the pictures.
    @Suite("Pictures of pages", .enabled(if: galleryFolder != nil, "make gallery draws them"))
    struct GalleryTests {
        /// A page, and what is done on it before its picture is taken.
        private struct Picture {
            let name: String
            let path: String
            var prepare: (WebDriver) async throws -> Void = { _ in }
        }

        private func pictures(of stage: GateStage) throws -> [Picture] {
            let ticket = try stage.ticket(note: "Table 4, by the window").token
            let lane = stage.page
            return [
                Picture(name: "start", path: "/"), Picture(name: "gates", path: "/gate"),
                Picture(name: "gate", path: lane) { browser in
                    try stage.film.show(.symbol("https://example.org", seconds: 1))
                    try await browser.click("#camera-start")
                    // What is no ticket gets a verdict, too.
                    try await browser.verdict("REFUSE")
                    try await browser.next()
                },
                Picture(name: "gate-admit", path: lane) { browser in
                    try await browser.check(ticket)
                    try await browser.verdict("ADMIT")
                    try await browser.click("#verdict-undo")
                    try await browser.click("#undo button")
                    try await browser.verdict("VOID")
                    try await browser.check(ticket)
                    try await browser.verdict("ADMIT")
                },
                Picture(name: "gate-refuse", path: lane) { browser in
                    try await browser.check("https://example.org")
                    try await browser.verdict("REFUSE")
                },
            ]
        }

        @Test("Each page on a phone and on a laptop, by day and by night")
        func draw() async throws {
            let folder = try #require(galleryFolder)
            let stage = try GateStage()
            let pictures = try pictures(of: stage)
            try await BrowserTests.browse(film: stage.film) { browser in
                try await stage.open("/gate", in: browser)
                for picture in pictures {
                    for screen in Screen.all {
                        try await browser.use(screen)
                        try await browser.go(to: stage.served.url + picture.path)
                        try await picture.prepare(browser)
                        let path = "\(folder)/page-\(picture.name)-\(screen).png"
                        try await browser.screenshot().write(to: URL(filePath: path))
                    }
                }
            }
        }
    }
}
