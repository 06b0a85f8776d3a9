import EventFixture
import Foundation
import Gate
import Management
import Store
import Testing
import TicketToken
import Ticketing

@Suite("Gates with gate packs", .everyEngine)
struct PackTests {
    /// Scans, each with a description. A gate pack and the main store must give the same verdict for each scan.
    private struct Questions {
        let festival: Festival
        var scans: [(what: String, scan: Scan)] = []

        /// Collects entries and exits with tickets of every status, and with damaged texts.
        init(suite: Suite) throws {
            festival = try Festival(suite: suite)
            _ = try festival.issue(12)
            let tickets = try festival.tokens()
            let codes = try tickets.map { try festival.ticket(of: $0).code }
            let services = festival.services
            let event = festival.event
            _ = try services.tickets.cancel(codes[1], of: event, note: "refused by the bank")
            _ = try services.tickets.block(codes[2], of: event, note: "stolen")
            let reissued = try services.tickets.reissue(codes[3], of: event, signingWith: festival.ring)
            _ = try services.tickets.transfer(codes[4], of: event, to: "Grace", email: nil, signingWith: festival.ring)
            let twice = try services.tickets.reissue(codes[4], of: event, signingWith: festival.ring)
            _ = try services.tickets.reissue(codes[5], of: event, signingWith: festival.ring)
            _ = try services.tickets.cancel(codes[5], of: event, note: nil)
            for (index, text) in tickets.enumerated() { add("ticket \(index)", text) }
            add("the new token", try festival.token(of: reissued))
            add("the newest token", try festival.token(of: twice))
            add("used", tickets[0])
            add("small letters", tickets[6].lowercased(), count: 1)
            add("too many", tickets[7], count: 3)
            add("out", tickets[0], .exit)
            add("out again", tickets[0], .exit)
            add("back", tickets[0])
            add("a revoked one goes out", tickets[1], .exit)
            add("rubbish", "http://example.org/")
            add("cut", String(tickets[0].dropLast(9)))
            add("a flipped letter", String(tickets[8].dropLast()) + (tickets[8].hasSuffix("0") ? "8" : "0"))
        }

        mutating func add(_ what: String, _ text: String, _ direction: Direction = .entry, count: Int = 1) {
            scans.append((what, Scan(text, direction: direction, count: count)))
        }
    }

    @Test(
        "For tokens of each suite (HMAC and Ed25519), a gate pack gives the same verdicts as the main store",
        arguments: [
            (Suite.hmac, GatePack.VerificationMethod.list), (.hmac, .key), (.ed25519, .list), (.ed25519, .ed25519),
        ])
    func sameVerdicts(_ suite: Suite, _ proof: GatePack.VerificationMethod) throws {
        let questions = try Questions(suite: suite)
        let festival = questions.festival
        let pack = try festival.gate(onPack: festival.pack { $0.proof = proof })
        let services = try festival.gate()
        for (what, scan) in questions.scans {
            let (ours, theirs) = (pack.decide(scan), services.decide(scan))
            if case .list = proof, theirs.outcome == .refuse(.badSignature) {
                #expect(ours.outcome == .refuse(.notListed), "\(what)")
            } else {
                #expect(ours.outcome == theirs.outcome, "\(what)")
                #expect(ours.used == theirs.used && ours.firstAdmission == theirs.firstAdmission, "\(what)")
            }
            festival.clock.advance(bySeconds: 20)
        }
        let names = Set(questions.scans.map { services.decide($0.scan).outcome.name })
        #expect(names.isSuperset(of: ["refuse", "exit"]))
    }

    @Test("A gate pack with a list refuses forged tickets, tickets sold later and other events’ tickets as not listed")
    func notListed() throws {
        let festival = try Festival()
        let token = try festival.issue(1)[0]
        let path = try festival.pack()
        let before = Set(try festival.tokens())
        _ = try festival.issue(1)
        let late = try #require(try festival.tokens().first { !before.contains($0) })
        let gate = try festival.gate(onPack: path)
        let ticket = try festival.ticket(of: token)
        // This token is signed with the right key, but was never issued.
        let claims = TicketClaims(
            suite: .hmac, key: ticket.key, event: festival.event.number, serial: ticket.serial, type: ticket.type,
            admits: .one, issue: 3)
        let other = try Festival()
        let foreign = TicketClaims(
            suite: .hmac, key: ticket.key, event: other.event.number, serial: ticket.serial, type: ticket.type)
        let signer = TicketSigner(festival.ring)
        for text in [late, try signer.sign(claims), try signer.sign(foreign)] {
            #expect(gate.decide(Scan(text)).outcome == .refuse(.notListed))
        }
        #expect(gate.decide(Scan(token)).outcome == .admit(again: false))
        #expect(try gate.flush() == ())
    }

    @Test(
        "A gate pack with keys admits tickets that are sold or reissued later, but no ticket that was already blocked")
    func lateSales() throws {
        for (suite, proof) in [(Suite.hmac, GatePack.VerificationMethod.key), (.ed25519, .ed25519)] {
            let festival = try Festival(suite: suite)
            let codes = try festival.issue(2).map { try festival.ticket(of: $0).code }
            _ = try festival.services.tickets.block(codes[1], of: festival.event, note: "stolen")
            let known = Set(try festival.tokens())
            let gate = try festival.gate(onPack: festival.pack { $0.proof = proof })
            _ = try festival.issue(1)
            let late = try #require(try festival.tokens().first { !known.contains($0) })
            #expect(gate.decide(Scan(late)).outcome == .admit(again: false))
            #expect(gate.decide(Scan(late)).outcome == .repeat)
            let old = try festival.token(of: festival.services.tickets.ticket(codes[0], of: festival.event))
            let new = try festival.token(
                of: festival.services.tickets.reissue(codes[0], of: festival.event, signingWith: festival.ring))
            #expect(gate.decide(Scan(new)).outcome == .admit(again: false))
            festival.clock.advance(bySeconds: 60)
            #expect(gate.decide(Scan(old)).outcome.name == "refuse")
            _ = try festival.services.tickets.unblock(codes[1], of: festival.event)
            let freed = try festival.services.tickets.reissue(codes[1], of: festival.event, signingWith: festival.ring)
            #expect(gate.decide(Scan(try festival.token(of: freed))).outcome.name == "refuse")
        }
    }

    @Test("A gate pack with a list does not list tickets of a retired key, and refuses them with the reason unknownKey")
    func unknownKey() throws {
        let festival = try Festival()
        let token = try festival.issue(1)[0]
        var ring = festival.ring
        try ring.generate(at: Festival.start)
        _ = try festival.services.tickets.issue(
            .unnamed(1), type: festival.regular, of: festival.event, signingWith: ring)
        try ring.retire(1, at: Festival.start)
        let path = festival.folder("retired.gate")
        let made = try festival.services.gatePacks.createGatePack(
            of: festival.event, GatePackRequest(name: "Laptop"), verifyingWith: ring, at: path)
        #expect(made.contents.tickets == 2 && made.contents.listed == 1)
        #expect(try festival.gate(onPack: path).decide(Scan(token)).outcome == .refuse(.unknownKey(1)))
    }

    @Test(
        "If the key ring lacks a key that signed active tickets, no gate pack is created or refreshed, and gates warn")
    func missingKey() throws {
        let festival = try Festival()
        let old = try festival.issue(3)
        var ring = festival.ring
        try ring.generate(at: Festival.start)
        _ = try festival.services.tickets.issue(
            .unnamed(1), type: festival.regular, of: festival.event, signingWith: ring)
        let path = festival.folder("whole.gate")
        _ = try festival.services.gatePacks.createGatePack(
            of: festival.event, GatePackRequest(name: "Laptop"), verifyingWith: ring, at: path)
        try FileManager.default.removeItem(atPath: festival.folder("keys/001.key"))
        let lacking = try KeyRing.open(at: festival.folder("keys"))
        let error = #expect(throws: GatePackError.self) {
            try festival.services.gatePacks.createGatePack(
                of: festival.event, GatePackRequest(name: "Laptop"), verifyingWith: lacking,
                at: festival.folder("none.gate"))
        }
        guard case .keysMissing(let missing)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(missing.keys.map(\.key.number) == [1] && missing.tickets == 3)
        #expect(missing.remedy?.description.contains("key generate") == false)
        #expect(throws: GatePackError.keysMissing(missing)) {
            try festival.services.gatePacks.refreshGatePack(
                OpenGatePack(at: path), from: festival.event, verifyingWith: lacking)
        }
        #expect(try festival.gate(onPack: path).decide(Scan(old[0])).outcome == .admit(again: false))
        let gate = try festival.gate(ring: lacking)
        #expect(
            gate.missingKeys?.warning.english
                == "3 tickets are signed with key 1, which is not in this key ring; these tickets are refused here")
        #expect(gate.decide(Scan(old[1])).outcome == .refuse(.unknownKey(1)))
        #expect(try festival.gate(ring: ring).missingKeys == nil)
    }

    @Test(
        "A gate pack that would refuse every ticket is not created, and its number goes to the next pack"
    )
    func verifiesNothing() throws {
        let festival = try Festival()
        _ = try festival.issue(1)
        var ring = festival.ring
        try ring.generate(at: Festival.start)
        try ring.retire(1, at: Festival.start)
        let path = festival.folder("nothing.gate")
        #expect(throws: GatePackError.nothingVerifies(ringSigns: true)) {
            try festival.services.gatePacks.createGatePack(
                of: festival.event, GatePackRequest(name: "Laptop"), verifyingWith: ring, at: path)
        }
        #expect(throws: GatePackError.self) {
            let empty = festival.folder("empty")
            try KeyRing.create(at: empty)
            _ = try festival.services.gatePacks.createGatePack(
                of: festival.event, GatePackRequest(name: "Laptop"), verifyingWith: KeyRing.open(at: empty), at: path)
        }
        let made = try festival.services.gatePacks.createGatePack(
            of: festival.event, GatePackRequest(name: "Laptop"), verifyingWith: festival.ring, at: path)
        #expect(made.pack.number == 1)
    }

    @Test("A gate pack contains no issuer key and no email address, and contains holder names only on request")
    func holdsNoSecret() throws {
        let festival = try Festival()
        _ = try festival.services.tickets.issue(
            .person(holder: "Zebulon Quartey", email: "zebulon@example.org", note: nil), type: festival.regular,
            of: festival.event, signingWith: festival.ring)
        var secret: [UInt8] = []
        try festival.ring.withExportedSecret(of: 1) { digits in secret = digits.indices.map { digits[$0] } }
        let raw = try #require(Self.bytes(ofHexadecimal: secret))
        let mac = try #require(try festival.ring.eventKeys(of: festival.event.number, suite: .hmac).macKeys[1])
        let macKey = mac.withBytes { bytes in bytes.indices.map { bytes[$0] } }
        for (names, proof) in [(false, GatePack.VerificationMethod.list), (true, .list), (false, .key)] {
            let path = try festival.pack("Laptop", "\(names)-\(proof).gate") {
                $0.showsNames = names
                $0.proof = proof
            }
            let file = try Data(contentsOf: URL(filePath: path))
            for absent in [secret, raw, Array("zebulon@example.org".utf8)] {
                #expect(file.range(of: Data(absent)) == nil)
            }
            #expect((file.range(of: Data(macKey)) != nil) == (proof == .key))
            #expect((file.range(of: Data("Zebulon".utf8)) != nil) == names)
            #expect((file.range(of: Data("zebulon".utf8)) != nil) == names)
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    private static func bytes(ofHexadecimal digits: [UInt8]) -> [UInt8]? {
        let values = digits.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        guard values.count == digits.count else { return nil }
        return stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
    }

    @Test("A gate with a gate pack verifies live codes for ticket types that require live codes")
    func liveCodes() throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Regular", requiresLiveCode: true))
        let token = try festival.issue(1)[0]
        let claims = try festival.ticket(of: token).claims(of: festival.event)
        let key = try TicketSigner(festival.ring).liveKey(of: claims)
        let gate = try festival.gate(onPack: festival.pack())
        #expect(gate.decide(Scan(token)).outcome == .refuse(.staleCode(stepsOff: nil, present: false)))
        let old = try key.code(at: festival.clock.now().advanced(bySeconds: -150))
        #expect(gate.decide(Scan(token + old)).outcome == .refuse(.staleCode(stepsOff: -5, present: true)))
        #expect(gate.decide(Scan(token + (try key.code(at: festival.clock.now())))).outcome == .admit(again: false))
    }

    @Test("A gate pack admits guests to the same sub-events as the main store does")
    func subEvents() throws {
        let wedding = try Wedding()
        try wedding.importGuests(
            "name,email,companions,ceremony,reception\nGrace,grace@example.org,1,yes,yes\nDenis,,0,yes,\n")
        try wedding.invite()
        let path = try wedding.festival.pack()
        #expect(throws: GateError.subEventRequired(known: ["Ceremony", "Reception", "Brunch"])) {
            try wedding.festival.gate(onPack: path)
        }
        for subEvent in [wedding.ceremony, wedding.reception, wedding.brunch] {
            let pack = try wedding.festival.gate(onPack: path, subEvent: subEvent.number)
            let services = try wedding.gate(at: subEvent)
            for name in ["Grace", "Denis", "Grace", "Grace"] {
                let token = try wedding.token(of: name)
                let (ours, theirs) = (pack.decide(Scan(token)), services.decide(Scan(token)))
                #expect(ours.outcome == theirs.outcome && ours.used == theirs.used, "\(name) at \(subEvent.name)")
                #expect(ours.allowed == theirs.allowed && ours.ticket?.holder == nil)
                wedding.festival.clock.advance(bySeconds: 10)
            }
        }
        let bound = try wedding.festival.pack("Other", "ceremony.gate") { $0.subEvent = wedding.ceremony.number }
        #expect(try wedding.festival.gate(onPack: bound).subEvent?.number == wedding.ceremony.number)
        #expect(throws: GateError.wrongSubEvent("Reception", packed: "Ceremony")) {
            try wedding.festival.gate(onPack: bound, subEvent: wedding.reception.number)
        }
    }

    @Test("An expired gate pack admits nobody, but accepts exits; a pack for certain gates opens only at these gates")
    func expiry() throws {
        let festival = try Festival()
        let token = try festival.issue(1)[0]
        let path = try festival.pack { $0.gates = ["North", "South"] }
        #expect(throws: GateError.wrongGate("West", packed: ["North", "South"])) {
            try festival.gate(onPack: path, "West")
        }
        let gate = try festival.gate(onPack: path, "NORTH")
        #expect(gate.decide(Scan(token)).outcome == .admit(again: false))
        festival.clock.advance(bySeconds: 7200 + 86_400)
        let late = gate.decide(Scan(token))
        guard case .undecided(let why) = late.outcome else { throw Surprise("\(late.outcome)") }
        #expect(why.english.contains("expired") && why.english.contains("gate refresh"))
        #expect(gate.decide(Scan(token, direction: .exit)).outcome == .exit)
        #expect(throws: GatePackError.self) { try festival.pack("Late", "late.gate") { $0.expires = Festival.start } }
    }

    @Test("Each gate pack has a different device ID and number; a pack’s ledger stays intact when the pack is closed")
    func ownChain() throws {
        let festival = try Festival()
        let tokens = try festival.issue(3)
        let first = try festival.pack()
        let second = try festival.pack("Laptop", "second.gate")
        let (a, b) = (try OpenGatePack(at: first).pack, try OpenGatePack(at: second).pack)
        #expect(a.number == 1 && b.number == 2 && a.device != b.device && a.device != festival.device)
        #expect(try festival.store.read { try $0.gateDevices.with(id: b.device)?.name } == "Laptop")
        do {
            let gate = try festival.gate(onPack: first)
            for token in tokens { #expect(gate.decide(Scan(token)).outcome == .admit(again: false)) }
            #expect(try GatePackFile.state(of: first) == .open)
        }
        #expect(try GatePackFile.state(of: first) == .closed)
        #expect(!FileManager.default.fileExists(atPath: "\(first)-wal"))
        let again = try OpenGatePack(at: first)
        #expect(try again.store.read { try $0.ledger.verify() } == .intact(devices: 1, records: 3))
        #expect(try again.attendance().inside == 3)
        var devices: Set<DeviceID> = []
        try again.forEachRecord { devices.insert($0.device) }
        #expect(devices == [a.device])
        #expect(try festival.gate(onPack: first).decide(Scan(tokens[0])).outcome.name != "admit")
    }
}
