import EventFixture
import Gate
import Management
import Store
import Testing
import Ticketing

@Suite("Refusals that name the right gate and its landmark, such as “by the fountain”", .everyEngine)
struct LandmarkTests {
    private static let fountain = ["South": "by the fountain"]

    private func festival(_ gates: [String] = ["South"]) throws -> (Festival, token: String) {
        let festival = try Festival(type: TicketTypeDetails(name: "VIP").with { $0.gates = gates })
        return (festival, try #require(try festival.issue(1).first))
    }

    private func set(_ text: String, of gate: String, _ festival: Festival) throws {
        try festival.services.gates.setLandmark(GateLandmark(gate: gate, text: text), of: festival.event)
    }

    private func sentence(_ outcome: Verdict.Outcome, _ festival: Festival) throws -> String {
        let gate = try festival.gate("North")
        let verdict = gate.decide(Scan(try #require(try festival.tokens().first)))
        #expect(verdict.outcome == outcome)
        return VerdictSentences(timeZone: .gmt).explanation(verdict)
    }

    @Test("If a ticket is for another gate, the refusal names that gate and its landmark, even for a repeated request")
    func landmark() throws {
        let (festival, token) = try festival()
        #expect(
            try sentence(.refuse(.wrongGate(validAt: ["South"])), festival) == "Not valid at this gate; valid at South")
        try set("by the fountain", of: "SOUTH", festival)
        let refusal = Verdict.Outcome.refuse(.wrongGate(validAt: ["South"], landmarks: Self.fountain))
        #expect(try sentence(refusal, festival) == "This ticket is for gate South – by the fountain")
        let north = try festival.gate("North")
        for _ in 0..<2 { #expect(north.decide(Scan(token, requestID: "a")).outcome == refusal) }
        #expect(try festival.gate("south").decide(Scan(token)).outcome == .admit(again: false))
    }

    @Test("If several gates accept the ticket, the refusal names all these gates, each with its landmark if it has one")
    func several() throws {
        let (festival, _) = try festival(["South", "East", "West"])
        try set("by the fountain", of: "South", festival)
        try set("behind the stage", of: "West", festival)
        try set("beside the car park", of: "North", festival)
        let landmarks = Self.fountain.merging(["West": "behind the stage"]) { $1 }
        let refusal = Refusal.wrongGate(validAt: ["South", "East", "West"], landmarks: landmarks)
        #expect(
            try sentence(.refuse(refusal), festival)
                == "This ticket is for the gates South – by the fountain; East; West – behind the stage")
    }

    @Test("The refusal of a ticket for other gates has the pictures of those gates; a gate pack has no pictures")
    func pictures() throws {
        let (festival, token) = try festival(["South", "East"])
        let picture = try festival.services.pictures.setGatePicture(
            anyPicture(), of: "SOUTH", showing: "A fountain", at: festival.event)
        let refusal = Refusal.wrongGate(validAt: ["South", "East"], pictures: ["South": picture])
        #expect(try festival.gate("North").decide(Scan(token)).outcome == .refuse(refusal))
        let path = try festival.pack()
        let offline = try festival.gate(onPack: path).decide(Scan(token)).outcome
        #expect(offline == .refuse(.wrongGate(validAt: ["South", "East"])))
    }

    @Test("A refresh adds the landmark of a gate that had none when the gate pack was made")
    func addedToPack() throws {
        let (festival, token) = try festival()
        let path = try festival.pack()
        func outcome() throws -> Verdict.Outcome { try festival.gate(onPack: path).decide(Scan(token)).outcome }
        #expect(try outcome() == .refuse(.wrongGate(validAt: ["South"])))
        try set("by the fountain", of: "South", festival)
        #expect(try outcome() == .refuse(.wrongGate(validAt: ["South"])))
        _ = try festival.services.gatePacks.refreshGatePack(
            OpenGatePack(at: path), from: festival.event, verifyingWith: festival.ring)
        #expect(try outcome() == .refuse(.wrongGate(validAt: ["South"], landmarks: Self.fountain)))
    }

    @Test("A gate pack has the landmarks of the event, and a refresh brings them up to date")
    func pack() throws {
        let (festival, token) = try festival()
        try set("by the fountain", of: "South", festival)
        let path = try festival.pack()
        func outcome() throws -> Verdict.Outcome { try festival.gate(onPack: path).decide(Scan(token)).outcome }
        #expect(try outcome() == .refuse(.wrongGate(validAt: ["South"], landmarks: Self.fountain)))
        for text in ["beside the car park", nil] {
            if let text {
                try set(text, of: "south", festival)
            } else {
                try festival.services.gates.removeLandmark(of: "South", of: festival.event)
            }
            _ = try festival.services.gatePacks.refreshGatePack(
                OpenGatePack(at: path), from: festival.event, verifyingWith: festival.ring)
            let landmarks = text.map { ["South": $0] } ?? [:]
            #expect(try outcome() == .refuse(.wrongGate(validAt: ["South"], landmarks: landmarks)))
        }
        #expect(try GatePackFile.open(path).check().isIntact)
    }

    @Test("For a ticket for several people, a verdict says how many are inside; other verdicts have no such number")
    func party() throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Table", admits: try #require(Admits(rawValue: 5))))
        let token = try #require(try festival.issue(1).first)
        let gate = try festival.gate()
        func people(_ scan: Scan) -> [Int]? { gate.decide(scan).party.map { [$0.inside, $0.allowed] } }
        #expect(people(Scan(token, count: 3)) == [3, 5])
        #expect(people(Scan(token, count: 4)) == [3, 5])
        #expect(people(Scan(token, direction: .exit)) == [2, 5])
        #expect(people(Scan("rubbish")) == nil)
        let single = try Festival()
        #expect(try single.gate().decide(Scan(try single.issue(1)[0])).party == nil)
    }
}
