import Foundation
import Glibc
import Store
import Synchronization

/// A PostgreSQL server for the tests. It runs in a temporary folder, on a free port of this machine, as an unprivileged
/// user. Its data survives when a test kills the server, but would not survive a power failure, because the
/// server does not sync its files. When this process ends in any way, a shell stops the server and removes its folder.
public final class PostgreSQLServer: Sendable {
    private static let common = Result { try PostgreSQLServer() }
    private static let schemas = Atomic(0)

    public static func shared() throws -> PostgreSQLServer { try common.get() }

    public let port: UInt16
    public let folder: String
    private let shell: LifelineShell
    /// The connection that creates schemas. It stays open, because tests create many stores.
    private let administration = Mutex<Store?>(nil)
    let databases = Mutex(Databases())

    /// Whether the server accepts encrypted connections.
    public enum Encryption: String, Sendable {
        case none
        /// The server has a certificate for `localhost` from a private authority.
        case offered
    }

    /// The certificate file of the authority that signed the server's certificate.
    public var authority: String { "\(folder)/authority.crt" }
    /// The certificate file of an authority that has not signed the server's certificate.
    public var otherAuthority: String { "\(folder)/other.crt" }

    /// Starts a server, and waits until it accepts connections.
    ///
    /// - Parameters:
    ///   - folder: an existing folder for the server's data; nil to create a folder.
    ///   - primary: the primary server, if the new server is a standby; nil for an independent server.
    public init(
        folder given: String? = nil, encryption: Encryption = .none, standbyOf primary: PostgreSQLServer? = nil
    ) throws {
        port = try PostgreSQLServer.freePort()
        folder = given ?? FileManager.default.temporaryDirectory.path + "/eventpass-postgresql-\(UUID().uuidString)"
        let answers = Pipe()
        shell = try LifelineShell(
            PostgreSQLServer.script,
            environment: [
                "PATH": "/usr/bin:/bin:/usr/sbin", "LC_ALL": "C.UTF-8", "FOLDER": folder, "PORT": "\(port)",
                "AS": PostgreSQLServer.user, "ENCRYPTION": encryption.rawValue,
                "PRIMARY": primary.map { "host=\($0.folder) port=\($0.port) user=events" } ?? "",
            ], output: answers)
        let answer = answers.fileHandleForReading.availableData
        guard String(decoding: answer, as: UTF8.self).hasPrefix("ready") else {
            let log = (try? String(contentsOfFile: "\(folder)/log", encoding: .utf8)) ?? "no log"
            throw Surprise("PostgreSQL did not start: \(log)")
        }
    }

    /// The address of the database in which each store has a schema.
    public var url: String { "postgres://events@127.0.0.1:\(port)/events" }

    /// Creates an empty schema for one store, and returns the URL of the store.
    ///
    /// - Parameter port: the port of a proxy in front of the server; nil for a direct connection.
    public func newStore(port: UInt16? = nil) throws -> String {
        let schema = PostgreSQLServer.nextSchema()
        try administer("CREATE SCHEMA \(schema)")
        return url(ofSchema: schema, port: port)
    }

    private static func nextSchema() -> String { "t\(schemas.add(1, ordering: .relaxed).newValue)" }

    private func url(ofSchema schema: String, port: UInt16? = nil) -> String {
        "postgres://events@127.0.0.1:\(port ?? self.port)/events?options=-csearch_path%3D\(schema)"
    }

    /// Runs a statement over the connection that creates schemas.
    private func administer(_ sql: String) throws {
        let administration = try administration.withLock { store in
            if let store { return store }
            let opened = try Store.open(.postgreSQL(PostgreSQLAddress(url: url)), creating: true)
            store = opened
            return opened
        }
        _ = try administration.write { try $0.execute(sql, []) }
    }

    /// Runs a statement as administrator.
    @discardableResult
    public func run(_ sql: String) throws -> String {
        try command("psql -XqAt -v ON_ERROR_STOP=1 -h \"$FOLDER\" -p \(port) -U events -d events -c \"$SQL\"", sql)
    }

    /// Stops the server at once, without a clean shutdown.
    public func stop() throws { try command("$AS \"$BIN/pg_ctl\" stop -w -m immediate -D \"$FOLDER/data\" >/dev/null") }

    public func start() throws {
        try command("$AS \"$BIN/pg_ctl\" start -w -l \"$FOLDER/log\" -D \"$FOLDER/data\" >/dev/null")
    }

    @discardableResult
    func command(_ text: String, _ sql: String = "") throws -> String {
        try Tool.run(
            "/bin/sh", ["-c", "BIN=$(pg_config --bindir); \(text)"],
            environment: [
                "PATH": "/usr/bin:/bin:/usr/sbin", "LC_ALL": "C.UTF-8", "FOLDER": folder, "AS": PostgreSQLServer.user,
                "SQL": sql,
            ]
        ).requireSuccess().text
    }

    /// The beginning of a command that runs as the user `postgres`, because PostgreSQL refuses to run as root. It is
    /// empty if this process does not run as root.
    private static var user: String {
        geteuid() == 0 ? "setpriv --reuid=postgres --regid=postgres --clear-groups" : ""
    }

    /// The shell's script. The shell ignores signals, so it stops the server even if this process ends before reading
    /// the message `ready`.
    private static let script = """
        trap '' INT TERM HUP PIPE
        BIN=$(pg_config --bindir)
        mkdir -p "$FOLDER" && { [ -z "$AS" ] || chown postgres "$FOLDER"; }
        certificates() {
            for name in authority other server; do
                openssl ecparam -name prime256v1 -genkey -noout -out "$FOLDER/$name.key" || return 1
            done
            for name in authority other; do
                openssl req -x509 -new -key "$FOLDER/$name.key" -subj "/CN=$name" -days 2 -out "$FOLDER/$name.crt" ||
                    return 1
            done
            printf 'subjectAltName = DNS:localhost\\n' > "$FOLDER/names" &&
            openssl req -new -key "$FOLDER/server.key" -subj /CN=localhost -out "$FOLDER/server.csr" &&
            openssl x509 -req -in "$FOLDER/server.csr" -CA "$FOLDER/authority.crt" -CAkey "$FOLDER/authority.key" \
                -CAcreateserial -days 2 -extfile "$FOLDER/names" -out "$FOLDER/server.crt" &&
            chmod 600 "$FOLDER/server.key" && { [ -z "$AS" ] || chown postgres "$FOLDER/server.key"; } &&
            printf '%s\\n' 'ssl = on' "ssl_cert_file = '$FOLDER/server.crt'" "ssl_key_file = '$FOLDER/server.key'" \
                >> "$FOLDER/data/postgresql.conf"
        }
        begin() {
            $AS "$BIN/initdb" -D "$FOLDER/data" -U events -A trust -E UTF8 --locale=C.UTF-8 --no-sync &&
            printf '%s\\n' "port = $PORT" "listen_addresses = '127.0.0.1'" "unix_socket_directories = '$FOLDER'" \
                'max_connections = 250' 'shared_buffers = 48MB' 'fsync = off' 'full_page_writes = off' \
                'autovacuum = off' 'checkpoint_timeout = 1h' 'max_wal_size = 2GB' \
                >> "$FOLDER/data/postgresql.conf" &&
            printf '%s\\n' 'local all all trust' 'local replication all trust' \
                'host all guarded 127.0.0.1/32 scram-sha-256' 'host all all 127.0.0.1/32 trust' \
                > "$FOLDER/data/pg_hba.conf" &&
            { [ "$ENCRYPTION" = none ] || certificates; } &&
            $AS "$BIN/pg_ctl" start -w -D "$FOLDER/data" -l "$FOLDER/log" &&
            psql -Xq -h "$FOLDER" -p "$PORT" -U events -d postgres \
                -c 'CREATE DATABASE events' -c "CREATE ROLE guarded LOGIN SUPERUSER PASSWORD 'se/cr@t'"
        }
        follow() {
            $AS "$BIN/pg_basebackup" -d "$PRIMARY" -D "$FOLDER/data" -R -c fast --no-sync &&
            printf '%s\\n' "port = $PORT" "unix_socket_directories = '$FOLDER'" "synchronous_standby_names = ''" \
                'wal_retrieve_retry_interval = 100ms' \
                >> "$FOLDER/data/postgresql.conf" &&
            $AS "$BIN/pg_ctl" start -w -D "$FOLDER/data" -l "$FOLDER/log"
        }
        {
            if [ -z "$PRIMARY" ]; then begin; else follow; fi
        } >> "$FOLDER/started" 2>&1 && echo ready || echo failed
        read -r _
        kill -CONT "$(head -n 1 "$FOLDER/data/postmaster.pid")" > /dev/null 2>&1
        $AS "$BIN/pg_ctl" stop -m immediate -D "$FOLDER/data" > /dev/null 2>&1
        rm -rf "$FOLDER"
        """

    private static func freePort() throws -> UInt16 {
        let listener = try Loopback.listener()
        defer { close(listener.socket) }
        return listener.port
    }
}

/// TCP sockets on this machine's loopback interface.
public enum Loopback {
    /// Listens on a free port. The caller has to accept the connections.
    public static func listener(backlog: Int32 = 16) throws -> (socket: Int32, port: UInt16) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let port = try withAddress(port: 0) { address, length in
            var length = length
            guard bind(listener, address, length) == 0, listen(listener, backlog) == 0,
                getsockname(listener, address, &length) == 0
            else { throw Surprise("no free port") }
        }
        return (listener, port)
    }

    public static func connect(to port: UInt16) throws -> Int32 {
        let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        _ = try withAddress(port: port) { address, length in
            guard Glibc.connect(client, address, length) == 0 else { throw Surprise("nothing listens on port \(port)") }
        }
        return client
    }

    /// Begins to connect without waiting for the result.
    public static func beginConnecting(to port: UInt16) throws -> Int32 {
        let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_NONBLOCK, 0)
        _ = try withAddress(port: port) { address, length in
            guard Glibc.connect(client, address, length) == 0 || errno == EINPROGRESS else {
                throw Surprise("nothing listens on port \(port)")
            }
        }
        return client
    }

    private static func withAddress(
        port: UInt16, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) throws -> Void
    ) throws -> UInt16 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        try withUnsafeMutablePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                try body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return UInt16(bigEndian: address.sin_port)
    }
}
