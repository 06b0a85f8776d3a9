import EventFixture
import Gate
import Testing

@Suite("The example in the README and in the documentation comment of `Gate`", .everyEngine)
struct ExampleTests {
    @Test("The lines of the example open a gate, which refuses the example’s ticket")
    func threeLines() throws {
        let festival = try Festival()
        let (number, store, ring, device) = (festival.event.number, festival.store, festival.ring, festival.device)
        let clock = festival.clock.now

        let gate = try Gate(
            name: "North", event: number, store: store, ring: ring, device: device,
            operation: Gate.Operation(clock: { clock() }))
        let verdict = gate.decide(Scan("240X0T6N86R68P58D8V5Y003G9R00R4C2NM26STK4M4XMSRMM3HXXDRX"))
        print(verdict.outcome.name)

        #expect(verdict.outcome.name == "refuse")
    }
}
