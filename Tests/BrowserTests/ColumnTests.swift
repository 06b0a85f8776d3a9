import BrowserFixture
import EventFixture
import Foundation
import Testing
import Ticketing

extension BrowserTests {
    @Suite("Columns of public pages")
    struct ColumnTests {
        /// A script that returns where the second of two elements is: `beside` the first (to its right, or to its left
        /// in a right-to-left language), `below` the first, or `elsewhere`.
        private static let relation = """
            const [first, second] = [...arguments].slice(0, 2).map((one) =>
                document.querySelector(one).getBoundingClientRect());
            if (second.top >= first.bottom) return "below";
            const isBehind = document.dir === "rtl" ? second.right <= first.left : second.left >= first.right;
            return isBehind && second.top < first.bottom ? "beside" : "elsewhere";
            """

        @Test(
            "On a laptop, the form and the symbol are beside the text; on a phone, they are below the title",
            arguments: ["en", "ar-XB"])
        func columns(language: String) async throws {
            let season = try Season()
            let url = season.stage.served.url
            let pages = [
                ("/events/\(season.race.slug)", ".more", ".booking"), (try season.orderPath, ".lead", ".passes"),
                (try season.ticketPath, ".lead", ".pass"),
            ]
            for (screen, place) in [(Screen.laptop(.light), "beside"), (Screen.phone(.dark), "below")] {
                try await BrowserTests.browse(screen) { browser in
                    try await browser.cdp("Network.enable")
                    try await browser.cdp(
                        "Network.setExtraHTTPHeaders", ["headers": ["Accept-Language": .text(language)]])
                    for (index, (path, text, part)) in pages.enumerated() {
                        try await browser.go(to: url + path)
                        let direction = try await browser.script("return document.dir").text
                        #expect(direction == (language == "ar-XB" ? "rtl" : "ltr"), "page \(index)")
                        let found = try await browser.script(Self.relation, .text(text), .text(part)).text
                        // The paths of orders and tickets are secret links, so failures name a page by its index.
                        #expect(found == place, "page \(index), \(screen)")
                        try await BrowserTests.isForEverybody(browser, "page \(index) in columns, \(screen)")
                    }
                }
            }
        }

        @Test("On a laptop, a long description beside a poster does not move the form away from the poster")
        func longText() async throws {
            let festival = try Festival(engine: .sqlite)
            festival.clock.set(Instant(seconds: Int64(Date().timeIntervalSince1970)))
            _ = try festival.services.events.edit(festival.event) { details in
                details.start = festival.clock.now().advanced(bySeconds: 86_400)
                details.end = festival.clock.now().advanced(bySeconds: 2 * 86_400)
                details.about = Array(repeating: "Eight boats, and one of them wins.", count: 50)
                    .joined(separator: "\n\n")
            }
            _ = try festival.services.pictures.setPicture(
                anyPicture(width: 900, height: 1125), as: .poster, showing: "Boats", of: festival.event)
            let served = try ServedProgram(on: festival)
            // The poster files of `anyPicture` are short texts and not pictures, so the browser shows only an empty
            // place for the poster.
            try await BrowserTests.browse(.laptop(.light)) { browser in
                try await browser.go(to: "\(served.url)/events/\(festival.event.slug)")
                let gap = try await browser.script(
                    """
                    const [poster, form, text] = [".poster", ".booking", ".more"].map((one) =>
                        document.querySelector(one).getBoundingClientRect());
                    return text.bottom > form.bottom ? form.top - poster.bottom : -1;
                    """
                ).number
                #expect(gap.map { (0..<40).contains($0) } ?? false, "\(gap ?? -1)")
                // The poster keeps its shape, and leaves room for the facts below it.
                let shape = """
                    const { width, height } = document.querySelector(".poster").getBoundingClientRect();
                    return Math.abs(width / height - 4 / 5) < 0.01 && height <= Math.min(321, 0.46 * innerHeight);
                    """
                #expect(try await browser.script(shape).isTrue)
            }
            #expect(try served.stop() == 0)
        }
    }
}
