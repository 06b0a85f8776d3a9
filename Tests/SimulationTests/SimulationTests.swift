import EventFixture
import Foundation
import Synchronization
import Testing

@Suite("Simulated evenings")
struct SimulationTests {
    static let deeds = 40
    private let evening: Evening

    init() throws { evening = try Evening(singles: 4) }

    /// One evening; nil when nothing was wrong.
    private func violation(seed: UInt64, printing: Bool = false) throws -> Violation? {
        var world = try World(evening, seed: seed)
        do {
            try world.run(deeds: SimulationTests.deeds)
        } catch let violation as Violation {
            print("EVENTPASS_SEED=\(seed) finds \(violation)")
            for line in world.trace { print("  \(line)") }
            return violation
        }
        if printing { for line in world.trace { print("  \(line)") } }
        return nil
    }

    @Test("Whatever the seed, all that is shown could have been decided one after the other, and nothing of it is lost")
    func evenings() throws {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["EVENTPASS_SEED"].flatMap({ UInt64($0) }) {
            #expect(try violation(seed: seed, printing: true) == nil)
            return
        }
        let count = environment["EVENTPASS_SOAK"] == nil ? 2000 : 100_000
        let first = UInt64.random(in: 0...UInt64(Int64.max))
        let start = ContinuousClock.now
        for seed in first..<first + UInt64(count) { try #require(try violation(seed: seed) == nil) }
        print("\(count) evenings from EVENTPASS_SEED=\(first) in \(ContinuousClock.now - start)")
    }
}
