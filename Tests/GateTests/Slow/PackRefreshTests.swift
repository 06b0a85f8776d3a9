import EventFixture
import Foundation
import Gate
import Management
import Store
import Testing
import TicketToken
import Ticketing

/// A number in the name of a test is from the list “What always holds” in Docs/Gate.md.
@Suite("Refreshing gate packs", .everyEngine, .slow)
struct PackRefreshTests {
    private func refresh(_ path: String, _ festival: Festival, _ ring: KeyRing? = nil) throws -> GatePackRefresh {
        try festival.services.gatePacks.refreshGatePack(
            OpenGatePack(at: path), from: festival.event, verifyingWith: ring ?? festival.ring)
    }

    @Test(
        "A refresh adds new tickets, updates changed tickets, counts the changes by kind, and keeps the pack's records")
    func changes() throws {
        let festival = try Festival()
        let tokens = try festival.issue(6)
        let path = try festival.pack()
        let codes = try tokens.map { try festival.ticket(of: $0).code }
        #expect(try festival.gate(onPack: path).decide(Scan(tokens[0])).outcome == .admit(again: false))
        _ = try festival.services.tickets.cancel(codes[1], of: festival.event, note: nil)
        let reissued = try festival.services.tickets.reissue(codes[2], of: festival.event, signingWith: festival.ring)
        _ = try festival.services.tickets.block(codes[3], of: festival.event, note: "stolen")
        _ = try festival.issue(2)
        let current = try festival.token(of: reissued)
        let new = try festival.tokens().filter { !tokens.contains($0) && $0 != current }
        let done = try refresh(path, festival)
        #expect(done.pack.number == 2)
        #expect((done.changes.new, done.changes.ended, done.changes.reissued, done.changes.other) == (2, 2, 1, 0))
        let gate = try festival.gate(onPack: path)
        festival.clock.advance(bySeconds: 60)
        let outcomes = tokens.prefix(4).map { gate.decide(Scan($0)).outcome }
        #expect(outcomes.map(\.name) == ["refuse", "refuse", "refuse", "refuse"])
        #expect(outcomes[2] == .refuse(.superseded(since: Festival.start)))
        for text in new + [current] {
            #expect(gate.decide(Scan(text)).outcome == .admit(again: false))
        }
        #expect(try GatePackFile.open(path).read { try $0.ledger.verify() } == .intact(devices: 1, records: 8))
        let nothing = try refresh(path, festival)
        #expect(nothing.pack.number == 3)
        #expect(nothing.changes.new + nothing.changes.ended + nothing.changes.reissued + nothing.changes.other == 0)
    }

    @Test("A search on a gate pack finds a holder's old name before a refresh, and the corrected name afterwards")
    func corrected() throws {
        let festival = try Festival()
        let ticket = try festival.ticket(of: #require(try festival.issue(1).first))
        func rename(_ name: String) throws {
            _ = try festival.services.tickets.editTicket(ticket.code, of: festival.event) { $0.holder = name }
        }
        try rename("Okelo")
        let path = try festival.pack { $0.showsNames = true }
        func found(_ name: String) throws -> [String?] {
            try OpenGatePack(at: path).tickets(typed: name, limit: 5).map(\.holder)
        }
        try rename("Okello")
        #expect(try found("okelo") == ["Okelo"] && found("okello").isEmpty)
        #expect(try refresh(path, festival).changes.other == 1)
        #expect(try found("okello") == ["Okello"] && found("okelo").isEmpty)
    }

    @Test("11: after any changes in the main store, a refreshed gate pack refuses replaced tokens and revoked tickets")
    func neverAdmitsOlder() throws {
        var random = SeededGenerator(for: "refreshed packs")
        for proof in [GatePack.VerificationMethod.list, .key] {
            let festival = try Festival()
            var all = try festival.issue(6)
            let path = try festival.pack { $0.proof = proof }
            for _ in 0..<8 {
                for _ in 0..<Int.random(in: 0...4, using: &random) {
                    let code = try festival.ticket(of: #require(all.randomElement(using: &random))).code
                    do {
                        switch Int.random(in: 0..<6, using: &random) {
                        case 0: _ = try festival.services.tickets.cancel(code, of: festival.event, note: nil)
                        case 1: _ = try festival.services.tickets.block(code, of: festival.event, note: "disputed")
                        case 2: _ = try festival.services.tickets.unblock(code, of: festival.event)
                        case 3: _ = try festival.issue(1)
                        default:
                            _ = try festival.services.tickets.reissue(
                                code, of: festival.event, signingWith: festival.ring)
                        }
                    } catch is ManagementError {
                        // The ticket's status does not allow this change.
                    }
                    all += try festival.tokens().filter { !all.contains($0) }
                }
                _ = try refresh(path, festival)
                let gate = try festival.gate(onPack: path)
                for text in all {
                    let ticket = try festival.ticket(of: text)
                    let isCurrent = try festival.token(of: ticket) == text
                    let outcome = gate.decide(Scan(text)).outcome
                    if case .admit = outcome { #expect(isCurrent && ticket.status == .issued) }
                    if !isCurrent, ticket.status == .issued { #expect(outcome.name == "refuse", "\(outcome)") }
                    if ticket.status != .issued { #expect(outcome.name == "refuse", "\(outcome)") }
                    if case .refuse(.notListed) = outcome { Issue.record("an issued token is not listed: \(text)") }
                    _ = gate.decide(Scan(text, direction: .exit))
                    festival.clock.advance(bySeconds: 20)
                }
            }
            #expect(try GatePackFile.open(path).check().isIntact)
        }
    }

    @Test("After a refresh, a gate that stayed open uses the new keys, the later expiry and the revocations")
    func openGate() throws {
        let festival = try Festival()
        let tokens = try festival.issue(2)
        let path = try festival.pack()
        let gate = try festival.gate(onPack: path)
        var ring = festival.ring
        try ring.generate(at: Festival.start)
        let code = try festival.ticket(of: tokens[0]).code
        let reissued = try festival.services.tickets.reissue(code, of: festival.event, signingWith: ring)
        let token = try TicketSigner(ring).encodedToken(ofIssued: reissued.claims(of: festival.event))
        #expect(gate.decide(Scan(token)).outcome == .refuse(.unknownKey(2)))
        _ = try festival.services.gatePacks.refreshGatePack(
            OpenGatePack(at: path), from: festival.event, verifyingWith: ring,
            expires: Festival.start.advanced(bySeconds: 400_000))
        festival.clock.advance(bySeconds: 300_000)
        #expect(gate.decide(Scan(token)).outcome == .admit(again: false))
        #expect(gate.decide(Scan(tokens[0])).outcome.name == "refuse")
        // When a key is retired, all tokens that were signed with the key become invalid.
        try ring.retire(1, at: Festival.start)
        _ = try festival.services.gatePacks.refreshGatePack(
            OpenGatePack(at: path), from: festival.event, verifyingWith: ring,
            expires: Festival.start.advanced(bySeconds: 400_000))
        #expect(gate.decide(Scan(tokens[1])).outcome == .refuse(.unknownKey(1)))
    }

    @Test("A refresh from an older copy of the main store, from another event or from another main store is refused")
    func neverBack() throws {
        let festival = try Festival(engine: .sqlite)
        let token = try festival.issue(1)[0]
        let path = try festival.pack()
        let backup = festival.folder("backup.sqlite")
        _ = try festival.store.backUp(to: backup)
        _ = try refresh(path, festival)
        let restored = try ManagementServices.signIn(to: Store.open(sqlite: backup), clock: festival.clock.now)
        #expect(throws: GatePackError.storeOutdated(mainStore: 1, pack: 2)) {
            try restored.gatePacks.refreshGatePack(
                OpenGatePack(at: path), from: festival.event, verifyingWith: festival.ring)
        }
        let other = try Festival()
        #expect(throws: GatePackError.eventMismatch(of: festival.event.number, not: other.event.number)) {
            try other.services.gatePacks.refreshGatePack(
                OpenGatePack(at: path), from: other.event, verifyingWith: other.ring)
        }
        try festival.tamper("DELETE FROM gate_device")
        #expect(throws: GatePackError.unknownDevice(name: "Laptop")) { try refresh(path, festival) }
        #expect(try OpenGatePack(at: path).pack.number == 2)
        #expect(try festival.gate(onPack: path).decide(Scan(token)).outcome == .admit(again: false))
    }

    @Test("A refresh of a gate pack is refused, and changes nothing, if another refresh of the pack finishes first")
    func overtaken() throws {
        let festival = try Festival()
        let code = try festival.ticket(of: festival.issue(1)[0]).code
        let path = try festival.pack()
        let open = try OpenGatePack(at: path)
        _ = try refresh(path, festival)
        _ = try festival.services.tickets.cancel(code, of: festival.event, note: nil)
        var late = open.pack
        late.number = 9
        #expect(throws: StoreError.self) {
            try festival.store.refresh(
                open.store, from: open.pack, to: late, keys: [], digester: { { _ in nil } }, guesses: { _ in [] })
        }
        #expect(try open.store.read { try $0.gatePackRecord.current()?.number } == 2)
        let ticket = try open.store.read { try $0.tickets.with(serial: code.serial, of: festival.event.number) }
        #expect(ticket?.status == .issued)
    }

    @Test("If invitations changed, and sub-events were removed or swapped names, a refresh updates the gate pack")
    func rules() throws {
        let wedding = try Wedding()
        try wedding.importGuests("name,ceremony,reception,brunch\nGrace,yes,,yes\nDenis,yes,yes,\n")
        try wedding.invite()
        let path = try wedding.festival.pack()
        let services = wedding.services
        _ = try services.subEvents.editSubEvent(wedding.ceremony, of: wedding.event) { $0.name = "Later" }
        _ = try services.subEvents.editSubEvent(wedding.reception, of: wedding.event) { $0.name = "Ceremony" }
        _ = try services.subEvents.editSubEvent(
            #require(try services.subEvents.subEvents(of: wedding.event).first), of: wedding.event
        ) { $0.name = "Reception" }
        try services.subEvents.removeSubEvent(wedding.brunch, of: wedding.event)
        try wedding.invite(.named(["Grace"]), to: [wedding.reception])
        _ = try refresh(path, wedding.festival)
        let subEvents = try GatePackFile.open(path).read { try $0.subEvents.all(of: wedding.event.number) }
        #expect(subEvents == (try services.subEvents.subEvents(of: wedding.event)).map { SubEvent($0, note: nil) })
        let gate = try wedding.festival.gate(onPack: path, subEvent: wedding.reception.number)
        #expect(gate.decide(Scan(try wedding.token(of: "Grace"))).outcome == .admit(again: false))
        #expect(try GatePackFile.open(path).check().isIntact)
    }

    @Test("If ticket types were removed or put in another order, a refresh makes the same changes in the gate pack")
    func types() throws {
        let festival = try Festival()
        let types = festival.services.ticketTypes
        let vip = try types.addTicketType(TicketTypeDetails(name: "VIP"), to: festival.event)
        let late = try types.addTicketType(TicketTypeDetails(name: "Late"), to: festival.event)
        let path = try festival.pack()
        try types.removeTicketType(vip.number, of: festival.event)
        _ = try types.moveTicketType(late.number, of: festival.event, to: 1)
        _ = try refresh(path, festival)
        let packed = try GatePackFile.open(path).read { try $0.ticketTypes.all(of: festival.event.number) }
        #expect(try packed.map(\.name) == types.ticketTypes(of: festival.event).map(\.name))
        #expect(try GatePackFile.open(path).check().isIntact)
    }
}

extension SubEvent {
    fileprivate init(_ subEvent: SubEvent, note: String?) {
        var details = subEvent.details
        details.note = note
        self.init(event: subEvent.event, number: subEvent.number, details: details)
    }
}
