import BrowserFixture
import EventFixture
import Foundation
import HookFixture
import Management
import Testing
import Ticketing

extension BrowserTests {
    @Suite("Widgets on other websites")
    struct EmbedTests {
        /// The response of another website: a page that shows a URL in a frame.
        private static func page(framing url: String) -> String {
            let body = "<!doctype html><title>Website</title><iframe src=\"\(url)\" title=\"Events\"></iframe>"
            return "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }

        @Test("A website that the organizer has listed shows the widget; a website at another port does not")
        func websites() async throws {
            let festival = try Festival(engine: .sqlite)
            let now = Instant(seconds: Int64(Date().timeIntervalSince1970))
            festival.clock.set(now)
            _ = try festival.services.events.edit(festival.event) { details in
                details.start = now.advanced(bySeconds: 7200)
                details.end = now.advanced(bySeconds: 14_400)
            }
            let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
            let served = try ServedProgram(on: festival, options: ["--development"])
            let widget = "\(served.url)/embed/events/\(festival.event.slug)"
            let page = EmbedTests.page(framing: widget)
            try await HookReceiver.with(answer: { _ in page }) { listed in
                try await HookReceiver.with(answer: { _ in page }) { other in
                    let origin = try #require(WebOrigin(rawValue: "http://127.0.0.1:\(listed.port)"))
                    _ = try festival.services.organizers.editOrganizer(organizer) { $0.embedOrigins = [origin] }
                    try await BrowserTests.browse { browser in
                        try await browser.go(to: "http://127.0.0.1:\(other.port)/")
                        let refusals = try await browser.console()
                        #expect(refusals.contains { $0.contains("frame-ancestors") }, "\(refusals)")

                        try await browser.go(to: "http://127.0.0.1:\(listed.port)/")
                        try await browser.inFrame("iframe") {
                            #expect(try await browser.text(of: "h1") == "New Year by the Lake")
                            let link = try await browser.find(".event-card a")
                            #expect(try await link.text == "Reserve")
                            let label = try await link.label
                            #expect(label == "Reserve: New Year by the Lake (opens in a new tab)")
                        }
                        for path in [widget, "\(served.url)/embed/organizers/nile-nights"] {
                            try await browser.go(to: path)
                            try await BrowserTests.isForEverybody(browser, "the widget \(path)")
                        }
                    }
                }
            }
            #expect(try served.stop() == 0)
        }
    }
}
