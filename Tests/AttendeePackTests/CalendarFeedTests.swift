import AttendeePack
import CICal
import Testing
import Ticketing

@Suite("Calendar feeds")
struct CalendarFeedTests {
    @Test("libical reads every event of a feed, with its place and its times to the second")
    func readBack() throws {
        let event = try Sample.ticket().event
        var later = event
        later.start = event.start?.advanced(bySeconds: 86_400)
        later.end = event.end?.advanced(bySeconds: 86_400)
        later.title = "Brunch, late; \\ with \u{E9}clairs"
        let entries = [event, later].map {
            CalendarFeed.Entry(event: $0, published: Instant(seconds: 1_700_000_000), url: "https://e.example/events/a")
        }
        let text = CalendarFeed.text(named: "Events; all, of them", entries)
        let first = ReadEntry(text)
        #expect(first.faults == 0 && first.count == 2)
        #expect(first.start == Sample.start.seconds && first.end == Sample.start.seconds + 36_000)
        #expect(first.text(ICAL_SUMMARY_PROPERTY) == "New Year by the Lake")
        #expect(first.text(ICAL_LOCATION_PROPERTY) == "Lido, Entebbe")
        let second = ReadEntry(CalendarFeed.text(named: "Events", [entries[1]]))
        #expect(second.faults == 0 && second.start == Sample.start.seconds + 86_400)
        #expect(second.text(ICAL_SUMMARY_PROPERTY) == later.title)
        #expect(!text.contains("VALARM") && !text.contains(Sample.token))
    }

    @Test("A feed leaves out an event without a start, and a feed without events is a valid calendar")
    func empty() throws {
        var event = try Sample.ticket().event
        event.start = nil
        let entry = CalendarFeed.Entry(event: event, published: Instant(seconds: 0), url: "https://e.example/")
        let text = CalendarFeed.text(named: "Events", [entry])
        #expect(text.hasPrefix("BEGIN:VCALENDAR\r\n") && text.hasSuffix("END:VCALENDAR\r\n"))
        #expect(!text.contains("VEVENT"))
    }
}
