import EventFixture
import Foundation
import Gate
import Management
import Store
import Testing
import Ticketing

@Suite("Unsynced records of a gate pack", .everyEngine)
struct UnsyncedTests {
    @Test("A pack's records count as unsynced until a merge or a refresh shows that the main store has them")
    func counted() throws {
        let festival = try Festival()
        let tokens = try festival.issue(4)
        let path = try festival.pack()
        let gate = try festival.gate(onPack: path)
        let pack = try OpenGatePack(at: path)
        #expect(try pack.state().unsynced == 0)
        for token in tokens.prefix(3) { _ = gate.decide(Scan(token)) }
        #expect(try pack.state().unsynced == 3)
        try merge(path, festival)
        #expect(try pack.state().unsynced == 0)
        // A refusal counts as a record when the gate has written it.
        _ = gate.decide(Scan(tokens[0], direction: .exit))
        _ = gate.decide(Scan(tokens[3], direction: .exit))
        #expect(gate.pendingRecordCount == 1)
        try gate.flush()
        #expect(gate.pendingRecordCount == 0)
        #expect(try pack.state().unsynced == 2)
        // The main store receives these records through another pack.
        let other = try festival.pack("Other", "other.gate")
        let lanes = (LaneStore(try OpenGatePack(at: other)), LaneStore(pack))
        _ = try lanes.0.merge(lanes.1, at: festival.clock.now())
        try merge(other, festival)
        #expect(try pack.state().unsynced == 2)
        _ = try festival.services.gatePacks.refreshGatePack(
            OpenGatePack(at: path), from: festival.event, verifyingWith: festival.ring)
        #expect(try pack.state().unsynced == 0)
        #expect(try pack.state().made == festival.clock.now())
    }

    @Test("If a gate pack was copied, the records of each copy count as unsynced until that copy is merged")
    func cloned() throws {
        let festival = try Festival()
        let tokens = try festival.issue(4)
        let path = try festival.pack()
        let clone = festival.folder("clone.gate")
        try FileManager.default.copyItem(atPath: path, toPath: clone)
        for (file, tokens) in [(path, tokens[..<1]), (clone, tokens[1...])] {
            let gate = try festival.gate(onPack: file)
            for token in tokens { _ = gate.decide(Scan(token)) }
        }
        try merge(clone, festival)
        #expect(try OpenGatePack(at: path).state().unsynced == 1)
        #expect(try OpenGatePack(at: clone).state().unsynced == 0)
        _ = try festival.services.gatePacks.refreshGatePack(
            OpenGatePack(at: path), from: festival.event, verifyingWith: festival.ring)
        #expect(try OpenGatePack(at: path).state().unsynced == 1)
        try merge(path, festival)
        #expect(try OpenGatePack(at: path).state().unsynced == 0)
        // Merges report no lost records, although the chains of the two copies end with different records.
        _ = try festival.services.gatePacks.refreshGatePack(
            OpenGatePack(at: clone), from: festival.event, verifyingWith: festival.ring)
        for file in [path, clone] { #expect(try merge(file, festival).summary.lost.isEmpty) }
    }

    @Test("After a merge, the pack stores the number of its last merged record")
    func mergedHead() throws {
        let festival = try Festival()
        let tokens = try festival.issue(2)
        let path = try festival.pack()
        do {
            let gate = try festival.gate(onPack: path)
            for token in tokens { _ = gate.decide(Scan(token)) }
        }
        try merge(path, festival)
        let opened = try OpenGatePack(at: path)
        let device = opened.pack.device
        let current = try opened.store.read { try $0.gatePackRecord.current() }
        #expect(current?.heads.first { $0.id.device == device }?.id.sequence == 2)
    }

    @Test("A reopened gate returns the time of its latest record, even if the clock was set back")
    func seen() throws {
        let festival = try Festival()
        let token = try festival.issue(1)[0]
        #expect(try festival.gate().latestSeen() == nil)
        _ = try festival.gate().decide(Scan(token))
        let then = festival.clock.now()
        festival.clock.advance(bySeconds: -3600)
        #expect(try festival.gate().latestSeen() == then)
    }

    @discardableResult
    private func merge(_ path: String, _ festival: Festival) throws -> LaneMergeReport {
        try festival.services.gates.merge(
            LaneStore(try OpenGatePack(at: path)), into: festival.event, as: festival.device)
    }
}
