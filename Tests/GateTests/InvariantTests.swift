import EventFixture
import Gate
import Management
import Store
import Testing
import Ticketing

/// A number in a test’s name is the number of an invariant in Docs/Gate.md, “What always holds”.
@Suite("Invariants of the gates of one store", .everyEngine)
struct InvariantTests {
    /// A second implementation of the admission rules, which does not use the store. It keeps the number of people
    /// inside for each token.
    private struct Model {
        var inside: [String: Int] = [:]
    }

    @Test(
        "1: in any order of scans, a ticket never admits more people than allowed, as a second implementation confirms"
    )
    func slotsNeverExceeded() throws {
        var random = SeededGenerator(for: "allowance never exceeded")
        for admits in [1, 2, 5, 16] as [UInt8] {
            let allowed = Int(admits)
            let festival = try Festival(
                type: TicketTypeDetails(name: "Party", admits: #require(Admits(rawValue: admits))))
            let tokens = try festival.issue(5)
            let gates = try ["North", "South"].map { try festival.gate($0) }
            var model = Model()
            for step in 0..<300 {
                let token = try #require(tokens.randomElement(using: &random))
                let count = Int.random(in: 1...3, using: &random)
                let direction: Direction = Int.random(in: 0..<3, using: &random) == 0 ? .exit : .entry
                let gate = gates[Int.random(in: 0..<2, using: &random)]
                let spelling = Bool.random(using: &random) ? token : "  \(token.lowercased())\r"
                let verdict = gate.decide(Scan(spelling, direction: direction, count: count))
                let inside = model.inside[token, default: 0]
                switch direction {
                case .entry where inside + count <= allowed:
                    #expect(verdict.outcome.name == "admit", "step \(step)")
                    model.inside[token] = inside + count
                case .entry: #expect(["refuse", "repeat"].contains(verdict.outcome.name), "step \(step)")
                case .exit where inside >= count:
                    #expect(verdict.outcome == .exit, "step \(step)")
                    model.inside[token] = inside - count
                case .exit: #expect(verdict.outcome == .refuse(.notInside), "step \(step)")
                }
                #expect(verdict.used == model.inside[token, default: 0], "step \(step)")
                if Int.random(in: 0..<10, using: &random) == 0 { festival.clock.advance(bySeconds: 7) }
            }
            let totals = try festival.store.read { try $0.slots.totals(of: festival.event.number) }
            #expect(totals.inside == model.inside.values.reduce(0, +))
        }
    }

    @Test(
        "2 and 4: a request that is sent repeatedly is decided and recorded once, and every retry gets the same verdict"
    )
    func requestsAreIdempotent() throws {
        let festival = try Festival()
        let token = try festival.issue(1)[0]
        let gate = try festival.gate()
        let first = gate.decide(Scan(token, requestID: "r-1"))
        #expect(first.outcome == .admit(again: false))
        for _ in 0..<20 {
            festival.clock.advance(bySeconds: 3)
            let again = try festival.gate().decide(Scan(token, requestID: "r-1"))
            #expect(again.outcome == first.outcome && again.used == first.used && again.at == first.at)
        }
        #expect(try festival.gate().decide(Scan(token, requestID: "r-1")).firstAdmission == first.firstAdmission)
        let refused = gate.decide(Scan(token, requestID: "r-2"))
        #expect(refused.outcome.name == "refuse")
        #expect(gate.decide(Scan(token, direction: .exit)).outcome == .exit)
        #expect(gate.decide(Scan(token, requestID: "r-2")).outcome.name == "refuse")
        #expect(try records(of: festival).count == 3)
    }

    @Test("3: a request with the ID of an earlier, different request is undecided and changes nothing")
    func requestReuse() throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Two", admits: #require(Admits(rawValue: 2))))
        let tokens = try festival.issue(2)
        let north = try festival.gate("North")
        #expect(north.decide(Scan(tokens[0], requestID: "r")).outcome == .admit(again: false))
        let before = try records(of: festival)
        let others = [
            Scan(tokens[1], requestID: "r"), Scan(tokens[0], requestID: "r", direction: .exit),
            Scan(tokens[0], requestID: "r", count: 2),
        ]
        for scan in others { #expect(north.decide(scan).outcome.name == "undecided") }
        #expect(try festival.gate("South").decide(Scan(tokens[0], requestID: "r")).outcome.name == "undecided")
        #expect(try records(of: festival) == before)
    }

    @Test("If one of several requests that are sent together is invalid, the other requests are still decided")
    func oneBadRequestInAGroup() throws {
        let festival = try Festival()
        let tokens = try festival.issue(3)
        let gate = try festival.gate()
        _ = gate.decide(Scan(tokens[0], requestID: "taken"))
        let verdicts = gate.decide([Scan(tokens[1]), Scan(tokens[1], requestID: "taken"), Scan(tokens[2])])
        #expect(verdicts.map(\.outcome.name) == ["admit", "undecided", "admit"])
        #expect(try festival.store.read { try $0.ledger.verify() } == .intact(devices: 1, records: 3))
    }

    @Test("12: a scan without a valid token is refused, and changes only the counter of such scans")
    func garbageLeavesACounter() throws {
        var random = SeededGenerator(for: "garbage changes a counter")
        let festival = try Festival()
        let token = try festival.issue(1)[0]
        let gate = try festival.gate()
        let before = try records(of: festival)
        var count = 0
        for _ in 0..<500 {
            var bytes = Array(token.utf8)
            switch Int.random(in: 0..<3, using: &random) {
            case 0: bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.removeLast(Int.random(in: 1...56, using: &random))
            default:
                bytes = (0..<Int.random(in: 0..<300, using: &random)).map { _ in .random(in: 0...255, using: &random) }
            }
            // Skip changes after which the text still means the same ticket: a change of letter case, or the exchange
            // of Y and Z that a German keyboard causes.
            let spelling = String(decoding: bytes, as: UTF8.self).uppercased()
            let swapped = String(spelling.map { $0 == "Y" ? "Z" : $0 == "Z" ? "Y" : $0 })
            guard !spelling.contains(token), !swapped.contains(token) else { continue }
            let verdict = gate.decide(Scan(bytes: bytes))
            #expect(verdict.outcome.name == "refuse" && verdict.ticket == nil, "\(bytes)")
            count += 1
        }
        try gate.flush()
        #expect(try records(of: festival) == before)
        let counted = try festival.store.read { try $0.scanCounters.all(of: festival.event.number) }
        #expect(counted.map(\.count).reduce(0, +) == count)
        #expect(gate.decide(Scan(token)).outcome == .admit(again: false))
    }

    @Test("13: with a clock that jumps, records stay in order, chains stay intact, and no ticket is admitted twice")
    func clockJumps() throws {
        let festival = try Festival()
        let tokens = try festival.issue(4)
        let gate = try festival.gate()
        for (index, jump) in [0, -86_400, 864_000, -1_000_000].enumerated() {
            festival.clock.advance(bySeconds: Int64(jump))
            #expect(gate.decide(Scan(tokens[index])).outcome == .admit(again: false))
            #expect(gate.decide(Scan(tokens[0])).outcome.name != "admit")
        }
        try gate.flush()
        let records = try records(of: festival)
        #expect(records.map(\.sequence) == Array(1...Int64(records.count)))
        #expect(zip(records, records.dropFirst()).allSatisfy { $0.hybridClock < $1.hybridClock })
        #expect(try festival.store.read { try $0.ledger.verify() } == .intact(devices: 1, records: records.count))
    }

    private func records(of festival: Festival) throws -> [AdmissionRecord] {
        var records: [AdmissionRecord] = []
        try festival.services.gates.forEachRecord(of: festival.event) { records.append($0) }
        return records
    }
}
