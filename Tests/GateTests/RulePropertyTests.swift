import EventFixture
import Gate
import Store
import Testing
import Ticketing

/// The numbers in the name of the test are from the list “What always holds” in Docs/Gate.md.
@Suite("Re-entry rules compared with a model", .everyEngine)
struct RulePropertyTests {
    @Test(
        "1, 2, 6, 8: random scans, manual admissions, exits and undos have the results that the model predicts",
        arguments: [Reentry.never, .afterExit, .always, .daily, .atMost(2)])
    func interleavings(reentry: Reentry) throws {
        var random = SeededGenerator(for: "interleavings under \(reentry.rawValue)")
        for admits in [1, 3] as [UInt8] {
            let festival = try Festival(
                type: TicketTypeDetails(
                    name: "Regular", admits: #require(Admits(rawValue: admits))
                ).with { $0.reentry = reentry })
            let tokens = try festival.issue(3)
            let serials = try tokens.map { try festival.ticket(of: $0).serial }
            let devices = [festival.device, DeviceID.random(using: &random)]
            let gates = try devices.enumerated().map { try festival.gate("G\($0)", device: $1) }
            var models = tokens.map { _ in RuleModel(reentry: reentry, seats: Int(admits)) }
            for step in 0..<200 {
                let index = Int.random(in: 0..<tokens.count, using: &random)
                let gate = try #require(gates.randomElement(using: &random))
                let count = Int.random(in: 1...Int(admits) + (admits > 1 ? 0 : 1), using: &random)
                let request = Int.random(in: 0..<3, using: &random) == 0 ? "r-\(step)" : nil
                let now = festival.clock.now()
                let isByHand = Bool.random(using: &random)
                func scan(_ direction: Direction = .entry) -> Scan {
                    isByHand
                        ? Scan(lookedUp: serials[index], requestID: request, direction: direction, count: count)
                        : Scan(tokens[index], requestID: request, direction: direction, count: count)
                }
                let decide: () -> Verdict
                let expected: RuleModel.Answer
                switch Int.random(in: 0..<8, using: &random) {
                case 0..<4:
                    decide = { gate.decide(scan()) }
                    let wasFull = models[index].isFull(at: now)
                    let verdict = decide()
                    // If a fully used ticket is scanned again soon after this gate admitted it, the verdict is
                    // “repeat”, and nothing changes.
                    if wasFull, verdict.outcome == .repeat { continue }
                    expected = models[index].enter(count, at: now)
                    try check(verdict, expected, "step \(step)")
                    #expect(verdict.used == models[index].inside(at: now), "step \(step)")
                case 4..<6:
                    decide = { gate.decide(scan(.exit)) }
                    let verdict = decide()
                    expected = models[index].leave(count, at: now)
                    try check(verdict, expected, "step \(step)")
                    #expect(verdict.used == models[index].inside(at: now), "step \(step)")
                default:
                    decide = { gate.undo(scan(), reason: "slip") }
                    let verdict = decide()
                    expected = models[index].undo()
                    try check(verdict, expected, "step \(step)")
                }
                if request != nil { try check(decide(), expected, "step \(step), again") }
                advanceSometimes(festival.clock, &random)
                if step.isMultiple(of: 50) { #expect(try festival.isIntact(), "step \(step)") }
            }
            for gate in gates { try gate.flush() }
            #expect(try festival.isIntact())
            let totals = try festival.store.read { try $0.slots.totals(of: festival.event.number) }
            #expect(totals.inside == models.map { $0.insideOnAnyDay() }.reduce(0, +))
            try checkChains(of: devices, festival)
        }
    }

    /// Moves the clock in some of its calls: often seven seconds ahead, rarely hours ahead or back.
    private func advanceSometimes(_ clock: TestClock, _ random: inout SeededGenerator) {
        switch Int.random(in: 0..<10, using: &random) {
        case 0...2: clock.advance(bySeconds: 7)
        case 3: clock.advance(bySeconds: Int64.random(in: -40_000...90_000, using: &random))
        default: break
        }
    }

    /// Checks that the records of each device are numbered from 1 without gaps.
    private func checkChains(of devices: [DeviceID], _ festival: Festival) throws {
        let records = try festival.records()
        for device in devices {
            let sequences = records.filter { $0.device == device }.map(\.sequence)
            #expect(sequences == Array(1...Int64(max(1, sequences.count))))
        }
    }

    private func check(_ verdict: Verdict, _ expected: RuleModel.Answer, _ step: Comment) throws {
        let found: RuleModel.Answer =
            switch verdict.outcome {
            case .admit: .admit
            case .exit: .exit
            case .void: .void
            case .refuse(.notInside): .notInside
            case .refuse(.leftSince): .leftSince
            default: .no
            }
        #expect(found == expected, step)
    }
}
