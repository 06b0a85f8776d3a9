import Foundation
import Testing
import Ticketing

@Suite("Daily hours")
struct DailyHoursTests {
    @Test("Daily hours include the opening minute and exclude the closing minute; the hours may span midnight")
    func contains() throws {
        for (text, inside, outside) in [
            ("10:00-18:00", ["10:00", "17:59"], ["09:59", "18:00", "00:00"]),
            ("22:00-04:00", ["22:00", "23:59", "00:00", "03:59"], ["21:59", "04:00", "12:00"]),
            ("18:00-00:00", ["18:00", "23:59"], ["00:00", "17:59"]),
        ] {
            let hours = try #require(DailyHours(rawValue: text))
            #expect(hours.rawValue == text)
            for time in inside { #expect(hours.contains(try #require(WallTime(time))), "\(text) \(time)") }
            for time in outside { #expect(!hours.contains(try #require(WallTime(time))), "\(text) \(time)") }
        }
    }

    @Test("Malformed hours are rejected")
    func garbage() {
        for text in [
            "", "-", "10:00", "10:00-", "10:00-10:00", "9:00-18:00", "10:00-24:00", "10:60-18:00", "10:00-18:00-19:00",
            "+1:00-02:00", "10:00 - 18:00", "١٠:٠٠-١٨:٠٠",
        ] { #expect(DailyHours(rawValue: text) == nil, "\(text)") }
    }

    @Test("A wall time is the local time in a time zone, even before and after a clock change, and before 1970")
    func wall() throws {
        for (text, zone, expected) in [
            ("2026-10-25T00:59:00Z", "Europe/Berlin", "02:59"), ("2026-10-25T01:00:00Z", "Europe/Berlin", "02:00"),
            ("2026-03-29T01:00:00Z", "Europe/Berlin", "03:00"), ("1969-12-31T23:30:00Z", "Africa/Kampala", "02:30"),
            ("2026-01-01T01:00:00Z", "America/New_York", "20:00"), ("2026-01-01T18:20:00Z", "Asia/Kolkata", "23:50"),
        ] {
            let seconds = try Date(text, strategy: .iso8601).timeIntervalSince1970
            let time = WallTime(Instant(seconds: Int64(seconds)), in: try #require(TimeZone(identifier: zone)))
            #expect(time.description == expected)
        }
    }
}
