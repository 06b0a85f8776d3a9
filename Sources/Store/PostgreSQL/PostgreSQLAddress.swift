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
    /// What libpq is told. Holds the password when the URL had one.
    private let parameters: [String: String]
    /// The hosts, each with its port, whose addresses libpq would look up; nil where it looks up none, or a service file says
    /// which.
    let hostsToLookUp: [(host: String, port: String)]?

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
        parameters = PostgreSQLAddress.ours.merging(given) { $1 }
        hostsToLookUp = PostgreSQLAddress.hostsToLookUp(in: values)
    }

    /// What libpq is told, ready for it.
    var connectionText: String { PostgreSQLAddress.text(parameters) }

    /// The same, with lists of hosts, their ports and their addresses in digits; an empty address is for libpq to find.
    func connectionText(hosts: [String], ports: [String], addresses: [String]) -> String {
        let lists = ["host": hosts, "port": ports, "hostaddr": addresses].mapValues { $0.joined(separator: ",") }
        return PostgreSQLAddress.text(parameters.merging(lists) { $1 })
    }

    private static func text(_ parameters: [String: String]) -> String {
        parameters.sorted { $0.key < $1.key }.map { "\($0)=\(quoted($1))" }.joined(separator: " ")
    }

    private static func hostsToLookUp(in values: [String: String]) -> [(host: String, port: String)]? {
        guard values["service"] == nil, values["hostaddr"] ?? "" == "" else { return nil }
        func list(_ key: String) -> [String] {
            (values[key] ?? "").split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        let (hosts, ports) = (list("host"), list("port"))
        guard hosts != [""], ports.count <= 1 || ports.count == hosts.count else { return nil }
        return hosts.enumerated().map { ($1, ports.count > 1 ? ports[$0] : ports.first ?? "") }
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
