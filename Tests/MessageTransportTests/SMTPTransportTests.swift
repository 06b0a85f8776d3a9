import EventFixture
import Foundation
import Testing
import Ticketing

@testable import MessageTransport

@Suite("Sending mails to a mail server", .needs("aiosmtpd"), .lowPriority)
struct SMTPTransportTests {
    @Test("Over STARTTLS, a mail arrives with its return path, its recipient and its bytes")
    func startTLS() throws {
        let server = try MailServer()
        let transport = SMTPTransport(server.settings, helloName: "tickets.example.org")
        let message = try OutgoingMessage.sample()
        #expect(transport.send(message) == .queued)
        let arrived = try server.next("message")
        #expect(arrived.sender == OutgoingMessage.sampleReturnPath)
        #expect(arrived.recipients == ["grace@example.com"])
        #expect(arrived.data.map(Array.init) == message.bytes)
        #expect(arrived.encrypted == true && arrived.hello == "tickets.example.org")
    }

    @Test("With TLS from the first byte, a mail arrives")
    func implicitTLS() throws {
        let server = try MailServer(["--implicit-tls"])
        #expect(try SMTPTransport(server.settings).send(.sample()) == .queued)
        #expect(try server.next("message").encrypted == true)
    }

    @Test("Without encryption, a mail arrives at a server on this machine")
    func unencrypted() throws {
        let server = try MailServer(isEncrypted: false)
        #expect(try SMTPTransport(server.settings).send(.sample()) == .queued)
        #expect(try server.next("message").encrypted == false)
    }

    @Test("If a user name is set, the transport logs in with PLAIN, or with LOGIN if the server does not offer PLAIN")
    func login() throws {
        for (without, mechanism) in [("LOGIN", "PLAIN"), ("PLAIN", "LOGIN")] {
            let server = try MailServer(["--user", "tickets:se/cr@t", "--without", without])
            let transport = SMTPTransport(server.settingsWithLogin())
            #expect(try transport.send(.sample()) == .queued)
            #expect(try server.next("login").mechanism == mechanism)
            #expect(try server.next("message").user == "tickets")
            #expect(try transport.send(.sample()) == .queued)
        }
    }

    @Test("Several mails use one connection, even if the server refuses one of them after the final dot")
    func reuse() throws {
        let server = try MailServer()
        let transport = SMTPTransport(server.settings)
        for local in ["grace", "spam", "later", "denis"] { _ = transport.send(try .sample(to: local)) }
        for _ in 0..<4 { #expect(try server.next("message").connection == 1) }
    }

    @Test(
        "The server’s answers decide whether a mail is accepted, refused or deferred",
        arguments: [
            ("grace", TransportResult.queued), ("refused", .refused(answer: "550 5.1.1 No such mailbox")),
            ("full", .deferred(answer: "452 4.2.2 Mailbox full")),
            ("busy", .deferred(answer: "421 4.3.2 Shutting down")),
            ("spam", .refused(answer: "554 5.7.1 This looks like spam")),
            ("later", .deferred(answer: "451 4.3.0 Try again later")),
        ] as [(String, TransportResult)])
    func answers(local: String, result: TransportResult) throws {
        let server = try MailServer()
        let transport = SMTPTransport(server.settings)
        #expect(try transport.send(.sample(to: local)) == result)
        // The next mail is not affected.
        #expect(try transport.send(.sample(to: "denis")) == .queued)
    }

    @Test("If the connection is lost after the final dot, it is unknown whether the server has the mail")
    func drop() throws {
        let server = try MailServer()
        let transport = SMTPTransport(server.settings)
        #expect(try transport.send(.sample(to: "drop")).isUnknown)
        #expect(try server.next("message").recipients == ["drop@example.com"])
        #expect(try transport.send(.sample()) == .queued)
    }

    @Test("A server that accepts one mail on each connection gets the next mail on a new connection")
    func wornOut() throws {
        let server = try MailServer(["--messages-per-connection", "1"])
        let transport = SMTPTransport(server.settings)
        for connection in 1...3 {
            #expect(try transport.send(.sample()) == .queued)
            #expect(try server.next("message").connection == connection)
        }
    }

    @Test("A mail that is too large for the server is refused, and the transport stays usable")
    func size() throws {
        let server = try MailServer(["--size-limit", "200"])
        let transport = SMTPTransport(server.settings)
        let long = try OutgoingMessage.sample(text: "Subject: x\r\n\r\n" + String(repeating: "long\r\n", count: 100))
        guard case .refused(let answer) = transport.send(long) else {
            Issue.record("a long mail was not refused")
            return
        }
        #expect(answer.hasPrefix("552"))
        #expect(try transport.send(.sample()) == .queued)
    }

    @Test("Lines with a single dot, and unusual line breaks, do not end the mail or add commands")
    func smuggling() throws {
        let server = try MailServer()
        let transport = SMTPTransport(server.settings)
        let ends = ["\r\n.\r\n", "\n.\n", "\r.\r", "\n.\r\n", "\r\n.\n", "\r.\r\n", ".\r\n"]
        let command = "MAIL FROM:<evil@example.org>\r\nRCPT TO:<refused@example.com>\r\nDATA\r\nSubject: 2\r\n\r\n.\r\n"
        for end in ends {
            let text = "\(end.hasPrefix(".") ? "" : "Subject: 1\r\n\r\nfirst")\(end)\(command)"
            #expect(try transport.send(.sample(text: text)) == .queued)
            let arrived = try server.next("message")
            let lines = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
            #expect(arrived.data.map { String(decoding: $0, as: UTF8.self) } == lines.replacing("\n", with: "\r\n"))
            #expect(arrived.sender == OutgoingMessage.sampleReturnPath)
        }
        #expect(server.events.count(where: { $0.event == "mail" }) == ends.count)
    }

    @Test("If the program stops, a transfer ends even while it waits for the server")
    func stop() throws {
        let server = try MailServer()
        let transport = SMTPTransport(server.settings) {
            do {
                return try server.hasEvent("recipient")
            } catch {
                Issue.record(error)
                return true
            }
        }
        let start = ContinuousClock.now
        #expect(try transport.send(.sample(to: "mute")) == .unavailable(.stopped))
        #expect(try server.hasEvent("recipient"))
        #expect(start.duration(to: .now) < .seconds(20))
        #expect(try SMTPTransport(server.settings) { true }.send(.sample()) == .unavailable(.stopped))
    }
}
