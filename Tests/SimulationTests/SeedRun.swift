import EventFixture
import Foundation
import Testing

/// Many seeds in a row, on all cores: so many, or in a soak as many as an hour has; or the one that `EVENTPASS_SEED` names.
struct SeedRun {
    let first: UInt64
    let count: Int
    /// On each core, the first that found something.
    let failing: [UInt64]
    let duration: Duration
    /// Of one seed that was asked for.
    var isNamed = false

    /// - Parameter violation: lives through one seed; nil when nothing was wrong.
    static func live(
        atMost most: UInt64, _ violation: @escaping @Sendable (UInt64) throws -> Violation?
    ) async throws -> SeedRun {
        let start = ContinuousClock.now
        if let seed = ProcessInfo.processInfo.environment["EVENTPASS_SEED"].flatMap({ UInt64($0) }) {
            return SeedRun(first: seed, count: 1, failing: [seed], duration: .zero, isNamed: true)
        }
        let first = UInt64.random(in: 0...UInt64(Int64.max))
        return try await withThrowingTaskGroup(of: (count: Int, failing: UInt64?).self) { group in
            let lanes = UInt64(max(1, ProcessInfo.processInfo.activeProcessorCount))
            for lane in 0..<lanes {
                group.addTask {
                    var count = 0
                    for seed in stride(from: first + lane, to: first + UInt64(Int64.max), by: Int(lanes)) {
                        guard TestEffort.isSoak ? start.duration(to: .now) < .seconds(3600) : seed < first + most else {
                            break
                        }
                        count += 1
                        if try violation(seed) != nil { return (count, seed) }
                    }
                    return (count, nil)
                }
            }
            var count = 0
            var failing: [UInt64] = []
            for try await lane in group {
                count += lane.count
                if let seed = lane.failing { failing.append(seed) }
            }
            return SeedRun(first: first, count: count, failing: failing, duration: start.duration(to: .now))
        }
    }

    /// Says how many there were, and lives once more through what has failed, telling it.
    func tell(of what: String, again violation: (UInt64) throws -> Violation?) throws {
        print("\(count) \(what), the first is EVENTPASS_SEED=\(first), in \(duration)")
        for seed in failing {
            let found = try violation(seed)
            if found == nil, isNamed { continue }
            Issue.record("EVENTPASS_SEED=\(seed) finds \(found.map(\.description) ?? "it no more")")
        }
    }

    /// Lives through seeds with a fault that was planted until one of them finds it: one of 10,000 must.
    ///
    /// - Parameters:
    ///   - what: one of them, for people.
    ///   - violation: lives through one; nil when nothing was wrong.
    static func find(_ fault: String, in what: String, _ violation: (UInt64) throws -> Violation?) throws {
        let first = UInt64.random(in: 0...UInt64(Int64.max))
        for seed in first..<first + 10_000 {
            guard let found = try violation(seed) else { continue }
            print("“\(fault)” is found in \(what) \(seed - first + 1): \(found.invariant)")
            return
        }
        Issue.record("“\(fault)” is not found in the 10,000 \(what)s from \(first) on")
    }
}
