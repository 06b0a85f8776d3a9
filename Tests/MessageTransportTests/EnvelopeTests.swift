import Glibc
import EventFixture
import Foundation
import Languages
import Testing
import Ticketing

@testable import MessageTransport

@Suite("Addresses in the envelope of a mail", .lowPriority)
struct EnvelopeTests {
    private static let injections = [
        "bounces@example.org\r\nRCPT TO:<evil@example.com>", "bounces@example.org\nDATA", "a\rb@example.org",
        "bounces@example.org>\r\nRCPT TO:<evil@example.com", "\0@example.org", "a\u{7F}@example.org",
        "bounces@example.org\r\n", "\r\nRSET\r\n@example.org",
    ]

    @Test("An address with a line break or another control character is refused", arguments: EnvelopeTests.injections)
    func controlCharacters(address: String) {
        #expect(EnvelopeAddressFault(of: address) == .controlCharacter)
        // An `EmailAddress`, the type of recipients, never contains such a character.
        #expect(EmailAddress(rawValue: address).flatMap { EnvelopeAddressFault(of: $0.rawValue) } == nil)
    }

    @Test(
        "An address with a space or an angle bracket is refused",
        arguments: ["a b@example.org", "<a@example.org", "a@example.org> SIZE=1", "a@example.org>"])
    func delimiters(address: String) { #expect(EnvelopeAddressFault(of: address) == .delimiter) }

    @Test(
        "An ordinary address is accepted", arguments: ["grace@example.org", "bounces+4f2a9c@example.org", "o'neil@a.b"])
    func ordinary(address: String) { #expect(EnvelopeAddressFault(of: address) == nil) }

    @Test(
        "A control character in the return path is refused before a connection is opened",
        arguments: EnvelopeTests.injections)
    func returnPath(address: String) throws {
        // No program listens on this port, so an attempt to connect would cause another fault.
        let listener = try Loopback.listener()
        close(listener.socket)
        let transport = SMTPTransport(SMTPServer(host: "127.0.0.1", port: Int(listener.port), security: .none))
        let fault = transport.send(try .sample(from: address)).fault
        guard case .invalidSender(let shown, _)? = fault else {
            Issue.record("\(String(describing: fault))")
            return
        }
        #expect(shown.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }

    @Test(
        "A recipient with letters outside ASCII is refused, with the reason", .needs("aiosmtpd"),
        arguments: ["jörg@example.org", "grace@münchen.example"])
    func outsideASCII(address: String) throws {
        let server = try MailServer()
        let transport = SMTPTransport(server.settings)
        let message = OutgoingMessage(
            token: "4f2a9c", returnPath: OutgoingMessage.sampleReturnPath,
            recipient: try #require(EmailAddress(rawValue: address)), bytes: Array("Subject: x\r\n\r\n".utf8))
        guard case .refused(let answer) = transport.send(message) else {
            Issue.record("\(address) was not refused")
            return
        }
        let reason = Sentence(stored: answer)
        #expect(reason.english == "the address has letters outside ASCII, which the server may not support")
        #expect(reason.text(in: .pseudo).hasPrefix("⟦"))
        #expect(try !server.hasEvent("connection"))
    }

    @Test("Line breaks in a user name, a password or a host name add no SMTP command", .needs("aiosmtpd"))
    func otherFields() throws {
        let server = try MailServer(["--user", "tickets:se/cr@t"])
        let injection = "x\r\nMAIL FROM:<evil@example.org>\r\n"
        for (user, password) in [(injection, "se/cr@t"), ("tickets", injection)] {
            let fault = SMTPTransport(server.settingsWithLogin(user, password: password)).send(try .sample()).fault
            guard case .passwordRejected(_, let shown, _)? = fault else {
                Issue.record("\(String(describing: fault))")
                continue
            }
            #expect(!shown.contains("\r") && !shown.contains("\n"))
        }
        #expect(try !server.hasEvent("mail"))
        let transport = SMTPTransport(
            server.settingsWithLogin(), helloName: "x\r\nMAIL FROM:<evil@example.org>")
        #expect(try transport.send(.sample()) == .queued)
        let arrived = try server.next("message")
        #expect(arrived.hello == ServerHost.ofThisMachine())
        #expect(server.events.count(where: { $0.event == "mail" }) == 1)
    }

    @Test("Each line of a mail ends with a carriage return and a line feed, and other bytes stay unchanged")
    func canonical() throws {
        func canonical(_ text: String) throws -> String {
            String(decoding: try OutgoingMessage.sample(text: text).canonicalBytes, as: UTF8.self)
        }
        #expect(try canonical("a\r\nb\r\n") == "a\r\nb\r\n")
        #expect(try canonical("a\nb\rc") == "a\r\nb\r\nc\r\n")
        #expect(try canonical("\r\r\n\n") == "\r\n\r\n\r\n")
        #expect(try canonical("") == "\r\n")
        #expect(try canonical("é\u{0}\t\r\n") == "é\u{0}\t\r\n")
    }
}
