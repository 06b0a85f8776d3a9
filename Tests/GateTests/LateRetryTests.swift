import EventFixture
import Gate
import Testing
import TicketToken
import Ticketing

@Suite("Retries after the live code has expired", .everyEngine)
struct LateRetryTests {
    /// A festival with two tickets that have live codes. Its gates use the main store or a gate pack.
    private struct Stage {
        let festival: Festival
        let texts: [String]
        let pack: String?

        init(demandsLiveCode: Bool = true, onPack: Bool = false) throws {
            let type = TicketTypeDetails(name: "Phone", requiresLiveCode: demandsLiveCode)
            let festival = try Festival(type: type)
            texts = try festival.issue(2).map { token in
                let ticket = try festival.ticket(of: token)
                let key = try TicketSigner(festival.ring).liveKey(of: ticket.claims(of: festival.event))
                return token + (try key.code(at: Festival.start))
            }
            pack = onPack ? try festival.pack() : nil
            self.festival = festival
        }

        func gate(_ name: String = "North") throws -> Gate {
            try pack.map { try festival.gate(onPack: $0) } ?? festival.gate(name)
        }

        func totals() throws -> Int { try festival.records().count }
    }

    @Test(
        "A retry of an admitted request returns the same verdict after the live code has expired",
        arguments: [false, true])
    func sameVerdict(onPack: Bool) throws {
        let stage = try Stage(onPack: onPack)
        let gate = try stage.gate()
        let scan = Scan(stage.texts[0], requestID: "r")
        let first = gate.decide(scan)
        #expect(first.outcome == .admit(again: false))
        stage.festival.clock.advance(bySeconds: 120)
        for gate in [gate, try stage.gate()] {
            let second = gate.decide([Scan("rubbish"), scan, Scan(stage.texts[1], requestID: "other")])[1]
            #expect(second.outcome == first.outcome && second.at == first.at && second.used == 1)
        }
        // Another person has a picture of the same screen, and sends a request with another ID or without an ID.
        for request in ["s", nil] {
            #expect(
                gate.decide(Scan(stage.texts[0], requestID: request)).outcome
                    == .refuse(.staleCode(stepsOff: -4, present: true)))
        }
        if !onPack { #expect(try stage.totals() == 1) }
    }

    @Test("A retry of a refused request is refused again, even if the ticket has been unblocked in the meantime")
    func refusedAgain() throws {
        let stage = try Stage()
        let (festival, gate) = (stage.festival, try stage.gate())
        let code = try festival.ticket(of: String(stage.texts[0].dropLast(5))).code
        _ = try festival.services.tickets.block(code, of: festival.event, note: "stolen")
        let scan = Scan(stage.texts[0], requestID: "r")
        #expect(gate.decide(scan).outcome.name == "refuse")
        _ = try festival.services.tickets.unblock(code, of: festival.event)
        festival.clock.advance(bySeconds: 120)
        #expect(gate.decide(scan).outcome.name == "refuse")
        #expect(try festival.records().map(\.decision.name) == ["refuse"])
    }

    @Test(
        "If the live code has expired before a request is first sent, the request and its retries are refused",
        arguments: [false, true])
    func neverDecided(demandsLiveCode: Bool) throws {
        let stage = try Stage(demandsLiveCode: demandsLiveCode)
        let gate = try stage.gate()
        stage.festival.clock.advance(bySeconds: 120)
        for request in ["r", "r", nil] {
            #expect(
                gate.decide(Scan(stage.texts[0], requestID: request)).outcome
                    == .refuse(.staleCode(stepsOff: -4, present: true)))
        }
        #expect(try stage.totals() == 0)
    }

    @Test("A scan with an expired live code and the request ID of a different scan is undecided")
    func otherContents() throws {
        let stage = try Stage(demandsLiveCode: false)
        let gate = try stage.gate()
        #expect(gate.decide(Scan(stage.texts[0], requestID: "r")).outcome == .admit(again: false))
        #expect(gate.decide(Scan(stage.texts[0], requestID: "out", direction: .exit)).outcome == .exit)
        stage.festival.clock.advance(bySeconds: 120)
        for scan in [
            Scan(stage.texts[1], requestID: "r"), Scan(stage.texts[0], requestID: "r", count: 2),
            Scan(stage.texts[0], requestID: "out"), Scan(stage.texts[1], requestID: "out"),
        ] {
            #expect(gate.decide(scan).outcome.name == "undecided")
        }
        #expect(try stage.gate("South").decide(Scan(stage.texts[0], requestID: "r")).outcome.name == "undecided")
        #expect(try stage.totals() == 2)
    }
}
