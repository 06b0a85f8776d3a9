import EventFixture
import Foundation
import Gate
import Management
import Testing
import Ticketing

@testable import Store

/// Somebody could edit the file of a gate pack, for example to claim a right to holders' names. So a refresh compares
/// the rights in the file with the rights in the main store, and fails if they differ.
@Suite("Gate packs whose file was changed", .everyEngine, .slow)
struct ChangedPackTests {
    private func refresh(_ path: String, _ festival: Festival) throws {
        _ = try festival.services.gatePacks.refreshGatePack(
            OpenGatePack(at: path), from: festival.event, verifyingWith: festival.ring)
    }

    @Test("A gate pack that contains a ticket list but claims to contain keys is not refreshed, and gets no keys")
    func keys() throws {
        let festival = try Festival()
        _ = try festival.issue(1)
        let path = try festival.pack()
        try PackEditing(path).run("UPDATE gate_pack SET proof = 'key', shows_names = 1")
        #expect(throws: GatePackError.changed(.proof, file: .verbatim("key"), mainStore: .verbatim("list"))) {
            try refresh(path, festival)
        }
        let program = try Program(["gate", "refresh", path, "--from", "new-year"], on: festival, input: [])
        #expect(try program.rest().isEmpty)
        #expect(program.process.terminationStatus == 1)
        let pack = try OpenGatePack(at: path)
        #expect(pack.pack.number == 1)
        #expect(try pack.store.read { try $0.gatePackRecord.keys() }.allSatisfy { $0.purpose != .mac })
    }

    @Test(
        "If a gate pack's file claims a right that the main store did not give it, a refresh fails and names the right",
        arguments: [
            ("UPDATE gate_pack SET shows_names = 1", "setting for holders' names", "yes", "no"),
            ("UPDATE gate_pack SET phone_search = 1", "phone search", "yes", "no"),
            ("UPDATE gate_pack SET gates = NULL", "list of gates", "any", "North, South"),
            (
                "UPDATE gate_pack SET gates = 'North' || char(10) || 'Stage'", "list of gates", "North, Stage",
                "North, South"
            ),
            ("UPDATE gate_pack SET sub_event = 3", "sub-event", "3", "any"),
            ("UPDATE gate_pack SET name = 'Other'", "name", "Other", "Laptop"),
        ])
    func rights(_ script: String, what: String, file: String, services: String) throws {
        let festival = try Festival()
        let path = try festival.pack { $0.gates = ["North", "South"] }
        try refresh(path, festival)
        try PackEditing(path).run(script)
        let error = #expect(throws: GatePackError.self) { try refresh(path, festival) }
        #expect(
            error?.description
                == "the pack was changed: its \(what) is “\(file)” in the file, but “\(services)” in this store")
    }

    @Test("A gate pack is not refreshed if it claims the device ID of another event's pack, or an ID that no pack has")
    func device() throws {
        let festival = try Festival()
        let path = try festival.pack()
        let other = try festival.services.events.createEvent(
            EventDetails(title: "Other", venue: "Lido", timeZone: "Africa/Kampala", start: Festival.start, end: nil),
            suite: .hmac, of: #require(try festival.services.organizers.organizers().first))
        let pack = festival.folder("other.gate")
        _ = try festival.services.gatePacks.createGatePack(
            of: other, GatePackRequest(name: "Laptop"), verifyingWith: festival.ring, at: pack)
        let device = try OpenGatePack(at: pack).pack.device
        try PackEditing(path).run("UPDATE gate_pack SET device = X'\(device)'")
        #expect(throws: GatePackError.eventMismatch(of: other.number, not: festival.event.number)) {
            try refresh(path, festival)
        }
        try PackEditing(path).run("UPDATE gate_pack SET device = X'\(festival.device)'")
        #expect(throws: GatePackError.unknownDevice(name: "Laptop")) { try refresh(path, festival) }
    }

    /// Writes another pack's device ID, name, number and rights into a gate pack's file.
    private func claim(_ other: GatePack, in path: String) throws {
        try PackEditing(path).run(
            """
            UPDATE gate_pack SET device = X'\(other.device)', name = '\(other.name)', proof = '\(other.verificationMethod.rawValue)',
                shows_names = \(other.includesHolderNames ? 1 : 0), number = \(other.number)
            """)
    }

    @Test(
        """
        A gate pack with a ticket list gets no keys from a refresh, even if it claims the device ID of a pack with \
        keys
        """)
    func otherPack() throws {
        let festival = try Festival()
        let token = try festival.issue(1)[0]
        let main = try festival.pack("Main", "main.gate") { ($0.proof, $0.showsNames) = (.key, true) }
        #expect(try festival.gate(onPack: main).decide(Scan(token)).outcome == .admit(again: false))
        try festival.merge(main)
        let path = try festival.pack()
        let claimed = try OpenGatePack(at: main).pack
        let serial = try Festival.serial(of: token)
        let known = try GatePackFile.open(path).read { try $0.knownRecords.links(of: [serial], festival.event.number) }
        #expect(known.map(\.record.device) == [claimed.device])
        try claim(claimed, in: path)
        func isRefused() throws {
            #expect(throws: GatePackError.missingDeviceKey(name: "Main")) { try refresh(path, festival) }
            let pack = try OpenGatePack(at: path)
            #expect(pack.pack.number == 1)
            #expect(try pack.store.read { try $0.gatePackRecord.keys() }.allSatisfy { $0.purpose == .listed })
        }
        try isRefused()
        let program = try Program(["gate", "refresh", path, "--from", "new-year"], on: festival, input: [])
        #expect(try program.rest().isEmpty)
        #expect(program.process.terminationStatus == 1)
        // A refresh also fails if the pack's own private key is stored under the claimed ID, or if the key is missing.
        for script in ["UPDATE device_key SET device = X'\(claimed.device)'", "UPDATE device_key SET seed = NULL"] {
            try PackEditing(path).run(script)
            try isRefused()
        }
        // A copy of the pack with keys also contains that pack's private key, so the copy is refreshed.
        let copy = festival.folder("copy.gate")
        try FileManager.default.copyItem(atPath: main, toPath: copy)
        try refresh(copy, festival)
        #expect(try OpenGatePack(at: copy).store.read { try $0.gatePackRecord.keys() }.map(\.purpose) == [.mac])
    }

    @Test("A gate pack with the device ID of another pack or of the main store is not merged, and no pack is renamed")
    func otherDevice() throws {
        let festival = try Festival()
        let (path, other) = (try festival.pack("A", "a.gate"), try festival.pack("B", "b.gate"))
        let good = try Data(contentsOf: URL(filePath: path))
        let target = try festival.pack("C", "c.gate")
        for (device, isKnown) in [(try OpenGatePack(at: other).pack.device, true), (festival.device, false)] {
            try good.write(to: URL(filePath: path))
            let before = try festival.store.read { try $0.deviceClocks.of(device) }
            try PackEditing(path).run("UPDATE gate_pack SET device = X'\(device)', name = 'Mine'")
            #expect(throws: MergeError.unverifiedPack(path: path, device, isKnown: isKnown)) {
                try festival.merge(path)
            }
            // The pack `target` has no key of the claimed device, so it cannot verify the other pack’s claim.
            #expect(throws: MergeError.unverifiedPack(path: path, device, isKnown: false)) {
                try LaneStore(OpenGatePack(at: target)).merge(
                    LaneStore(OpenGatePack(at: path)), at: festival.clock.now())
            }
            #expect(try festival.store.read { try $0.deviceClocks.of(device) } == before)
            #expect(try GatePackFile.open(target).read { try $0.deviceClocks.of(device) } == nil)
        }
    }

    @Test("A merge ignores the name in a gate pack's file and the pack's unsigned records")
    func names() throws {
        let festival = try Festival()
        let token = try festival.issue(2)[0]
        let path = try festival.pack()
        let device = try OpenGatePack(at: path).pack.device
        try PackEditing(path).run("UPDATE gate_pack SET name = 'Mine'")
        try PackEditing(path).append(1) { _ in
            try festival.admission(Festival.serial(of: token), at: Festival.start.advanced(bySeconds: 1_000_000))
        }
        let report = try festival.merge(path)
        #expect(report.lane == "Laptop" && report.summary.new == 0 && report.ownChain?.unsigned == 1)
        #expect(report.ownChain?.first == nil && report.ownChain?.last == nil)
        let known = try festival.store.read { try $0.deviceClocks.of(device) }
        #expect(known?.name == "Laptop" && known?.offset == ClockOffset())
        try PackEditing(path).sign()
        let signed = try festival.merge(path)
        #expect(signed.ownChain?.last == Festival.start.advanced(bySeconds: 1_000_000))
        var lanes: [String?] = []
        try festival.services.audit.forEachChange(of: festival.services.organizers.organizer(named: "Nile Nights")) {
            change in
            if change.action == "mergeLedgers" { lanes.append(change.after["lane"]) }
        }
        #expect(lanes == ["Laptop"])
    }

    @Test("If the main store has not stored the rights of an older gate pack, the pack is merged but not refreshed")
    func earlier() throws {
        let festival = try Festival()
        let token = try festival.issue(1)[0]
        let path = try festival.pack()
        try festival.tamper("UPDATE gate_device SET proof = NULL, shows_names = NULL; DELETE FROM device_key")
        try PackEditing(path).run("DELETE FROM device_key; DELETE FROM device_authority")
        #expect(try festival.gate(onPack: path).decide(Scan(token)).outcome == .admit(again: false))
        #expect(throws: GatePackError.rightsUnknown(name: "Laptop")) { try refresh(path, festival) }
        #expect(try festival.merge(path).summary.new == 1)
    }

    @Test(
        "A gate pack with an added trigger, view, table, index or column, or with a removed index, does not open",
        arguments: [
            (
                "CREATE TRIGGER t AFTER UPDATE ON gate_pack BEGIN DELETE FROM ticket; END",
                "trigger t"
            ),
            (
                """
                ALTER TABLE record RENAME TO r; CREATE VIEW record AS WITH RECURSIVE n (i) AS \
                (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT r.* FROM r, n
                """, "view record"
            ),
            ("CREATE TABLE mine (x)", "table mine"),
            ("CREATE INDEX mine ON ticket (note)", "index mine"),
            ("ALTER TABLE ticket ADD COLUMN mine TEXT", "table ticket"),
            ("DROP INDEX record_ticket", "index record_ticket"),
        ])
    func schema(_ script: String, object: String) throws {
        let festival = try Festival()
        let path = try festival.pack()
        try PackEditing(path).run(script)
        #expect(throws: StoreError.foreignSchema(path: path, object: object)) { try OpenGatePack(at: path) }
        #expect(throws: StoreError.foreignSchema(path: path, object: object)) { try festival.merge(path) }
    }
}
