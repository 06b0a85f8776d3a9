import EventFixture
import Foundation
import Gate
import Management
import Testing
import Ticketing

@testable import Store

/// Any gate pack that contains a device's chain can deliver the chain to the main store. The device signs the chain's
/// head. A merge accepts the records up to the last head that the device has signed.
///
/// The parent of a branch is the chain from which the branch forks.
@Suite("Signed chains in gate packs", .everyEngine, .slow)
struct SignedChainTests {
    private let festival: Festival
    private let tokens: [String]
    private let serials: [Serial]

    init() throws {
        festival = try Festival()
        tokens = try festival.issue(4)
        serials = try tokens.map { try Festival.serial(of: $0) }
    }

    private func isInside(_ index: Int) throws -> Bool {
        try festival.store.read { try $0.slots.isUsed(serials[index], event: festival.event.number) }
    }

    @Test("Unsigned records at the end of a pack's chain are reported and not merged, until the chain is signed")
    func unsigned() throws {
        let path = try festival.pack()
        #expect(try festival.gate(onPack: path).decide(Scan(tokens[0])).outcome == .admit(again: false))
        let editing = PackEditing(path)
        try editing.append(2) { try festival.admission(serials[$0 + 1]) }
        let report = try festival.merge(path)
        #expect(report.summary.new == 1 && report.ownChain?.unsigned == 2)
        #expect(try isInside(0) && !isInside(1) && !isInside(2))
        #expect(try festival.merge(path).ownChain?.unsigned == 2)
        let program = try Program(["gate", "merge", "new-year", path, "--json"], on: festival, input: [])
        #expect(try program.rest().joined().contains(#""unsigned":2"#))
        #expect(program.process.terminationStatus == 1)
        // When the chain is signed with the pack's key, the records are merged.
        try editing.sign()
        let signed = try festival.merge(path)
        #expect(signed.summary.new == 2 && signed.ownChain?.unsigned == 0)
        #expect(try isInside(1) && isInside(2))
    }

    @Test("Records that a gate pack adds to the chain of the main store's device are not merged")
    func services() throws {
        #expect(try festival.gate().decide(Scan(tokens[0])).outcome == .admit(again: false))
        let path = try festival.pack()
        let editing = PackEditing(path)
        try editing.append(3, to: festival.device) { try festival.admission(serials[$0 + 1]) }
        let before = try festival.store.read { try $0.ledger.chainHeads() }
        let report = try festival.merge(path)
        #expect(report.summary.new == 0)
        #expect(report.summary.chains.map(\.unsigned).reduce(0, +) == 3)
        #expect(try festival.store.read { try $0.ledger.chainHeads() } == before)
        #expect(try !isInside(1) && !isInside(2) && !isInside(3))
    }

    private func isRefused(
        _ path: String, as fault: ChainFault, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = try festival.store.read { try $0.ledger.chainHeads() }
        #expect(sourceLocation: sourceLocation) {
            try festival.merge(path)
        } throws: { error in
            guard case MergeError.broken(_, _, _, let found)? = error as? MergeError else { return false }
            return found == fault
        }
        #expect(try festival.store.read { try $0.ledger.chainHeads() } == before, sourceLocation: sourceLocation)
        #expect(try festival.store.check().isIntact, sourceLocation: sourceLocation)
    }

    @Test(
        "If a branch in a gate pack claims to fork from the main store's chain, the pack is refused",
        arguments: [true, false])
    func foreignBranch(knowsHashes: Bool) throws {
        let early = try festival.pack("Early", "early.gate")
        #expect(try festival.gate().decide(Scan(tokens[0])).outcome == .admit(again: false))
        let path = try knowsHashes ? festival.pack() : early
        let editing = PackEditing(path)
        try editing.append(2, to: festival.device) { try festival.admission(serials[$0 + 1]) }
        let branch = try editing.branch(leaving: festival.device, festival.admission(serials[3]))
        try isRefused(path, as: .branch)
        #expect(try !isInside(1) && !isInside(2) && !isInside(3))
        // The check of the ledger in the gate pack also finds the fault.
        let found = try GatePackFile.open(path).read { try $0.ledger.verify() }
        guard case .broken(branch, _, .branch) = found else {
            Issue.record("\(found)")
            return
        }
        #expect(throws: MergeError.self) {
            try LaneStore(OpenGatePack(at: festival.pack("Other", "other.gate"))).merge(
                LaneStore(OpenGatePack(at: path)), at: festival.clock.now())
        }
    }

    @Test("A gate pack is refused if a branch in the pack is its own parent, or if the parent of a branch has no head")
    func lostBranches() throws {
        let path = try festival.pack()
        let device = try OpenGatePack(at: path).pack.device
        #expect(try festival.gate(onPack: path).decide(Scan(tokens[0])).outcome == .admit(again: false))
        let good = try Data(contentsOf: URL(filePath: path))
        try PackEditing(path).run(
            "INSERT INTO chain_branch (id, origin, parent, base) VALUES (X'\(device)', X'\(device)', X'\(device)', 1)")
        try isRefused(path, as: .branch)
        try good.write(to: URL(filePath: path))
        let editing = PackEditing(path)
        let branch = try editing.branch(leaving: device, festival.admission(serials[1]))
        try editing.run("UPDATE chain_branch SET parent = X'\(branch)'")
        try isRefused(path, as: .branch)
        // A chain without a head cannot be verified. So a merge of its branch must not merge the chain's records.
        try editing.run(
            """
            UPDATE chain_branch SET parent = X'\(device)'; DELETE FROM device WHERE id = X'\(device)';
            UPDATE record SET count = 2 WHERE device = X'\(device)'
            """)
        try isRefused(path, as: .head)
        #expect(try !isInside(0) && !isInside(1))
    }

    @Test("If a merged record is changed in a pack, the pack is refused as soon as a later merge compares that record")
    func changedHashes() throws {
        let tokens = try festival.issue(9)
        let path = try festival.pack()
        func admit(_ tokens: some Sequence<String>) throws {
            let gate = try festival.gate(onPack: path)
            for token in tokens { #expect(gate.decide(Scan(token)).outcome == .admit(again: false)) }
        }
        try admit(tokens.prefix(8))
        #expect(try festival.merge(path).summary.new == 8)
        try admit(tokens.suffix(1))
        // A merge uses a binary search to find the last record that is in both the main store and the pack. With eight
        // records in the main store, the search does not compare the fifth record; with nine, it does.
        try PackEditing(path).run("UPDATE record SET hash = zeroblob(32), count = 7 WHERE sequence = 5")
        #expect(try festival.merge(path).summary.new == 1)
        #expect(try festival.store.check().isIntact)
        try isRefused(path, as: .edited)
    }

    @Test("A gate pack can't extend or fork its copy of another pack's chain, and the other pack can still be merged")
    func carried() throws {
        let (carrier, other) = (try festival.pack("A", "a.gate"), try festival.pack("B", "b.gate"))
        #expect(try festival.gate(onPack: other).decide(Scan(tokens[0])).outcome == .admit(again: false))
        let device = try OpenGatePack(at: other).pack.device
        _ = try LaneStore(OpenGatePack(at: carrier)).merge(LaneStore(OpenGatePack(at: other)), at: festival.clock.now())
        let honest = try Data(contentsOf: URL(filePath: carrier))
        try PackEditing(carrier).append(1, to: device) { _ in try festival.admission(serials[1]) }
        let longer = try festival.merge(carrier)
        #expect(longer.summary.chains.first { $0.device == device }?.unsigned == 1)
        #expect(try isInside(0) && !isInside(1))
        #expect(try festival.gate(onPack: other).decide(Scan(tokens[2])).outcome == .admit(again: false))
        // Now the pack `carrier` forks the chain: other records replace all records in its copy of the chain.
        try honest.write(to: URL(filePath: carrier))
        let editing = PackEditing(carrier)
        try editing.run(
            """
            DELETE FROM record WHERE device = X'\(device)';
            UPDATE device SET sequence = 0, hash = zeroblob(32) WHERE id = X'\(device)'
            """)
        try editing.append(2, to: device) { try festival.admission(serials[$0 + 1]) }
        let forked = try festival.merge(carrier)
        #expect(forked.summary.new == 0 && forked.summary.chains.allSatisfy { $0.fork == nil })
        #expect(try festival.merge(other).summary.new == 1)
        #expect(try isInside(2) && !isInside(1))
    }

    @Test("A gate pack can deliver the signed chain of another pack, even if a copy of that pack has forked the chain")
    func clones() throws {
        let (carrier, other) = (try festival.pack("A", "a.gate"), try festival.pack("B", "b.gate"))
        #expect(try festival.gate(onPack: other).decide(Scan(tokens[0])).outcome == .admit(again: false))
        let clone = festival.folder("clone.gate")
        try FileManager.default.copyItem(atPath: other, toPath: clone)
        for (path, token) in [(other, tokens[1]), (clone, tokens[2])] {
            #expect(try festival.gate(onPack: path).decide(Scan(token)).outcome == .admit(again: false))
            let report = try LaneStore(OpenGatePack(at: carrier)).merge(
                LaneStore(OpenGatePack(at: path)), at: festival.clock.now())
            #expect(report.summary.new > 0 && report.summary.chains.allSatisfy { $0.unsigned == 0 })
        }
        let report = try festival.merge(carrier)
        #expect(report.summary.chains.allSatisfy { $0.unsigned == 0 })
        #expect(try isInside(0) && isInside(1) && isInside(2))
    }

    @Test("A gate pack does not merge a pack whose key the main store did not certify")
    func certificates() throws {
        let (target, other) = (try festival.pack("A", "a.gate"), try festival.pack("B", "b.gate"))
        #expect(try festival.gate(onPack: other).decide(Scan(tokens[0])).outcome == .admit(again: false))
        try PackEditing(other).run("UPDATE device_key SET certificate = zeroblob(64)")
        let device = try OpenGatePack(at: other).pack.device
        #expect(throws: MergeError.unverifiedPack(path: other, device, isKnown: false)) {
            try LaneStore(OpenGatePack(at: target)).merge(LaneStore(OpenGatePack(at: other)), at: festival.clock.now())
        }
        // The main store itself does not need the certificate, because it has stored the key.
        #expect(try festival.merge(other).summary.new == 1)
    }

    @Test("The chain of a killed gate is signed up to its last record")
    func killed() throws {
        let festival = try Festival(engine: .sqlite)
        let token = try festival.issue(1)[0]
        let path = try festival.pack()
        let program = try Program(["gate", "check", path, "--gate", "North", "--json"], on: festival)
        try program.send([token])
        #expect(try program.line() != nil)
        program.kill()
        let report = try festival.merge(path)
        #expect(report.summary.new == 1 && report.ownChain?.unsigned == 0)
    }
}
