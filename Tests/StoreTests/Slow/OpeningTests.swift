import FileAccess
import EventFixture
import Foundation
import GRDB
@testable import Store
import Testing

@Suite("Opening a store", .slow)
struct OpeningTests {
    @Test("Another program's database is refused and stays unchanged; the error names its application ID")
    func foreign() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/other.sqlite"
        try DatabaseQueue(path: path).write { try $0.execute(sql: "PRAGMA application_id = 7; CREATE TABLE t (x)") }
        let before = try Data(contentsOf: URL(filePath: path))
        #expect(throws: StoreError.foreign(path: path, applicationID: 7)) { try Store.open(sqlite: path) }
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }

    @Test("A database with tables but without an application ID is refused as another program's")
    func nameless() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/other.sqlite"
        try DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE t (x)") }
        #expect(throws: StoreError.foreign(path: path, applicationID: 0)) {
            try Store.open(sqlite: path, creating: true)
        }
    }

    @Test("A database without tables is refused as a backup, and becomes a store only if the caller allows creation")
    func withoutTables() throws {
        let folder = try TemporaryFolder()
        let path = folder("none.sqlite")
        try folder.write(EmptyDatabase.bytes, to: "none.sqlite")
        #expect(Store.hasNoTables(sqlite: path))
        let error = #expect(throws: StoreError.self) { try Store.open(sqlite: path) }
        #expect(error == .notMigrated(path: path, version: nil, supported: Migration.all.count))
        #expect(error?.makesUnusable(path) == true)
        #expect(error?.hint?.english.contains("eventpass store restore BACKUP") == true)
        #expect(throws: StoreError.self) { try Store.migrate(.sqlite(path: path)) }
        #expect(throws: StoreError.foreign(path: path, applicationID: 0)) { try Store.checkBackup(at: path) }
        #expect(try folder.read("none.sqlite") == EmptyDatabase.bytes)
        // If the file has a log, the log may contain the tables.
        try folder.write([1], to: "none.sqlite-wal")
        #expect(!Store.hasNoTables(sqlite: path))
        try FileManager.default.removeItem(atPath: folder("none.sqlite-wal"))
        #expect(try Store.open(sqlite: path, creating: true).check().isIntact)
        #expect(!Store.hasNoTables(sqlite: path) && !Store.hasNoTables(sqlite: folder("nothing")))
    }

    @Test(
        """
        A folder at a store's path is not opened as a store; if a backup is restored to this path, the folder is \
        renamed
        """)
    func folderAtPath() throws {
        let festival = try Festival(engine: .sqlite)
        let folder = try TemporaryFolder()
        let path = folder("store.sqlite")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(throws: StoreError.notADatabase(path: path)) { try Store.open(sqlite: path) }
        #expect(StoreError.notADatabase(path: path).makesUnusable(path))
        #expect(throws: StoreError.notAGatePack(path: path)) { try GatePackFile.open(path) }
        let kept = try festival.store.replaceFile(of: path, at: Festival.start).kept
        #expect(try Store.open(sqlite: path).check().isIntact)
        // A symbolic link whose target does not exist is also renamed and kept.
        let link = folder("link.sqlite")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder("nowhere"))
        #expect(throws: StoreError.storeMissing(path: link)) { try Store.open(sqlite: link) }
        let keptLink = try festival.store.replaceFile(of: link, at: Festival.start).kept
        #expect(try Store.open(sqlite: link).check().isIntact)
        for name in [kept, keptLink] {
            let type = try FileManager.default.attributesOfItem(atPath: #require(name))[.type] as? FileAttributeType
            #expect(type == .typeDirectory || type == .typeSymbolicLink)
        }
    }

    @Test("A store with a newer or negative version is refused with that version; a text file is also refused")
    func newerAndNone() throws {
        let festival = try Festival()
        let path = "\(festival.folder.path)/store.sqlite"
        try DatabaseQueue(path: path).write { try $0.execute(sql: "PRAGMA user_version = 99") }
        #expect(throws: StoreError.newer(path: path, version: 99, supported: Migration.all.count)) {
            try Store.open(sqlite: path)
        }
        try DatabaseQueue(path: path).write { try $0.execute(sql: "PRAGMA user_version = -1") }
        let error = #expect(throws: StoreError.self) { try Store.open(sqlite: path) }
        #expect(error?.description == "\(path) is damaged: its schema version is -1")
        let text = "\(festival.folder.path)/notes.txt"
        try AtomicFile.write(Array(repeating: 65, count: 5000), to: text, existing: .refuse)
        #expect(throws: StoreError.notADatabase(path: text)) { try Store.open(sqlite: text) }
    }

    @Test("A missing store is an error and is not created; a URI instead of a path is refused")
    func missing() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/none.sqlite"
        #expect(throws: StoreError.storeMissing(path: path)) { try Store.open(sqlite: path) }
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(throws: StoreError.self) { try Store.open(sqlite: "file:\(path)?mode=memory", creating: true) }
    }

    @Test("The store's files can be accessed only by their owner")
    func modes() throws {
        let festival = try Festival()
        _ = try festival.issue(1)
        for name in try FileManager.default.contentsOfDirectory(atPath: festival.folder.path)
        where name.hasPrefix("store") {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(festival.folder.path)/\(name)")
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
        }
    }

    @Test("A store uses a write-ahead log with full syncs, and SQLite makes no checkpoint by itself")
    func pragmas() throws {
        let festival = try Festival()
        let settings = try festival.store.read { connection in
            try ["journal_mode", "synchronous", "wal_autocheckpoint", "mmap_size", "foreign_keys"].map { name in
                var value = ""
                try connection.forEachRow("PRAGMA \(name)", []) { value = $0.text(0) }
                return value
            }
        }
        #expect(settings == ["wal", "2", "0", "0", "1"])
    }

    @Test("A connection can't edit the schema table directly, and a view can't use an unsafe virtual table")
    func defended() throws {
        let festival = try Festival(engine: .sqlite)
        let pack = try GatePackFile.open(festival.pack())
        for store in [festival.store, pack] {
            try store.write { connection in
                try connection.execute("PRAGMA writable_schema = ON", [])
                #expect {
                    try connection.execute("UPDATE sqlite_schema SET sql = sql", [])
                } throws: {
                    "\($0)".contains("may not be modified")
                }
                try connection.execute("PRAGMA writable_schema = OFF", [])
                try connection.execute("CREATE VIEW mine AS SELECT name FROM pragma_table_info('event')", [])
                #expect {
                    try connection.forEachRow("SELECT * FROM mine", []) { _ in }
                } throws: {
                    "\($0)".contains("unsafe use of virtual table")
                }
                try connection.execute("DROP VIEW mine", [])
            }
        }
    }

    @Test("A growing log is copied into the database from time to time, so that the log's size is limited")
    func checkpoints() throws {
        let festival = try Festival()
        for _ in 0..<40 { _ = try festival.issue(500) }
        let size = try FileManager.default.attributesOfItem(atPath: "\(festival.folder.path)/store.sqlite-wal")[.size]
        #expect(try #require(size as? Int) < 5000 * 4120)
    }

    @Test("If eight tasks create one store at the same time, each of them can open the store")
    func together() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/store.sqlite"
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask { try Store.open(sqlite: path, creating: true).read { try $0.events.count() } }
            }
            for try await count in group { #expect(count == 0) }
        }
    }
}
