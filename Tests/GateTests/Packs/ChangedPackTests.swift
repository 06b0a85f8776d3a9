import EventFixture
import Foundation
import Gate
import Management
import Store
import Testing
import Ticketing

/// Whoever has a pack's file can change it. The office goes by what it stored when it made the pack.
@Suite("Packs whose file was changed", .everyEngine)
struct ChangedPackTests {
    private func refresh(_ path: String, _ festival: Festival) throws {
        _ = try festival.office.refresh(OpenPack(at: path), from: festival.event, verifyingWith: festival.ring)
    }

    @Test("A list pack that says it is a key pack gets no keys and no names from a refresh")
    func keys() throws {
        let festival = try Festival()
        _ = try festival.issue(1)
        let path = try festival.pack()
        try PackEditing(path).run("UPDATE pack SET proof = 'key', shows_names = 1")
        #expect(throws: PackError.changed(what: "proof", file: "key", office: "list")) {
            try refresh(path, festival)
        }
        let program = try Program(["gate", "refresh", path, "--from", "new-year"], on: festival, input: [])
        #expect(try program.rest().isEmpty)
        #expect(program.process.terminationStatus == 1)
        let pack = try OpenPack(at: path)
        #expect(pack.pack.number == 1)
        #expect(try pack.store.read { try $0.packRows.keys() }.allSatisfy { $0.purpose != .mac })
    }

    @Test(
        "A pack that claims other rights than it was made with is not refreshed, and the error names the claim",
        arguments: [
            ("UPDATE pack SET shows_names = 1", "holders' names", "yes", "no"),
            ("UPDATE pack SET gates = NULL", "gates", "any", "North, South"),
            ("UPDATE pack SET gates = 'North' || char(10) || 'Stage'", "gates", "North, Stage", "North, South"),
            ("UPDATE pack SET function = 3", "function", "3", "any"),
            ("UPDATE pack SET name = 'Other'", "name", "Other", "Laptop"),
        ])
    func rights(_ script: String, what: String, file: String, office: String) throws {
        let festival = try Festival()
        let path = try festival.pack { $0.gates = ["North", "South"] }
        try refresh(path, festival)
        try PackEditing(path).run(script)
        #expect(throws: PackError.changed(what: what, file: file, office: office)) { try refresh(path, festival) }
    }

    @Test("A pack that claims to be another event's device, or a device without a pack, is refused")
    func device() throws {
        let festival = try Festival()
        let path = try festival.pack()
        let other = try festival.office.createEvent(
            EventDetails(title: "Other", venue: "Lido", timeZone: "Africa/Kampala", start: Festival.start, end: nil),
            suite: .hmac, of: #require(try festival.office.organizers().first))
        let pack = festival.folder("other.gate")
        _ = try festival.office.makePack(
            of: other, PackOrder(name: "Laptop"), verifyingWith: festival.ring, at: pack)
        let device = try OpenPack(at: pack).pack.device
        try PackEditing(path).run("UPDATE pack SET device = X'\(device)'")
        #expect(throws: PackError.otherEvent(of: other.number, not: festival.event.number)) {
            try refresh(path, festival)
        }
        try PackEditing(path).run("UPDATE pack SET device = X'\(festival.device)'")
        #expect(throws: PackError.unknownDevice(name: "Laptop")) { try refresh(path, festival) }
    }

    @Test("A pack of an earlier version, whose rights nobody stored, is merged and not refreshed")
    func earlier() throws {
        let festival = try Festival()
        let token = try festival.issue(1)[0]
        let path = try festival.pack()
        try festival.tamper("UPDATE gate_device SET proof = NULL, shows_names = NULL; DELETE FROM device_key")
        try PackEditing(path).run("DELETE FROM device_key; DELETE FROM device_authority")
        #expect(try festival.gate(onPack: path).decide(Scan(token)).outcome == .admit(again: false))
        #expect(throws: PackError.rightsUnknown(name: "Laptop")) { try refresh(path, festival) }
        #expect(try festival.merge(path).summary.new == 1)
    }

    @Test(
        "A pack with a trigger, a view, a foreign table, index or column does not open, and the error names it",
        arguments: [
            (
                "CREATE TRIGGER t AFTER UPDATE ON pack BEGIN DELETE FROM ticket; END",
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
        #expect(throws: StoreError.foreignSchema(path: path, object: object)) { try OpenPack(at: path) }
        #expect(throws: StoreError.foreignSchema(path: path, object: object)) { try festival.merge(path) }
    }
}
