import EventFixture
import Testing

@testable import Store

@Suite("Size of SQLite’s page cache")
struct PageCacheTests {
    private struct Failure: Error {}

    private let festival: Festival

    init() throws { festival = try Festival(engine: .sqlite) }

    private func size(_ connection: any StoreConnection) throws -> Int64? {
        try connection.first("PRAGMA cache_size", []) { $0.integer(0) }
    }

    private func insert(_ gates: Range<Int>, _ connection: any StoreConnection) throws {
        _ = try connection.execute(
            "INSERT INTO scan_counter (event, gate, reason, count) VALUES ($1, $2, $3, $4)",
            rows: gates.map {
                [.int(festival.event.number.rawValue), .text("\($0)"), .text("r"), .integer(1)]
            })
    }

    @Test("The page cache is large only in a transaction that writes many rows, even if this transaction fails")
    func manyRows() throws {
        let store = festival.store
        let usual = try #require(try store.read(size))
        #expect(usual == -Int64(PageCache.usualKiB))
        #expect(throws: Failure.self) {
            try store.write { connection in
                try insert(0..<99, connection)
                #expect(try size(connection) == usual)
                try insert(100..<200, connection)
                #expect(try #require(try size(connection)) < usual)
                throw Failure()
            }
        }
        #expect(try store.read(size) == usual)
        let during = try store.write { connection in
            try insert(0..<1000, connection)
            return try size(connection)
        }
        #expect(try #require(during) < usual)
        #expect(try store.write(size) == usual)
    }
}
