import EventFixture
import Foundation
import GRDB
import Gate
import Management
import Testing
import Ticketing

@testable import Store

@Suite("Checksums of the pages of database files", .slow)
struct ChecksumTests {
    private static let page = 4096

    /// Creates a store as an older version of the program did, without room for checksums in its pages.
    private func old(in folder: TemporaryFolder) throws -> String {
        let path = folder("old.sqlite")
        let history = SchemaHistory(migrations: Array(Migration.all.prefix(1)))
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL")
            try SQLiteSchema.migrate(database, .store, history, path: path)
            try database.execute(sql: "INSERT INTO person (id, name, local_owner, created) VALUES (7, 'Olive', 1, 5)")
            try database.execute(
                sql: """
                    WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers LIMIT 30000)
                    INSERT INTO issuer_key SELECT number, randomblob(200) FROM numbers
                    """)
        }
        try queue.close()
        return path
    }

    private func pages(_ folder: TemporaryFolder, _ name: String) throws -> [[UInt8]] {
        let bytes = try folder.read(name)
        return stride(from: 0, to: bytes.count, by: ChecksumTests.page).map {
            Array(bytes[$0..<$0 + ChecksumTests.page])
        }
    }

    @Test("A new store and its backup have a checksum in each page")
    func new() throws {
        let festival = try Festival(engine: .sqlite)
        _ = try festival.issue(3)
        #expect(try festival.store.check().pageChecksums == .kept)
        _ = try festival.store.backUp(to: festival.folder("backup.sqlite"))
        #expect(try festival.folder.read("backup.sqlite")[20] == 8)
        #expect(try Store.open(sqlite: festival.folder("backup.sqlite")).check().pageChecksums == .kept)
    }

    @Test("An older store gets checksums when it is migrated, and every page then passes the check")
    func migrated() throws {
        let folder = try TemporaryFolder()
        let path = try old(in: folder)
        let store = try Store.open(sqlite: path)
        let check = try store.check()
        #expect(check.isIntact && check.pageChecksums == .kept, "\(check)")
        #expect(check.rows.first { $0.table == "issuer_key" }?.count == 30000)
        #expect(try store.read { try $0.users.localOwner()?.name } == "Olive")
    }

    @Test("If another program keeps an older store open, the store gets no checksums until a later migration")
    func open() throws {
        let folder = try TemporaryFolder()
        let path = try old(in: folder)
        var other: DatabaseQueue? = try DatabaseQueue(path: path)
        #expect(try other?.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM person") } == 1)
        var store: Store? = try Store.open(sqlite: path)
        #expect(try store?.check().pageChecksums == .missing)
        #expect(try store?.check().isIntact == true)
        #expect(throws: StoreError.busy(path: path)) { try Store.migrate(.sqlite(path: path)) }
        store = nil
        other = nil
        #expect(try Store.migrate(.sqlite(path: path)).checksums == .kept)
        #expect(try Store.open(sqlite: path).check().isIntact)
    }

    @Test("If a program is killed while the pages with checksums are only in the log, no data is lost")
    func killed() throws {
        let folder = try TemporaryFolder()
        let queue = try DatabaseQueue(path: try old(in: folder))
        try queue.writeWithoutTransaction { database in
            SQLiteChecksums.reserve(in: database)
            try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; VACUUM")
        }
        try folder.write(folder.read("old.sqlite"), to: "killed.sqlite")
        try folder.write(folder.read("old.sqlite-wal"), to: "killed.sqlite-wal")
        #expect(try folder.read("killed.sqlite")[20] == 0)
        let store = try Store.open(sqlite: folder("killed.sqlite"))
        let check = try store.check()
        #expect(check.isIntact && check.pageChecksums == .kept)
        #expect(check.rows.first { $0.table == "issuer_key" }?.count == 30000)
    }

    @Test("If the first page of a new file is written last, each page has a checksum, with and without a journal")
    func firstPageLast() throws {
        let folder = try TemporaryFolder()
        let path = try old(in: folder)
        _ = try Store.migrate(.sqlite(path: path))
        try DatabaseQueue(path: path).writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA cache_size = 10")
            try database.execute(sql: "VACUUM INTO ?", arguments: [folder("copy.sqlite")])
        }
        let copy = try Store.open(sqlite: folder("copy.sqlite")).check()
        #expect(copy.isIntact && copy.pageChecksums == .kept)
        for mode in ["OFF", "MEMORY", "DELETE"] {
            let queue = try DatabaseQueue(path: folder("\(mode).sqlite"))
            try queue.writeWithoutTransaction { database in
                SQLiteChecksums.reserve(in: database)
                try database.execute(
                    sql: """
                        PRAGMA cache_size = 10; PRAGMA journal_mode = \(mode);
                        BEGIN; CREATE TABLE t (number INTEGER PRIMARY KEY, text TEXT);
                        WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers LIMIT 9000)
                        INSERT INTO t SELECT number, hex(randomblob(100)) FROM numbers;
                        COMMIT
                        """)
                #expect(SQLiteChecksums.state(of: database) == .kept)
                #expect(try SQLiteChecksums.damagedPages(of: database, path: mode) == [])
            }
            try queue.close()
            let again = try DatabaseQueue(path: folder("\(mode).sqlite"))
            #expect(try again.read { try Int.fetchOne($0, sql: "SELECT count(text) FROM t") } == 9000)
        }
    }

    @Test("If one byte of any page is changed, the store can be replaced by a backup, and the new store is intact")
    func eachPage() throws {
        let festival = try Festival(engine: .sqlite)
        let gate = try festival.gate()
        for token in try festival.issue(3) { _ = gate.decide(Scan(token)) }
        _ = try festival.store.backUp(to: festival.folder("backup.sqlite"))
        let intact = try pages(festival.folder, "backup.sqlite")
        let path = festival.folder("damaged.sqlite")
        func damage() -> StoreError? {
            do {
                try Store.open(sqlite: path).requireIntactPages()
                return nil
            } catch { return error as? StoreError }
        }
        for page in intact.indices {
            var pages = intact
            pages[page][1463] ^= 4
            try festival.folder.write(Array(pages.joined()), to: "damaged.sqlite")
            #expect(damage()?.makesUnusable(path) == true, "page \(page + 1)")
            let kept = try festival.store.replaceFile(of: path, at: Festival.start).kept
            #expect(
                try kept.map { try Data(contentsOf: URL(filePath: $0)) } == Data(pages.joined()), "page \(page + 1)")
            #expect(try Store.open(sqlite: path).check().isIntact, "page \(page + 1)")
            #expect(damage() == nil)
            try FileManager.default.removeItem(atPath: #require(kept))
        }
        #expect(intact.count > 40)
    }

    @Test("The check finds a page that was written at another page's position")
    func misplaced() throws {
        let folder = try TemporaryFolder()
        let path = try old(in: folder)
        _ = try Store.migrate(.sqlite(path: path))
        var pages = try pages(folder, "old.sqlite")
        pages.swapAt(100, 200)
        try folder.write(Array(pages.joined()), to: "swapped.sqlite")
        let check = try Store.open(sqlite: folder("swapped.sqlite")).check()
        #expect(!check.isIntact)
        #expect(
            check.faults.prefix(2).map(\.english)
                == ["page 101 differs from its checksum", "page 201 differs from its checksum"])
    }

    @Test("The check names a damaged page, and counts the rows of intact tables; statements fail if they need the page")
    func damaged() throws {
        let folder = try TemporaryFolder()
        let path = try old(in: folder)
        _ = try Store.migrate(.sqlite(path: path))
        var pages = try pages(folder, "old.sqlite")
        pages[1200][17] ^= 4
        try folder.write(Array(pages.joined()), to: "damaged.sqlite")
        let store = try Store.open(sqlite: folder("damaged.sqlite"))
        let check = try store.check()
        #expect(check.faults.first?.english == "page 1201 differs from its checksum")
        #expect(check.rows.contains { $0.table == "person" && $0.count == 1 })
        #expect(!check.rows.contains { $0.table == "issuer_key" })
        #expect(throws: StoreError.damaged(path: store.path, detail: .verbatim("database disk image is malformed"))) {
            try store.copy(to: Store.open(sqlite: folder("copy.sqlite"), creating: true))
        }
    }
}
