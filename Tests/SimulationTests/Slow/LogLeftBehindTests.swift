import EventFixture
import Gate
import SimulatedDisk
import Testing
import TicketToken
import Ticketing

/// Tests with stores whose write-ahead log contains an unsynced commit of a killed program.
@Suite("A log that a killed program left behind", .slow)
struct LogLeftBehindTests {
    private let evening: Evening

    init() throws { evening = try Evening(singles: 2) }

    /// Makes a gate's commit fail at the given step of the disk, and kills the gate's program. Then another gate admits
    /// somebody, and after that the power fails.
    ///
    /// - Returns: whether the second gate's admission survives; nil if the first gate's commit has fewer than
    ///   `step` steps.
    private func isKept(failingAt step: Int, seed: UInt64, on prepare: (SimulatedDisk) -> Void = { _ in }) throws
        -> Bool?
    {
        let disk = try evening.disk(seed: seed)
        prepare(disk)
        do {
            let gate = try evening.gate("North", at: evening.store(on: disk))
            disk.count()
            disk.plan(.error, at: step)
            _ = gate.decide(Scan(evening.tickets[0].token, requestID: "1"))
            guard disk.steps >= step else { return nil }
            disk.cutPower()
        }
        try disk.goOn()
        do {
            let gate = try evening.gate("North", at: evening.store(on: disk))
            #expect(gate.decide(Scan(evening.tickets[1].token, requestID: "2")).outcome == .admit(again: false))
            disk.cutPower()
        }
        try disk.start()
        let store = try evening.store(on: disk)
        #expect(try store.check().isIntact)
        return try store.read { try $0.ledger.page(of: evening.event.number, after: nil, limit: 10) }
            .contains { $0.request == "2" && $0.decision == .admit }
    }

    @Test("If a program is killed after a failed commit, the next program's commit survives a power failure")
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

    @Test("If a disk skips writes of unchanged bytes, a power failure can lose an admission made after a failed commit")
    func lost() throws {
        var random = SeededGenerator(for: "a log that is not rewritten")
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

    @Test("While a gate has a store open, opening a second connection to the store writes nothing to the disk")
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
