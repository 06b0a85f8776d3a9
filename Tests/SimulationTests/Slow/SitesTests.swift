import EventFixture
import Testing

/// A site is the main store or a gate pack, with its own gate, disk and clock.
@Suite("Simulated festivals with several sites", .slow)
struct SitesTests {
    private static let actions = 40
    private let outset: SitesOutset

    init() throws { outset = try SitesOutset(packs: 2) }

    /// Simulates the festival of a seed, and returns the first violation of an invariant; nil if every invariant holds.
    private static func violation(
        in outset: SitesOutset, seed: UInt64, planting fault: SitesFault? = nil, tracing: World.Tracing = .off
    ) throws -> Violation? {
        var world = try SitesWorld(outset, seed: seed, planting: fault, tracing: tracing)
        do {
            try world.run(actions: actions)
        } catch let violation as Violation {
            return violation
        } catch {
            return Violation(invariant: "no other error", detail: "\(error)")
        }
        return nil
    }

    @Test("For any seed, each site's decisions follow from its records, and any merge order gives the same state")
    func festivals() async throws {
        let outset = outset
        let run = try await SeedRun.live(atMost: UInt64(TestEffort.count(quick: 30, all: 300))) { seed in
            try SitesTests.violation(in: outset, seed: seed)
        }
        try run.report(of: "festivals") { seed in
            try SitesTests.violation(in: outset, seed: seed, tracing: .on)
        }
    }

    @Test(
        """
        Two seeds that once revealed a fault give no violation; the fault was that a copy of a pack missed a double \
        admission if another copy had only refusals
        """,
        arguments: [4_532_936_556_008_780_786, 951_946_709_536_729_070] as [UInt64])
    func onceFailed(seed: UInt64) throws {
        let violation = try SitesTests.violation(in: outset, seed: seed)
        #expect(violation == nil)
    }

    @Test("Every injected fault is detected", .slow, arguments: SitesFault.all)
    func found(fault: SitesFault) throws {
        try SeedRun.find(fault.name, in: "festival") { seed in
            try SitesTests.violation(in: outset, seed: seed, planting: fault)
        }
    }
}
