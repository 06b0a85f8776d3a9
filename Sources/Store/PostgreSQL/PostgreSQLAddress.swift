import CPostgreSQL

/// The address of a PostgreSQL database, as a URL: `postgres://user@host:port/database?sslmode=verify-full`. If parts
/// of the URL are missing, libpq takes them from its usual sources: PGHOST and similar environment variables, and the
/// file `~/.pgpass` for the password.
///
/// ```swift
/// let address = try PostgreSQLAddress(url: "postgres://events@db.example.org/events?sslmode=verify-full")
/// print(address)  // postgres://events@db.example.org:5432/events
/// ```
public struct PostgreSQLAddress: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    private static let secrets: Set = ["password", "sslpassword"]

    /// The user, host, port and database; never a password.
    public let description: String
    public var debugDescription: String { description }
    /// Whether the URL contains a password.
    public let hasPassword: Bool
    /// The connection parameters for libpq. They include the password if the URL contains a password.
    private let parameters: [String: String]
    /// The hosts that libpq would look up, each with its port. Nil if libpq would look up no host, or would take the
    /// hosts from a service file.
    let hostsToLookUp: [(host: String, port: String)]?

    /// Parses a URL.
    ///
    /// - Throws: `StoreError.invalidURL` if the text is not a valid PostgreSQL URL. The error contains no part of the
    ///   text, because a password may be anywhere in the text. `StoreError.missingPostgreSQLClient` if libpq is not
    ///   installed.
    public init(url: String) throws {
        guard cpostgresql_load() else { throw StoreError.missingPostgreSQLClient }
        guard PostgreSQLAddress.isPostgreSQLURL(url), !url.utf8.contains(0), let given = PostgreSQLAddress.parse(url)
        else {
            throw StoreError.invalidURL
        }
        // If the URL's password contains an unescaped special character, such as @, a part of the password is parsed as
        // the host, port, user or database. `description` would then show this part of the password, so the URL is
        // refused.
        let (host, port) = (given["host"] ?? "", given["port"] ?? "")
        let (user, database) = (given["user"] ?? "", given["dbname"] ?? "")
        guard !host.contains("@"), !database.contains("@"), !user.contains(":"),
            port.allSatisfy({ $0.isNumber || $0 == "," })
        else {
            throw StoreError.invalidURL
        }
        let values = PostgreSQLAddress.defaults().merging(given) { $1 }
        hasPassword = given.keys.contains { PostgreSQLAddress.secrets.contains($0) }
        description = PostgreSQLAddress.describe(values)
        parameters = PostgreSQLAddress.defaultParameters.merging(given) { $1 }
        hostsToLookUp = PostgreSQLAddress.hostsToLookUp(in: values)
    }

    var connectionString: String { PostgreSQLAddress.text(parameters) }

    /// The connection string for libpq, with the given hosts, ports and numeric addresses in place of the URL's hosts
    /// and ports. If the address of a host is empty, libpq looks up the host.
    func connectionString(hosts: [String], ports: [String], addresses: [String]) -> String {
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

    /// The host and port in a description, such as `db.example.org:5432`. If the description names a folder of Unix
    /// sockets, the result is the path of this folder.
    static func server(of description: String) -> String {
        let server = description.trimmingPrefix("postgres://").prefix { $0 != "/" }
        let host = server.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        if !host.isEmpty { return String(host) }
        return description.split(separator: "?host=").dropFirst().first.map(String.init) ?? "this machine"
    }

    /// Whether the URL of a store is a PostgreSQL URL.
    public static func isPostgreSQLURL(_ url: String) -> Bool {
        url.hasPrefix("postgres://") || url.hasPrefix("postgresql://")
    }

    /// The default values of parameters that the URL does not set. TCP keepalives detect a broken connection while no
    /// data is being sent. Their times are in seconds. While sent data is not yet acknowledged, no keepalives are sent.
    /// In this case, `tcp_user_timeout` detects a broken connection. Its time is in milliseconds.
    private static let defaultParameters = [
        "application_name": "eventpass", "client_encoding": "UTF8", "keepalives_idle": "20", "keepalives_interval": "5",
        "keepalives_count": "3", "tcp_user_timeout": "35000",
    ]

    private static func parse(_ url: String) -> [String: String]? {
        var message: UnsafeMutablePointer<CChar>?
        // The error message from libpq is not used, because it may contain a part of a password.
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
