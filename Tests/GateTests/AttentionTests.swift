import EventFixture
import Gate
import Management
import Testing
import Ticketing

@Suite("Notes shown with an admission", .everyEngine)
struct AttentionTests {
    @Test("An admission shows the higher of the event’s and the ticket type’s minimum ages; other verdicts show no age")
    func identity() throws {
        let ages: [EventDetails.MinimumAge?] = [nil, .sixteen, .eighteen]
        for ofEvent in ages {
            for ofType in ages {
                let festival = try Festival(type: TicketTypeDetails(name: "Regular").with { $0.minimumAge = ofType })
                _ = try festival.services.events.edit(festival.event) { $0.minimumAge = ofEvent }
                let gate = try festival.gate()
                let token = try festival.issue(1)[0]
                let expected = max(ofEvent?.rawValue ?? 0, ofType?.rawValue ?? 0)
                let attention: [Attention] = expected == 0 ? [] : [.identity(minimumAge: expected)]
                #expect(gate.decide(Scan(token, requestID: "r")).attention == attention)
                // A retry gets the stored verdict, which contains the minimum age. Later scans admit nobody, so their
                // verdicts contain no minimum age.
                #expect(gate.decide(Scan(token, requestID: "r")).attention == attention)
                #expect(gate.decide(Scan(token)).attention.isEmpty)
                #expect(gate.decide(Scan(token, direction: .exit)).attention.isEmpty)
                #expect(gate.decide(Scan("240X0T")).attention.isEmpty)
            }
        }
    }

    @Test("A minimum age that is set while the gate is open applies from the next scan on")
    func later() throws {
        let festival = try Festival()
        let gate = try festival.gate()
        let tokens = try festival.issue(2)
        #expect(gate.decide(Scan(tokens[0])).attention.isEmpty)
        _ = try festival.services.events.edit(festival.event) { $0.minimumAge = .twentyOne }
        let verdict = gate.decide(Scan(tokens[1]))
        #expect(verdict.attention.map(VerdictSentences(timeZone: .gmt).sentence) == ["Check identity (21+)"])
    }

    @Test("A ticket type's gate note is shown for each ticket of the type, before the ticket's own note")
    func noteOfType() throws {
        let festival = try Festival(type: TicketTypeDetails(name: "VIP").with { $0.gateNote = "VIP: north lounge" })
        _ = try festival.services.tickets.issue(
            .person(holder: "Grace", email: nil, note: "in a wheelchair"), type: festival.regular, of: festival.event,
            signingWith: festival.ring)
        let gate = try festival.gate()
        let token = try festival.tokens()[0]
        #expect(gate.decide(Scan(token)).attention == [.note("VIP: north lounge"), .note("in a wheelchair")])
        _ = try festival.services.ticketTypes.editTicketType(festival.regular.number, of: festival.event) {
            $0.gateNote = nil
        }
        #expect(try festival.gate().decide(Scan(try festival.issue(1)[0])).attention.count < 2)
    }

    @Test("The organizer's note on a ticket is shown when the ticket is admitted")
    func note() throws {
        let festival = try Festival()
        _ = try festival.services.tickets.issue(
            .person(holder: "Grace", email: nil, note: "VIP: the red door"), type: festival.regular, of: festival.event,
            signingWith: festival.ring)
        let token = try festival.tokens()[0]
        #expect(try festival.gate().decide(Scan(token)).attention == [.note("VIP: the red door")])
    }
}
