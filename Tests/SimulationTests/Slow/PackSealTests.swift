import EventFixture
import Gate
import SimulatedDisk
import Store
import Testing

/// A gate opens a gate pack, scans a ticket and closes the pack. The power or the disk fails at each step in turn.
@Suite("Closing a gate pack", .slow)
struct PackSealTests {
    private let outset: SitesOutset

    init() throws { outset = try SitesOutset(packs: 1) }

    private func open(on disk: SimulatedDisk) throws -> Store {
        try disk.show(SitesOutset.pack)
        return try GatePackFile.open(disk(SitesOutset.pack))
    }

    private func gate(on disk: SimulatedDisk) throws -> Gate {
        try Gate(
            name: "North", pack: open(on: disk),
            operation: Gate.Operation(clock: { Festival.start }))
    }

    @Test(
        "After any failure at any step, the pack can be opened again, and has each admission that a gate showed",
        arguments: SimulatedDisk.Fault.allCases)
    func opensAgain(after fault: SimulatedDisk.Fault) throws {
        var random = SeededGenerator(for: "sealing a pack, \(fault.rawValue)")
        let tokens = outset.evening.tickets.map(\.token)
        for step in 1... {
            let disk = try SitesOutset.disk(outset.packs[0].image, as: SitesOutset.pack, seed: random.next())
            // Before the failure, a gate opens the pack, admits somebody, and closes the pack.
            #expect(try gate(on: disk).decide(Scan(tokens[0])).outcome == .admit(again: false))
            disk.count()
            disk.plan(fault, at: step)
            var outcomes = ["admit"]
            do { outcomes.append(try gate(on: disk).decide(Scan(tokens[1])).outcome.name) } catch is StoreError {}
            let isOver = disk.steps < step
            disk.planNothing()
            disk.cutPower()
            try disk.start()
            let again = try gate(on: disk)
            for (token, outcome) in zip(tokens, outcomes) {
                let now = again.decide(Scan(token)).outcome.name
                #expect(outcome == "admit" ? now == "repeat" : now != "undecided", "step \(step): \(now)")
            }
            if isOver { break }
            #expect(step < 200)
        }
    }

    @Test("If an open pack is copied without its log, the copy is refused")
    func withoutItsLog() throws {
        let disk = try SitesOutset.disk(outset.packs[0].image, as: SitesOutset.pack, seed: 1)
        let gate = try gate(on: disk)
        #expect(gate.decide(Scan(outset.evening.tickets[0].token)).outcome == .admit(again: false))
        let image = try #require(disk.bytes(of: SitesOutset.pack))
        let other = try SitesOutset.disk(image, as: SitesOutset.pack, seed: 2)
        #expect(throws: StoreError.packLogMissing(path: other(SitesOutset.pack))) { try open(on: other) }
    }
}
