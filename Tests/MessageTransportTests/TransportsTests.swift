import EventFixture
import Foundation
import MessageTransport
import Testing
import Ticketing

@Suite("The transports that the settings describe")
struct TransportsTests {
    private let now = Instant(milliseconds: 1_895_259_600_123)

    @Test("Without settings, no channel is set up, and nothing is sent")
    func empty() throws {
        let transports = Transports(MessageSettings())
        #expect(transports.channels == [])
        #expect(try transports.sendMail(.sample(), at: now) == .unavailable(.notConfigured(.email)))
        let number = try #require(PhoneNumber(rawValue: "+256700123456"))
        #expect(transports.sendSMS("x", to: number) == .unavailable(.notConfigured(.sms)))
    }

    @Test("Each channel is set up by its own settings")
    func channels() throws {
        var settings = MessageSettings()
        settings.preparesWhatsApp = true
        #expect(Transports(settings).channels == [.whatsApp])
        settings.preparesWhatsApp = false
        settings.mail = MailSettings(
            way: .smtp(SMTPServer(host: "mail.example.org", port: 587, security: .startTLS)),
            from: try #require(EmailAddress(rawValue: "t@example.org")))
        #expect(Transports(settings).channels == [.email])
        settings.sms = .africasTalking(AfricasTalkingAccount(username: "nile", apiKey: "atsk_5ecret"))
        #expect(Transports(settings).channels == [.email, .sms])
        settings.sms = .gammu(GammuModem(configuration: "/etc/gammurc"))
        #expect(Transports(settings).channels == [.email, .sms])
    }

    @Test("Mails are written into the folder that the settings name")
    func folder() throws {
        let folder = try TemporaryFolder()
        var settings = MessageSettings()
        settings.mail = MailSettings(
            way: .folder(folder.path), from: try #require(EmailAddress(rawValue: "t@example.org")))
        let transports = Transports(settings)
        #expect(
            try transports.sendMail(.sample(), at: now)
                == .accepted(providerID: nil, answer: "1895259600123-4f2a9c.eml"))
        #expect(try folder.read("1895259600123-4f2a9c.eml") == OutgoingMessage.sample().bytes)
    }

    @Test("A mail server is greeted with the host name of the public address", .needs("aiosmtpd"))
    func server() throws {
        let server = try MailServer()
        var settings = MessageSettings()
        settings.publicURL = "https://tickets.example.org:8443"
        settings.mail = MailSettings(
            way: .smtp(server.settings), from: try #require(EmailAddress(rawValue: "t@example.org")))
        let transports = Transports(settings)
        #expect(try transports.sendMail(.sample(), at: now) == .queued)
        #expect(try server.next("message").hello == "tickets.example.org")
    }

    @Test("An SMS goes to the provider that the settings name")
    func sms() throws {
        let server = try PythonServer("africastalking_standin.py")
        var account = AfricasTalkingAccount(username: "nile", apiKey: "atsk_5ecret")
        account.endpoint = "http://127.0.0.1:\(server.port)"
        var settings = MessageSettings()
        settings.sms = .africasTalking(account)
        let number = try #require(PhoneNumber(rawValue: "+256700123456"))
        #expect(
            Transports(settings).sendSMS("Webale", to: number)
                == .accepted(providerID: "ATXid_1", answer: "101 Success UGX 35.0000"))
    }
}
