import EventFixture
import Gate
import Management
import Store
import Testing
import Ticketing

@Suite("Landmarks: texts that say where a gate is", .everyEngine)
struct GateLandmarkTests {
    private func south(_ text: String = "by the fountain") -> GateLandmark { GateLandmark(gate: "South", text: text) }

    @Test("A gate has at most one landmark; names that differ only in case or accents mean the same gate")
    func names() throws {
        let festival = try Festival()
        let (gates, event) = (festival.services.gates, festival.event)
        try gates.setLandmark(south(), of: event)
        try gates.setLandmark(GateLandmark(gate: "Entrée", text: "behind the stage"), of: event)
        #expect(try gates.landmarks(of: event).map(\.gate) == ["Entrée", "South"])
        let again = GateLandmark(gate: "SOUTH", text: "beside the car park")
        try gates.setLandmark(again, of: event)
        #expect(try gates.landmarks(of: event) == [GateLandmark(gate: "Entrée", text: "behind the stage"), again])
        #expect(try gates.removeLandmark(of: "entree", of: event)?.text == "behind the stage")
        #expect(try gates.removeLandmark(of: "entree", of: event) == nil)
        #expect(try gates.landmarks(of: event) == [again])
    }

    @Test(
        "A landmark is refused if it has no gate name, or if its text is empty, is too long or has control characters")
    func faults() throws {
        let festival = try Festival()
        let long = String(repeating: "x", count: GateLandmark.longest + 1)
        for (landmark, fields) in [
            (GateLandmark(gate: " ", text: ""), ["gate", "landmark"]), (south(long), ["landmark"]),
            (south("a\u{1B}b"), ["landmark"]), (south("a\nb"), ["landmark"]),
        ] {
            let error = try #require(throws: ManagementError.self) {
                try festival.services.gates.setLandmark(landmark, of: festival.event)
            }
            guard case .invalid(let faults) = error else {
                Issue.record("\(error)")
                continue
            }
            #expect(faults.map(\.field) == fields, "\(landmark)")
        }
        try festival.services.gates.setLandmark(south(String(long.dropLast())), of: festival.event)
        #expect(try festival.services.gates.landmarks(of: festival.event).count == 1)
    }

    @Test("The history of the event has the changes of landmarks; saving the same landmark again records nothing")
    func audit() throws {
        let festival = try Festival()
        let gates = festival.services.gates
        try gates.setLandmark(south(), of: festival.event)
        try gates.setLandmark(south(), of: festival.event)
        try gates.setLandmark(south("beside the car park"), of: festival.event)
        try gates.removeLandmark(of: "South", of: festival.event)
        let records = try festival.services.events.history(of: festival.event).filter {
            $0.action == "editGateLandmark"
        }
        #expect(
            records.map(\.before) == [
                [:], ["landmark": "by the fountain"], ["gate": "South", "landmark": "beside the car park"],
            ])
        #expect(
            records.map(\.after) == [
                ["gate": "South", "landmark": "by the fountain"], ["gate": "South", "landmark": "beside the car park"],
                [:],
            ])
    }

    @Test("The list of gates has the gates of ticket types and landmarks, with the number of people inside")
    func list() throws {
        let festival = try Festival(type: TicketTypeDetails(name: "VIP").with { $0.gates = ["north", "East"] })
        let (services, event) = (festival.services, festival.event)
        try services.gates.setLandmark(south(), of: event)
        let tokens = try festival.issue(3)
        for (token, gate) in zip(tokens, ["NORTH", "North", "East"]) {
            #expect(try festival.gate(gate).decide(Scan(token)).outcome == .admit(again: false))
        }
        #expect(try festival.gate("East").decide(Scan(tokens[2], direction: .exit)).outcome == .exit)
        let found = try services.gates.gates(of: event)
        #expect(found.map(\.name) == ["East", "north", "South"])
        #expect(found.map(\.inside) == [0, 2, 0] && found.map(\.phones) == [0, 0, 0])
        #expect(found.map(\.landmark) == [nil, nil, "by the fountain"])
    }

    @Test("A copy of an event has the landmarks of the original")
    func duplicate() throws {
        let festival = try Festival()
        try festival.services.gates.setLandmark(south(), of: festival.event)
        let copy = try festival.services.events.duplicate(festival.event, titled: "Again", by: nil)
        #expect(try festival.services.gates.landmarks(of: copy) == [south()])
    }
}
