import EventFixture
import Foundation
import Testing
import Ticketing

@testable import MessageTransport

/// A mail server for one test: `mailserver.py`. Its answers depend on the local part of each recipient.
final class MailServer {
    struct Event: Decodable {
        /// The kind of the event: `connection`, `login`, `mail` (the command MAIL FROM), `recipient`, `message` or
        /// `closed` (the end of a connection).
        let event: String
        let address: String?
        let sender: String?
        let recipients: [String]?
        let hello: String?
        let encrypted: Bool?
        let user: String?
        let data: Data?
        let connection: Int?
        let mechanism: String?
    }

    let certificate: ServerCertificate
    private(set) var events: [Event] = []
    private let server: PythonServer
    private let isImplicit: Bool
    private let isEncrypted: Bool

    /// By default, the server offers STARTTLS.
    init(_ options: [String] = [], isEncrypted: Bool = true) throws {
        certificate = try ServerCertificate()
        self.isEncrypted = isEncrypted
        isImplicit = options.contains("--implicit-tls")
        server = try PythonServer(
            "mailserver.py", package: "aiosmtpd",
            options: options + (isEncrypted ? ["--certificate", certificate.server] : []))
    }

    var settings: SMTPServer {
        var settings = SMTPServer(
            host: "localhost", port: server.port, security: isImplicit ? .tls : isEncrypted ? .startTLS : .none)
        settings.certificates = certificate.authority
        return settings
    }

    /// The settings with a user and a password. A server with the option `--user tickets:se/cr@t` accepts the defaults.
    func settingsWithLogin(_ user: String = "tickets", password: String = "se/cr@t") -> SMTPServer {
        var settings = self.settings
        (settings.user, settings.password) = (user, password)
        return settings
    }

    /// Waits for the next event of a kind, and adds all events up to it to `events`.
    func next(_ kind: String) throws -> Event {
        while true {
            let event = try server.next(Event.self)
            events.append(event)
            if event.event == kind { return event }
        }
    }

    func hasEvent(_ kind: String) throws -> Bool {
        while let event = try server.present(Event.self) { events.append(event) }
        return events.contains { $0.event == kind }
    }
}

/// A self-signed certificate for `localhost`, and its key.
final class ServerCertificate {
    private let folder: TemporaryFolder
    /// The file with the key and the certificate.
    var server: String { folder("server.pem") }
    /// The file with the certificate and without the key.
    var authority: String { folder("authority.pem") }

    init() throws {
        folder = try TemporaryFolder()
        try folder.writeCertificate(for: "localhost", to: "authority.pem", key: "key.pem")
        try folder.write(try folder.read("key.pem") + folder.read("authority.pem"), to: "server.pem")
    }
}

extension OutgoingMessage {
    static let sampleReturnPath = "bounces+4f2a9c@example.org"

    static func sample(
        to local: String = "grace", from returnPath: String = OutgoingMessage.sampleReturnPath,
        text: String = "Subject: Hello\r\n\r\nHello Grace.\r\n"
    ) throws -> OutgoingMessage {
        OutgoingMessage(
            token: "4f2a9c", returnPath: returnPath,
            recipient: try #require(EmailAddress(rawValue: "\(local)@example.com")), bytes: Array(text.utf8))
    }
}

extension TransportResult {
    static let queued = TransportResult.accepted(providerID: nil, answer: "250 2.0.0 Ok: queued as 4F7K29QX")

    var fault: TransportFault? { if case .unavailable(let fault) = self { fault } else { nil } }
    var isUnknown: Bool { if case .unknown = self { true } else { false } }
}
