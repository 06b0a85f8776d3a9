import FileAccess
import EventFixture
import Foundation
import GRDB
@testable import Store
import Testing

@Suite("Opening a store")
struct OpeningTests {
    @Test("Another program's database is refused by name and stays as it was, byte for byte")
    func foreign() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/other.sqlite"
        try DatabaseQueue(path: path).write { try $0.execute(sql: "PRAGMA application_id = 7; CREATE TABLE t (x)") }
        let before = try Data(contentsOf: URL(filePath: path))
        #expect(throws: StoreError.foreign(path: path, applicationID: 7)) { try Store.open(sqlite: path) }
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }

    @Test("A database without an application id is foreign too, unless it is empty")
    func nameless() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/other.sqlite"
        try DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE t (x)") }
        #expect(throws: StoreError.foreign(path: path, applicationID: 0)) {
            try Store.open(sqlite: path, creating: true)
        }
    }

    @Test("A newer store is refused with both versions, and a file that is no database as such")
    func newerAndNone() throws {
        let festival = try Festival()
        let path = "\(festival.folder.path)/store.sqlite"
        try DatabaseQueue(path: path).write { try $0.execute(sql: "PRAGMA user_version = 99") }
        #expect(throws: StoreError.newer(path: path, version: 99, supported: Migration.all.count)) {
            try Store.open(sqlite: path)
        }
        try DatabaseQueue(path: path).write { try $0.execute(sql: "PRAGMA user_version = -1") }
        #expect(throws: StoreError.damaged(path: path, detail: "its version is -1")) { try Store.open(sqlite: path) }
        let text = "\(festival.folder.path)/notes.txt"
        try AtomicFile.write(Array(repeating: 65, count: 5000), to: text, existing: .refuse)
        #expect(throws: StoreError.notADatabase(path: text)) { try Store.open(sqlite: text) }
    }

    @Test("A store that is not there is missing, not made; a relative path is none, a URI least of all")
    func missing() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/none.sqlite"
        #expect(throws: StoreError.missing(path: path)) { try Store.open(sqlite: path) }
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(throws: StoreError.self) { try Store.open(sqlite: "file:\(path)?mode=memory", creating: true) }
    }

    @Test("The store's files are for their owner alone")
    func modes() throws {
        let festival = try Festival()
        _ = try festival.issue(1)
        for name in try FileManager.default.contentsOfDirectory(atPath: festival.folder.path)
        where name.hasPrefix("store") {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(festival.folder.path)/\(name)")
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
        }
    }

    @Test("WAL with full syncs, and no checkpoint but our own")
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

    @Test("The log is copied back into the database as it grows, so it does not grow for ever")
    func checkpoints() throws {
        let festival = try Festival()
        for _ in 0..<40 { _ = try festival.issue(500) }
        let size = try FileManager.default.attributesOfItem(atPath: "\(festival.folder.path)/store.sqlite-wal")[.size]
        #expect(try #require(size as? Int) < 5000 * 4120)
    }

    @Test("Eight threads that open one new store at once all get the same one")
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
