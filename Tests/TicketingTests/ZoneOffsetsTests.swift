import Foundation
import Testing
import Ticketing

@Suite("Days in a time zone")
struct ZoneOffsetsTests {
    /// 2029-12-01T00:00:00Z
    private static let start = Instant(seconds: 1_890_777_600)

    @Test("For a zone without daylight saving, there is a single offset and no change")
    func steady() {
        let offsets = ZoneOffsets(
            of: TimeZones.named("Africa/Kampala") ?? .gmt, from: ZoneOffsetsTests.start,
            to: ZoneOffsetsTests.start.advanced(bySeconds: 400 * 86_400))
        #expect(offsets.changes.isEmpty)
        #expect(offsets.last == 3 * 3600)
    }

    @Test(
        "At every quarter of an hour over two years, a zone has the offset that the operating system gives",
        arguments: ["Europe/Zurich", "Australia/Lord_Howe", "America/St_Johns", "Africa/Casablanca", "Asia/Kathmandu"])
    func days(name: String) throws {
        let zone = try #require(TimeZones.named(name))
        let offsets = ZoneOffsets(
            of: zone, from: ZoneOffsetsTests.start, to: ZoneOffsetsTests.start.advanced(bySeconds: 731 * 86_400))
        for quarter in 0..<730 * 96 {
            let instant = ZoneOffsetsTests.start.advanced(bySeconds: Int64(quarter) * 900)
            let offset = offsets.changes.first { instant < $0.at }?.before ?? offsets.last
            let expected = Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant.seconds))))
            guard offset == expected else {
                Issue.record("\(name) at \(instant.seconds): \(offset) is not \(expected)")
                return
            }
        }
    }

    @Test("An offset changes at the exact second")
    func exact() throws {
        let offsets = ZoneOffsets(
            of: try #require(TimeZones.named("Europe/Zurich")), from: ZoneOffsetsTests.start,
            to: ZoneOffsetsTests.start.advanced(bySeconds: 180 * 86_400))
        // 2030-03-31T01:00:00Z
        #expect(offsets.changes.map(\.at) == [Instant(seconds: 1_901_149_200)])
        #expect(offsets.changes.map(\.before) == [3600])
        #expect(offsets.last == 7200)
    }

    @Test(
        "Every day since 1970 has the right offset, even in zones with changed rules, odd offsets or a skipped day",
        arguments: [
            "Africa/Monrovia", "Pacific/Apia", "Asia/Kathmandu", "Europe/Lisbon", "America/Caracas", "Asia/Pyongyang",
            "Africa/Cairo", "Antarctica/Troll", "Europe/Dublin", "Asia/Tehran",
        ])
    func history(name: String) throws {
        let zone = try #require(TimeZones.named(name))
        let days = 24_000
        let offsets = ZoneOffsets(
            of: zone, from: Instant(seconds: 0), to: Instant(seconds: Int64(days) * 86_400))
        #expect(!offsets.changes.isEmpty)
        for day in 0..<days {
            let instant = Instant(seconds: Int64(day) * 86_400)
            let offset = offsets.changes.first { instant < $0.at }?.before ?? offsets.last
            let expected = Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant.seconds))))
            guard offset == expected else {
                Issue.record("\(name) on day \(day): \(offset) is not \(expected)")
                return
            }
        }
    }
}
