import EventFixture
import Foundation
import Synchronization
import Testing

@Suite("Gates, servers and short commands beside each other", .besideOthers)
struct ScheduleTests {
    private static let count = Soak.isOn ? 3000 : 100
    private static let lanes = 4

    @Test(
        """
        Whatever runs beside the gates and however they end: who was shown as let in is recorded, nobody is let in twice, \
        and the log stays as long as a gate is open
        """)
    func schedules() throws {
        let named = ProcessInfo.processInfo.environment["EVENTPASS_SEED"].flatMap { UInt64($0) }
        let first = named ?? .random(in: 0...UInt64(Int64.max))
        let count = UInt64(named == nil ? ScheduleTests.count : 1)
        let next = Atomic<UInt64>(0)
        let start = ContinuousClock.now
        let failures = try atOnce(ScheduleTests.lanes) { _ in
            var failures: [String] = []
            while true {
                let number = next.add(1, ordering: .relaxed).oldValue
                guard number < count, failures.isEmpty else { return failures }
                let schedule = Schedule(seed: first &+ number)
                do {
                    try ScheduleWorld(schedule).run()
                } catch {
                    failures.append("\(schedule): \(error)")
                }
            }
        }
        print("\(count) schedules, the first is EVENTPASS_SEED=\(first), in \(ContinuousClock.now - start)")
        for failure in failures.joined() { Issue.record("\(failure)") }
    }
}
