import BrowserFixture
import EventFixture
import Foundation
import Testing

/// The folder for the pictures; nil if the tests in this file are skipped.
private let galleryFolder = ProcessInfo.processInfo.environment["EVENTPASS_GALLERY"]

extension BrowserTests {
    /// Tests that draw pictures of pages. `make gallery` sets `EVENTPASS_GALLERY`, the folder for the pictures.
    @Suite("Pictures of pages", .enabled(if: galleryFolder != nil, "make gallery draws the pictures"))
    struct GalleryTests {
        /// A page, and the actions to take before the page is drawn.
        private struct Picture {
            let name: String
            let path: String
            var prepare: (WebDriver) async throws -> Void = { _ in }
        }

        private func publicPictures(of season: Season) throws -> [Picture] {
            let race = "/events/\(season.race.slug)"
            return [
                Picture(name: "start", path: "/"), Picture(name: "events", path: "/events"),
                Picture(name: "organizer", path: "/organizers/nile-nights"), Picture(name: "event", path: race),
                Picture(name: "order-summary", path: race) { browser in
                    try await browser.set("#count-0", to: "2")
                    try await browser.type("Grace Nakato", into: "#name")
                    try await browser.type("grace@example.org", into: "#email")
                    try await browser.click(".reserve-bar button")
                    try await browser.wait(
                        until: "document.getElementById('order-summary') && document.readyState === 'complete'")
                },
                Picture(name: "order", path: try season.orderPath),
                Picture(name: "ticket", path: try season.ticketPath),
                Picture(name: "invitation", path: try season.invitationPath),
            ]
        }

        private func deskPictures(of season: Season) -> [Picture] {
            let (evening, organizer) = ("/desk/e/\(season.evening.slug)", "/desk/organizers/nile-nights")
            return [
                Picture(name: "desk", path: "/desk"),
                Picture(name: "desk-search", path: "/desk") { browser in
                    try await browser.click(".search-entry")
                    try await browser.type("gra", into: "#palette-text")
                    try await browser.wait(
                        until: """
                            document.querySelector("#palette [role=option]")
                                && !document.querySelector("#palette [aria-busy]")
                            """)
                },
                Picture(name: "desk-event", path: evening),
                Picture(name: "desk-events", path: "/desk/events"),
                Picture(name: "desk-calendar", path: "/desk/calendar"),
                Picture(name: "desk-new-event", path: "\(organizer)/new"),
                Picture(name: "desk-draft", path: "/desk/e/\(season.draft.slug)"),
                Picture(name: "desk-edit-event", path: "\(evening)/edit/time"),
                Picture(name: "desk-pictures", path: "\(evening)/pictures"),
                Picture(name: "desk-history", path: "\(evening)/history"),
                Picture(name: "desk-orders", path: "\(evening)/orders"),
                Picture(name: "desk-sell", path: "\(evening)/sell"),
                Picture(name: "desk-guests", path: "/desk/e/\(season.wedding.slug)/guests"),
                Picture(name: "desk-households", path: "/desk/e/\(season.wedding.slug)/households"),
                Picture(name: "desk-seating", path: "/desk/e/\(season.wedding.slug)/seating"),
                Picture(name: "desk-check-in", path: "\(evening)/check-in"),
                Picture(name: "desk-print", path: "\(evening)/print"),
                Picture(name: "desk-messages", path: "\(evening)/notices"),
                Picture(name: "desk-money", path: "\(organizer)/money"),
                Picture(name: "desk-reports", path: "\(evening)/reports"),
                Picture(name: "desk-team", path: "\(organizer)/members"),
                Picture(name: "desk-settings", path: "\(organizer)/settings"),
            ]
        }

        private func gatePictures(of season: Season) -> [Picture] {
            let stage = season.stage
            let gatePath = stage.page
            return [
                Picture(name: "gates", path: "/gate"),
                Picture(name: "gate", path: gatePath) { browser in
                    try stage.film.show(.symbol("https://example.org", seconds: 1))
                    try await browser.click("#camera-start")
                    // The camera shows a text that is not a ticket, and the page refuses it.
                    try await browser.verdict("REFUSE")
                    try await browser.next()
                },
                Picture(name: "gate-admit", path: gatePath) { browser in
                    try await browser.check(stage.ticket(note: "Table 4, by the window").token)
                    try await browser.verdict("ADMIT")
                },
                Picture(name: "gate-refuse", path: gatePath) { browser in
                    try await browser.check("https://example.org")
                    try await browser.verdict("REFUSE")
                },
                Picture(name: "gate-wrong", path: "/gate/\(season.evening.slug)?gate=South,%20by%20the%20boats") {
                    browser in
                    try await browser.check(season.studentToken)
                    try await browser.verdict("REFUSE")
                    try await browser.wait(until: "document.querySelector('#verdict-words img')")
                },
            ]
        }

        /// A JavaScript expression that is true when every visible picture in the window has been loaded. Other
        /// pictures are ignored: browsers load a picture only when it is visible and near the window.
        private static let arePicturesLoaded = """
            [...document.querySelectorAll('img[src^="/pictures/"]')].every((image) => {
                const { top, bottom } = image.getBoundingClientRect();
                const isSeen = image.checkVisibility() && bottom > 0 && top < innerHeight;
                return !isSeen || (image.complete && image.naturalWidth > 0);
            })
            """

        @Test("Each page is drawn on a phone and on a laptop, in light and in dark colours")
        func draw() async throws {
            let folder = try #require(galleryFolder)
            let season = try Season()
            let pictures = try publicPictures(of: season) + deskPictures(of: season) + gatePictures(of: season)
            try await BrowserTests.browse(film: season.stage.film, forgiven: ["/frame?"]) { browser in
                for picture in pictures {
                    // The list begins with the public pages. These pages are drawn before the sign-in, as visitors see
                    // them.
                    if picture.name == "desk" { try await season.stage.open("/desk", in: browser) }
                    for screen in Screen.all {
                        try await browser.use(screen)
                        try await browser.go(to: season.stage.served.url + picture.path)
                        try await picture.prepare(browser)
                        try await browser.wait(until: GalleryTests.arePicturesLoaded)
                        let path = "\(folder)/page-\(picture.name)-\(screen).png"
                        try await browser.smallScreenshot().write(to: URL(filePath: path))
                    }
                }
            }
        }

        /// The languages of Docs/Gallery.md, by their tags. The last two are for tests.
        private static let languages = ["en", "fr", "sw", "en-XA", "ar-XB"]

        @Test("A verdict on the page of a gate is drawn in each language")
        func verdicts() async throws {
            let folder = try #require(galleryFolder)
            let stage = try GateStage()
            try await BrowserTests.browse(film: stage.film) { browser in
                try await stage.openGate(in: browser)
                try await browser.use(.phone(.light))
                try await browser.cdp("Network.enable")
                for language in GalleryTests.languages {
                    try await browser.cdp(
                        "Network.setExtraHTTPHeaders", ["headers": ["Accept-Language": .text(language)]])
                    try await browser.go(to: stage.served.url + stage.page)
                    try await browser.wait(until: "document.documentElement.lang === '\(language)'")
                    try await browser.check(stage.ticket(note: "Table 4, by the window").token)
                    try await browser.wait(until: "document.querySelector('#verdict-words .word') !== null")
                    let path = "\(folder)/language-verdict-\(language).png"
                    try await browser.smallScreenshot().write(to: URL(filePath: path))
                }
            }
        }
    }
}
