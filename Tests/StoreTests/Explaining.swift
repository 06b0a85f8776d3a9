import EventFixture
import Store

/// A connection that does not run statements, but asks the database engine for their query plans.
final class Explaining: StoreConnection {
    private let connection: any StoreConnection
    private let engine: EngineKind
    private(set) var plan: [String] = []
    var isSoleWriter: Bool { connection.isSoleWriter }

    init(_ connection: any StoreConnection, _ engine: EngineKind) {
        self.connection = connection
        self.engine = engine
    }

    func execute(_ sql: String, _ values: [SQLValue]) throws -> Int {
        try forEachRow(sql, values) { _ in }
        return 0
    }

    func forEachRow(_ sql: String, _ values: [SQLValue], _ body: (any SQLRow) throws -> Void) throws {
        switch engine {
        case .sqlite: try connection.forEachRow("EXPLAIN QUERY PLAN \(sql)", values) { plan.append($0.text(3)) }
        case .postgreSQL: try connection.forEachRow("EXPLAIN \(sql)", values) { plan.append($0.text(0)) }
        }
    }
}
