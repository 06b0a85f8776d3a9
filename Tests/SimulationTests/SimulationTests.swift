import EventFixture
import Testing

@Suite("Simulated evenings")
struct SimulationTests {
    private static let deeds = 32
    private let evening: Evening

    init() throws { evening = try Evening(singles: 4) }

    /// Lives through the evening of a seed; nil when nothing was wrong.
    private static func violation(
        in evening: Evening, seed: UInt64, planting fault: PlantedFault? = nil, tracing: World.Tracing = .off
    ) throws -> Violation? {
        var world = try World(evening, seed: seed, planting: fault, tracing: tracing)
        do {
            try world.run(deeds: deeds)
        } catch let violation as Violation {
            return violation
        }
        return nil
    }

    @Test("Whatever the seed, all that is shown could have been decided one after the other, and nothing of it is lost")
    func evenings() async throws {
        let evening = evening
        let run = try await SeedRun.live(atMost: 1700) { seed in
            try SimulationTests.violation(in: evening, seed: seed)
        }
        try run.tell(of: "evenings") { seed in
            try SimulationTests.violation(in: evening, seed: seed, tracing: .on)
        }
    }

    @Test("A fault that is planted is found", arguments: PlantedFault.all)
    func found(fault: PlantedFault) throws {
        let first = UInt64.random(in: 0...UInt64(Int64.max))
        for seed in first..<first + 10_000 {
            guard let found = try SimulationTests.violation(in: evening, seed: seed, planting: fault) else { continue }
            print("“\(fault.name)” is found in evening \(seed - first + 1): \(found.invariant)")
            return
        }
        Issue.record("“\(fault.name)” is not found in the 10,000 evenings from \(first) on")
    }
}
