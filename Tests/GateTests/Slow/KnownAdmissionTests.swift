import EventFixture
import Foundation
import Gate
import Management
import Testing
import Ticketing

@testable import Store

@Suite("Gate packs with the admissions of the main store", .everyEngine, .slow)
struct KnownAdmissionTests {
    private let festival: Festival
    private let party: String
    private let single: String

    init() throws {
        festival = try Festival(
            type: TicketTypeDetails(name: "Family", admits: #require(Admits(rawValue: 5))))
        let tokens = try festival.issue(2)
        (party, single) = (tokens[0], tokens[1])
    }

    private func enter(_ gate: Gate, _ token: String, _ count: Int) -> String {
        festival.clock.advance(bySeconds: 10)
        return gate.decide(Scan(token, count: count)).outcome.name
    }

    @Test(
        "If the main store has admitted four people on a ticket for five, a new gate pack admits only one more")
    func made() throws {
        #expect(enter(try festival.gate(), party, 4) == "admit")
        let path = try festival.pack()
        let gate = try festival.gate(onPack: path)
        #expect(enter(gate, party, 2) == "refuse" && enter(gate, party, 1) == "admit")
        #expect(enter(gate, party, 1) == "refuse")
        #expect(try OpenGatePack(at: path).attendance().inside == 5)
        #expect(try GatePackFile.open(path).check().isIntact)
        let report = try festival.merge(path)
        #expect(report.summary.conflicts.isEmpty && report.summary.chains.count == 1)
        #expect(try festival.services.reports.attendance(of: festival.event).inside == 5)
        #expect(try festival.store.check().isIntact)
    }

    @Test(
        "A refreshed gate pack has the admissions of the main store and of merged packs, and counts nobody twice"
    )
    func refreshed() throws {
        let (path, other) = (try festival.pack(), try festival.pack("Other", "south.gate"))
        #expect(enter(try festival.gate(), party, 2) == "admit")
        #expect(enter(try festival.gate(onPack: other), party, 2) == "admit")
        #expect(enter(try festival.gate(onPack: path), single, 3) == "admit")
        for pack in [other, path] { try festival.merge(pack) }
        for _ in 0..<2 {
            _ = try festival.services.gatePacks.refreshGatePack(
                OpenGatePack(at: path), from: festival.event, verifyingWith: festival.ring)
            #expect(try OpenGatePack(at: path).attendance().inside == 7)
        }
        let gate = try festival.gate(onPack: path)
        #expect(enter(gate, party, 2) == "refuse" && enter(gate, party, 1) == "admit")
        #expect(enter(gate, single, 3) == "refuse" && enter(gate, single, 2) == "admit")
        #expect(gate.decide(Scan(party, direction: .exit, count: 5)).outcome == .exit)
        // Now the pack merges the other pack's chain directly.
        _ = try LaneStore(OpenGatePack(at: path)).merge(
            LaneStore(OpenGatePack(at: other)), at: festival.clock.now())
        #expect(try OpenGatePack(at: path).attendance().inside == 5)
        _ = try festival.services.gatePacks.refreshGatePack(
            OpenGatePack(at: path), from: festival.event, verifyingWith: festival.ring)
        #expect(try OpenGatePack(at: path).attendance().inside == 5)
        #expect(try GatePackFile.open(path).check().isIntact)
        #expect(try festival.merge(path).summary.conflicts.isEmpty)
        #expect(try festival.services.reports.attendance(of: festival.event).inside == 5)
        #expect(try festival.store.check().isIntact)
    }

    @Test(
        "If two copies of a pack admit a ticket and one copy is merged, a refresh of the other copy shows the conflict")
    func cloned() throws {
        let path = try festival.pack()
        let twin = festival.folder("twin.gate")
        try FileManager.default.copyItem(atPath: path, toPath: twin)
        #expect(enter(try festival.gate(onPack: path), single, 5) == "admit")
        try festival.merge(path)
        let gate = try festival.gate(onPack: twin, "Twin")
        #expect(enter(gate, party, 5) == "admit" && enter(gate, single, 5) == "admit")
        _ = try festival.services.gatePacks.refreshGatePack(
            OpenGatePack(at: twin), from: festival.event, verifyingWith: festival.ring)
        let conflicts = try GatePackFile.open(twin).read { try $0.conflicts.all(of: festival.event.number) }
        #expect(conflicts.map(\.earlier.admission.gate) == ["North"])
        #expect(conflicts.map(\.later.admission.gate) == ["Twin"])
        #expect(conflicts.map(\.people) == [5])
        #expect(try GatePackFile.open(twin).check().isIntact)
        #expect(try festival.merge(twin).summary.conflicts.count == 1)
    }

    @Test(
        """
        If a gate pack was copied, a refresh of the copy reports a double admission even if the original pack has a \
        refusal with the same record number
        """)
    func clonedBeforeRefusal() throws {
        let (path, other) = (try festival.pack(), try festival.pack("Other", "south.gate"))
        #expect(enter(try festival.gate(onPack: path), party, 1) == "admit")
        let twin = festival.folder("twin.gate")
        try FileManager.default.copyItem(atPath: path, toPath: twin)
        #expect(try festival.gate(onPack: path).decide(Scan(single, direction: .exit)).outcome.name == "refuse")
        _ = try LaneStore(OpenGatePack(at: other)).merge(
            LaneStore(OpenGatePack(at: path)), at: festival.clock.now())
        #expect(enter(try festival.gate(onPack: twin, "Twin"), single, 5) == "admit")
        #expect(enter(try festival.gate(onPack: other, "South"), single, 5) == "admit")
        try festival.merge(other)
        _ = try festival.services.gatePacks.refreshGatePack(
            OpenGatePack(at: twin), from: festival.event, verifyingWith: festival.ring)
        let conflicts = try GatePackFile.open(twin).read { try $0.conflicts.all(of: festival.event.number) }
        #expect(conflicts.map(\.earlier.admission.gate) == ["Twin"])
        #expect(conflicts.map(\.later.admission.gate) == ["South"])
        #expect(try GatePackFile.open(twin).check().isIntact)
        #expect(try festival.merge(twin).summary.conflicts.count == 1)
    }

    @Test("If two copies of a gate pack use the same record number for two admissions, both admissions count")
    func reusedNumber() throws {
        let path = try festival.pack()
        let twin = festival.folder("twin.gate")
        try FileManager.default.copyItem(atPath: path, toPath: twin)
        #expect(enter(try festival.gate(onPack: path), party, 2) == "admit")
        try festival.merge(path)
        _ = try festival.services.gatePacks.refreshGatePack(
            OpenGatePack(at: twin), from: festival.event, verifyingWith: festival.ring)
        let gate = try festival.gate(onPack: twin, "Twin")
        #expect(enter(gate, party, 2) == "admit")
        #expect(try GatePackFile.open(twin).check().isIntact)
        _ = try festival.services.gatePacks.refreshGatePack(
            OpenGatePack(at: twin), from: festival.event, verifyingWith: festival.ring)
        #expect(try OpenGatePack(at: twin).attendance().inside == 4)
        #expect(enter(gate, party, 2) == "refuse" && enter(gate, party, 1) == "admit")
        #expect(try GatePackFile.open(twin).check().isIntact)
        #expect(try festival.merge(twin).summary.conflicts.isEmpty)
        #expect(try festival.services.reports.attendance(of: festival.event).inside == 5)
        #expect(try festival.store.check().isIntact)
    }

    @Test("An admission in the main store can be undone at a gate whose pack contains this admission")
    func undone() throws {
        #expect(enter(try festival.gate(), party, 5) == "admit")
        let path = try festival.pack()
        let gate = try festival.gate(onPack: path)
        #expect(gate.undo(Scan(party), reason: "wrong door").outcome == .void)
        #expect(enter(gate, party, 5) == "admit")
        try festival.merge(path)
        #expect(try festival.services.reports.attendance(of: festival.event).inside == 5)
        #expect(try festival.store.check().isIntact)
    }

    @Test("A merge ignores forged known records in a gate pack, and a refresh removes them")
    func forged() throws {
        let path = try festival.pack()
        let (event, serial) = (festival.event.number, try Festival.serial(of: party))
        try PackEditing(path).run(
            """
            INSERT INTO known_record (
                device, sequence, event, serial, issue, type, sub_event, slot, count, used, direction, verdict, gate,
                wall_clock, hybrid_clock, hash, allowed)
            VALUES (X'\(festival.device)', 9, \(event), \(serial.rawValue), 0, 1, 0, 0, 5, 5, 'entry', 'admit', 'North',
                \(Festival.start.milliseconds), 0, zeroblob(32), 5);
            INSERT INTO known_record SELECT zeroblob(16), 1, event, 0, issue, type, sub_event, NULL, 0, 0, 'merge',
                'merge', NULL, '', wall_clock, 0, hash, NULL, NULL, NULL, NULL, NULL, NULL FROM known_record;
            """)
        _ = try festival.merge(path)
        #expect(try festival.services.reports.attendance(of: festival.event).inside == 0)
        #expect(try festival.store.read { try $0.ledger.page(of: event, after: nil, limit: 9) }.isEmpty)
        _ = try festival.services.gatePacks.refreshGatePack(
            OpenGatePack(at: path), from: festival.event, verifyingWith: festival.ring)
        #expect(try GatePackFile.open(path).check().isIntact)
        #expect(enter(try festival.gate(onPack: path), party, 5) == "admit")
        try festival.merge(path)
        #expect(try festival.services.reports.attendance(of: festival.event).inside == 5)
        #expect(
            try festival.store.read { try $0.first("SELECT count(*) FROM known_record", []) { $0.integer(0) } } == 0)
    }

    @Test("A refresh repairs missing or wrong known records in a gate pack")
    func changed() throws {
        #expect(enter(try festival.gate(), party, 4) == "admit")
        for script in [
            "DELETE FROM known_record; DELETE FROM admission_slot", "UPDATE known_record SET count = 1",
            "UPDATE known_record SET sequence = 9007199254740991",
            "UPDATE known_record SET sequence = 0, count = 1",
            "UPDATE known_record SET sequence = -9223372036854775807 - 1",
        ] {
            let path = try festival.pack("Laptop", "\(script.count).gate")
            try PackEditing(path).run(script)
            _ = try festival.services.gatePacks.refreshGatePack(
                OpenGatePack(at: path), from: festival.event, verifyingWith: festival.ring)
            #expect(try GatePackFile.open(path).check().isIntact)
            let gate = try festival.gate(onPack: path)
            #expect(enter(gate, party, 2) == "refuse" && enter(gate, party, 1) == "admit")
        }
    }

    @Test("A gate pack is not refreshed if it has more records of one ticket than a merge accepts")
    func tooMany() throws {
        let path = try festival.pack()
        let serial = try Festival.serial(of: party)
        try PackEditing(path).append(MergeLimits.recordsPerTicket + 1) { index in
            try festival.admission(serial, slot: index * AdmissionSlot.dayStride)
        }
        #expect(enter(try festival.gate(), party, 1) == "admit")
        #expect {
            try festival.services.gatePacks.refreshGatePack(
                OpenGatePack(at: path), from: festival.event, verifyingWith: festival.ring)
        } throws: { error in
            guard case StoreError.damaged(path, let detail)? = error as? StoreError else { return false }
            return detail.english.contains("1,001 records of ticket")
        }
        #expect(try OpenGatePack(at: path).pack.number == 1)
    }

    @Test("In a gate pack, the copies of the main store's records contain no reasons, request IDs or operators")
    func nothingPersonal() throws {
        let gate = try festival.gate()
        festival.clock.advance(bySeconds: 10)
        #expect(gate.decide(Scan(party, requestID: "request-7f3a", operator: "Operator7f3b")).outcome.name == "admit")
        #expect(gate.undo(Scan(party, operator: "Operator7f3b"), reason: "Reason7f3c").outcome == .void)
        let path = try festival.pack()
        let bytes = String(decoding: try festival.folder.read("north.gate"), as: UTF8.self)
        #expect(["request-7f3a", "Operator7f3b", "Reason7f3c"].allSatisfy { !bytes.contains($0) })
        #expect(try GatePackFile.open(path).check().isIntact)
        #expect(enter(try festival.gate(onPack: path), party, 5) == "admit")
    }
}
