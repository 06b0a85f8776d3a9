public import Ticketing

/// The settings with which a server sends messages. The file `messages.json` in the data folder contains them. Only the
/// file's owner can read it. The commands `eventpass mail set`, `eventpass sms set` and
/// `eventpass push set` write this file.
public struct MessageSettings: Hashable, Sendable, Codable {
    /// The public address of the server, such as `https://tickets.example.org`. Links in messages begin with it.
    public var publicURL: String?
    public var mail: MailSettings?
    public var sms: SMSSettings?
    /// Whether messages to phone numbers can be prepared in the desk as `wa.me` links. A person opens a link, and sends
    /// the message with WhatsApp. Messages for SMS become such links only if neither an SMS provider nor a modem is set
    /// up.
    public var preparesWhatsApp: Bool?
    /// The maximum number of SMS in a minute; nil for no limit.
    public var smsPerMinute: Int?
    /// The settings for push messages to browsers; nil if the server sends none.
    public var push: PushSettings?
    /// The settings of the notice policy that differ from the standard policy. The keys are the names of
    /// `NoticePolicySetting`.
    public var policy: [String: Int]?

    public init() {}

    /// The notice policy. A setting that is missing from `policy` has its default. A setting with an unknown name or a
    /// value out of range is ignored, and `MessageSettings.faults` reports the setting. Earlier versions of the program
    /// could store the standard reminders (`StandardReminder`: early, day, late, last) in another order. If so, `late`
    /// and `last` are sent later than their stored times, so that the reminders are in order
    /// (`NoticePolicy.withOrderedReminders`).
    public var noticePolicy: NoticePolicy { storedPolicy.withOrderedReminders }

    /// The settings of `noticePolicy` as they are stored, even if the reminders are not in order.
    var storedPolicy: NoticePolicy {
        NoticePolicy.standard.with { changed in
            for (name, value) in policy ?? [:] {
                guard let setting = NoticePolicySetting.named(name), setting.range.contains(value) else { continue }
                setting.set(value, in: &changed)
            }
        }
    }

    /// Lowers the maximum numbers of messages that are greater than `NoticePolicy.Cap.greatest`. Earlier versions of
    /// the program could store greater numbers.
    mutating func lowerCaps() {
        for (name, value) in policy ?? [:] {
            guard let setting = NoticePolicySetting.named(name), setting.unit == .messages,
                value > NoticePolicy.Cap.greatest
            else { continue }
            policy?[name] = NoticePolicy.Cap.greatest
        }
    }
}

extension MessageSettings {
    /// A key of the object `policy` in the file: the name of a setting of the notice policy.
    private struct PolicyName: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        publicURL = try members.decodeIfPresent(String.self, forKey: .publicURL)
        mail = try members.decodeIfPresent(MailSettings.self, forKey: .mail)
        sms = try members.decodeIfPresent(SMSSettings.self, forKey: .sms)
        preparesWhatsApp = try members.decodeIfPresent(Bool.self, forKey: .preparesWhatsApp)
        smsPerMinute = try members.decodeIfPresent(Int.self, forKey: .smsPerMinute)
        push = try members.decodeIfPresent(PushSettings.self, forKey: .push)
        guard members.contains(.policy), try !members.decodeNil(forKey: .policy) else { return }
        let numbers = try members.nestedContainer(keyedBy: PolicyName.self, forKey: .policy)
        policy = try Dictionary(
            uniqueKeysWithValues: numbers.allKeys.map { name in
                do {
                    return (name.stringValue, try numbers.decode(Int.self, forKey: name))
                } catch let error where !(error is DecodingError) {
                    // For a number that is not an integer, Foundation throws an error that does not name the setting.
                    // The error that is thrown here names it.
                    throw DecodingError.dataCorrupted(
                        DecodingError.Context(codingPath: numbers.codingPath + [name], debugDescription: "\(error)"))
                }
            })
    }
}

public struct MailSettings: Hashable, Sendable, Codable {
    /// An SMTP server, or a folder into which the messages are written as `.eml` files.
    public enum Way: Hashable, Sendable, Codable {
        case smtp(SMTPServer)
        case folder(String)
    }

    public var way: Way
    /// The address of the sender.
    public var from: EmailAddress
    /// The address to which undeliverable messages return. A random token that identifies the message is added after a
    /// plus sign (VERP): `bounces+TOKEN@example.org`. If this address is nil, undeliverable messages return to the
    /// sender's address, without a token.
    public var bounces: EmailAddress?
    /// The Maildir folder in which returned messages arrive; nil if the server reads no such folder.
    public var bounceFolder: String?
    /// The maximum number of messages in a minute; nil for no limit.
    public var perMinute: Int?

    public init(way: Way, from: EmailAddress) {
        self.way = way
        self.from = from
    }
}

public struct SMTPServer: Hashable, Sendable, Codable {
    public enum Security: String, Hashable, Sendable, Codable, CaseIterable {
        /// The connection begins in plain text and must switch to TLS before anything is sent (RFC 3207).
        case startTLS = "starttls"
        /// TLS from the first byte (RFC 8314), usually on port 465.
        case tls
        /// No encryption; allowed only for a server on this machine.
        case none
    }

    public var host: String
    public var port: Int
    public var security: Security
    public var user: String?
    public var password: String?
    /// A PEM file with the certificates that are trusted instead of the system's.
    public var certificates: String?

    public init(host: String, port: Int, security: Security) {
        self.host = host
        self.port = port
        self.security = security
    }
}

public enum SMSSettings: Hashable, Sendable, Codable {
    case africasTalking(AfricasTalkingAccount)
    case gammu(GammuModem)
}

/// An account at Africa's Talking, a provider of SMS in East Africa.
public struct AfricasTalkingAccount: Hashable, Sendable, Codable {
    public var username: String
    public var apiKey: String
    /// The short code or name that recipients see as the sender; nil for the provider's default.
    public var sender: String?
    /// The URL of the API; nil for the provider's default.
    public var endpoint: String?
    /// The price of one SMS part, in minor units of `currency`, for estimates before bulk messages.
    public var pricePerPart: Int64?
    public var currency: String?
    /// The secret in the URL to which the provider posts its delivery reports: 32 to 128 letters and digits. Nil in
    /// settings that an earlier version has written; in that case, no reports are received.
    public var reportSecret: String?

    public init(username: String, apiKey: String) {
        self.username = username
        self.apiKey = apiKey
    }
}

/// A modem on this machine, which the program `gammu` drives.
public struct GammuModem: Hashable, Sendable, Codable {
    /// The configuration file of gammu.
    public var configuration: String

    public init(configuration: String) { self.configuration = configuration }
}
