import BrowserFixture
import EventFixture
import Foundation
import Management
import Testing
import Ticketing

extension BrowserTests {
    @Suite("Abuse reports")
    struct AbuseReportStoryTests {
        @Test("A visitor’s report about an event is stored; its form and its confirmation page are accessible")
        func report() async throws {
            let festival = try Festival(engine: .sqlite)
            let now = Instant(seconds: Int64(Date().timeIntervalSince1970))
            festival.clock.set(now)
            _ = try festival.services.events.edit(festival.event) { details in
                details.start = now.advanced(bySeconds: 7200)
                details.end = now.advanced(bySeconds: 14_400)
            }
            let reports = festival.services.abuseReports
            try reports.setTakesAbuseReports(true)
            let served = try ServedProgram(on: festival, options: ["--development"])
            try await BrowserTests.browse(.phone(.light)) { browser in
                try await browser.go(to: "\(served.url)/events/\(festival.event.slug)")
                try await browser.click("a[href$='/report']")
                try await browser.wait(until: "document.querySelector('#reason') !== null")
                try await BrowserTests.isForEverybody(browser, "the form of an abuse report")
                try await browser.script("document.querySelector('#reason').value = 'misleading'")
                try await browser.type("The band is not booked.", into: "#text")
                try await browser.click("form[action$='/report'] button")
                try await browser.wait(until: "document.querySelector('p.notice[role=status]') !== null")
                try await BrowserTests.isForEverybody(browser, "the answer to an abuse report")
            }
            let stored = try reports.reports(.open, limit: 2).map(\.report)
            #expect(stored.map(\.content.reason) == [.misleading])
            #expect(stored.first?.content.text == "The band is not booked.")
            #expect(try served.stop() == 0)
        }
    }
}
