import CCurl
import FileAccess
import Glibc
import Languages
import Ticketing

/// Sends mails through a mail server. The connection stays open between messages, until `close` or the end of the
/// transport. Each call blocks its thread. Use each instance on one thread only.
///
/// ```swift
/// let transport = SMTPTransport(server, helloName: "tickets.example.org")
/// let result = transport.send(message)
/// ```
public final class SMTPTransport {
    private let server: SMTPServer
    private let helloName: String
    private let limit: Duration
    private let isStopping: () -> Bool
    private var mechanism = SMTPSession.LoginMechanism.plain
    private var connection: Connection?
    /// The longest time to open a connection, in seconds.
    private static let secondsToConnect = 10
    /// The longest wait for the server's answer to a complete message after `isStopping` has returned true.
    private static let patienceWhenStopping = Duration.seconds(5)

    private final class Connection {
        let transfer: CurlTransfer
        let session: SMTPSession
        /// Whether the server has answered an earlier message.
        var wasUsed = false

        init(_ transfer: CurlTransfer, _ session: SMTPSession) { (self.transfer, self.session) = (transfer, session) }
    }

    /// Makes a transport, without opening a connection.
    ///
    /// - Parameters:
    ///   - helloName: the host name with which this machine introduces itself; nil for the machine’s own name.
    ///   - limit: the longest time for one message, including the connection.
    ///   - isStopping: called at least once a second during a transfer. If it returns true, the transfer ends. If only
    ///     the server’s answer to the message is missing, the transfer first waits up to 5 seconds for this answer.
    public init(
        _ server: SMTPServer, helloName: String? = nil, limit: Duration = .seconds(30),
        isStopping: @escaping () -> Bool = { false }
    ) {
        self.server = server
        if let helloName, ServerHost.isValid(helloName), !helloName.contains(":") {
            self.helloName = helloName
        } else {
            self.helloName = ServerHost.ofThisMachine()
        }
        self.limit = limit
        self.isStopping = isStopping
    }

    /// Sends one mail.
    ///
    /// - Returns: `unknown` if the transfer ended after the whole message was sent and before the server’s answer
    ///   arrived.
    public func send(_ message: OutgoingMessage) -> TransportResult {
        if let fault = server.fault { return .unavailable(fault) }
        if let fault = EnvelopeAddressFault(of: message.returnPath) {
            return .unavailable(
                .invalidSender(address: ForeignText.line(message.returnPath), reason: fault.sentence))
        }
        if let fault = EnvelopeAddressFault(of: message.recipient.rawValue) {
            return .refused(answer: fault.sentence.stored)
        }
        return perform(from: message.returnPath) { transfer in
            transfer.set(CURLOPT_MAIL_FROM, message.returnPath)
            transfer.set(CURLOPT_MAIL_RCPT, list: [message.recipient.rawValue])
            transfer.callbacks.input = message.canonicalBytes
            transfer.set(CURLOPT_UPLOAD, 1)
            transfer.set(CURLOPT_INFILESIZE_LARGE, size: transfer.callbacks.input.count)
        }
    }

    /// Closes the connection if a connection is open.
    public func close() { connection = nil }

    /// Runs a transfer on the open connection, or else on a new connection. If the open connection turns out to be
    /// unusable before the message begins, the transfer runs again on a new connection. The transfer also runs again if
    /// the server does not offer the login mechanism that was tried, but offers another mechanism.
    private func perform(from sender: String, _ prepare: (CurlTransfer) -> Void) -> TransportResult {
        for _ in 0..<3 {
            guard let connection = self.connection ?? open() else {
                return .unavailable(.transferFailed(server: server.name, reason: SystemError.reason(of: ENOMEM)))
            }
            self.connection = connection
            connection.session.beginMessage()
            prepare(connection.transfer)
            let code = connection.transfer.perform()
            if code == CURLE_OK {
                connection.wasUsed = true
                return .accepted(providerID: nil, answer: connection.session.answer)
            }
            if let other = otherMechanism(connection.session) {
                mechanism = other
                close()
            } else if code != CURLE_ABORTED_BY_CALLBACK, isWornOut(connection) {
                close()
            } else {
                let failure = SMTPFailure(
                    code: code, server: server, sender: sender, session: connection.session,
                    transfer: connection.transfer)
                connection.wasUsed = true
                let result = failure.result
                // If the server has not rejected the message, its answer can still arrive, and could be mistaken for
                // the answer to the next message.
                if connection.session.rejection == nil { close() }
                return result
            }
        }
        return .unavailable(.connectionLost(server: server.name))
    }

    /// The mechanism LOGIN, if this transport uses PLAIN and the server offers LOGIN but not PLAIN; otherwise nil.
    private func otherMechanism(_ session: SMTPSession) -> SMTPSession.LoginMechanism? {
        guard server.user != nil, mechanism == .plain, let offered = session.offeredMechanisms,
            !offered.contains(SMTPSession.LoginMechanism.plain.rawValue),
            offered.contains(SMTPSession.LoginMechanism.login.rawValue)
        else { return nil }
        return .login
    }

    /// Whether the server has closed the connection after an earlier message.
    private func isWornOut(_ connection: Connection) -> Bool {
        let session = connection.session
        guard connection.wasUsed, connection.transfer.number(CURLINFO_NUM_CONNECTS) == 0,
            session.step == .greeting || session.step == .sender
        else { return false }
        return session.status == nil || session.status == 421
    }

    private func open() -> Connection? {
        guard let transfer = CurlTransfer() else { return nil }
        let session = SMTPSession(server.security)
        let scheme = server.security == .tls ? "smtps" : "smtp"
        transfer.set(CURLOPT_URL, "\(scheme)://\(ServerHost.inURL(server.host)):\(server.port)/\(helloName)")
        transfer.set(CURLOPT_PROTOCOLS_STR, "smtp,smtps")
        transfer.set(
            CURLOPT_USE_SSL, Int(server.security == .none ? CURLUSESSL_NONE.rawValue : CURLUSESSL_ALL.rawValue))
        transfer.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        if let certificates = server.certificates {
            transfer.set(CURLOPT_CAINFO, certificates)
            transfer.set(CURLOPT_CAPATH, nil)
        }
        if let user = server.user {
            transfer.set(CURLOPT_USERNAME, user)
            transfer.set(CURLOPT_PASSWORD, server.password ?? "")
            transfer.set(CURLOPT_LOGIN_OPTIONS, mechanism.option)
        }
        transfer.set(CURLOPT_CONNECTTIMEOUT, SMTPTransport.secondsToConnect)
        transfer.set(CURLOPT_TIMEOUT_MS, Int(limit / .milliseconds(1)))
        // After a refused recipient, libcurl sends QUIT and waits for the answer. `CURLOPT_TIMEOUT_MS` does not limit
        // this wait.
        transfer.set(CURLOPT_SERVER_RESPONSE_TIMEOUT, max(1, Int(limit / .seconds(1))))
        transfer.set(CURLOPT_MAXCONNECTS, 1)
        // libcurl reports the commands only to a debug callback, and only if this option is set.
        transfer.set(CURLOPT_VERBOSE, 1)
        follow(transfer, session)
        return Connection(transfer, session)
    }

    private func follow(_ transfer: CurlTransfer, _ session: SMTPSession) {
        let (needsLogin, mechanism, isStopping) = (server.user != nil, self.mechanism, self.isStopping)
        var stop: ContinuousClock.Instant?
        transfer.callbacks.sendCommand = { session.send(command: $0) }
        transfer.callbacks.receiveLine = { [unowned callbacks = transfer.callbacks] line in
            session.receive(line: line, isContentSent: callbacks.isInputRead)
            // If the server does not offer the mechanism, the transfer ends here. Otherwise, libcurl would send the
            // message without a login.
            guard needsLogin, let offered = session.offeredMechanisms else { return true }
            return offered.contains(mechanism.rawValue)
        }
        transfer.callbacks.isStopping = { [unowned callbacks = transfer.callbacks] in
            guard isStopping() else { return false }
            let now = ContinuousClock.now
            let start = stop ?? now
            stop = start
            let isAwaitingAnswer = !callbacks.input.isEmpty && callbacks.isInputRead
            return !isAwaitingAnswer || start.duration(to: now) > SMTPTransport.patienceWhenStopping
        }
    }
}

extension SMTPServer {
    /// The host name and port, such as `mail.example.org:587`.
    public var name: String { "\(ServerHost.inURL(host)):\(port)" }

    /// The reason why no connection to this server is allowed.
    var fault: TransportFault? {
        guard ServerHost.isValid(host), (1...65535).contains(port) else {
            return .invalidHost(ForeignText.line("\(host):\(port)"))
        }
        return security == .none && !ServerHost.isLoopback(host) ? .notEncrypted(host: host) : nil
    }
}
