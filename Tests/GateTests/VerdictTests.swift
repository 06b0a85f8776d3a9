import EventFixture
import Gate
import Management
import Store
import TicketToken
import Testing
import Ticketing

@Suite("Verdicts", .everyEngine)
struct VerdictTests {
    @Test("A ticket is admitted once, and a second gate's refusal says when and where the ticket was first used")
    func admittedOnce() throws {
        let festival = try Festival()
        let token = try festival.issue(1)[0]
        let first = try festival.gate("North").decide(Scan(token))
        #expect(first.outcome == .admit(again: false))
        #expect(first.used == 1 && first.allowed == 1)
        festival.clock.advance(bySeconds: 60)
        let second = try festival.gate("South").decide(Scan(token))
        let admission = Admission(at: Festival.start, gate: "North")
        #expect(second.outcome == .refuse(.alreadyUsed(first: admission, used: 1, allowed: 1)))
    }

    @Test("Within five seconds, a second scan at the same gate is a repeat; later, or at another gate, it is refused")
    func repeats() throws {
        let festival = try Festival()
        let token = try festival.issue(1)[0]
        let north = try festival.gate("North")
        #expect(north.decide(Scan(token)).outcome == .admit(again: false))
        festival.clock.advance(bySeconds: 4)
        #expect(north.decide(Scan(token)).outcome == .repeat)
        #expect(try festival.gate("South").decide(Scan(token)).outcome.name == "refuse")
        festival.clock.advance(bySeconds: 1)
        #expect(north.decide(Scan(token)).outcome.name == "refuse")
    }

    @Test("A party of four enters in ones and twos, and a fifth person is refused")
    func party() throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Family", admits: #require(Admits(rawValue: 4))))
        let token = try festival.issue(1)[0]
        let gate = try festival.gate()
        #expect(gate.decide(Scan(token)).used == 1)
        #expect(gate.decide(Scan(token, count: 2)).used == 3)
        let tooMany = gate.decide(Scan(token, count: 2))
        #expect(tooMany.outcome.name == "refuse" && tooMany.used == 3 && tooMany.allowed == 4)
        #expect(gate.decide(Scan(token)).used == 4)
        #expect(gate.decide(Scan(token)).outcome == .repeat)
    }

    @Test("After an exit, the person can return, and the verdict says “again”; an exit without an entry is refused")
    func exitAndAgain() throws {
        let festival = try Festival()
        let token = try festival.issue(1)[0]
        let gate = try festival.gate()
        #expect(gate.decide(Scan(token, direction: .exit)).outcome == .refuse(.notInside))
        #expect(gate.decide(Scan(token)).outcome == .admit(again: false))
        #expect(gate.decide(Scan(token, direction: .exit)).outcome == .exit)
        #expect(gate.decide(Scan(token)).outcome == .admit(again: true))
    }

    @Test("People can leave even if their ticket was cancelled or replaced, or has expired")
    func exitAlways() throws {
        let festival = try Festival(
            type: TicketTypeDetails(
                name: "Early", window: ValidityWindow(until: Festival.start.advanced(bySeconds: 600))))
        let tokens = try festival.issue(2)
        let gate = try festival.gate()
        for token in tokens { #expect(gate.decide(Scan(token)).outcome == .admit(again: false)) }
        _ = try festival.services.tickets.cancel(festival.ticket(of: tokens[0]).code, of: festival.event, note: nil)
        _ = try festival.services.tickets.reissue(
            festival.ticket(of: tokens[1]).code, of: festival.event, signingWith: festival.ring)
        festival.clock.advance(bySeconds: 3600)
        for token in tokens { #expect(gate.decide(Scan(token, direction: .exit)).outcome == .exit) }
    }

    @Test("Refusals say when and why a ticket was cancelled, or when it was replaced; the new ticket is admitted")
    func revokedAndSuperseded() throws {
        let festival = try Festival()
        let tokens = try festival.issue(2)
        let gate = try festival.gate()
        _ = try festival.services.tickets.cancel(
            festival.ticket(of: tokens[0]).code, of: festival.event, note: "fell ill")
        #expect(
            gate.decide(Scan(tokens[0])).outcome
                == .refuse(.revoked(.cancelled, since: Festival.start, note: "fell ill")))
        let reissued = try festival.services.tickets.reissue(
            festival.ticket(of: tokens[1]).code, of: festival.event, signingWith: festival.ring)
        #expect(gate.decide(Scan(tokens[1])).outcome == .refuse(.superseded(since: Festival.start)))
        let new = try TicketSigner(festival.ring).sign(reissued.claims(of: festival.event))
        #expect(gate.decide(Scan(new)).outcome == .admit(again: false))
    }

    @Test("A gate with a rehearsal time uses that time to check a ticket's validity, but the verdict has the real time")
    func windows() throws {
        let from = Festival.start.advanced(bySeconds: 100)
        let until = Festival.start.advanced(bySeconds: 200)
        let festival = try Festival(
            type: TicketTypeDetails(name: "Night", window: ValidityWindow(from: from, until: until)))
        let token = try festival.issue(1)[0]
        func verdict(_ seconds: Int64) throws -> Verdict {
            try festival.gate("\(seconds)", fixedTime: Festival.start.advanced(bySeconds: seconds)).decide(
                Scan(token))
        }
        #expect(try verdict(99).outcome == .refuse(.notYetValid(from: from, until: until)))
        #expect(try verdict(200).outcome == .refuse(.expired(until: until, from: from)))
        let admitted = try verdict(100)
        #expect(admitted.outcome == .admit(again: false) && admitted.at == Festival.start)
    }

    @Test("A ticket that the store never issued is refused as not listed, even if its signature is valid")
    func notListed() throws {
        let festival = try Festival()
        let issued = try festival.ticket(of: festival.issue(1)[0])
        let other = try #require(Serial(rawValue: issued.serial.rawValue ^ 1))
        let claims = TicketClaims(
            suite: .hmac, key: issued.key, event: festival.event.number, serial: other, type: issued.type)
        let token = try TicketSigner(festival.ring).sign(claims)
        #expect(try festival.gate().decide(Scan(token)).outcome == .refuse(.notListed))
    }

    @Test("A token of an issued ticket is refused if another key of the key ring signed it")
    func otherKeyOfTheRing() throws {
        let festival = try Festival()
        let issued = try festival.ticket(of: festival.issue(1)[0])
        var ring = festival.ring
        let other = try ring.generate(at: Festival.start, isPublic: true)
        let forged = TicketClaims(
            suite: .hmac, key: other.number, event: issued.event, serial: issued.serial, type: issued.type)
        let token = try TicketSigner(ring).sign(forged)
        #expect(try festival.gate(ring: ring).decide(Scan(token)).outcome == .refuse(.notListed))
    }

    @Test("A request for more people than a ticket admits is refused, and the refusal names no first admission")
    func tooManyAtOnce() throws {
        let festival = try Festival()
        let verdict = try festival.gate().decide(Scan(try festival.issue(1)[0], count: 2))
        #expect(verdict.outcome == .refuse(.alreadyUsed(first: nil, used: 0, allowed: 1, left: 1)))
    }

    @Test(
        """
        A refusal of another event's ticket has that event's number, and its title if the gate's event has the same \
        organizer
        """
    )
    func wrongEvent() throws {
        let festival = try Festival()
        let organizer = try #require(try festival.services.organizers.organizers().first)
        let other = try festival.services.events.createEvent(
            EventDetails(title: "Another", timeZone: "UTC"), suite: .hmac, of: organizer)
        let gate = try festival.gate()
        let serial = try #require(Serial(rawValue: 5))
        let type = try #require(TicketTypeNumber(rawValue: 0))
        let key = try #require(festival.ring.signingKey).number
        func token(_ event: EventNumber) throws -> String {
            try TicketSigner(festival.ring).sign(
                TicketClaims(suite: .hmac, key: key, event: event, serial: serial, type: type))
        }
        #expect(
            gate.decide(Scan(try token(other.number))).outcome
                == .refuse(.wrongEvent(other.number, title: "Another", start: nil)))
        let stranger = try festival.services.events.createEvent(
            EventDetails(title: "Secret", timeZone: "UTC"), suite: .hmac,
            of: festival.services.organizers.createOrganizer(OrganizerDetails(name: "Somebody else")))
        #expect(
            gate.decide(Scan(try token(stranger.number))).outcome
                == .refuse(.wrongEvent(stranger.number, title: nil, start: nil)))
        let unknown = try #require(EventNumber(rawValue: other.number.rawValue ^ 1))
        #expect(gate.decide(Scan(try token(unknown))).outcome == .refuse(.wrongEvent(unknown, title: nil, start: nil)))
    }

    @Test(
        "A token whose suite (HMAC or Ed25519) differs from the event's is refused, even if the store's key signed it")
    func otherSuite() throws {
        let festival = try Festival(suite: .ed25519)
        let ticket = try festival.ticket(of: festival.issue(1)[0])
        let claims = TicketClaims(
            suite: .hmac, key: ticket.key, event: ticket.event, serial: ticket.serial, type: ticket.type)
        let gate = try festival.gate()
        #expect(gate.decide(Scan(try TicketSigner(festival.ring).sign(claims))).outcome == .refuse(.badSignature))
        #expect(gate.decide(Scan(try festival.tokens()[0])).outcome == .admit(again: false))
    }

    @Test("If tickets require live codes, a gate refuses missing and old codes, and admits people with a current code")
    func liveCodes() throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Phone", requiresLiveCode: true))
        let token = try festival.issue(1)[0]
        let ticket = try festival.ticket(of: token)
        let key = try TicketSigner(festival.ring).liveKey(of: ticket.claims(of: festival.event))
        let gate = try festival.gate()
        #expect(gate.decide(Scan(token)).outcome == .refuse(.staleCode(stepsOff: nil, present: false)))
        let old = try key.code(at: Festival.start.advanced(bySeconds: -90))
        #expect(gate.decide(Scan(token + old)).outcome == .refuse(.staleCode(stepsOff: -3, present: true)))
        #expect(gate.decide(Scan(token + (try key.code(at: Festival.start)))).outcome == .admit(again: false))
        #expect(gate.decide(Scan(token + old, direction: .exit)).outcome == .exit)
    }

    @Test("A gate can't be opened with the key ring of another store")
    func otherRing() throws {
        let festival = try Festival()
        _ = try festival.issue(1)
        let other = try Festival()
        #expect(throws: StoreError.self) { try festival.gate(ring: other.ring) }
    }
}
