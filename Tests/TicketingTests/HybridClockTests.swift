import Testing
import Ticketing

/// The hybrid clock gives the time of the wall clock, but never goes back.
@Suite("The hybrid clock")
struct HybridClockTests {
    @Test("The hybrid clock follows the wall clock, and advances one tick per reading while the wall clock is behind")
    func next() {
        let now = Instant(seconds: 1_798_000_000)
        let clock = HybridClock.zero.next(at: now)
        #expect(clock.wallClock == now)
        #expect(clock.next(at: now).rawValue == clock.rawValue + 1)
        #expect(clock.next(at: now.advanced(bySeconds: -60)).rawValue == clock.rawValue + 1)
        #expect(HybridClock.latestAcceptable(at: now).wallClock == now.advanced(bySeconds: 300))
    }

    @Test(
        "For any wall clock and previous value, the hybrid clock's next value is in the range that a store can read",
        arguments: [Int64.min, -1, 0, 1 << 46, 1 << 47, 1 << 53, .max])
    func bounded(milliseconds: Int64) {
        let moment = Instant(milliseconds: milliseconds)
        for clock in [HybridClock.zero, .last, HybridClock(rawValue: .min), HybridClock(rawValue: .max)] {
            #expect((0...HybridClock.last.rawValue).contains(clock.next(at: moment).rawValue))
        }
        #expect((0...HybridClock.last.rawValue).contains(HybridClock.latestAcceptable(at: moment).rawValue))
        #expect(HybridClock.last.next(at: moment) == .last)
    }
}
