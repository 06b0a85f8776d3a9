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
        /// The pages, by the names of their pictures.
        static let pages = [("start", "/")]

        @Test("Each page on a phone and on a laptop, by day and by night")
        func draw() async throws {
            let folder = try #require(galleryFolder)
            let served = try ServedProgram(on: Festival(engine: .sqlite))
            try await BrowserTests.browse { browser in
                for (name, path) in GalleryTests.pages {
                    for screen in Screen.all {
                        try await browser.use(screen)
                        try await browser.go(to: served.url + path)
                        try await browser.screenshot().write(to: URL(filePath: "\(folder)/page-\(name)-\(screen).png"))
                    }
                }
            }
        }
    }
}
