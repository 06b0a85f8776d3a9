import EventFixture
import Testing

@Suite("The memory of a gate", .serialized, .everyEngine)
struct GateMemoryTests {
    private static let tickets = Soak.isOn ? 1_000_000 : 20_000
    private static let scans = Soak.isOn ? 20_000 : 1000
    /// In bytes.
    private static let most = 60_000_000

    @Test("Check and run stay below 60 MB, however many tickets there are")
    func peak() throws {
        var random = SeededGenerator(for: "the memory of a gate")
        let festival = try Festival()
        let tokens = try festival.issue(GateMemoryTests.tickets)
        for command in [["gate", "check", "new-year", "--json"], ["gate", "run", "new-year"]] {
            let scanned = (0..<GateMemoryTests.scans).compactMap { _ in tokens.randomElement(using: &random) }
            let program = try Program(command + ["--gate", command[1]], on: festival, input: scanned)
            var peak = 0
            var lines = 0
            while try program.line() != nil {
                lines += 1
                // Each time, since the program may end any moment and its figure with it.
                if let now = program.peakMemory { peak = now }
            }
            _ = try program.rest()
            #expect(lines >= scanned.count)
            #expect(peak > 0 && peak <= GateMemoryTests.most)
            let mebibytes = peak / 1_048_576
            print("\(command[1]), \(GateMemoryTests.tickets) tickets, \(EngineKind.current): \(mebibytes) MiB")
        }
    }
}
