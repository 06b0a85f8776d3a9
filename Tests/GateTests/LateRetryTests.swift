import EventFixture
import Gate
import Testing
import TicketToken
import Ticketing

@Suite("Requests that come again after their live codes have run out", .everyEngine)
struct LateRetryTests {
    /// A ticket that is a live code, and gates that take it.
    private struct Stage {
        let festival: Festival
        let texts: [String]
        let pack: String?

        init(demandsLiveCode: Bool = true, onPack: Bool = false) throws {
            let type = TicketTypeDraft(name: "Phone", demandsLiveCode: demandsLiveCode)
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
        "What was admitted with a good code is told again when the same request comes late", arguments: [false, true])
    func toldAgain(onPack: Bool) throws {
        let stage = try Stage(onPack: onPack)
        let gate = try stage.gate()
        let scan = Scan(stage.texts[0], request: "r")
        let first = gate.decide(scan)
        #expect(first.outcome == .admit(again: false))
        stage.festival.clock.advance(bySeconds: 120)
        for gate in [gate, try stage.gate()] {
            let second = gate.decide([Scan("rubbish"), scan, Scan(stage.texts[1], request: "other")])[1]
            #expect(second.outcome == first.outcome && second.at == first.at && second.used == 1)
        }
        // The person next in the row shows the same screen.
        for request in ["s", nil] {
            #expect(
                gate.decide(Scan(stage.texts[0], request: request)).outcome
                    == .refuse(.staleCode(stepsOff: -4, present: true)))
        }
        if !onPack { #expect(try stage.totals() == 1) }
    }

    @Test("A refusal of a good code is told again, and is no admission when the ticket would be good later")
    func refusedAgain() throws {
        let stage = try Stage()
        let (festival, gate) = (stage.festival, try stage.gate())
        let code = try festival.ticket(of: String(stage.texts[0].dropLast(5))).code
        _ = try festival.office.block(code, of: festival.event, note: "stolen")
        let scan = Scan(stage.texts[0], request: "r")
        #expect(gate.decide(scan).outcome.name == "refuse")
        _ = try festival.office.unblock(code, of: festival.event)
        festival.clock.advance(bySeconds: 120)
        #expect(gate.decide(scan).outcome.name == "refuse")
        #expect(try festival.records().map(\.decision.name) == ["refuse"])
    }

    @Test("A code that was never decided stays stale, however often and by whatever request", arguments: [false, true])
    func neverDecided(demandsLiveCode: Bool) throws {
        let stage = try Stage(demandsLiveCode: demandsLiveCode)
        let gate = try stage.gate()
        stage.festival.clock.advance(bySeconds: 120)
        for request in ["r", "r", nil] {
            #expect(
                gate.decide(Scan(stage.texts[0], request: request)).outcome
                    == .refuse(.staleCode(stepsOff: -4, present: true)))
        }
        #expect(try stage.totals() == 0)
    }

    @Test("The request of another ticket, way, count or gate opens nothing to a code that has run out")
    func otherContents() throws {
        let stage = try Stage(demandsLiveCode: false)
        let gate = try stage.gate()
        #expect(gate.decide(Scan(stage.texts[0], request: "r")).outcome == .admit(again: false))
        #expect(gate.decide(Scan(stage.texts[0], request: "out", direction: .exit)).outcome == .exit)
        stage.festival.clock.advance(bySeconds: 120)
        for scan in [
            Scan(stage.texts[1], request: "r"), Scan(stage.texts[0], request: "r", count: 2),
            Scan(stage.texts[0], request: "out"), Scan(stage.texts[1], request: "out"),
        ] {
            #expect(gate.decide(scan).outcome.name == "undecided")
        }
        #expect(try stage.gate("South").decide(Scan(stage.texts[0], request: "r")).outcome.name == "undecided")
        #expect(try stage.totals() == 2)
    }
}
