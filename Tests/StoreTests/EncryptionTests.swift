import EventFixture
import Testing

@testable import Store

/// Tests TLS with a server whose certificate is for `localhost`.
@Suite("Encrypted connections to a PostgreSQL server")
struct EncryptionTests {
    private static let server = Result { try PostgreSQLServer(encryption: .offered) }

    private func url(_ mode: String, at host: String = "localhost", authority: String? = nil) throws -> String {
        let server = try EncryptionTests.server.get()
        let root = authority.map { "&sslrootcert=\($0)" } ?? ""
        return "postgres://events@\(host):\(server.port)/events?sslmode=\(mode)\(root)"
    }

    /// Whether the server reports a connection as encrypted.
    private func isEncrypted(_ url: String) throws -> Bool {
        let engine = PostgreSQLEngine(try PostgreSQLAddress(url: url))
        return try engine.read { connection in
            try connection.first(
                "SELECT CAST(ssl AS TEXT) FROM pg_stat_ssl WHERE pid = pg_backend_pid()", []
            ) { $0.text(0) } == "true"
        }
    }

    private func refusal(_ url: String) throws -> String {
        let error = #expect(throws: StoreError.self) { try isEncrypted(url) }
        guard case .unreachable(_, let detail)? = error else { throw Surprise("\(error as Any)") }
        return detail.english
    }

    @Test("If the server offers TLS, sslmode “prefer” and stricter modes encrypt the connection; “disable” does not")
    func modes() throws {
        let server = try EncryptionTests.server.get()
        #expect(try isEncrypted(url("require", at: "127.0.0.1")))
        #expect(try isEncrypted(url("prefer", at: "127.0.0.1")))
        #expect(try !isEncrypted(url("disable", at: "127.0.0.1")))
        #expect(try isEncrypted(url("verify-ca", at: "127.0.0.1", authority: server.authority)))
        #expect(try isEncrypted(url("verify-full", authority: server.authority)))
    }

    @Test("If nothing listens at one of a server’s two addresses, the error says what happened at the other address")
    func severalAddresses() {
        let refused = "connection to server at \"localhost\" (::1), port 5432 failed: Connection refused"
        let question = "\tIs the server running on that host and accepting TCP/IP connections?"
        let other = "connection to server at \"localhost\" (127.0.0.1), port 5432 failed: certificate verify failed"
        #expect(PostgreSQLSession.mainError(in: "\(refused)\n\(question)\n\(other)\n") == other)
        #expect(PostgreSQLSession.mainError(in: "\(refused)\n\(question)\n") == refused)
        #expect(PostgreSQLSession.mainError(in: "could not translate host name\n") == "could not translate host name")
    }

    @Test("A certificate from another authority or for another host name is refused")
    func certificates() throws {
        let server = try EncryptionTests.server.get()
        for mode in ["verify-ca", "verify-full"] {
            #expect(try refusal(url(mode, authority: server.otherAuthority)).contains("certificate verify failed"))
        }
        #expect(
            try refusal(url("verify-full", at: "127.0.0.1", authority: server.authority)).contains(
                "does not match host name"))
        #expect(try refusal(url("verify-full", authority: "\(server.folder)/missing.crt")).contains("missing.crt"))
    }

    @Test("With sslmode “require” or stricter, a server without TLS is refused; with “prefer”, it is used unencrypted")
    func unencrypted() throws {
        let server = try PostgreSQLServer.shared()
        for mode in ["require", "verify-ca", "verify-full"] {
            let url =
                "postgres://events@127.0.0.1:\(server.port)/events?sslmode=\(mode)&sslrootcert=\(server.authority)"
            #expect(try refusal(url).contains("SSL"), "\(mode)")
        }
        #expect(try !isEncrypted("postgres://events@127.0.0.1:\(server.port)/events?sslmode=prefer"))
    }
}
