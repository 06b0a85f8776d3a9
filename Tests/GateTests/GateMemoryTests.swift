import EventFixture
import Testing

@Suite("Memory use of a gate", .serialized, .everyEngine)
struct GateMemoryTests {
    private static let tickets = TestEffort.isSoak ? 1_000_000 : 20_000
    private static let scans = TestEffort.isSoak ? 20_000 : 1000
    /// The maximum memory that the program may allocate, in bytes.
    private static let most = 20_000_000

    @Test("After each scan, `gate check` has allocated at most 20 MB, even for an event with very many tickets")
    func peak() throws {
        var random = SeededGenerator(for: "memory of a gate")
        let festival = try Festival()
        let tokens = try festival.issue(GateMemoryTests.tickets)
        let scanned = (0..<GateMemoryTests.scans).compactMap { _ in tokens.randomElement(using: &random) }
        let program = try Program(
            ["gate", "check", "new-year", "--gate", "North", "--json"], on: festival, input: scanned)
        var peak = 0
        var verdicts = 0
        while try program.line() != nil {
            verdicts += 1
            // The memory is read after each line, because it cannot be read after the program has ended.
            if let now = program.allocatedMemory { peak = max(peak, now) }
        }
        _ = try program.rest()
        #expect(verdicts == scanned.count)
        #expect(peak > 0 && peak <= GateMemoryTests.most)
        print("\(GateMemoryTests.tickets) tickets, \(EngineKind.current): \(peak / 1_048_576) MiB")
    }
}
