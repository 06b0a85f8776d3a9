import EventFixture
import Foundation
import Testing
import Ticketing

@Suite("Quiet hours")
struct NoticeQuietHoursTests {
    @Test("Quiet hours end at the right moment if a clock change skips or repeats the time of their end")
    func clockChanges() throws {
        let examples: [(String, String, Int, Int, String)] = [
            // At 02:00, the clock goes to 03:00 and skips the end at 02:30.
            ("Europe/Berlin", "2030-03-31T00:00:00Z", 1320, 150, "2030-03-31T01:00:00Z"),
            // At 03:00, the clock goes back to 02:00, into the quiet hours.
            ("Europe/Berlin", "2030-10-27T00:00:00Z", 1320, 180, "2030-10-27T02:00:00Z"),
            // 02:30 occurs twice. The quiet hours end at the first 02:30.
            ("Europe/Berlin", "2030-10-27T00:00:00Z", 1320, 150, "2030-10-27T00:30:00Z"),
            ("America/New_York", "2030-03-10T04:00:00Z", 1320, 420, "2030-03-10T11:00:00Z"),
            ("America/New_York", "2030-11-03T03:00:00Z", 1320, 420, "2030-11-03T12:00:00Z"),
            // The clock changes by half an hour.
            ("Australia/Lord_Howe", "2030-04-06T14:30:00Z", 1320, 120, "2030-04-06T15:30:00Z"),
            ("Australia/Lord_Howe", "2030-10-05T15:00:00Z", 1320, 135, "2030-10-05T15:30:00Z"),
            // Samoa skipped 30 December 2011.
            ("Pacific/Apia", "2011-12-30T09:30:00Z", 1320, 420, "2011-12-30T17:00:00Z"),
            ("Asia/Kathmandu", "2030-05-01T18:00:00Z", 1320, 420, "2030-05-02T01:15:00Z"),
        ]
        for (zone, now, from, until, expected) in examples {
            let hours = QuietHours(from: from, until: until)
            let timeZone = try #require(TimeZone(identifier: zone))
            let end = try hours.end(at: Instant.utc(now), in: timeZone)
            let right = try Instant.utc(expected)
            #expect(end == right, "\(zone) \(now): \(end.iso8601(in: timeZone))")
        }
    }

    @Test("Hours that begin and end at the same time are empty; 1500 minutes after midnight means 01:00")
    func unusualTimes() {
        for minute in [0, 420, 1439] {
            let hours = QuietHours(from: minute, until: minute)
            for hour in 0..<24 {
                #expect(!hours.contains(.june(12, hour), in: .gmt))
                #expect(hours.end(at: .june(12, hour, minute % 60), in: .gmt) == .june(12, hour, minute % 60))
            }
        }
        #expect(QuietHours(from: 1440 + 60, until: 2880) == QuietHours(from: 60, until: 0))
        #expect(QuietHours(from: -60, until: -2) == QuietHours(from: 23 * 60, until: 1438))
        #expect(QuietHours(from: .min, until: .max).from < 1440)
    }

    @Test("Hours that apply only on Sunday follow the local calendar, even before 1970")
    func sunday() throws {
        let hours = QuietHours(from: 0, until: 13 * 60, isOnlyOnSunday: true)
        let zone = try #require(TimeZone(identifier: "Africa/Kampala"))
        for day in 1...28 {
            #expect(hours.contains(.june(day, 12, 59), in: zone) == (day % 7 == 2), "June \(day)")
            #expect(!hours.contains(.june(day, 13), in: zone))
        }
        #expect(hours.end(at: .june(16, 0), in: zone) == .june(16, 13))
        // 1969-12-28 was a Sunday.
        let early = try Instant.utc("1969-12-28T00:00:00Z")
        #expect(hours.contains(early, in: .gmt))
        #expect(!hours.contains(early.advanced(byMilliseconds: -1), in: .gmt))
    }

    @Test(
        "Around a clock change, random quiet hours end at the first moment at which the wall clock is outside them",
        arguments: NoticeClock.all)
    func random(clock: NoticeClock) throws {
        var generator = SeededGenerator(for: "quiet hours in \(clock.zone)")
        let zone = try #require(TimeZone(identifier: clock.zone))
        let wall = WallClock(zone)
        for _ in 0..<40 {
            let from = Int.random(in: 0..<1440, using: &generator)
            let until = Int.random(in: 0..<1440, using: &generator)
            let hours = QuietHours(from: from, until: until)
            let start = clock.change.advanced(byMilliseconds: .random(in: -129_600_000...43_200_000, using: &generator))
            let isInside = wall.isQuiet(from: from, until: until, at: start)
            let end = hours.end(at: start, in: zone)
            let all = "\(from)–\(until) at \(start.milliseconds) until \(end.milliseconds)"
            #expect(hours.contains(start, in: zone) == isInside, "\(all)")
            #expect((end > start) == isInside, "\(all)")
            #expect(!wall.isQuiet(from: from, until: until, at: end), "\(all)")
            // All changes of the clock are at full or half hours.
            let first = start.milliseconds / 1_800_000 * 1_800_000 + 1_800_000
            let way = stride(from: first, to: end.milliseconds, by: 1_800_000).map { Instant(milliseconds: $0) }
            let last = isInside ? [end.advanced(byMilliseconds: -1)] : []
            let isQuiet = (way + last).allSatisfy { wall.isQuiet(from: from, until: until, at: $0) }
            #expect(isQuiet, "\(all)")
        }
    }
}

/// A time zone, and the time of a change of its clock. If the clock never changes, this is any time.
struct NoticeClock: Sendable, CustomTestStringConvertible {
    let zone: String
    let change: Instant

    init(_ zone: String, _ seconds: Int64) {
        self.zone = zone
        change = Instant(seconds: seconds)
    }

    var timeZone: TimeZone { TimeZone(identifier: zone) ?? .gmt }
    var testDescription: String { "\(zone) \(change.iso8601(in: .gmt))" }

    static let all = [
        NoticeClock("Africa/Kampala", 1_907_755_200),
        NoticeClock("Europe/Berlin", 1_901_149_200),
        NoticeClock("Europe/Berlin", 1_919_293_200),
        NoticeClock("America/New_York", 1_899_356_400),
        NoticeClock("America/New_York", 1_919_916_000),
        NoticeClock("Australia/Lord_Howe", 1_901_718_000),
        NoticeClock("Australia/Lord_Howe", 1_917_444_600),
        NoticeClock("Pacific/Apia", 1_325_239_200),
        NoticeClock("Asia/Kathmandu", 1_903_867_200),
    ]
}
