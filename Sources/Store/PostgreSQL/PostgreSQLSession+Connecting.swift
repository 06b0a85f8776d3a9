import CPostgreSQL
import Glibc
import Languages

/// Opens connections to a PostgreSQL server. The timeout applies to all addresses of the server together. (The timeout
/// of libpq would apply to each address separately.)
extension PostgreSQLSession {
    /// The timeout for opening a connection. It is less than five seconds, so that a gate reports a problem with the
    /// server before the staff at the gate become impatient.
    private static let connectTimeout = Duration.milliseconds(4200)

    /// The settings of every session. They make commits durable even if the server has another default. They limit how
    /// long a statement waits for a lock, and how long a transaction stays idle. JIT compilation is off, because
    /// compiling the queries for reports would take more time than it saves. `work_mem` (in KiB) is so large that the
    /// groups of a report stay in memory. The low `parallel_tuple_cost` makes the server use several processors for a
    /// report. Otherwise, the server would use only one processor, because it overestimates the number of groups.
    private static let sessionSettings = """
        SET synchronous_commit = on; SET lock_timeout = '10s'; SET idle_in_transaction_session_timeout = '60s';
        SET jit = off; SET work_mem = 65536; SET parallel_tuple_cost = 0.01
        """

    /// Opens a connection, and sends the session's settings.
    ///
    /// - Parameters:
    ///   - limit: a deadline for opening the connection, in addition to the timeout: the attempt ends when either of
    ///     them is reached. Nil if only the timeout applies.
    ///   - resolver: looks up host names.
    static func connect(
        to address: PostgreSQLAddress, before limit: ContinuousClock.Instant? = nil,
        by resolver: NameResolver = .shared
    ) throws(PostgreSQLFailure) -> PostgreSQLSession {
        let own = ContinuousClock.now + connectTimeout
        let deadline = min(own, limit ?? own)
        while true {
            do throws(PostgreSQLFailure) {
                return try connect(address.connectionText(by: resolver, until: deadline), until: deadline)
            } catch {
                // A server that is starting or recovering refuses connections immediately. The attempt is therefore
                // repeated until shortly before the deadline.
                guard error.kind == .starting, ContinuousClock.now < deadline - .milliseconds(300) else { throw error }
                usleep(250_000)
            }
        }
    }

    private static func connect(
        _ text: String, until deadline: ContinuousClock.Instant
    ) throws(PostgreSQLFailure) -> PostgreSQLSession {
        guard let handle = unsafe PQconnectStart(text) else {
            throw PostgreSQLFailure(state: nil, message: Sentence(PostgreSQLFailure.Text.outOfMemory))
        }
        let link = unsafe PostgreSQLSession(taking: handle)
        // If a connection is refused, only a verbose error message contains the SQLSTATE.
        _ = unsafe PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
        try unsafe poll(handle, until: deadline)
        _ = unsafe PQsetErrorVerbosity(handle, PQERRORS_DEFAULT)
        try unsafe configure(handle, until: deadline)
        if let encoding = link.encoding, encoding != "UTF8" {
            throw PostgreSQLFailure(
                state: "0A000",
                message: Sentence(PostgreSQLFailure.Text.wrongEncoding, ["encoding": .text(encoding)]))
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
        throw unsafe connectionError(handle)
    }

    /// Sends the session's settings to the server, and waits for its answer until the deadline. The deadline is
    /// necessary, because `ConnectionWatchdog` does not watch this connection yet.
    private static func configure(
        _ handle: OpaquePointer, until deadline: ContinuousClock.Instant
    ) throws(PostgreSQLFailure) {
        guard unsafe PQsendQuery(handle, sessionSettings) == 1 else { throw unsafe connectionError(handle) }
        while true {
            while unsafe PQisBusy(handle) == 1 {
                var descriptor = unsafe pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
                try wait(for: &descriptor, until: deadline)
                guard unsafe PQconsumeInput(handle) == 1 else { throw unsafe connectionError(handle) }
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
                throw PostgreSQLFailure(
                    state: nil,
                    message: Sentence(
                        PostgreSQLFailure.Text.noAnswerWithin, ["seconds": "\(connectTimeout.components.seconds)"]))
            }
            return
        }
    }

    /// The error in a message such as `connection to server at "127.0.0.1", port 5432 failed: FATAL:  28P01: password
    /// authentication failed …`
    ///
    /// The SQLSTATE is read from the message, because libpq offers no function that returns the SQLSTATE of a failed
    /// connection.
    private static func connectionError(_ handle: OpaquePointer) -> PostgreSQLFailure {
        let text = unsafe String(cString: PQerrorMessage(handle))
        if let match = text.firstMatch(of: /[A-Z]+:  ([0-9A-Z]{5}): (.*)/) {
            return PostgreSQLFailure(state: String(match.1), message: .verbatim(String(match.2)))
        }
        // If the server requires a password and none is known, the error comes from libpq and has no SQLSTATE.
        if unsafe PQconnectionNeedsPassword(handle) == 1 {
            return PostgreSQLFailure(state: "28P01", message: Sentence(PostgreSQLFailure.Text.noPassword))
        }
        return PostgreSQLFailure(state: nil, message: .verbatim(cause(in: mainError(in: text))))
    }

    /// The line of libpq's message that best explains why a connection failed. The name of a server can have several
    /// addresses: `localhost`, for example, has `::1` and `127.0.0.1`. The message then has one line for each address.
    /// A line about a refused connection explains least, because it only means that nothing listens at that address.
    static func mainError(in message: String) -> String {
        let lines = message.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("connection to server") }
        return lines.first { !$0.hasSuffix("Connection refused") }.map(String.init) ?? message.firstLine
    }

    /// The cause of a failed connection, extracted from a message of libpq. The message begins with the addresses that
    /// libpq tried. After the cause, it may contain a question (“Is the server running …?”). The cause is only shown;
    /// no decision depends on it.
    static func cause(in message: String) -> String {
        let question = message.range(of: " Is the server running")?.lowerBound ?? message.endIndex
        let message = message[..<question]
        return String(message.range(of: " failed: ", options: .backwards).map { message[$0.upperBound...] } ?? message)
    }
}
