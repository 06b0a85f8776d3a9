import CPostgreSQL
import Glibc

/// Opening a connection, with a limit to the whole of it: libpq's own is for each address of a host.
extension PostgreSQLLink {
    /// Less than five seconds, so that a gate says what is wrong before somebody asks.
    private static let patience = Duration.milliseconds(4200)

    /// What every session is told. Commits are durable whatever the server's default is, and nobody waits for ever.
    /// Reports are sums over a million rows in a fraction of a second: compiling them takes longer than it saves, and
    /// their groups are to stay in memory, in KiB.
    private static let settings = """
        SET synchronous_commit = on; SET lock_timeout = '10s'; SET idle_in_transaction_session_timeout = '60s';
        SET jit = off; SET work_mem = 65536
        """

    /// - Parameters:
    ///   - limit: when it is given up at the latest; nil waits as long as one may.
    ///   - resolver: looks up the names of hosts.
    static func connect(
        to address: PostgreSQLAddress, before limit: ContinuousClock.Instant? = nil,
        by resolver: NameResolver = .shared
    ) throws(PostgreSQLFailure) -> PostgreSQLLink {
        let own = ContinuousClock.now + patience
        let deadline = min(own, limit ?? own)
        while true {
            do throws(PostgreSQLFailure) {
                return try connect(address.connectionText(by: resolver, until: deadline), until: deadline)
            } catch {
                // A server that recovers says so at once.
                guard error.kind == .starting, ContinuousClock.now < deadline - .milliseconds(300) else { throw error }
                usleep(250_000)
            }
        }
    }

    private static func connect(
        _ text: String, until deadline: ContinuousClock.Instant
    ) throws(PostgreSQLFailure) -> PostgreSQLLink {
        guard let handle = unsafe PQconnectStart(text) else {
            throw PostgreSQLFailure(state: nil, message: "out of memory")
        }
        let link = unsafe PostgreSQLLink(taking: handle)
        // The only way to the SQLSTATE of a connection that was refused.
        _ = unsafe PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
        try unsafe poll(handle, until: deadline)
        _ = unsafe PQsetErrorVerbosity(handle, PQERRORS_DEFAULT)
        try unsafe configure(handle, until: deadline)
        if let encoding = link.encoding, encoding != "UTF8" {
            throw PostgreSQLFailure(
                state: "0A000", message: "the database's encoding is \(encoding); make one with ENCODING 'UTF8'")
        }
        return link
    }

    private static func poll(
        _ handle: OpaquePointer, until deadline: ContinuousClock.Instant
    ) throws(PostgreSQLFailure) {
        var events = Int16(POLLOUT)
        while unsafe PQstatus(handle) != CONNECTION_BAD {
            var descriptor = unsafe pollfd(fd: PQsocket(handle), events: events, revents: 0)
            try wait(for: &descriptor, until: deadline)
            switch unsafe PQconnectPoll(handle) {
            case PGRES_POLLING_OK: return
            case PGRES_POLLING_READING: events = Int16(POLLIN)
            case PGRES_POLLING_WRITING: events = Int16(POLLOUT)
            default: break
            }
        }
        throw unsafe refusal(handle)
    }

    /// Tells the session its settings. A server may fall silent here, too, and nobody watches the connection yet.
    private static func configure(
        _ handle: OpaquePointer, until deadline: ContinuousClock.Instant
    ) throws(PostgreSQLFailure) {
        guard unsafe PQsendQuery(handle, settings) == 1 else { throw unsafe refusal(handle) }
        while true {
            while unsafe PQisBusy(handle) == 1 {
                var descriptor = unsafe pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
                try wait(for: &descriptor, until: deadline)
                guard unsafe PQconsumeInput(handle) == 1 else { throw unsafe refusal(handle) }
            }
            guard let result = unsafe PostgreSQLResult(PQgetResult(handle)) else { return }
            if let failure = result.failure { throw failure }
        }
    }

    private static func wait(
        for descriptor: inout pollfd, until deadline: ContinuousClock.Instant
    ) throws(PostgreSQLFailure) {
        while true {
            let left = max(0, (deadline - ContinuousClock.now) / .milliseconds(1))
            let ready = unsafe Glibc.poll(&descriptor, 1, Int32(left))
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else {
                throw PostgreSQLFailure(state: nil, message: "no answer within \(patience.components.seconds) s")
            }
            return
        }
    }

    /// `connection to server at "127.0.0.1", port 5432 failed: FATAL:  28P01: password authentication failed …`
    private static func refusal(_ handle: OpaquePointer) -> PostgreSQLFailure {
        let text = unsafe String(cString: PQerrorMessage(handle))
        if let match = text.firstMatch(of: /[A-Z]+:  ([0-9A-Z]{5}): (.*)/) {
            return PostgreSQLFailure(state: String(match.1), message: String(match.2))
        }
        // libpq itself says this, before the server is asked.
        if unsafe PQconnectionNeedsPassword(handle) == 1 {
            return PostgreSQLFailure(state: "28P01", message: "no password")
        }
        return PostgreSQLFailure(state: nil, message: text.firstLine)
    }
}
