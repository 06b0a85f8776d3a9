import EventFixture
import Foundation
import Gate
import Management
import SimulatedDisk
import Store
import Testing
import TicketToken
import Ticketing

/// Each action runs many times. In each run, the disk becomes full or fails one step later than in the run before.
@Suite("Disk failures at every step", .slow)
struct TroubleAtEveryStepTests {
    private let evening: Evening
    private let isLong = TestEffort.isSoak

    init() throws { evening = try Evening(singles: 4) }

    private struct Trouble {
        let fault: SimulatedDisk.Fault
        let step: Int
        let stay: SimulatedDisk.Stay

        /// Plans the fault, and counts the disk's steps from now on.
        func begin(on disk: SimulatedDisk) {
            disk.count()
            disk.plan(fault, at: step, staying: stay)
        }
    }

    /// For each kind of fault, runs `work` many times. The fault occurs at a later step each time, until `work` ends
    /// before that step.
    ///
    /// - Parameter stride: the distance between two tried steps; more than 1 if `work` has many steps. A soak test (a
    ///   long run) tries every step.
    private func atEveryStep(
        of title: String, by stride: Int = 1, _ work: (SimulatedDisk, Trouble) throws -> Void
    ) throws {
        var random = SeededGenerator(for: title)
        let stride = isLong ? 1 : stride
        var cases = 0
        for fault in [SimulatedDisk.Fault.full, .error] {
            for stay in SimulatedDisk.Stay.allCases {
                var step = Int.random(in: 1...stride, using: &random)
                while true {
                    let disk = try evening.disk(seed: random.next())
                    let trouble = Trouble(fault: fault, step: step, stay: stay)
                    try work(disk, trouble)
                    guard disk.steps >= step else { break }
                    step += stride
                    cases += 1
                }
            }
        }
        #expect(cases > 20)
        print("\(title): \(cases) cases")
    }

    /// Cuts the power after a fault, and checks that the store is consistent.
    ///
    /// - Parameter people: the expected number of people inside; nil to skip this check.
    private func requireIntact(
        after trouble: Trouble, on disk: SimulatedDisk, people: Int? = nil, _ open: () throws -> Store
    ) throws {
        disk.planNothing()
        disk.cutPower()
        try disk.start()
        let store = try open()
        let check = try store.check()
        #expect(check.isIntact && check.pageChecksums == .kept, "\(trouble) \(check)")
        guard let people else { return }
        #expect(try store.read { try $0.slots.totals(of: evening.event.number) }.inside == people, "\(trouble)")
    }

    @Test("If the creation of a store fails at any step, a second attempt succeeds")
    func making() throws {
        try atEveryStep(of: "a new store", by: 11) { disk, trouble in
            let open = { try Store.open(sqlite: disk("new.sqlite"), creating: true) }
            trouble.begin(on: disk)
            do {
                _ = try open()
            } catch is StoreError {}
            try requireIntact(after: trouble, on: disk, open)
        }
    }

    @Test("If the disk fails while tickets are issued, either all or none of the requested tickets exist")
    func issuing() throws {
        try atEveryStep(of: "issuing") { disk, trouble in
            do {
                let services = try ManagementServices.signIn(to: evening.store(on: disk), clock: { Festival.start })
                let before = try services.ticketTypes.ticketTypes(of: evening.event).map(\.issued).reduce(0, +)
                var issued = 0
                trouble.begin(on: disk)
                do {
                    _ = try services.tickets.issue(
                        .unnamed(3), type: evening.regular, of: evening.event, signingWith: evening.ring)
                    issued = 3
                } catch is StoreError {}
                disk.planNothing()
                let after = try services.ticketTypes.ticketTypes(of: evening.event).map(\.issued).reduce(0, +)
                #expect(after - before == issued)
            }
            try requireIntact(after: trouble, on: disk) { try evening.store(on: disk) }
        }
    }

    @Test("If the disk fails, a scan is undecided or recorded; after all retries, each ticket is admitted once")
    func scanning() throws {
        let tokens = evening.tickets.map(\.token)
        try atEveryStep(of: "scanning") { disk, trouble in
            trouble.begin(on: disk)
            var opened: Gate?
            do {
                opened = try evening.gate("North", at: evening.store(on: disk))
            } catch is StoreError {
                disk.planNothing()
            }
            do {
                let gate = try opened ?? evening.gate("North", at: evening.store(on: disk))
                opened = nil
                var admitted = 0
                for (index, token) in tokens.enumerated() {
                    let outcome = gate.decide(Scan(token, requestID: "\(index)")).outcome.name
                    #expect(["admit", "undecided"].contains(outcome))
                    admitted += outcome == "admit" ? 1 : 0
                }
                disk.planNothing()
                let services = try ManagementServices.signIn(to: evening.store(on: disk), clock: { Festival.start })
                var recorded = 0
                try services.gates.forEachRecord(of: evening.event) { _ in recorded += 1 }
                #expect(recorded == admitted)
                for (index, token) in tokens.enumerated() {
                    #expect(gate.decide(Scan(token, requestID: "\(index)")).outcome == .admit(again: false))
                }
            }
            try requireIntact(after: trouble, on: disk, people: tokens.count) { try evening.store(on: disk) }
        }
    }

    @Test("If the disk fails while a gate closes, no admission is lost")
    func closing() throws {
        let tokens = evening.tickets.map(\.token)
        try atEveryStep(of: "closing") { disk, trouble in
            do {
                let gate = try evening.gate("North", at: evening.store(on: disk))
                for token in tokens { #expect(gate.decide(Scan(token)).outcome == .admit(again: false)) }
                trouble.begin(on: disk)
            }
            try requireIntact(after: trouble, on: disk, people: tokens.count) { try evening.store(on: disk) }
        }
    }
}
