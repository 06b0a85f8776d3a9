import EventFixture
import Foundation
import Gate
import Management
import Store
import Testing
import Ticketing

/// The gates cannot reach each other, so a conflict is found only when their stores are merged.
@Suite("Conflicts: tickets that two gates admitted", .everyEngine)
struct ConflictTests {
    /// Admits the same ticket at every replica, and returns the replicas as lanes. A replica is a copy of the main
    /// store with another device ID.
    private func admitTwice(_ festival: Festival, _ token: String, _ replicas: Replicas) throws -> [LaneStore] {
        var found: [LaneStore] = []
        for (index, replica) in replicas.all.enumerated() {
            festival.clock.advance(bySeconds: 60)
            #expect(try replicas.gate(replica, "G\(index)").decide(Scan(token)).outcome == .admit(again: false))
            found.append(
                LaneStore(
                    store: replica.store, event: festival.event.number, device: replica.device, name: "Lane \(index)",
                    trust: .all))
        }
        festival.clock.advance(bySeconds: 60)
        return found
    }

    private func conflicts(_ festival: Festival) throws -> [DoubleAdmissionDetails] {
        var found: [DoubleAdmissionDetails] = []
        try festival.services.gates.forEachConflict(of: festival.event) { found.append($0) }
        return found
    }

    @Test("The main store reports each conflict once, with both lanes' names; gates show it at the ticket's next scan")
    func reported() throws {
        let festival = try Festival()
        let token = try festival.issue(1)[0]
        let replicas = try Replicas(festival, count: 2)
        let lanes = try admitTwice(festival, token, replicas)
        for lane in lanes {
            _ = try festival.services.gates.merge(lane, into: festival.event, as: festival.device)
        }
        let found = try conflicts(festival)
        #expect(found.map(\.earlier.name) == ["Lane 0"] && found.map(\.later.name) == ["Lane 1"])
        #expect(
            found.map(\.admission.earlier.admission.gate) == ["G0"]
                && found.map(\.admission.later.admission.gate) == ["G1"])
        let expected = Attention.doubleAdmission(
            first: found[0].admission.earlier.admission, second: found[0].admission.later.admission)
        #expect(try festival.gate().decide(Scan(token)).attention == [expected])
        // The first lane was merged before the conflict existed, so it receives the conflict at its next merge. The
        // second lane was merged later, so it has already received the conflict.
        #expect(try replicas.gate(replicas.all[0], "G0").decide(Scan(token)).attention.isEmpty)
        #expect(try replicas.gate(replicas.all[1], "G1").decide(Scan(token)).attention == [expected])
        let again = try festival.services.gates.merge(lanes[0], into: festival.event, as: festival.device)
        #expect(again.summary.conflicts.isEmpty)
        #expect(try replicas.gate(replicas.all[0], "G0").decide(Scan(token)).attention == [expected])
        var known: [DoubleAdmissionDetails] = []
        try lanes[0].forEachDoubleAdmission { known.append($0) }
        #expect(known.map(\.admission) == found.map(\.admission))
        #expect(known.map(\.earlier.name) == ["Lane 0"] && known.map(\.later.name) == ["Lane 1"])
        #expect(try conflicts(festival).count == 1)
    }

    @Test("Lanes that merge with each other, without the main store, exchange their names")
    func withoutMainStore() throws {
        let festival = try Festival()
        let token = try festival.issue(1)[0]
        let replicas = try Replicas(festival, count: 2)
        let lanes = try admitTwice(festival, token, replicas)
        _ = try lanes[1].merge(lanes[0], at: festival.clock.now())
        var names: [String?] = []
        try lanes[1].forEachDoubleAdmission { names += [$0.earlier.name, $0.later.name] }
        #expect(names == ["Lane 0", "Lane 1"])
    }

    @Test("If a lane finds a conflict in its own records, it no longer shows the main store's version of the conflict")
    func ownRecords() throws {
        let festival = try Festival()
        let token = try festival.issue(1)[0]
        let replicas = try Replicas(festival, count: 3)
        let lanes = try admitTwice(festival, token, replicas)
        for lane in lanes { _ = try festival.services.gates.merge(lane, into: festival.event, as: festival.device) }
        func earlier() throws -> [String: String] {
            var found: [String: String] = [:]
            try lanes[2].forEachDoubleAdmission {
                found[$0.admission.later.admission.gate] = $0.admission.earlier.admission.gate
            }
            return found
        }
        #expect(try earlier() == ["G1": "G0", "G2": "G0"])
        try replicas.merge(replicas.all[1], into: replicas.all[2])
        #expect(try earlier() == ["G1": "G0", "G2": "G1"])
    }

    @Test(
        """
        If a store and its copy both admit a ticket, a lane that merges only the copy shows a conflict with the copy's \
        admission
        """)
    func ofCopy() throws {
        let festival = try Festival()
        let token = try festival.issue(1)[0]
        let replicas = try Replicas(festival, count: 3)
        let (first, cloned, merged) = (replicas.all[0], replicas.all[1], replicas.all[2])
        let copy = try replicas.add(device: cloned.device, copyOf: cloned.store)
        for (replica, gate) in [(first, "First"), (cloned, "Merged"), (copy, "Own")] {
            #expect(try replicas.gate(replica, gate).decide(Scan(token)).outcome == .admit(again: false))
            festival.clock.advance(bySeconds: 60)
        }
        let lane = LaneStore(
            store: merged.store, event: festival.event.number, device: merged.device, name: "Lane", trust: .all)
        for source in [first, cloned] { try replicas.merge(source, into: replicas.services) }
        _ = try festival.services.gates.merge(lane, into: festival.event, as: festival.device)
        func later() throws -> [Admission] {
            var found: [Admission] = []
            try lane.forEachDoubleAdmission { found.append($0.admission.later.admission) }
            return found
        }
        #expect(try later().map(\.gate) == ["Merged"])
        for source in [first, copy] { try replicas.merge(source, into: merged) }
        #expect(try later().map(\.gate) == ["Own"])
        #expect(try later().map(\.at) == [festival.clock.now().advanced(bySeconds: -60)])
    }

    @Test("The audit trail records each merge once, with the number of conflicts that the merge added")
    func audited() throws {
        let festival = try Festival()
        let token = try festival.issue(1)[0]
        let replicas = try Replicas(festival, count: 2)
        for lane in try admitTwice(festival, token, replicas) {
            for _ in 0..<2 { _ = try festival.services.gates.merge(lane, into: festival.event, as: festival.device) }
        }
        var found: [[String: String]] = []
        try festival.services.audit.forEachChange(of: festival.services.organizers.organizer(named: "Nile Nights")) {
            change in
            if change.action == "mergeLedgers" { found.append(change.after) }
        }
        #expect(found.map { $0["lane"] } == ["Lane 0", "Lane 1"] && found.map { $0["conflicts"] } == ["0", "1"])
    }
}

@Suite("Merging returned gate packs", .everyEngine)
struct ReturningPackTests {
    @Test("If two gate packs admit the same ticket, the main store and later packs show the conflict")
    func packs() throws {
        let festival = try Festival()
        let tokens = try festival.issue(3)
        _ = try festival.gate().decide(Scan(tokens[2]))
        let paths = [try festival.pack("Laptop 1", "1.gate"), try festival.pack("Laptop 2", "2.gate")]
        for (index, path) in paths.enumerated() {
            festival.clock.advance(bySeconds: 60)
            #expect(try festival.gate(onPack: path, "G\(index)").decide(Scan(tokens[0])).outcome.name == "admit")
        }
        #expect(try festival.gate(onPack: paths[0], "G0").decide(Scan(tokens[1])).outcome.name == "admit")
        festival.clock.advance(bySeconds: 60)
        let reports = try paths.map { path in
            try festival.services.gates.merge(
                LaneStore(OpenGatePack(at: path)), into: festival.event, as: festival.device)
        }
        #expect(reports.map(\.summary.new) == [2, 1] && reports.map(\.summary.conflicts.count) == [0, 1])
        #expect(reports.allSatisfy { $0.summary.lost.isEmpty })
        let verification = try festival.store.read { try $0.ledger.verify() }
        #expect(verification == .intact(devices: 3, records: 6))
        // One gate pack can also be merged into another, and no record is lost.
        let (one, two) = try (LaneStore(OpenGatePack(at: paths[0])), LaneStore(OpenGatePack(at: paths[1])))
        let between = try two.merge(one, at: festival.clock.now())
        #expect(between.summary.new == 2 && between.summary.lost.isEmpty)
        #expect(try festival.gate(onPack: paths[1], "G1").decide(Scan(tokens[1])).outcome.name == "refuse")
        let third = try festival.pack("Laptop 3", "3.gate")
        let verdict = try festival.gate(onPack: third, "G3").decide(Scan(tokens[0]))
        #expect(verdict.attention.count == 1)
    }

    @Test("After a gate pack and its copy were both used, another pack can be merged, and no record counts as lost")
    func afterFork() throws {
        let festival = try Festival()
        let tokens = try festival.issue(3)
        let path = try festival.pack()
        let twin = festival.folder("twin.gate")
        // Each of the two files adds its own record to the same chain, so the chain forks.
        try FileManager.default.copyItem(atPath: path, toPath: twin)
        for (path, token) in zip([path, twin], tokens) {
            festival.clock.advance(bySeconds: 60)
            #expect(try festival.gate(onPack: path).decide(Scan(token)).outcome.name == "admit")
            _ = try festival.services.gates.merge(
                LaneStore(OpenGatePack(at: path)), into: festival.event, as: festival.device)
        }
        let other = try festival.pack("Other", "other.gate")
        #expect(try festival.gate(onPack: other).decide(Scan(tokens[2])).outcome.name == "admit")
        let report = try festival.services.gates.merge(
            LaneStore(OpenGatePack(at: other)), into: festival.event, as: festival.device)
        #expect(report.summary.new == 1 && report.summary.lost.isEmpty)
    }

    @Test(
        "If the restore of an old backup loses records, the merge of an earlier gate pack reports the loss")
    func restoredMainStore() throws {
        let festival = try Festival()
        let tokens = try festival.issue(2)
        _ = try festival.gate().decide(Scan(tokens[0]))
        let path = try festival.pack()
        try festival.tamper("DELETE FROM record; DELETE FROM admission_slot; DELETE FROM device")
        let report = try festival.services.gates.merge(
            LaneStore(OpenGatePack(at: path)), into: festival.event, as: festival.device)
        #expect(report.summary.lost.map(\.fault) == [.truncated] && report.summary.lost.map(\.sequence) == [1])
    }
}
