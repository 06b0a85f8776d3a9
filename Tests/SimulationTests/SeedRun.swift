import EventFixture
import Foundation
import Testing

/// Runs many simulations on all cores. Each simulation has its own seed, which determines all its random choices. A
/// normal run has a fixed number of seeds; a soak test (a long run) simulates as many seeds as it can in an hour. If
/// `EVENTPASS_SEED` contains a seed, only that seed is simulated.
struct SeedRun {
    let first: UInt64
    let count: Int
    /// For each core on which a simulation failed, the first seed that failed.
    let failing: [UInt64]
    let duration: Duration
    /// Whether `EVENTPASS_SEED` contains a seed.
    var isNamed = false

    /// Simulates the seeds on all cores. A core stops at its first failing seed. If `EVENTPASS_SEED` contains a seed,
    /// this method only marks that seed as failing, and `report` simulates the seed.
    ///
    /// - Parameters:
    ///   - most: the number of seeds in a normal run.
    ///   - violation: simulates one seed, and returns the first violation of an invariant; nil if every invariant
    ///     holds.
    static func live(
        atMost most: UInt64, _ violation: @escaping @Sendable (UInt64) throws -> Violation?
    ) async throws -> SeedRun {
        let start = ContinuousClock.now
        if let seed = ProcessInfo.processInfo.environment["EVENTPASS_SEED"].flatMap({ UInt64($0) }) {
            return SeedRun(first: seed, count: 1, failing: [seed], duration: .zero, isNamed: true)
        }
        let first = UInt64.random(in: 0...UInt64(Int64.max))
        return try await withThrowingTaskGroup(of: (count: Int, failing: UInt64?).self) { group in
            let workers = UInt64(max(1, ProcessInfo.processInfo.activeProcessorCount))
            for worker in 0..<workers {
                group.addTask {
                    var count = 0
                    for seed in stride(from: first + worker, to: first + UInt64(Int64.max), by: Int(workers)) {
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
            for try await worker in group {
                count += worker.count
                if let seed = worker.failing { failing.append(seed) }
            }
            return SeedRun(first: first, count: count, failing: failing, duration: start.duration(to: .now))
        }
    }

    /// Prints the number of seeds that were simulated. Simulates each failing seed again, and prints the steps of that
    /// simulation.
    func report(of what: String, again violation: (UInt64) throws -> Violation?) throws {
        print("\(count) \(what), from EVENTPASS_SEED=\(first), in \(duration)")
        for seed in failing {
            let found = try violation(seed)
            if found == nil, isNamed { continue }
            Issue.record("EVENTPASS_SEED=\(seed): \(found.map(\.description) ?? "no violation in the second run")")
        }
    }

    /// Simulates up to 10,000 seeds with an injected fault, until a simulation detects the fault. Records a test
    /// failure if no simulation detects it.
    ///
    /// - Parameters:
    ///   - what: the word for one simulation, such as “evening”, for messages.
    ///   - violation: simulates one seed, and returns the first violation of an invariant; nil if every invariant
    ///     holds.
    static func find(_ fault: String, in what: String, _ violation: (UInt64) throws -> Violation?) throws {
        let first = UInt64.random(in: 0...UInt64(Int64.max))
        for seed in first..<first + 10_000 {
            guard let found = try violation(seed) else { continue }
            print("“\(fault)” detected in \(what) \(seed - first + 1): \(found.invariant)")
            return
        }
        Issue.record("“\(fault)” not detected in 10,000 \(what)s from seed \(first)")
    }
}
