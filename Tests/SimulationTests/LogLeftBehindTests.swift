import EventFixture
import Gate
import SimulatedDisk
import Testing
import TicketToken
import Ticketing

/// What a program that was killed has left in the log, after a sync that failed.
@Suite("A log that was left behind")
struct LogLeftBehindTests {
    private let evening: Evening

    init() throws { evening = try Evening(singles: 2) }

    /// A gate's commit fails at a step of the disk, and it is killed; the next gate admits somebody, and the power fails.
    ///
    /// - Returns: whether who was shown as admitted is; nil when the commit had no such step.
    private func isKept(failingAt step: Int, seed: UInt64, on prepare: (SimulatedDisk) -> Void = { _ in }) throws
        -> Bool?
    {
        let disk = try evening.disk(seed: seed)
        prepare(disk)
        do {
            let gate = try evening.gate("North", at: evening.store(on: disk))
            disk.count()
            disk.plan(.error, at: step)
            _ = gate.decide(Scan(evening.tickets[0].token, request: "1"))
            guard disk.steps >= step else { return nil }
            disk.cutPower()
        }
        try disk.goOn()
        do {
            let gate = try evening.gate("North", at: evening.store(on: disk))
            #expect(gate.decide(Scan(evening.tickets[1].token, request: "2")).outcome == .admit(again: false))
            disk.cutPower()
        }
        try disk.start()
        let store = try evening.store(on: disk)
        #expect(try store.check().isIntact)
        return try store.read { try $0.ledger.page(of: evening.event.number, after: nil, limit: 10) }
            .contains { $0.request == "2" && $0.decision == .admit }
    }

    @Test("What is committed behind it survives the power failing, at whatever step the commit before it failed")
    func kept() throws {
        var random = SeededGenerator(for: "a log left behind")
        var cases = 0
        for _ in 0..<12 {
            for step in 1... {
                guard let isKept = try isKept(failingAt: step, seed: random.next()) else { break }
                #expect(isKept, "step \(step)")
                cases += 1
            }
        }
        #expect(cases > 50)
    }

    @Test("Where it is not written anew, admissions are lost: the disk would notice")
    func lost() throws {
        var random = SeededGenerator(for: "a log that is not written anew")
        var isLost = false
        for _ in 0..<1000 where !isLost {
            for step in 1... {
                let isKept = try isKept(failingAt: step, seed: random.next()) { $0.leaveOutEqualWrites() }
                guard let isKept else { break }
                if !isKept { isLost = true }
            }
        }
        #expect(isLost)
    }

    @Test("A store that somebody has open is opened without writing to its log")
    func othersThere() throws {
        let disk = try evening.disk(seed: 1)
        let gate = try evening.gate("North", at: evening.store(on: disk))
        #expect(gate.decide(Scan(evening.tickets[0].token)).outcome == .admit(again: false))
        disk.count()
        let store = try evening.store(on: disk)
        #expect(disk.writes == 0)
        #expect(try store.check().isIntact)
    }
}
