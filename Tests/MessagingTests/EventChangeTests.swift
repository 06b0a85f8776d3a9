import AttendeePack
import Foundation
import Languages
import Testing
import Ticketing

@testable import Messaging

@Suite("Changes of events, and their times, in messages")
struct EventChangeTests {
    private static func moment(_ zone: String = "Africa/Kampala", _ language: Language = .english) throws
        -> MessageMoment
    {
        MessageMoment(in: try #require(TimeZone(identifier: zone)), language)
    }

    private static func text(_ payload: [String: String]) throws -> String {
        EventChange(payload).text(try moment(), in: .english)
    }

    @Test("Times have a date and name the time zone")
    func moments() throws {
        // 5 December 2026, 15:00 UTC
        let start = Instant(seconds: 1_796_482_800)
        let kampala = try Self.moment()
        #expect(kampala.text(start) == "Sat 5 Dec 2026, 18:00 (EAT)")
        #expect(kampala.shortText(start) == "Sat 5 Dec 18:00 (EAT)")
        #expect(kampala.span(from: start, to: nil) == "Sat 5 Dec 2026, 18:00 (EAT)")
        let end = start.advanced(bySeconds: 5 * 3600)
        #expect(kampala.span(from: start, to: end) == "Sat 5 Dec 2026, 18:00–23:00 (EAT)")
        #expect(
            kampala.span(from: start, to: start.advanced(bySeconds: 86_400))
                == "Sat 5 Dec 2026, 18:00 (EAT) – Sun 6 Dec 2026, 18:00 (EAT)")
        #expect(try Self.moment("Europe/Berlin").text(start) == "Sat 5 Dec 2026, 16:00 (UTC+1)")
        #expect(try Self.moment("Africa/Kampala", .french).text(start).hasSuffix("2026, 18:00 (EAT)"))
    }

    @Test("A new time has its date only if the date differs, and both times have their years if the years differ")
    func times() throws {
        let old = "2026-12-05T15:00:00Z"
        #expect(
            try Self.text(["old_start": old, "start": "2026-12-05T16:00:00Z"]) == "start Sat 5 Dec 18:00 → 19:00")
        #expect(
            try Self.text(["old_end": old, "end": "2026-12-06T15:00:00Z"])
                == "end Sat 5 Dec 18:00 → Sun 6 Dec 18:00")
        #expect(
            try Self.text(["old_start": "2026-12-31T15:00:00Z", "start": "2027-01-01T15:00:00Z"])
                == "start Thu 31 Dec 2026 18:00 → Fri 1 Jan 2027 18:00")
        #expect(try Self.text(["old_doors": "", "doors": old]) == "doors Sat 5 Dec 18:00")
        #expect(try Self.text(["old_doors": old]) == "doors Sat 5 Dec 18:00 → none")
    }

    @Test("Only the parts of the place that differ are named")
    func places() throws {
        let old = ["old_venue": "Lido", "old_city": "Entebbe", "old_address": "", "old_start": ""]
        #expect(
            try Self.text(old.merging(["venue": "Serena", "city": "Kampala"]) { $1 })
                == "place Lido, Entebbe → Serena, Kampala")
        #expect(try Self.text(old.merging(["venue": "Serena", "city": "Entebbe"]) { $1 }) == "place Lido → Serena")
        #expect(
            try Self.text(old.merging(["venue": "Lido", "city": "Entebbe", "address": "Beach Road"]) { $1 })
                == "place Beach Road")
        #expect(EventChange(old.merging(["venue": "Lido", "city": "Entebbe"]) { $1 }).isEmpty)
    }

    @Test("Several changes are listed; a field whose old value is unknown is not listed as changed")
    func several() throws {
        #expect(
            try Self.text([
                "old_start": "2026-12-05T15:00:00Z", "start": "2026-12-05T16:00:00Z", "old_venue": "Lido",
                "venue": "Serena",
            ]) == "start Sat 5 Dec 18:00 → 19:00; place Lido → Serena")
        #expect(EventChange(["start": "2026-12-05T16:00:00Z", "venue": "Lido"]).isEmpty)
        #expect(EventChange(["old_start": "soon", "start": "later"]).isEmpty)
    }

    @Test("A place with right-to-left letters is isolated, so that it does not change the order of the text around it")
    func direction() throws {
        let text = try Self.text(["old_venue": "Lido", "venue": "عبد\u{202E}"])
        #expect(text == "place Lido → \u{2068}عبد\u{2069}")
    }
}
