import EventFixture
import Foundation
import Languages
import ServerFixture
import Testing
import Ticketing

@testable import MessageTransport

@Suite("Faults of mail servers and of their settings", .needs("aiosmtpd"), .lowPriority)
struct SMTPFaultTests {
    /// Checks that the sending of a mail reports a fault. The fault must have a text and a hint.
    private func expect(_ fault: TransportFault, _ server: SMTPServer, limit: Duration = .seconds(20)) throws {
        let transport = SMTPTransport(server, limit: limit)
        #expect(try transport.send(.sample()) == .unavailable(fault))
        #expect(fault.hint != nil)
        #expect(!fault.sentence.english.isEmpty)
    }

    private func isFault(_ server: SMTPServer, _ isExpected: (TransportFault) -> Bool) throws {
        let fault = SMTPTransport(server).send(try .sample()).fault
        #expect(fault.map(isExpected) == true, "\(String(describing: fault))")
    }

    @Test("If no server listens on the port, the fault says so")
    func refused() throws {
        let listener = try Loopback.listener()
        close(listener.socket)
        let server = SMTPServer(host: "127.0.0.1", port: Int(listener.port), security: .startTLS)
        try expect(.connectionRefused(server: "127.0.0.1:\(listener.port)"), server)
    }

    @Test("If the host name is unknown, the fault says so")
    func unresolved() throws {
        let server = SMTPServer(host: "nowhere.invalid", port: 587, security: .startTLS)
        try expect(.unresolved(host: "nowhere.invalid"), server)
    }

    @Test("If a server accepts a connection but sends nothing, the fault is a timeout")
    func silent() throws {
        let listener = try Loopback.listener()
        defer { close(listener.socket) }
        let server = SMTPServer(host: "127.0.0.1", port: Int(listener.port), security: .startTLS)
        try expect(.timedOut(server: server.name), server, limit: .milliseconds(500))
    }

    @Test("A certificate that is not trusted, or is for another name, ends the connection before the login")
    func certificates() throws {
        let server = try MailServer(["--user", "tickets:se/cr@t"])
        var settings = server.settingsWithLogin()
        settings.host = "127.0.0.1"
        try expect(.otherName(server: settings.name), settings)
        settings.host = "localhost"
        settings.certificates = nil
        try isFault(settings) { if case .notTrusted(settings.name, let reason) = $0 { !reason.isEmpty } else { false } }
        settings.certificates = "/nowhere/authority.pem"
        try expect(.certificatesUnreadable(path: "/nowhere/authority.pem"), settings)
        #expect(try !server.hasEvent("login"))
    }

    @Test("If a file with trusted certificates is set, the certificates of the system are not trusted")
    func onlyGivenCertificates() throws {
        let server = try MailServer()
        var settings = server.settings
        let other = try ServerCertificate()
        settings.certificates = other.authority
        try isFault(settings) { if case .notTrusted = $0 { true } else { false } }
    }

    @Test("If the server does not offer STARTTLS, neither the password nor a mail is sent")
    func noSTARTTLS() throws {
        let server = try MailServer(["--user", "tickets:se/cr@t"], isEncrypted: false)
        var settings = server.settingsWithLogin()
        settings.security = .startTLS
        try expect(.noSTARTTLS(server: settings.name), settings)
        #expect(try !server.hasEvent("login") && !server.hasEvent("mail"))
    }

    @Test("If TLS is set but the server begins in plain text, the fault is a TLS error")
    func tlsToPlain() throws {
        let server = try MailServer()
        var settings = server.settings
        settings.security = .tls
        try isFault(settings) { if case .tlsFailed(settings.name, _) = $0 { true } else { false } }
    }

    @Test("A wrong password is tried once, and no error contains the password")
    func password() throws {
        let server = try MailServer(["--user", "tickets:se/cr@t"])
        let transport = SMTPTransport(server.settingsWithLogin(password: "hunter2"))
        let result = transport.send(try .sample())
        let fault = try #require(result.fault)
        guard case .passwordRejected(_, "tickets", let answer) = fault else {
            Issue.record("\(fault)")
            return
        }
        #expect(answer.hasPrefix("535"))
        #expect(try server.hasEvent("login") && !server.hasEvent("mail"))
        #expect(server.events.count { $0.event == "login" } == 1)
        let shown = "\(fault) \(fault.hint?.english ?? "") \(result)"
        #expect(!shown.contains("hunter2"))
    }

    @Test("If a user name is set but the server offers no login, no mail is sent")
    func loginNotOffered() throws {
        let server = try MailServer(["--without", "PLAIN", "--without", "LOGIN"])
        let settings = server.settingsWithLogin()
        try expect(.loginNotOffered(server: settings.name), settings)
        #expect(try !server.hasEvent("mail"))
    }

    @Test("If the server requires a login but no user name is set, the error says so")
    func loginRequired() throws {
        let server = try MailServer(["--user", "tickets:se/cr@t"])
        let fault = SMTPTransport(server.settings).send(try .sample()).fault
        guard case .loginRequired(server.settings.name, let answer)? = fault else {
            Issue.record("\(String(describing: fault))")
            return
        }
        #expect(answer.hasPrefix("530"))
    }

    @Test("If the server refuses the sender’s address, all mails wait, and the error names the address")
    func sender() throws {
        let server = try MailServer(["--refused-sender", OutgoingMessage.sampleReturnPath])
        #expect(
            try SMTPTransport(server.settings).send(.sample())
                == .unavailable(
                    .senderRefused(
                        server: server.settings.name, address: OutgoingMessage.sampleReturnPath,
                        answer: "550 5.7.1 You cannot send as this address")))
    }

    @Test(
        """
        If the server denies relaying to a client without a login, all mails wait; after a login, only the denied mail \
        is refused
        """)
    func relay() throws {
        let answer = "554 5.7.1 Relay access denied"
        let open = try MailServer()
        #expect(
            try SMTPTransport(open.settings).send(.sample(to: "relay"))
                == .unavailable(.relayDenied(server: open.settings.name, answer: answer)))
        let closed = try MailServer(["--user", "tickets:se/cr@t"])
        let transport = SMTPTransport(closed.settingsWithLogin())
        #expect(try transport.send(.sample(to: "relay")) == .refused(answer: answer))
    }

    @Test("If the account has reached a limit, all mails wait; if the server blocks the sender, the mail is deferred")
    func sendingLimit() throws {
        let server = try MailServer()
        let transport = SMTPTransport(server.settings)
        for (local, answer) in [
            ("limit", "550 5.4.5 Daily sending limit exceeded"), ("quota", "550 5.7.1 Sending quota exceeded"),
        ] {
            let fault = TransportFault.sendingLimit(server: server.settings.name, answer: answer)
            #expect(try transport.send(.sample(to: local)) == .unavailable(fault))
            #expect(fault.hint != nil && fault.sentence.english.hasSuffix(answer))
        }
        #expect(
            try transport.send(.sample(to: "blocked")) == .deferred(answer: "554 5.7.1 Client host blocked"))
        #expect(try transport.send(.sample()) == .queued)
    }

    @Test("If the server refuses a connection, all mails wait")
    func greeting() throws {
        let busy = try MailServer(["--greeting", "421 4.3.2 Too many connections"])
        try expect(
            .serverBusy(server: busy.settings.name, answer: "421 4.3.2 Too many connections"), busy.settings)
        let closed = try MailServer(["--greeting", "554 5.3.2 No service here"])
        try expect(
            .unexpectedAnswer(server: closed.settings.name, answer: "554 5.3.2 No service here"), closed.settings)
    }

    @Test(
        "Without encryption, no connection to another machine is opened", arguments: ["192.0.2.7", "mail.example.org"])
    func notEncrypted(host: String) throws {
        try expect(.notEncrypted(host: host), SMTPServer(host: host, port: 25, security: .none))
    }

    @Test(
        "A host that is not a host name is refused before libcurl sees it",
        arguments: ["", "a b", "mail.example.org\r\nX", "mail.example.org/x", "user@mail.example.org", "é.example"])
    func invalidHost(host: String) throws {
        let transport = SMTPTransport(SMTPServer(host: host, port: 587, security: .startTLS))
        let fault = transport.send(try .sample()).fault
        guard case .invalidHost(let shown)? = fault else {
            Issue.record("\(String(describing: fault))")
            return
        }
        #expect(shown.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }
}
