import Cryptography
import EventFixture
import Gate
import Management
import Testing
import Ticketing

@testable import Store

/// These tests refresh, merge and search gate packs that contain hashes of phone numbers. Some of the packs were
/// changed by an attacker.
@Suite("Gate packs with hashes of phone numbers, refreshed and changed", .everyEngine, .slow)
struct PackPhoneRefreshTests {
    private func refresh(_ path: String, _ festival: Festival) throws -> GatePackRefresh {
        try festival.services.gatePacks.refreshGatePack(
            OpenGatePack(at: path), from: festival.event, verifyingWith: festival.ring)
    }

    private func holders(_ digits: String, _ path: String) throws -> [String] {
        try OpenGatePack(at: path).tickets(matching: .phoneEnding(digits), limit: 99).map { $0.holder ?? "–" }.sorted()
    }

    private func hashKey(_ path: String) throws -> [UInt8]? {
        try GatePackFile.open(path).read { connection in
            try connection.gatePackRecord.phoneSearchKey()?.withBytes { bytes in bytes.indices.map { bytes[$0] } }
        }
    }

    /// The pack's search keys of phone numbers, including those that an attacker added (`packed` is 0 in their rows).
    private func rows(_ path: String) throws -> [String] {
        try GatePackFile.open(path).read { connection in
            try connection.all(
                "SELECT serial, substr(name, 1, 60) FROM ticket_name WHERE packed = 0 ORDER BY serial, name", []
            ) { "\($0.integer(0)) \($0.text(1))" }
        }
    }

    @Test("After a refresh, a pack finds new phone numbers, but no replaced numbers, and keeps the key for its hashes")
    func refreshed() throws {
        let wedding = try Wedding()
        let festival = wedding.festival
        let head = "name,household,email,phone,ceremony\n"
        try wedding.importGuests(
            head + "Grace,Nakato,grace@example.org,+256772918273,yes\nAmy,Akello,amy@example.org,0701 999 888,yes\n")
        try wedding.invite()
        try festival.sell(to: "Kay", phone: "+256701444333")
        let path = try festival.pack { ($0.showsNames, $0.allowsPhoneSearch) = (true, true) }
        let key = try hashKey(path)
        let before = try rows(path)
        #expect(key != nil && before.count == 3)
        let open = try OpenGatePack(at: path)
        #expect(try refresh(path, festival).changes == GatePackChanges())
        #expect(try rows(path) == before && hashKey(path) == key)
        try wedding.importGuests(head + "Grace,Nakato,grace@example.org,+256772000777,yes\n")
        try festival.sell(to: "Ann", phone: "+256701222333")
        #expect(try holders("918273", path) == ["Grace"] && holders("0777", path).isEmpty)
        #expect(try refresh(path, festival).changes.new == 1)
        #expect(try holders("918273", path).isEmpty && holders("0777", path) == ["Grace"])
        #expect(try holders("2333", path) == ["Ann"] && holders("4333", path) == ["Kay"])
        #expect(try holders("9888", path) == ["Amy"])
        // A pack that was open before the refresh finds the same tickets.
        #expect(try open.tickets(matching: .phoneEnding("0777"), limit: 9).count == 1)
        #expect(try hashKey(path) == key)
        #expect(try Set(before).intersection(rows(path)).count == 2)
    }

    @Test("A refresh adds no hashes to a pack that does not allow phone searches, but still updates its names")
    func notAllowed() throws {
        let festival = try Festival()
        try festival.sell(to: "Kay", phone: "+256772918273")
        let path = try festival.pack { $0.showsNames = true }
        try festival.sell(to: "Ann", phone: "+256701918273")
        _ = try refresh(path, festival)
        #expect(try rows(path).isEmpty && hashKey(path) == nil)
        #expect(try OpenGatePack(at: path).tickets(typed: "ann", limit: 9).count == 1)
        #expect(try holders("918273", path).isEmpty)
    }

    @Test(
        "If the hash key is missing or has a wrong length, a search finds nothing, and a refresh makes a new key",
        arguments: [
            "DELETE FROM gate_pack_key WHERE purpose = 'phone'",
            "UPDATE gate_pack_key SET material = zeroblob(5000000) WHERE purpose = 'phone'",
            "UPDATE gate_pack_key SET material = zeroblob(31) WHERE purpose = 'phone'",
            "UPDATE gate_pack_key SET number = 1 WHERE purpose = 'phone'",
        ])
    func changedKey(_ script: String) throws {
        let festival = try Festival()
        let token = try festival.issue(1)[0]
        try festival.sell(to: "Kay", phone: "+256772918273")
        let path = try festival.pack { ($0.showsNames, $0.allowsPhoneSearch) = (true, true) }
        let (key, before) = (try hashKey(path), try rows(path))
        #expect(try holders("918273", path) == ["Kay"])
        try PackEditing(path).run(script)
        #expect(try holders("918273", path).isEmpty && hashKey(path) == nil)
        #expect(try festival.gate(onPack: path).decide(Scan(token)).outcome == .admit(again: false))
        _ = try refresh(path, festival)
        let renewed = try hashKey(path)
        #expect(renewed?.count == PhoneEndingHashes.keyLength && renewed != key)
        #expect(try holders("918273", path) == ["Kay"] && holders("918274", path).isEmpty)
        #expect(try rows(path).count == before.count && Set(rows(path)).isDisjoint(with: before))
        let keys = try GatePackFile.open(path).read { connection in
            try connection.first("SELECT count(*) FROM gate_pack_key WHERE purpose = 'phone'", []) { $0.integer(0) }
        }
        #expect(keys == 1)
    }

    @Test("If an attacker adds hashes to the tickets of a pack, a refresh removes these hashes, however long they are")
    func addedRows() throws {
        let festival = try Festival()
        try festival.sell(to: "Kay", phone: "+256772918273")
        try festival.sell(to: "Ann", phone: "+256701999888")
        let path = try festival.pack { ($0.showsNames, $0.allowsPhoneSearch) = (true, true) }
        let before = try rows(path)
        let insertion = "INSERT INTO ticket_name (event, serial, name, packed) SELECT event, serial"
        for script in [
            // A search key with digits (in reverse order) instead of hashes. A search compares hashes, so it does not
            // find this search key.
            "\(insertion), '#444555', 0 FROM ticket",
            // Five search keys of a million characters for each ticket.
            """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5)
            \(insertion), '#' || i || hex(zeroblob(500000)), 0 FROM ticket, n
            """,
            // Long search keys that seem short, because they contain a zero character.
            """
            \(insertion), '#1' || char(0) || hex(zeroblob(500000)), 0 FROM ticket
            """,
            // The search keys of the two tickets, exchanged.
            """
            UPDATE ticket_name SET serial = (SELECT max(serial) + min(serial) FROM ticket) - serial WHERE packed = 0
            """,
            // A name that is stored as the search key of a phone number.
            "\(insertion), 'kay', 0 FROM ticket WHERE true ON CONFLICT DO UPDATE SET packed = 0",
        ] {
            try PackEditing(path).run(script)
            #expect(try rows(path) != before, "\(script)")
            #expect(try holders("555444", path).isEmpty)
            _ = try refresh(path, festival)
            #expect(try rows(path) == before, "\(script)")
            #expect(try holders("918273", path) == ["Kay"] && holders("9888", path) == ["Ann"], "\(script)")
        }
        // Search keys of tickets that do not exist are never found. A refresh does not fail because of them.
        try PackEditing(path).run(
            """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
            INSERT INTO ticket_name (event, serial, name, packed) SELECT \(festival.event.number), i, '#9', 0 FROM n
            """)
        _ = try refresh(path, festival)
        #expect(try holders("918273", path) == ["Kay"])
    }

    @Test("A merge takes neither hashes nor their key from a pack, and leaves the main store's search keys unchanged")
    func merged() throws {
        let festival = try Festival()
        let token = try festival.issue(1)[0]
        try festival.sell(to: "Kay", phone: "+256772918273")
        func stored() throws -> [String] {
            try festival.store.read { connection in
                try connection.all("SELECT serial, name, packed FROM ticket_name ORDER BY serial, name", []) {
                    "\($0.integer(0)) \($0.text(1)) \($0.integer(2))"
                } + connection.all("SELECT purpose FROM gate_pack_key", []) { $0.text(0) }
            }
        }
        let before = try stored()
        let path = try festival.pack { $0.allowsPhoneSearch = true }
        #expect(try festival.gate(onPack: path).decide(Scan(token)).outcome == .admit(again: false))
        try PackEditing(path).run(
            """
            INSERT INTO ticket_name (event, serial, name, packed) SELECT event, serial, '#372819', 0 FROM ticket;
            UPDATE gate_pack_key SET material = zeroblob(5000000) WHERE purpose = 'phone'
            """)
        #expect(try festival.merge(path).summary.new == 1)
        #expect(try stored() == before)
        let found = try festival.services.tickets.tickets(of: festival.event, typed: "918273", limit: 9)
        #expect(found.map(\.holder) == ["Kay"])
    }
}
