import CPostgreSQL
import Store

/// A database for one store, on a server of the tests. It has the tables of this version of the program and no rows.
/// After this object is gone, another test can get the database.
public final class TemporaryDatabase: Sendable {
    private let server: PostgreSQLServer
    private let database: EmptyableDatabase

    /// The URL of the store.
    public var url: String { server.url(ofDatabase: database.name) }

    fileprivate init(_ database: EmptyableDatabase, on server: PostgreSQLServer) {
        self.database = database
        self.server = server
    }

    deinit { server.databases.withLock { $0.unused.append(database) } }
}

extension PostgreSQLServer {
    /// Creates a database with tables and no rows, or empties a database that another test has used.
    ///
    /// The program’s migrations create the tables of one database. The server copies this database, which takes a fifth
    /// of the time that `CREATE TABLE` statements take. Deleting a used database’s rows takes even less time. Tests of
    /// migrations use `newStore`.
    public func newDatabaseWithTables() throws -> TemporaryDatabase {
        try databases.withLock { databases in
            if let used = try databases.acquireUnused() { return TemporaryDatabase(used, on: self) }
            let connection = try databases.connection ?? AdministrativeConnection(to: url)
            databases.connection = connection
            if databases.count == 0 { try createTemplate(over: connection) }
            databases.count += 1
            let name = "store\(databases.count)"
            try connection.run("CREATE DATABASE \(name) TEMPLATE \(Databases.template) STRATEGY file_copy")
            return TemporaryDatabase(try EmptyableDatabase(name, at: url(ofDatabase: name)), on: self)
        }
    }

    fileprivate func url(ofDatabase name: String) -> String { "postgres://events@127.0.0.1:\(port)/\(name)" }

    private func createTemplate(over connection: AdministrativeConnection) throws {
        try connection.run("CREATE DATABASE \(Databases.template)")
        let url = url(ofDatabase: Databases.template)
        // The store is closed at once, because the server copies only databases without other connections.
        _ = try Store.open(.postgreSQL(PostgreSQLAddress(url: url)), creating: true)
    }

    struct Databases {
        fileprivate static let template = "template_store"
        /// The number of unused databases that no test gets. A program that a test has started may still open the
        /// test’s database after the test. So a database is used again only after this many other databases have become
        /// unused.
        private static let resting = 8

        fileprivate var connection: AdministrativeConnection?
        fileprivate var count = 0
        /// The databases whose objects are gone, oldest first.
        fileprivate var unused: [EmptyableDatabase] = []

        /// Empties the oldest unused database, and returns it.
        ///
        /// - Returns: nil if there are too few unused databases. A database to which a program is still connected stays
        ///   unused. A database whose tables a test has altered is not used again.
        fileprivate mutating func acquireUnused() throws -> EmptyableDatabase? {
            for _ in 0..<max(0, unused.count - Databases.resting) {
                let oldest = unused.removeFirst()
                switch try oldest.empty() {
                case .emptied: return oldest
                case .inUse: unused.append(oldest)
                case .altered: continue
                }
            }
            return nil
        }
    }
}

/// A database whose rows can be deleted while no test uses it.
private final class EmptyableDatabase: Sendable {
    enum Outcome: String { case emptied, inUse, altered }

    let name: String
    private let connection: AdministrativeConnection
    /// The digest of the tables when they were created.
    private let shape: String

    init(_ name: String, at url: String) throws {
        self.name = name
        connection = try AdministrativeConnection(to: url)
        shape = try connection.text(EmptyableDatabase.shape)
    }

    /// Deletes all rows, except for the list of migrations, if no other connection exists and the tables are unchanged.
    func empty() throws -> Outcome {
        guard try connection.text(EmptyableDatabase.otherConnections) == "0" else { return .inUse }
        guard try connection.text(EmptyableDatabase.shape) == shape else { return .altered }
        try connection.run(EmptyableDatabase.deleteRows)
        return .emptied
    }

    private static let otherConnections = """
        SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
        """

    /// A digest of the definitions and statistics of all tables, of the migrations, and of the database’s settings. The
    /// digest also depends on whether the tables take more than 8 MiB. With other statistics or much larger tables, the
    /// server would choose other plans.
    private static let shape = """
        SELECT md5(concat_ws('/',
            (SELECT string_agg(c::text, ',' ORDER BY oid) FROM pg_class c WHERE relnamespace = 'public'::regnamespace),
            (SELECT string_agg(a::text, ',' ORDER BY attrelid, attnum) FROM pg_attribute a WHERE attrelid >= 16384),
            (SELECT string_agg(c::text, ',' ORDER BY oid) FROM pg_constraint c WHERE oid >= 16384),
            (SELECT string_agg(i::text, ',' ORDER BY indexrelid) FROM pg_index i WHERE indexrelid >= 16384),
            (SELECT string_agg(d::text, ',' ORDER BY oid) FROM pg_attrdef d),
            (SELECT string_agg(t::text, ',' ORDER BY oid) FROM pg_trigger t WHERE NOT tgisinternal),
            (SELECT string_agg(p::text, ',' ORDER BY oid) FROM pg_proc p WHERE oid >= 16384),
            (SELECT string_agg(m::text, ',' ORDER BY m::text) FROM migration m),
            (SELECT string_agg(s::text, ',') FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase
                WHERE d.datname = current_database()),
            (SELECT sum(pg_relation_size(oid)) > 8388608 FROM pg_class WHERE relnamespace = 'public'::regnamespace)))
        """

    /// With the role `replica`, no foreign key is checked, so the order of the tables does not matter.
    private static let deleteRows = """
        DO $$
        DECLARE name text;
        BEGIN
            SET LOCAL session_replication_role = replica;
            FOR name IN
                SELECT oid::regclass FROM pg_class
                WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'migration'
                    AND pg_relation_size(oid) > 0
            LOOP
                EXECUTE 'DELETE FROM ' || name;
            END LOOP;
        END $$
        """
}

/// A connection for statements that can’t be in a transaction, such as `CREATE DATABASE`.
private final class AdministrativeConnection: Sendable {
    private nonisolated(unsafe) let handle: OpaquePointer

    init(to url: String) throws {
        guard cpostgresql_load(), let handle = PQconnectdb(url) else { throw Surprise("no memory for a connection") }
        self.handle = handle
        guard PQstatus(handle) == CONNECTION_OK else {
            throw Surprise("no connection to the server: \(String(cString: PQerrorMessage(handle)))")
        }
    }

    deinit { PQfinish(handle) }

    func run(_ sql: String) throws { PQclear(try result(of: sql, PGRES_COMMAND_OK)) }

    /// The first value of a query’s first row.
    func text(_ sql: String) throws -> String {
        let result = try result(of: sql, PGRES_TUPLES_OK)
        defer { PQclear(result) }
        guard let text = PQgetvalue(result, 0, 0) else { throw Surprise("no row: \(sql)") }
        return String(cString: text)
    }

    private func result(of sql: String, _ expected: ExecStatusType) throws -> OpaquePointer {
        guard let result = PQexec(handle, sql), PQresultStatus(result) == expected else {
            throw Surprise("\(sql): \(String(cString: PQerrorMessage(handle)))")
        }
        return result
    }
}
