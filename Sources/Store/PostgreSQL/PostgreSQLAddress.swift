import CPostgreSQL

/// Where a PostgreSQL database is, as a URL says it: `postgres://user@host:port/database?sslmode=verify-full`. What it
/// leaves out comes from where libpq takes it: PGHOST and its like, `~/.pgpass`.
///
/// ```swift
/// let address = try PostgreSQLAddress(url: "postgres://events@db.example.org/events?sslmode=verify-full")
/// print(address)  // postgres://events@db.example.org:5432/events
/// ```
public struct PostgreSQLAddress: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    private static let secrets: Set = ["password", "sslpassword"]

    /// User, host, port and database; never a password.
    public let description: String
    public var debugDescription: String { description }
    /// Whether the URL itself carries a secret.
    public let hasPassword: Bool
    /// What libpq is told, ready for it. Holds the password when the URL had one.
    let connectionText: String

    /// - Throws: `StoreError.notAnAddress`, which shows nothing of the text: a password may be anywhere in it.
    public init(url: String) throws {
        guard PostgreSQLAddress.isOne(url), !url.utf8.contains(0), let given = PostgreSQLAddress.parse(url) else {
            throw StoreError.notAnAddress
        }
        // A password with an @ that was not escaped ends up here, and is not to be shown.
        let (host, port) = (given["host"] ?? "", given["port"] ?? "")
        let (user, database) = (given["user"] ?? "", given["dbname"] ?? "")
        guard !host.contains("@"), !database.contains("@"), !user.contains(":"),
            port.allSatisfy({ $0.isNumber || $0 == "," })
        else {
            throw StoreError.notAnAddress
        }
        let values = PostgreSQLAddress.defaults().merging(given) { $1 }
        hasPassword = given.keys.contains { PostgreSQLAddress.secrets.contains($0) }
        description = PostgreSQLAddress.describe(values)
        let told = PostgreSQLAddress.ours.merging(given) { $1 }
        connectionText = told.sorted { $0.key < $1.key }.map { "\($0)=\(PostgreSQLAddress.quoted($1))" }
            .joined(separator: " ")
    }

    /// Host and port without user and password: `db.example.org:5432`. A folder of sockets stays as it is.
    static func server(of description: String) -> String {
        let place = description.trimmingPrefix("postgres://").prefix { $0 != "/" }
        let host = place.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        if !host.isEmpty { return String(host) }
        return description.split(separator: "?host=").dropFirst().first.map(String.init) ?? "this machine"
    }

    /// Whether a store's URL means PostgreSQL.
    public static func isOne(_ url: String) -> Bool {
        url.hasPrefix("postgres://") || url.hasPrefix("postgresql://")
    }

    /// Said unless the URL says otherwise. The keepalives notice a cable that was pulled, in seconds; the time-out does so
    /// while a statement is on its way and no keepalives are sent, in milliseconds.
    private static let ours = [
        "application_name": "eventpass", "client_encoding": "UTF8", "keepalives_idle": "20", "keepalives_interval": "5",
        "keepalives_count": "3", "tcp_user_timeout": "35000",
    ]

    private static func parse(_ url: String) -> [String: String]? {
        var message: UnsafeMutablePointer<CChar>?
        // The message may quote a misplaced password.
        defer { unsafe PQfreemem(message) }
        guard let options = unsafe PQconninfoParse(url, &message) else { return nil }
        defer { unsafe PQconninfoFree(options) }
        return unsafe values(of: options)
    }

    private static func defaults() -> [String: String] {
        guard let options = unsafe PQconndefaults() else { return [:] }
        defer { unsafe PQconninfoFree(options) }
        return unsafe values(of: options)
    }

    private static func values(of options: UnsafeMutablePointer<PQconninfoOption>) -> [String: String] {
        var values: [String: String] = [:]
        var option = unsafe options
        while let keyword = unsafe option.pointee.keyword {
            if let value = unsafe option.pointee.val {
                unsafe values[String(cString: keyword)] = String(cString: value)
            }
            unsafe option += 1
        }
        return values
    }

    private static func describe(_ values: [String: String]) -> String {
        let user = values["user"] ?? ""
        let host = values["host"] ?? values["hostaddr"] ?? ""
        let database = values["dbname"] ?? user
        let before = user.isEmpty ? "" : "\(user)@"
        guard !host.isEmpty, !host.hasPrefix("/") else {
            return "postgres://\(before)/\(database)" + (host.isEmpty ? "" : "?host=\(host)")
        }
        let named = host.contains(":") ? "[\(host)]" : host
        return "postgres://\(before)\(named):\(values["port"] ?? "5432")/\(database)"
    }

    private static func quoted(_ value: String) -> String {
        "'" + value.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}
