import Dispatch
import EventFixture
import Synchronization
import Testing

@testable import Store

@Suite("A name server that is silent or stopped")
struct NameResolverTests {
    /// A simulated name server.
    private final class NameServer: Sendable {
        enum State { case silent, gone, up([String]) }

        let state = Mutex(State.silent)
        let questions = Mutex(0)
        private let gate = DispatchSemaphore(value: 0)

        var resolver: NameResolver {
            NameResolver { [self] name throws(PostgreSQLFailure) in
                questions.withLock { $0 += 1 }
                let state = state.withLock(\.self)
                if case .silent = state { gate.wait() }
                guard case .up(let addresses) = state else {
                    throw PostgreSQLFailure(state: nil, message: .verbatim("no name server for \(name)"))
                }
                return addresses
            }
        }

        /// Ends the queries that wait for a response.
        func end() { for _ in 0..<questions.withLock(\.self) { gate.signal() } }
    }

    private static func time(_ work: () throws -> Void) rethrows -> Duration {
        try ContinuousClock().measure(work)
    }

    @Test("If the name server never answers, an attempt to connect by host name fails at its deadline")
    func silent() throws {
        let names = NameServer()
        defer { names.end() }
        let resolver = names.resolver
        let address = try PostgreSQLAddress(url: "postgres://events@db.example:1/events")
        for _ in 0..<2 {
            let duration = NameResolverTests.time {
                let failure = #expect(throws: PostgreSQLFailure.self) {
                    try PostgreSQLSession.connect(to: address, before: .now + .milliseconds(400), by: resolver)
                }
                #expect(failure?.message.english.contains("db.example") == true)
            }
            // The time limit of five seconds allows for a busy machine. Without the program's own limit, the system's
            // resolver would wait for ten seconds.
            #expect(duration < .seconds(5))
        }
        #expect(names.questions.withLock(\.self) == 1, "each attempt leaks a thread")
    }

    @Test("A database server's last known address is used while the name server is silent or stopped")
    func last() throws {
        let server = try PostgreSQLServer.shared()
        let names = NameServer()
        defer { names.end() }
        let resolver = names.resolver
        let address = try PostgreSQLAddress(url: "postgres://events@db.example:\(server.port)/events")
        for state in [NameServer.State.up(["127.0.0.1"]), .gone, .silent, .silent] {
            names.state.withLock { $0 = state }
            let link = try PostgreSQLSession.connect(to: address, before: .now + .seconds(4), by: resolver)
            #expect(link.isIdle)
        }
    }

    @Test(
        "A connection string has all addresses of each host name, and omits host names that have no address",
        arguments: [
            ("postgres://db:5432/e", "db,db", "5432,5432", "10.0.0.1,10.0.0.2"),
            ("postgres://db:1,127.0.0.1:2,[::1]:3/e", "db,db,127.0.0.1,::1", "1,1,2,3", "10.0.0.1,10.0.0.2,,"),
            ("postgres:///e?host=/run/postgresql,db&port=7", "/run/postgresql,db,db", "7,7,7", ",10.0.0.1,10.0.0.2"),
            ("postgres://db:1,none:2/e", "db,db", "1,1", "10.0.0.1,10.0.0.2"),
        ])
    func lists(url: String, hosts: String, ports: String, addresses: String) throws {
        let resolver = NameResolver { name throws(PostgreSQLFailure) in
            guard name == "db" else { throw PostgreSQLFailure(state: nil, message: .verbatim("no such host")) }
            return ["10.0.0.1", "10.0.0.2"]
        }
        let text = try PostgreSQLAddress(url: url).connectionText(by: resolver, until: .now + .seconds(60))
        for (key, value) in ["host": hosts, "port": ports, "hostaddr": addresses] {
            #expect(text.contains(" \(key)='\(value)'"), "\(text)")
        }
    }

    @Test(
        "No name query is sent for a server with a numeric address, or with a socket on this machine",
        arguments: [
            "postgres://db/e?hostaddr=10.0.0.9", "postgres:///e?host=/run/postgresql", "postgres://10.0.0.9/e",
            "postgres://[fe80::1]/e",
        ])
    func unasked(url: String) throws {
        let names = NameServer()
        defer { names.end() }
        let text = try PostgreSQLAddress(url: url).connectionText(by: names.resolver, until: .now + .seconds(60))
        #expect(names.questions.withLock(\.self) == 0, "\(text)")
        #expect(url.contains("hostaddr") == text.contains("hostaddr='10.0.0.9'"))
    }
}
