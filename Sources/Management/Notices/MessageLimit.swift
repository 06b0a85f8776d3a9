public import Languages
import Store
public import Ticketing

/// A maximum number of messages in a period. For each message, the store has a row in the table `AddressProofs`. The
/// limit counts the rows whose subjects begin with `subject`.
///
/// Call `UnitOfWork.serialize` before you check a limit. Concurrent requests then count each other's messages.
struct MessageLimit {
    let purpose: AddressProof.Purpose
    /// The rows whose subjects begin with this text are counted. It ends with a space.
    let subject: String
    let messages: Int
    let seconds: Int64

    /// The time at which another message is allowed; nil if a message is allowed now. A concurrent request that began
    /// later may have sent its message first. So messages up to a minute after `now` are also counted.
    func end(_ proofs: AddressProofs, at now: Instant) throws -> Instant? {
        let times = try proofs.times(
            for: purpose, subject: subject, within: seconds + AddressVerification.clockDifference,
            before: now.advanced(bySeconds: AddressVerification.clockDifference))
        guard times.count >= messages else { return nil }
        return times[times.count - messages].advanced(bySeconds: seconds)
    }

    /// The beginning of each text that `owner(of:)` returns for a phone number. If the subject of a limit ends with
    /// this text, and not with a whole phone number, the limit counts the SMS to all phone numbers together.
    static let textMessages = "sms "

    /// The text that stands for an address in the subjects of rows that count messages: the mailbox of an e-mail
    /// address, or the phone number. It is the same for all addresses of one mailbox.
    static func owner(of address: String) -> String {
        EmailAddress(rawValue: address).map { "email \($0.mailbox) " } ?? "\(textMessages)\(address) "
    }
}

extension MessageLimit {
    /// A limit on the number of messages in 24 hours. `UnitOfWork.countMessage` counts these messages.
    ///
    /// - Parameter subject: the subject that was passed to `UnitOfWork.countMessage`, or its beginning.
    static func daily(_ messages: Int, about subject: String) -> MessageLimit {
        MessageLimit(purpose: .countMessage, subject: subject, messages: messages, seconds: 86_400)
    }
}

extension UnitOfWork {
    /// Counts a message for the limits that `MessageLimit.daily` makes.
    ///
    /// - Parameter subject: ends with a space.
    func countMessage(about subject: String) throws {
        try connection.addressProofs.countMessage(about: subject, at: now)
    }
}

extension AddressProofs {
    /// Adds a row that only counts a message, for limits with a period of at most 24 hours.
    ///
    /// - Parameter subject: ends with a space.
    func countMessage(about subject: String, at now: Instant) throws {
        var random = SystemRandomNumberGenerator()
        let bytes: [UInt8] = (0..<32).map { _ in .random(in: 0...255, using: &random) }
        try add(
            AddressProof(
                hash: bytes, purpose: .countMessage, address: "", subject: subject, created: now,
                expires: now.advanced(bySeconds: 86_400 + AddressVerification.clockDifference)))
    }
}

// MARK: Messages that accounts send

/// A message to an address that a member of an organizer enters. Anyone with an account can enter any address, and
/// create any number of organizers. So these messages are limited for each mailbox or phone number and for each
/// account, over all organizers together. The messages that an account sends to its own mailbox have a separate limit,
/// which strangers cannot use up.
enum AccountMessage: String {
    /// A code that confirms the address of an organizer.
    case code
    /// An invitation to become a member of an organizer.
    case invitation

    /// The maximum number of messages of one kind to one mailbox or phone number in 24 hours.
    static let mostToOwner = 5
    /// The maximum number of messages of one kind that one account can send in 24 hours.
    static let mostOfAccount = 20

    fileprivate func subject(to address: String) -> String { "\(rawValue) \(MessageLimit.owner(of: address))" }

    /// The subject of the rows that count the messages of an account to its own mailbox.
    fileprivate func subject(toOwn address: String) -> String {
        "\(rawValue) own \(MessageLimit.owner(of: address))"
    }

    fileprivate func subject(by user: UserID) -> String { "\(rawValue) user \(user) " }
}

extension UnitOfWork {
    /// Counts a message of the user to an address. Call `serialize` first.
    ///
    /// - Throws: `MessageLimitError`.
    func count(_ message: AccountMessage, to address: String) throws {
        let own = message.subject(by: user)
        let mailbox = EmailAddress(rawValue: address)?.mailbox
        let isOwnMailbox = try mailbox != nil && connection.users.with(id: user)?.email?.mailbox == mailbox
        let all = isOwnMailbox ? message.subject(toOwn: address) : message.subject(to: address)
        let proofs = connection.addressProofs
        if let end = try MessageLimit.daily(AccountMessage.mostOfAccount, about: own).end(proofs, at: now) {
            throw MessageLimitError.ofAccount(limit: AccountMessage.mostOfAccount, until: end)
        }
        if let end = try MessageLimit.daily(AccountMessage.mostToOwner, about: all).end(proofs, at: now) {
            throw MessageLimitError.ofAddress(address, limit: AccountMessage.mostToOwner, until: end)
        }
        try countMessage(about: own)
        try countMessage(about: all)
    }
}

/// The reason why a message to an address that a member entered was not sent.
public enum MessageLimitError: Error, Hashable, SentenceConvertible {
    /// The mailbox or the phone number has got the maximum number of messages of one kind in 24 hours, from all
    /// organizers together.
    case ofAddress(String, limit: Int, until: Instant)
    /// The user's account has sent the maximum number of messages of one kind in 24 hours.
    case ofAccount(limit: Int, until: Instant)

    enum Text: String, SentenceKey {
        static let subject = "messageLimitError"

        case ofAddress =
            "{address} got {limit} such messages in the last 24 hours; the next one can be sent at {time}"
        case ofAddressHint = "check the address with its owner"
        case ofAccount =
            "your account has sent {limit} such messages in the last 24 hours; the next one can be sent at {time}"
    }

    /// The time from which the message can be sent.
    public var until: Instant {
        switch self {
        case .ofAddress(_, _, let until), .ofAccount(_, let until): until
        }
    }

    public var sentence: Sentence { sentence(at: until.iso8601(in: .gmt)) }

    /// The sentence of the error.
    ///
    /// - Parameter time: the time from which the message can be sent, as text.
    public func sentence(at time: String) -> Sentence {
        switch self {
        case .ofAddress(let address, let limit, _):
            Sentence(Text.ofAddress, ["address": .text(address), "limit": .number(limit), "time": .text(time)])
        case .ofAccount(let limit, _): Sentence(Text.ofAccount, ["limit": .number(limit), "time": .text(time)])
        }
    }

    /// Advice on how to resolve the error; nil if there is no advice.
    public var hint: Sentence? {
        switch self {
        case .ofAddress: Sentence(Text.ofAddressHint)
        case .ofAccount: nil
        }
    }
}
