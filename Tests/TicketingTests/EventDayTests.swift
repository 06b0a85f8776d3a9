import Foundation
import Testing
import Ticketing

@Suite("Event days")
struct EventDayTests {
    private func day(_ text: String, _ zone: String) throws -> Int {
        let seconds = try Date(text, strategy: .iso8601).timeIntervalSince1970
        return EventDay(Instant(seconds: Int64(seconds)), in: try #require(TimeZone(identifier: zone))).number
    }

    @Test("An event day continues past midnight, and ends at four in the morning")
    func evening() throws {
        let evening = try day("2026-12-31T23:00:00+03:00", "Africa/Kampala")
        #expect(try day("2027-01-01T03:59:59+03:00", "Africa/Kampala") == evening)
        #expect(try day("2027-01-01T04:00:00+03:00", "Africa/Kampala") == evening + 1)
        #expect(try day("2026-12-31T04:00:00+03:00", "Africa/Kampala") == evening)
        #expect(try day("2026-12-31T03:59:59+03:00", "Africa/Kampala") == evening - 1)
    }

    @Test("On the day of a clock change, the event day changes once, at four on the wall clock")
    func daylightSaving() throws {
        for (zone, nights) in [
            ("Europe/Berlin", ["2026-03-29", "2026-10-25"]), ("America/New_York", ["2026-03-08", "2026-11-01"]),
            // In Athens, clocks go from three to four in spring, and from four to three in autumn.
            ("Europe/Athens", ["2026-03-29", "2026-10-25"]),
        ] {
            let timeZone = try #require(TimeZone(identifier: zone))
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = timeZone
            for night in nights {
                let noon = try Date("\(night)T12:00:00Z", strategy: .iso8601).timeIntervalSince1970
                var changes: [DateComponents] = []
                for minute in stride(from: -18 * 60, to: 6 * 60, by: 1) {
                    let seconds = Int64(noon) + Int64(minute) * 60
                    let before = EventDay(Instant(seconds: seconds - 60), in: timeZone)
                    let after = EventDay(Instant(seconds: seconds), in: timeZone)
                    #expect(after >= before)
                    if before != after {
                        let date = Date(timeIntervalSince1970: Double(seconds))
                        changes.append(calendar.dateComponents([.hour, .minute], from: date))
                    }
                }
                #expect(changes == [DateComponents(hour: 4, minute: 0)], "\(zone) \(night)")
            }
        }
    }

    @Test("Times before 1970 and in the far future also have an event day")
    func extremes() throws {
        for milliseconds in [Int64.min / 4, -1, 0, Int64.max / 4] {
            #expect(EventDay(Instant(milliseconds: milliseconds), in: .gmt).number >= 1)
        }
    }
}
