import AttendeePack
import Cryptography
package import Languages
package import MessageTransport
package import Ticketing

/// A test of the settings for messages. The test message is sent at once and is not stored.
package struct MessageTrial: Sendable {
    private let settings: MessageSettings
    private let language: Language

    package init(_ settings: MessageSettings, in language: Language) {
        self.settings = settings
        self.language = language
    }

    /// Sends a test mail. Blocks until the mail server has answered.
    ///
    /// - Returns: `unavailable` if no mail server is set up.
    /// - Throws: `OpenSSLError`, `QRSymbolError`.
    package func send(to address: EmailAddress, at now: Instant) throws -> TransportResult {
        guard let settings = settings.mail else { return .unavailable(.notConfigured(.email)) }
        var random = SystemRandomNumberGenerator()
        let token = Hexadecimal.text((0..<12).map { _ in .random(in: 0...255, using: &random) })
        var mail = OutgoingMail(
            from: settings.from, to: address, subject: language.text(Text.title), in: language)
        mail.blocks = [.paragraph(language.text(Text.body))]
        let domain = settings.from.rawValue.split(separator: "@").last.map(String.init) ?? ""
        let bytes = try mail.bytes(id: "\(token)@\(domain)", at: now, in: .gmt)
        let transports = Transports(self.settings, isStopping: { false })
        return transports.sendMail(
            OutgoingMessage(
                token: token, returnPath: settings.returnPath(token: token), recipient: address, bytes: bytes),
            at: now)
    }

    /// Sends a test SMS. Blocks until the provider or modem has answered.
    ///
    /// - Returns: `unavailable` if neither a provider nor a modem is set up.
    package func send(to number: PhoneNumber) -> TransportResult {
        guard settings.sms != nil else { return .unavailable(.notConfigured(.sms)) }
        return Transports(settings, isStopping: { false }).sendSMS(language.text(Text.short), to: number)
    }

    enum Text: String, SentenceKey {
        static let subject = "messageTrial"

        case title = "Test message"
        case body = "EventPass sent this message to test its settings for e-mail. You need not answer."
        case short = "EventPass sent this message to test its settings. You need not answer."
    }
}
