public import Ticketing

/// Sends messages in the ways that the settings describe: mails, SMS and push messages. Connections stay open between
/// messages. Each call blocks its thread. Use each instance on one thread only.
///
/// ```swift
/// let transports = Transports(try file.read())
/// if transports.channels.contains(.email) { result = transports.sendMail(message, at: now) }
/// ```
public final class Transports {
    public let settings: MessageSettings
    private let mail: Mail?
    private let sms: SMS?
    /// Nil if push messages are not set up, or if their key cannot be read.
    private let push: PushClient?

    private enum Mail {
        case server(SMTPTransport)
        case folder(MailFolder)
    }

    private enum SMS {
        case africasTalking(AfricasTalkingClient)
        case gammu(GammuClient)
    }

    /// Makes the transports. No connection is opened before the first message.
    ///
    /// - Parameter isStopping: called at least once a second during a transfer. If it returns true, the transfer ends.
    public init(_ settings: MessageSettings, isStopping: @escaping @Sendable () -> Bool = { false }) {
        self.settings = settings
        // Mail servers distrust a client that introduces itself with a name without a dot, such as `localhost`. The
        // client therefore uses the host name in the server's public address.
        let publicHost = settings.publicURL.flatMap { WebAddress($0)?.host }
        mail = settings.mail.map { mail in
            switch mail.way {
            case .smtp(let server):
                .server(SMTPTransport(server, helloName: publicHost, isStopping: isStopping))
            case .folder(let path): .folder(MailFolder(path))
            }
        }
        sms = settings.sms.map { sms in
            switch sms {
            case .africasTalking(let account):
                .africasTalking(AfricasTalkingClient(account, isStopping: isStopping))
            case .gammu(let modem): .gammu(GammuClient(modem, isStopping: isStopping))
            }
        }
        push = settings.sends(by: .push) ? settings.push.flatMap { Transports.pushClient($0, isStopping) } : nil
    }

    private static func pushClient(
        _ settings: PushSettings, _ isStopping: @escaping @Sendable () -> Bool
    ) -> PushClient? {
        // `MessageSettings.faults` reports a key that cannot be read.
        do {
            return try settings.key().map { PushClient(settings, key: $0, isStopping: isStopping) }
        } catch {
            return nil
        }
    }

    /// The channels that are set up. This type does not send WhatsApp messages: the program prepares them, and a person
    /// sends them.
    public var channels: Set<Notice.Channel> {
        var channels: Set<Notice.Channel> = []
        if mail != nil { channels.insert(.email) }
        if sms != nil { channels.insert(.sms) }
        if settings.preparesWhatsApp == true { channels.insert(.whatsApp) }
        if push != nil { channels.insert(.push) }
        return channels
    }

    /// Sends a mail, or writes it to the folder for mails.
    ///
    /// - Parameter now: the current time. If the mail is written to the folder, the name of its file contains this
    ///   time.
    public func sendMail(_ message: OutgoingMessage, at now: Instant) -> TransportResult {
        switch mail {
        case .server(let server): server.send(message)
        case .folder(let folder): folder.write(message, at: now)
        case nil: .unavailable(.notConfigured(.email))
        }
    }

    public func sendSMS(_ text: String, to number: PhoneNumber) -> TransportResult {
        switch sms {
        case .africasTalking(let client): client.send(SMSText(text), to: number)
        case .gammu(let client): client.send(SMSText(text), to: number)
        case nil: .unavailable(.notConfigured(.sms))
        }
    }

    /// Sends a push message to the browsers of a recipient.
    ///
    /// - Returns: the result, and the subscriptions that have ended.
    /// - Throws: `OpenSSLError`; `EncodingError`.
    public func sendPush(
        _ message: PushMessage, to subscriptions: [PushSubscription], at now: Instant
    ) throws -> (result: PushResult, ended: [PushSubscription]) {
        guard let push else { return (.unavailable(.notConfigured(.push)), []) }
        return try push.send(message, to: subscriptions, at: now)
    }
}
