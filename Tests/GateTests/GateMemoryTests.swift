import EventFixture
import Testing

@Suite("The memory of a gate", .serialized, .everyEngine)
struct GateMemoryTests {
    private static let tickets = Soak.isOn ? 1_000_000 : 20_000
    private static let scans = Soak.isOn ? 20_000 : 1000
    /// In bytes. A program that was built for debugging has more code to keep in memory.
    private static let most = {
        #if DEBUG
            75_000_000
        #else
            60_000_000
        #endif
    }()

    @Test("Checking takes no more memory, however many tickets there are: 60 MB at most, 75 when built for debugging")
    func peak() throws {
        var random = SeededGenerator(for: "the memory of a gate")
        let festival = try Festival()
        let tokens = try festival.issue(GateMemoryTests.tickets)
        let scanned = (0..<GateMemoryTests.scans).compactMap { _ in tokens.randomElement(using: &random) }
        let program = try Program(
            ["gate", "check", "new-year", "--gate", "North", "--json"], on: festival, input: scanned)
        var peak = 0
        var verdicts = 0
        while try program.line() != nil {
            verdicts += 1
            // Each time, since the program may end any moment and its figure with it.
            if let now = program.peakMemory { peak = now }
        }
        _ = try program.rest()
        #expect(verdicts == scanned.count)
        #expect(peak > 0 && peak <= GateMemoryTests.most)
        print("\(GateMemoryTests.tickets) tickets, \(EngineKind.current): \(peak / 1_048_576) MiB")
    }
}
