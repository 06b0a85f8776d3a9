import BrowserFixture
import EventFixture
import Foundation
import Management
import Testing
import Ticketing

extension BrowserTests {
    @Suite("Calendar, history, and changes of several events at once")
    struct EventsTogetherTests {
        /// The festival and two more events: one at the same time in the same place, and one on the next day.
        private func events(_ stage: GateStage) throws -> [Event] {
            let (festival, services) = (stage.festival, stage.festival.services)
            let now = Instant(seconds: Int64(Date().timeIntervalSince1970))
            festival.clock.set(now)
            let start = now.advanced(bySeconds: 40 * 86_400)
            _ = try services.events.edit(festival.event) { details in
                (details.start, details.end) = (start, start.advanced(bySeconds: 3600))
            }
            return try [festival.event]
                + [("Poetry", 0), ("Market", 1440)].map { title, minutes in
                    try services.events.duplicate(festival.event, titled: title, by: TimeShift(minutes: minutes))
                }
        }

        @Test("The calendar shows overlaps, one edit changes three events, and the history describes each change")
        func story() async throws {
            let stage = try GateStage(.manager)
            let all = try events(stage)
            let services = stage.festival.services
            func venues() throws -> [String?] {
                try all.map { try services.events.event(named: "\($0.number)").details.venue }
            }
            let start = try #require(services.events.event(named: stage.festival.event.slug).details.start)
            let month = "\(CalendarDay(start, in: stage.festival.event.zone))".prefix(7)
            try await BrowserTests.browse { browser in
                try await stage.open("/desk/events", in: browser)
                try await browser.click("main a[href='/desk/calendar']")
                try await browser.wait(until: "document.querySelector('.calendar')")
                try await browser.go(to: "\(stage.served.url)/desk/calendar?month=\(month)")
                let conflicts = try await browser.script(
                    "return [...document.querySelectorAll('.entries .note')].map((note) => note.textContent)"
                ).list.compactMap(\.text)
                let title = stage.festival.event.details.title
                #expect(conflicts.contains("Overlaps with “Poetry” in the same place."))
                #expect(conflicts.contains("Overlaps with “\(title)” in the same place."))
                #expect(!conflicts.contains { $0.contains("Market") })
                try await BrowserTests.isForEverybody(browser, "the calendar on a phone")
                try await browser.use(.laptop(.dark))
                try await BrowserTests.isForEverybody(browser, "the calendar on a laptop")

                try await browser.go(to: "\(stage.served.url)/desk/events")
                try await browser.click("th.select input")
                try await browser.click("button[value=edit]")
                try await browser.wait(until: "document.querySelectorAll('#events input:checked').length === 3")
                try await browser.click("#change-venue")
                try await browser.type("The Barn", into: "#venue")
                try await browser.click("form.narrow button")
                try await browser.wait(until: "document.querySelector('input[name=preview_hash]')")
                #expect(try await browser.text(of: ".card table").contains("The Barn"))
                #expect(try venues() == ["Lido", "Lido", "Lido"])
                try await BrowserTests.isForEverybody(browser, "the preview of an edit of three events")
                try await browser.click(".card form button")
                try await browser.wait(until: "location.search.includes('done=')")
                #expect(try venues() == ["The Barn", "The Barn", "The Barn"])
                try await BrowserTests.isForEverybody(browser, "the list of events")

                let event = "\(stage.served.url)/desk/e/\(stage.festival.event.slug)"
                try await browser.go(to: "\(event)/edit/time")
                try await browser.set("#end", to: "2099-01-01T04:00")
                try await browser.click("form.narrow button.plain")
                try await browser.wait(until: "location.search.includes('done=')")
                try await browser.go(to: "\(event)/history")
                let history = try await browser.text(of: ".timeline")
                #expect(history.contains("Joan moved the end from "))
                #expect(history.contains(" to Thu 1 Jan 2099, 04:00."))
                #expect(history.contains("Joan changed the venue from “Lido” to “The Barn”."))
                try await BrowserTests.isForEverybody(browser, "a history in sentences")
            }
            #expect(try stage.served.stop() == 0)
        }
    }
}
