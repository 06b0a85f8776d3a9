import EventFixture
import Foundation
import Gate
import Management
import Store
import Synchronization
import Testing
import Ticketing

/// A hybrid clock is the timestamp of a record; it never decreases along a chain, even if the device's clock is set
/// back.
///
/// The numbers in the names of tests are from the list “What always holds” in Docs/Gate.md.
@Suite("Merging the ledgers of lanes", .everyEngine, .slow)
struct MergeTests {
    @Test("A ticket that two lanes admit is reported as one conflict, with the time, gate and device of each admission")
    func doubleAdmission() throws {
        let festival = try Festival()
        let tokens = try festival.issue(3)
        let replicas = try Replicas(festival, count: 2)
        let (north, south) = (replicas.all[0], replicas.all[1])
        let first = try replicas.gate(south, "South").decide(Scan(tokens[0])).at
        festival.clock.advance(bySeconds: 60)
        #expect(try replicas.gate(north, "North").decide(Scan(tokens[0])).outcome == .admit(again: false))
        #expect(try replicas.gate(north, "North").decide(Scan(tokens[1])).outcome == .admit(again: false))

        #expect(try replicas.merge(north, into: replicas.services).conflicts.isEmpty)
        let summary = try replicas.merge(south, into: replicas.services)
        #expect(summary.new == 1 && summary.chains.count == 1 && summary.lost.isEmpty)
        let conflict = try #require(summary.conflicts.first)
        #expect(summary.conflicts.count == 1 && conflict.people == 1)
        #expect(conflict.earlier.admission == Admission(at: first, gate: "South"))
        #expect(conflict.later.admission == Admission(at: festival.clock.now(), gate: "North"))
        #expect(conflict.earlier.id.device == south.device && conflict.later.id.device == north.device)
        // The main store's gate does not admit the tickets that the lanes have admitted.
        for token in tokens.prefix(2) {
            #expect(try replicas.gate(replicas.services, "Main").decide(Scan(token)).outcome.name == "refuse")
        }
        #expect(try replicas.gate(replicas.services, "Main").decide(Scan(tokens[2])).outcome.name == "admit")
        #expect(try replicas.isIntact(replicas.services))
    }

    @Test("A second merge of the same ledger adds no records and changes nothing")
    func again() throws {
        let festival = try Festival()
        let tokens = try festival.issue(4)
        let replicas = try Replicas(festival, count: 1)
        let gate = try replicas.gate(replicas.all[0], "North")
        for token in tokens { _ = gate.decide(Scan(token)) }
        _ = gate.decide(Scan("rubbish"))
        try gate.flush()
        #expect(try replicas.merge(replicas.all[0], into: replicas.services).new == 4)
        let before = try replicas.state(replicas.services)
        let summary = try replicas.merge(replicas.all[0], into: replicas.services)
        #expect(summary.new == 0 && summary.chains.map(\.known) == [4])
        #expect(try replicas.state(replicas.services) == before)
        #expect(before.counters == ["North malformed 1"])
        #expect(before.records.count(where: { $0.decision == .merge }) == 1)
    }

    @Test(
        "7, 8, 9: stores that merge each other in any order get the same records, slots, conflicts and counters"
    )
    func anyOrder() throws {
        var random = SeededGenerator(for: "merges in any order")
        for round in 0..<4 {
            let festival = try Festival(
                type: TicketTypeDetails(name: "Party", admits: #require(Admits(rawValue: UInt8(round % 3 + 1)))))
            let tokens = try festival.issue(6)
            let replicas = try Replicas(festival, count: Int.random(in: 1...3, using: &random))
            let all = [replicas.services] + replicas.all
            var admitted = 0
            for step in 0..<60 {
                let replica = try #require(all.randomElement(using: &random))
                switch Int.random(in: 0..<12, using: &random) {
                case 0:
                    let target = try #require(all.randomElement(using: &random))
                    guard target.device != replica.device else { continue }
                    try replicas.merge(replica, into: target)
                    #expect(try replicas.isIntact(target), "round \(round), step \(step)")
                case 1: festival.clock.advance(bySeconds: Int64.random(in: -400...900, using: &random))
                default:
                    let token = try #require(tokens.randomElement(using: &random))
                    let direction: Direction = Int.random(in: 0..<3, using: &random) == 0 ? .exit : .entry
                    let count = Int.random(in: 1...2, using: &random)
                    let verdict = try replicas.gate(replica, "G\(step % 5)").decide(
                        Scan(token, direction: direction, count: count))
                    #expect(verdict.outcome.name != "undecided", "round \(round), step \(step): \(verdict.outcome)")
                    admitted += verdict.outcome.name == "admit" ? 1 : 0
                }
            }
            // Merge all stores into all others twice, in any order. Then each store has all records.
            for _ in 0..<2 {
                for source in all.shuffled(using: &random) {
                    for target in all.shuffled(using: &random) where target.device != source.device {
                        try replicas.merge(source, into: target)
                    }
                }
            }
            let states = try all.map(replicas.state)
            for (replica, state) in zip(all, states) {
                #expect(try replicas.isIntact(replica), "round \(round)")
                #expect(state.decided == states[0].decided, "round \(round)")
                #expect(state.slots == states[0].slots, "round \(round)")
                #expect(state.conflicts == states[0].conflicts, "round \(round)")
                #expect(state.counters == states[0].counters, "round \(round)")
                #expect(Set(state.conflicts.map(\.later.id)).count == state.conflicts.count, "round \(round)")
                #expect(
                    state.conflicts.allSatisfy { conflict in
                        (conflict.earlier.hybridClock, conflict.earlier.id) < (
                            conflict.later.hybridClock, conflict.later.id
                        )
                            && conflict.earlier.id.device != conflict.later.id.device
                    }, "round \(round)")
            }
            #expect(states[0].decided.count(where: { $0.decision == .admit }) == admitted, "round \(round)")
        }
    }

    @Test(
        "If lane A merges lane B, A refuses tickets that B has admitted; a re-entry at A is not a conflict")
    func knowledge() throws {
        let festival = try Festival()
        let token = try festival.issue(1)[0]
        let replicas = try Replicas(festival, count: 2)
        let (north, south) = (replicas.all[0], replicas.all[1])
        #expect(try replicas.gate(north, "North").decide(Scan(token)).outcome == .admit(again: false))
        try replicas.merge(north, into: south)
        festival.clock.advance(bySeconds: 60)
        #expect(try replicas.gate(south, "South").decide(Scan(token)).outcome.name == "refuse")
        #expect(try replicas.gate(south, "South").decide(Scan(token, direction: .exit)).outcome == .exit)
        #expect(try replicas.gate(south, "South").decide(Scan(token)).outcome == .admit(again: true))
        for replica in [north, south] { try replicas.merge(replica, into: replicas.services) }
        #expect(try replicas.state(replicas.services).conflicts.isEmpty)
    }

    @Test("If a store is copied and both copies are used, a merge reports a fork and keeps the records of both copies")
    func clone() throws {
        let festival = try Festival()
        let tokens = try festival.issue(4)
        let replicas = try Replicas(festival, count: 1)
        let north = replicas.all[0]
        #expect(try replicas.gate(north, "North").decide(Scan(tokens[0])).outcome.name == "admit")
        let twin = try replicas.add(device: north.device, copyOf: north.store)
        festival.clock.advance(bySeconds: 10)
        #expect(try replicas.gate(north, "North").decide(Scan(tokens[1])).outcome.name == "admit")
        festival.clock.advance(bySeconds: 10)
        for token in tokens[1...2] {
            #expect(try replicas.gate(twin, "Twin").decide(Scan(token)).outcome.name == "admit")
        }
        #expect(try replicas.merge(north, into: replicas.services).chains.map(\.fork) == [nil])
        let summary = try replicas.merge(twin, into: replicas.services)
        let fork = try #require(summary.chains.first?.fork)
        #expect(fork.sequence == 2 && summary.new == 2)
        #expect(summary.conflicts.map(\.later.admission.gate) == ["Twin"])
        #expect(try replicas.isIntact(replicas.services))
        // An admission that the copy `twin` makes after this merge is merged as one new record. All records of both
        // copies are still stored.
        #expect(try replicas.gate(twin, "Twin").decide(Scan(tokens[3])).outcome.name == "admit")
        #expect(try replicas.merge(twin, into: replicas.services).new == 1)
        #expect(try replicas.merge(north, into: replicas.services).new == 0)
        #expect(try replicas.state(replicas.services).decided.count == 5)
        // If a store first merges one copy and then merges the main store, its slots are the same as those of the main
        // store.
        let other = try replicas.add(copyOf: nil)
        try replicas.merge(twin, into: other)
        try replicas.merge(replicas.services, into: other)
        #expect(try replicas.state(other).decided.count == 5 && replicas.isIntact(other))
        #expect(try replicas.state(other).slots == replicas.state(replicas.services).slots)
    }

    @Test("An undo at one copy of a lane voids that copy's record, not the other copy's record with the same number")
    func undoByClone() throws {
        let festival = try Festival()
        let tokens = try festival.issue(3)
        let replicas = try Replicas(festival, count: 1)
        let north = replicas.all[0]
        #expect(try replicas.gate(north, "North").decide(Scan(tokens[0])).outcome.name == "admit")
        let twin = try replicas.add(device: north.device, copyOf: north.store)
        // In both copies, record 2 admits the same ticket. The twin undoes its record 2. The twin also undoes record 1,
        // which was written before the store was copied.
        for (replica, name) in [(north, "North"), (twin, "Twin")] {
            festival.clock.advance(bySeconds: 10)
            #expect(try replicas.gate(replica, name).decide(Scan(tokens[1])).outcome.name == "admit")
        }
        for token in tokens.prefix(2) {
            #expect(try replicas.gate(twin, "Twin").undo(Scan(token), reason: "slip").outcome == .void)
        }
        // North's next record gets the same number as the twin's first undo.
        #expect(try replicas.gate(north, "North").decide(Scan(tokens[2])).outcome.name == "admit")
        var slots: [SubEventTicket: [AdmissionSlot]] = [:]
        let targets = try [replicas.services] + (0..<2).map { _ in try replicas.add(copyOf: nil) }
        for (target, sources) in zip(targets, [[north, twin], [twin, north], [replicas.services, twin, north]]) {
            for source in sources { try replicas.merge(source, into: target) }
            #expect(try replicas.isIntact(target))
            let state = try replicas.state(target)
            #expect(state.decided.count == 6 && state.conflicts.isEmpty)
            if target.device == replicas.services.device { slots = state.slots }
            #expect(state.slots == slots && !slots.isEmpty)
            let report = try target.store.read { try $0.figures.arrivals(at: festival.event.number) }
            #expect(report.map(\.people).reduce(0, +) == 2 && Set(report.map(\.gate)) == ["North"])
        }
        #expect(try replicas.gate(replicas.services, "Main").decide(Scan(tokens[0])).outcome == .admit(again: false))
        #expect(try replicas.gate(replicas.services, "Main").decide(Scan(tokens[1])).outcome.name == "refuse")
        // North's admission of this ticket is still valid. An undo in the main store voids that admission.
        #expect(try replicas.gate(replicas.services, "Main").undo(Scan(tokens[1]), reason: "slip").outcome == .void)
        #expect(try replicas.gate(replicas.services, "Main").decide(Scan(tokens[1])).outcome == .admit(again: false))
        #expect(try replicas.isIntact(replicas.services))
    }

    @Test(
        """
        If a lane has the records of one branch of a fork, and admits a ticket that was admitted in the other branch, \
        the two admissions are a conflict
        """)
    func knewOneBranch() throws {
        let festival = try Festival()
        let tokens = try festival.issue(2)
        let replicas = try Replicas(festival, count: 0)
        func replica(_ device: UInt8) throws -> Replicas.Replica {
            try replicas.add(device: DeviceID(bytes: [UInt8](repeating: device, count: DeviceID.length)))
        }
        let (one, twin, north) = (try replica(9), try replica(9), try replica(1))
        #expect(try replicas.gate(one, "One").decide(Scan(tokens[0])).outcome.name == "admit")
        festival.clock.advance(bySeconds: 10)
        #expect(try replicas.gate(twin, "Twin").decide(Scan(tokens[1])).outcome.name == "admit")
        try replicas.merge(twin, into: north)
        festival.clock.advance(bySeconds: 10)
        #expect(try replicas.gate(north, "North").decide(Scan(tokens[0])).outcome.name == "admit")
        try replicas.merge(one, into: replicas.services)
        // The store `north` has merged the branch of `twin`, but not the branch of `one`. So North also admits the
        // ticket that `one` has already admitted, which is a conflict.
        #expect(try replicas.merge(north, into: replicas.services).conflicts.map(\.later.admission.gate) == ["North"])
        #expect(try replicas.state(replicas.services).conflicts.count == 1)
    }

    @Test(
        "6: nothing is merged from a store whose chain was edited, renumbered or truncated",
        arguments: [
            "UPDATE record SET gate = 'South' WHERE sequence = 2",
            "DELETE FROM record WHERE sequence = 2",
            "DELETE FROM record WHERE sequence = 4",
            "UPDATE record SET hash = device WHERE sequence = 1",
            "UPDATE record SET sequence = 9 WHERE sequence = 4",
            "UPDATE device SET sequence = 3",
            "UPDATE device SET sequence = 9007199254740992",
        ])
    func tampered(sql: String) throws {
        let festival = try Festival()
        let replicas = try Replicas(festival, count: 1)
        _ = try festival.issue(4)
        _ = try replicas.merge(replicas.services, into: replicas.all[0])
        let replica = try replicas.add()
        for token in try festival.tokens() {
            #expect(try replicas.gate(replica, "North").decide(Scan(token)).outcome.name == "admit")
        }
        _ = try replica.store.write { connection in try connection.execute(sql, []) }
        let before = try replicas.state(replicas.services)
        #expect(throws: MergeError.self) { try replicas.merge(replica, into: replicas.services) }
        #expect(try replicas.state(replicas.services) == before)
    }

    @Test(
        "6: chain heads with impossible sequence numbers are refused without a crash",
        arguments: [[.max, .max], [1 << 62, -(1 << 62)], [.min], Array(repeating: 1 << 53, count: 1024)] as [[Int64]])
    func claims(sequences: [Int64]) throws {
        let festival = try Festival()
        let replicas = try Replicas(festival, count: 1)
        try replicas.all[0].store.write { connection in
            for sequence in sequences {
                try connection.execute(
                    "INSERT INTO device (id, sequence, hybrid_clock, hash) VALUES (randomblob(16), $1, 0, randomblob(32))",
                    [.integer(sequence)])
            }
        }
        let before = try replicas.state(replicas.services)
        #expect(throws: (any Error).self) { try replicas.merge(replicas.all[0], into: replicas.services) }
        #expect(try replicas.state(replicas.services) == before)
    }

    @Test(
        "If a lane merges a chain and then loses the chain's last records, the main store's merge reports the loss")
    func cut() throws {
        let festival = try Festival()
        let tokens = try festival.issue(3)
        let replicas = try Replicas(festival, count: 2)
        let (north, south) = (replicas.all[0], replicas.all[1])
        for token in tokens { _ = try replicas.gate(north, "North").decide(Scan(token)) }
        try replicas.merge(north, into: south)
        // Remove the last admissions of North's chain from South's store, and set the chain's head to the first record.
        // The shorter chain is valid.
        let hash = try #require(
            try south.store.read { connection in
                try connection.ledger.page(of: festival.event.number, after: nil, limit: 9)
            }.first { $0.device == north.device && $0.sequence == 1 })
        #expect(hash.sequence == 1)
        try south.store.write { connection in
            try connection.execute(
                """
                UPDATE device SET sequence = 1, hash = (
                    SELECT hash FROM record WHERE record.device = device.id AND record.sequence = 1
                ) WHERE sequence = 3
                """, [])
            try connection.execute(
                "DELETE FROM record WHERE sequence > 1 AND verdict <> 'merge'", [])
        }
        let summary = try replicas.merge(south, into: replicas.services)
        #expect(summary.lost.map(\.sequence) == [3] && summary.lost.map(\.fault) == [.truncated])
        #expect(try replicas.merge(north, into: replicas.services).lost.isEmpty)
    }

    @Test("13: merging a lane whose clock is years ahead does not move the main store's hybrid clock forward")
    func clocksOfTheFuture() throws {
        let festival = try Festival()
        let tokens = try festival.issue(2)
        let replicas = try Replicas(festival, count: 1)
        festival.clock.advance(bySeconds: 100_000_000)
        _ = try replicas.gate(replicas.all[0], "North").decide(Scan(tokens[0]))
        festival.clock.advance(bySeconds: -100_000_000)
        try replicas.merge(replicas.all[0], into: replicas.services)
        #expect(try replicas.gate(replicas.services, "Main").decide(Scan(tokens[1])).outcome.name == "admit")
        #expect(try replicas.gate(replicas.services, "Main").decide(Scan(tokens[0], direction: .exit)).outcome == .exit)
        let services = try replicas.state(replicas.services).records.filter {
            $0.device == festival.device && $0.decision != .exit
        }
        let furthest = HybridClock.latestAcceptable(at: festival.clock.now().advanced(bySeconds: 1))
        #expect(services.allSatisfy { $0.hybridClock < furthest } && services.count == 2)
        #expect(try replicas.isIntact(replicas.services))
    }
}

@Suite("Merging while gates are open", .everyEngine, .slow)
struct BusyMergeTests {
    @Test("Gates keep deciding during merges; in the end, all admissions of a ticket except one are conflicts")
    func gatesOpen() throws {
        let festival = try Festival()
        let tokens = try festival.issue(300)
        let replicas = try Replicas(festival, count: 2)
        for (index, replica) in replicas.all.enumerated() {
            let gate = try replicas.gate(replica, "G\(index)")
            for start in stride(from: 0, to: tokens.count, by: 50) {
                _ = gate.decide(tokens[start..<start + 50].map { Scan($0) })
            }
        }
        festival.clock.advance(bySeconds: 60)
        let others = try (0..<3).map { index in
            let device =
                index == 0
                ? festival.device : try #require(DeviceID(bytes: [UInt8](repeating: UInt8(index), count: 16)))
            return Replicas.Replica(store: try Store.open(festival.address), device: device)
        }
        let outcomes = Mutex<[String]>([])
        let work: [@Sendable () throws -> Void] =
            others.map { replica -> @Sendable () throws -> Void in
                {
                    let gate = try Gate(
                        name: "Main", event: festival.event.number, store: replica.store, ring: festival.ring,
                        device: replica.device,
                        operation: Gate.Operation(clock: festival.clock.now))
                    for start in stride(from: 0, to: tokens.count, by: 20) {
                        let verdicts = gate.decide(tokens[start..<start + 20].map { Scan($0) })
                        outcomes.withLock { $0 += verdicts.map(\.outcome.name) }
                    }
                }
            }
            + replicas.all.map { replica -> @Sendable () throws -> Void in
                {
                    _ = try Store.open(festival.address).merge(
                        from: replica.store,
                        MergeContext(
                            event: festival.event.number, receiver: festival.device, at: festival.clock.now(),
                            trust: .all))
                }
            }
        let failures = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: work.count) { index in
            do { try work[index]() } catch { failures.withLock { $0.append("\(error)") } }
        }
        #expect(failures.withLock { $0 }.isEmpty)
        #expect(outcomes.withLock { $0 }.allSatisfy { $0 != "undecided" })
        #expect(try replicas.isIntact(replicas.services))
        let state = try replicas.state(replicas.services)
        let admissions = state.records.filter { $0.decision == .admit }
        // Each lane admitted all tickets. The main store's gates also admitted tickets, until the merged admissions
        // were visible to them. For each ticket, one admission is correct, and all others are conflicts.
        #expect(Set(state.conflicts.map(\.later.id)).count == state.conflicts.count)
        #expect(state.conflicts.count == admissions.count - tokens.count)
    }

    @Test(
        "A merge of many records is split into short batches (transactions), so that gates do not wait long",
        .soak)
    func batches() throws {
        let festival = try Festival()
        let tokens = try festival.issue(20_000)
        let replicas = try Replicas(festival, count: 2)
        for (index, replica) in replicas.all.enumerated() {
            let gate = try replicas.gate(replica, "G\(index)")
            for start in stride(from: 0, to: tokens.count, by: Gate.maximumBatchSize) {
                _ = gate.decide(tokens[start..<min(start + Gate.maximumBatchSize, tokens.count)].map { Scan($0) })
            }
        }
        let clock = ContinuousClock()
        for replica in replicas.all {
            var longest = Duration.zero
            var last = clock.now
            let summary = try festival.store.merge(
                from: replica.store,
                MergeContext(
                    event: festival.event.number, receiver: festival.device, at: festival.clock.now(), trust: .all)
            ) { _ in
                longest = max(longest, clock.now - last)
                last = clock.now
            }
            print("merged \(summary.new), \(summary.conflicts.count) conflicts, longest batch \(longest)")
            #expect(summary.new == tokens.count && longest < .seconds(8))
        }
    }
}
