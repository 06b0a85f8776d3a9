import EventFixture
import Gate
import Management
import Testing
import Ticketing

@testable import eventpass

@Suite("Landmarks of gates on the gate screen of a terminal", .lowPriority)
struct GateLandmarkScreenTests {
    @Test("With a gate pack, the refusal of a ticket for another gate shows the landmark of that gate")
    func pack() throws {
        let festival = try Festival(
            engine: .sqlite, type: TicketTypeDetails(name: "VIP").with { $0.gates = ["South"] })
        let token = try #require(try festival.issue(1).first)
        try festival.services.gates.setLandmark(
            GateLandmark(gate: "South", text: "by the fountain"), of: festival.event)
        let gate = try festival.gate(onPack: festival.pack())
        var page = GateScreenState(gate, direction: .entry, in: .english)
        page.showDeciding()
        page.show([gate.decide(Scan(token))], at: .seconds(1))
        let screen = GateScreenRenderer(zone: festival.event.zone, in: .english).screen(
            page, ScreenPage.Size(columns: 80, rows: 24), at: festival.clock.now())
        let found = screen.lines.contains { $0.text.contains("This ticket is for gate South – by the fountain") }
        #expect(found, "\(screen.lines.map(\.text).joined(separator: "\n"))")
    }
}
