import EventFixture
import FileAccess
import Foundation
import Gate
import Management
import Testing
import Ticketing

@testable import Store

@Suite("Copies, backups and restoring", .everyEngine, .slow)
struct CopyTests {
    /// A festival whose store has tickets, admissions and a scan counter. The tickets have nulls and unusual text.
    private func filled() throws -> Festival {
        let festival = try Festival()
        let gate = try festival.gate()
        for token in try festival.issue(30) { _ = gate.decide(Scan(token)) }
        _ = gate.decide(Scan("rubbish"))
        try gate.flush()
        try festival.tamper("UPDATE ticket SET holder = 'Ünïcødé 🎟 \u{202E}\t''', note = NULL")
        return festival
    }

    private func newStore(_ engine: EngineKind, in folder: TemporaryFolder) throws -> Store {
        switch engine {
        case .sqlite: try Store.open(sqlite: folder("\(UUID().uuidString).sqlite"), creating: true)
        case .postgreSQL:
            try Store.open(
                .postgreSQL(PostgreSQLAddress(url: PostgreSQLServer.shared().newStore())), creating: true)
        }
    }

    @Test("The list of tables to copy contains every table of the store")
    func tables() throws {
        let festival = try Festival()
        try festival.store.engine.read { connection in
            let names = try connection.tableNames().filter { $0 != AppliedMigrations.table }
            #expect(names.sorted() == (TableShape.all + TableShape.copiedApart).sorted())
            for name in TableShape.all {
                let shape = try connection.shape(of: name)
                #expect(!shape.columns.isEmpty && !shape.key.isEmpty, "\(name)")
            }
        }
    }

    @Test("A copy, a backup and a restored backup have the files of the pictures")
    func pictures() throws {
        let festival = try Festival()
        let prepared = try anyPicture("poster")
        let poster = try festival.services.pictures.setPicture(
            prepared, as: .poster, showing: "Fireworks", of: festival.event)
        // A program that was killed before it added a picture's row left these files.
        var random = SystemRandomNumberGenerator()
        try festival.store.pictureStore.prepare(prepared.variants, of: .random(using: &random))
        func expectFiles(_ store: Store) throws {
            try store.read { connection in
                let stored = try connection.pictures.with(id: poster.id)
                #expect(stored == poster)
                for (variant, bytes) in prepared.variants {
                    let file = try store.pictureStore.file(variant, of: poster.id, connection)
                    #expect(file == bytes)
                }
            }
        }
        let (folder, backups) = (try TemporaryFolder(), try TemporaryFolder())
        for engine in EngineKind.allCases {
            let target = try newStore(engine, in: folder)
            _ = try festival.store.copy(to: target)
            try expectFiles(target)
            _ = try festival.store.replace(target)
            try expectFiles(target)
        }
        _ = try festival.store.backUp(to: backups("backup.sqlite"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: backups("")) == ["backup.sqlite"])
        let restored = try TemporaryFolder()
        let target = try Store.open(sqlite: restored("store.sqlite"), creating: true)
        try Store.withBackup(at: backups("backup.sqlite"), workingIn: restored("")) { _ = try $0.copy(to: target) }
        try expectFiles(target)
        // Files of a picture without a row are not copied.
        #expect(try FileManager.default.contentsOfDirectory(atPath: restored("pictures")) == ["\(poster.id)"])
    }

    @Test(
        """
        If a picture is removed during a backup, the backup has the picture’s row; the files are missing only if the \
        store keeps files in a folder
        """)
    func removedPicture() throws {
        let festival = try Festival()
        let poster = try festival.services.pictures.setPicture(
            anyPicture("poster"), as: .poster, showing: "Fireworks", of: festival.event)
        let other = try ManagementServices.signIn(to: Store.open(festival.address), clock: festival.clock.now)
        let path = festival.folder("backup.sqlite")
        var isRemoved = false
        _ = try festival.store.backUp(to: path) { table, _ in
            guard table == "picture" else { return }
            try other.pictures.removePicture(.poster, of: festival.event)
            isRemoved = true
        }
        #expect(isRemoved)
        #expect(try festival.store.read { try $0.pictures.with(id: poster.id) } == nil)
        try Store.withBackup(at: path, workingIn: festival.folder.path) { backup in
            try backup.read { connection in
                let stored = try connection.pictures.with(id: poster.id)
                #expect(stored == poster)
                let file = try backup.pictureStore.file(PictureVariant.all[0], of: poster.id, connection)
                #expect((file == nil) == festival.store.path.hasPrefix("/"))
            }
        }
    }

    @Test("A NUL in a text is copied to SQLite; a copy to PostgreSQL fails and names the table, column and row")
    func nul() throws {
        let festival = try Festival(engine: .sqlite)
        let ticket = try festival.ticket(of: festival.issue(3)[1])
        try festival.tamper("UPDATE ticket SET holder = 'a' || char(0) || 'b' WHERE serial = \(ticket.serial.rawValue)")
        let folder = try TemporaryFolder()
        let row = "event \(ticket.event.rawValue), serial \(ticket.serial.rawValue)"
        let target = try newStore(EngineKind.current, in: folder)
        switch EngineKind.current {
        case .sqlite: #expect(try festival.store.copy(to: target).count == TableShape.all.count)
        case .postgreSQL:
            #expect(throws: StoreError.containsNUL(table: "ticket", column: "holder", row: row)) {
                try festival.store.copy(to: target)
            }
            #expect(try target.read { try $0.events.count() } == 0)
        }
    }

    @Test("A copy to either engine, and a copy back to the original engine, have the same rows and hashes")
    func copies() throws {
        let festival = try filled()
        let folder = try TemporaryFolder()
        for engine in EngineKind.allCases {
            let target = try newStore(engine, in: folder)
            let copied = try festival.store.copy(to: target)
            #expect(copied.map(\.name) == TableShape.all)
            #expect(copied.first { $0.name == "ticket" }?.rows == 30)
            #expect(copied.first { $0.name == "scan_counter" }?.rows == 1)
            #expect(try target.read { try $0.ledger.verify() } == .intact(devices: 1, records: 30))
            #expect(try target.check().isIntact)
            let back = try newStore(EngineKind.current, in: folder)
            #expect(try target.copy(to: back) == copied)
        }
    }

    @Test("A copy to a nonempty store is refused and changes nothing, unless the caller allows replacing that store")
    func notEmpty() throws {
        let source = try filled()
        let target = try Festival()
        let path = target.store.path
        let before = try target.store.read { try $0.events.all(of: target.services.user.id).map(\.number) }
        #expect(throws: StoreError.notEmpty(path: path, table: "audit")) {
            try source.store.copy(to: target.store)
        }
        #expect(try target.store.read { try $0.events.all(of: target.services.user.id).map(\.number) } == before)
        _ = try source.store.copy(to: target.store, inTheWay: .replace)
        #expect(try target.store.read { try $0.events.with(number: source.event.number) } != nil)
        #expect(try target.store.read { try $0.events.count() } == 1)
    }

    @Test("An interrupted copy leaves the target empty")
    func brokenOff() throws {
        let source = try filled()
        let folder = try TemporaryFolder()
        for engine in EngineKind.allCases {
            let target = try newStore(engine, in: folder)
            #expect(throws: Surprise.self) {
                try source.store.copy(to: target) { table, _ in
                    if table == "record" { throw Surprise("enough") }
                }
            }
            #expect(try target.check().rows.allSatisfy { $0.count == 0 })
            #expect(try source.store.copy(to: target).count == TableShape.all.count)
        }
    }

    @Test("A backup made during writes has the state of one moment and the mode 0600, and replaces no existing file")
    func backup() async throws {
        let festival = try filled()
        let path = festival.folder("backup.sqlite")
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                let other = try ManagementServices.signIn(to: Store.open(festival.address), clock: festival.clock.now)
                for _ in 0..<20 {
                    _ = try other.tickets.issue(
                        .unnamed(5), type: festival.regular, of: festival.event, signingWith: festival.ring)
                }
            }
            group.addTask { _ = try festival.store.backUp(to: path) }
            try await group.waitForAll()
        }
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let names = try FileManager.default.contentsOfDirectory(atPath: festival.folder.path)
        #expect(names.filter { $0.contains("backup") } == ["backup.sqlite"])
        let tickets = try Store.withBackup(at: path, workingIn: festival.folder.path) { backup in
            let number = festival.event.number
            // The backup shows the store at one moment: the number of tickets matches the type's counter.
            let issued = try backup.read {
                try $0.ticketTypes.with(number: festival.regular.number, of: number)?.issued
            }
            let tickets = try backup.read { try $0.tickets.count(of: number) }
            #expect(issued == tickets)
            return tickets
        }
        #expect(tickets >= 30 && tickets.isMultiple(of: 5))
        let bytes = try Data(contentsOf: URL(filePath: path))
        #expect(throws: (any Error).self) { try festival.store.backUp(to: path) }
        #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
    }

    @Test("The records that a backup or another store lacks are counted, even if the other store also has new records")
    func newer() throws {
        let festival = try filled()
        let path = festival.folder("backup.sqlite")
        _ = try festival.store.backUp(to: path)
        func lost(_ store: Store) throws -> LostRecords {
            try Store.withBackup(at: path, workingIn: festival.folder.path) { try store.records(missingIn: $0) }
        }
        func expect(_ lost: LostRecords, ledger: Int, audit: Int, at location: SourceLocation = #_sourceLocation) {
            #expect(lost.ledger == ledger && lost.audit == audit, "\(lost)", sourceLocation: location)
        }
        #expect(try lost(festival.store) == .none)

        // Two stores continue from the same backup, both with new records of the same device.
        let other = try newStore(EngineKind.current, in: festival.folder)
        _ = try Store.withBackup(at: path, workingIn: festival.folder.path) { try $0.copy(to: other) }
        let elsewhere = try Gate(
            name: "South", event: festival.event.number, store: other, ring: festival.ring, device: festival.device,
            operation: Gate.Operation(clock: festival.clock.now))
        let old = try festival.tokens()
        _ = try festival.issue(7)
        let gate = try festival.gate()
        for token in Set(try festival.tokens()).subtracting(old) { _ = gate.decide(Scan(token)) }
        for token in old.prefix(2) { _ = elsewhere.decide(Scan(token)) }
        for gate in [gate, elsewhere] { try gate.flush() }
        expect(try lost(festival.store), ledger: 7, audit: 1)
        expect(try lost(other), ledger: 2, audit: 0)
        expect(try festival.store.records(missingIn: other), ledger: 7, audit: 1)
        expect(try other.records(missingIn: festival.store), ledger: 2, audit: 0)

        let replaced = try Store.withBackup(at: path, workingIn: festival.folder.path) {
            try $0.replace(festival.store)
        }
        expect(replaced.lost, ledger: 7, audit: 1)
        #expect(replaced.copied.map(\.name) == TableShape.all)
        #expect(try lost(festival.store) == .none)
        #expect(try festival.store.check().isIntact)
    }

    @Test("If a backup can't be written or read, the error has the backup's path, and no temporary file is left behind")
    func noBackup() throws {
        let festival = try filled()
        let names = try festival.folder.names(in: ".")
        for path in ["none/backup.sqlite", "keys/register/backup.sqlite", "keys"].map({ festival.folder($0) }) {
            let error = #expect(throws: SystemError.self) { try festival.store.backUp(to: path) }
            #expect(error?.path == path)
        }
        for path in ["none.sqlite", "keys"].map({ festival.folder($0) }) {
            let error = #expect(throws: SystemError.self) {
                try Store.withBackup(at: path, workingIn: festival.folder.path) { _ in }
            }
            #expect(error?.path == path)
        }
        try festival.folder.write("Dear diary", to: "diary.txt")
        try festival.folder.write("", to: "empty.txt")
        for path in ["diary.txt", "empty.txt"].map({ festival.folder($0) }) {
            #expect(throws: StoreError.notADatabase(path: path)) {
                try Store.withBackup(at: path, workingIn: festival.folder.path) { _ in }
            }
        }
        // A backup that is truncated in the middle of a page still has a valid header.
        let complete = festival.folder("complete.sqlite")
        _ = try festival.store.backUp(to: complete)
        try festival.folder.write(Array(festival.folder.read("complete.sqlite").prefix(20_000)), to: "cut.sqlite")
        let cut = festival.folder("cut.sqlite")
        let error = #expect(throws: StoreError.self) {
            try Store.withBackup(at: cut, workingIn: festival.folder.path) { try $0.check() }
        }
        guard case .damaged(cut, _) = error else { throw Surprise("\(error as Any)") }
        let made = ["cut.sqlite", "diary.txt", "empty.txt", "complete.sqlite"]
        #expect(try festival.folder.names(in: ".") == (names + made).sorted())
    }
}
