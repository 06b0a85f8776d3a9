import EventFixture
import Store
import Testing

/// An evening is a simulated event at which several programs scan the same few tickets.
@Suite("Simulated evenings")
struct SimulationTests {
    private static let actions = 36
    /// The evenings from which the seed of a simulation selects one.
    private let evenings: [Evening]

    init() throws {
        let plain = try Evening.ofEveryRule()
        evenings = [plain, plain, try Evening.ofEveryRule(limits: [2, nil])]
    }

    /// Simulates the evening of a seed, and returns the first violation of an invariant; nil if every invariant holds.
    private static func violation(
        in evenings: [Evening], seed: UInt64, planting fault: PlantedFault? = nil, tracing: World.Tracing = .off
    ) throws -> Violation? {
        let evening = evenings[Int(seed % UInt64(evenings.count))]
        var world = try World(evening, seed: seed, planting: fault, tracing: tracing)
        do {
            try world.run(actions: actions)
        } catch let violation as Violation {
            return violation
        } catch let error as StoreError {
            return Violation(invariant: "a store can be read", detail: "\(error)")
        }
        return nil
    }

    @Test("Concurrent scans get the same verdicts as if they ran one after another in some order, and no scan is lost")
    func evenings() async throws {
        let evenings = evenings
        let run = try await SeedRun.live(atMost: UInt64(TestEffort.count(quick: 200, all: 2000))) { seed in
            try SimulationTests.violation(in: evenings, seed: seed)
        }
        try run.report(of: "evenings") { seed in
            try SimulationTests.violation(in: evenings, seed: seed, tracing: .on)
        }
    }

    @Test("One half of a two-part fault, injected alone, is harmless", .slow, arguments: PlantedFault.harmless)
    func harmless(half: PlantedFault) throws {
        let first = UInt64.random(in: 0...UInt64(Int64.max))
        for seed in first..<first + 60 {
            let found = try SimulationTests.violation(in: evenings, seed: seed, planting: half)
            #expect(found == nil, "EVENTPASS_SEED=\(seed)")
        }
    }

    @Test("Every injected fault is detected", .slow, arguments: PlantedFault.all)
    func found(fault: PlantedFault) throws {
        try SeedRun.find(fault.name, in: "evening") { seed in
            try SimulationTests.violation(in: evenings, seed: seed, planting: fault)
        }
    }
}
