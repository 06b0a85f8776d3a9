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
        let token = MessageTrial.randomToken()
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

    /// Sends a test push message to a browser. Blocks until the push service has answered.
    ///
    /// - Returns: the result, which is `unavailable` if push messages are not set up, and whether the subscription of
    ///   the browser has ended.
    /// - Throws: `OpenSSLError`; `EncodingError`.
    package func send(to browser: PushSubscription, at now: Instant) throws -> (result: PushResult, hasEnded: Bool) {
        let message = PushMessage(
            token: MessageTrial.randomToken(), title: language.text(Text.title), body: language.text(Text.short),
            url: settings.publicURL, language: language.rawValue, urgency: .normal, seconds: MessageTrial.pushSeconds)
        let (result, ended) = try Transports(settings, isStopping: { false }).sendPush(message, to: [browser], at: now)
        return (result, !ended.isEmpty)
    }

    /// The time for which a push service keeps a test message while the browser is not connected, in seconds.
    private static let pushSeconds = 3600

    private static func randomToken() -> String {
        var random = SystemRandomNumberGenerator()
        return Hexadecimal.text((0..<12).map { _ in .random(in: 0...255, using: &random) })
    }

    enum Text: String, SentenceKey {
        static let subject = "messageTrial"

        case title = "Test message"
        case body = "EventPass sent this message to test its settings for e-mail. You do not need to reply."
        case short = "EventPass sent this message to test its settings. You do not need to reply."
    }
}
