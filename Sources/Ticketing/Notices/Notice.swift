/// A message to one person, stored in the same transaction as the change that caused it. The message is sent later
/// (Docs/Messages.md).
public struct Notice: Hashable, Sendable, Updatable {
    /// The organizer in whose name the message is sent; nil for messages of the server itself, such as a password
    /// reset.
    public let organizer: OrganizerNumber?
    public let event: EventNumber?
    public let kind: Kind
    /// An e-mail address or a phone number.
    public let recipient: String
    /// The values for the text of the message, by name.
    public var payload: [String: String]
    /// The key, unique in the store. It is computed from the cause and the recipient. If the same cause is processed
    /// again, the key is the same, so the notice is stored only once.
    public let key: String
    public let created: Instant
    public var delivery: NoticeDelivery

    public init(
        organizer: OrganizerNumber?, event: EventNumber?, kind: Kind, recipient: String, payload: [String: String],
        key: String, created: Instant, delivery: NoticeDelivery? = nil
    ) {
        self.organizer = organizer
        self.event = event
        self.kind = kind
        self.recipient = recipient
        self.payload = payload
        self.key = key
        self.created = created
        self.delivery = delivery ?? NoticeDelivery(due: created)
    }

    /// The prefix of the names of old values in the payload. For example, `old_start` is the start before a change.
    public static let oldValuePrefix = "old_"

    /// The name of the payload value with the channel that a code confirms: the channel of the recipient's second
    /// address or, for a browser, the channel `push`.
    public static let addressCodeName = "added"

    /// The position of a notice in an organizer's list, oldest first. The position stays valid after the notice is
    /// withdrawn.
    public struct Cursor: Hashable, Sendable {
        public let created: Instant
        public let key: String

        public init(created: Instant, key: String) {
            self.created = created
            self.key = key
        }
    }

    public var cursor: Cursor { Cursor(created: created, key: key) }

    /// The common prefix of the keys of all notices with the same cause. In each key, the recipient follows this
    /// prefix.
    public static func keyPrefix(_ kind: Kind, of event: EventNumber?, cause: String) -> String {
        "\(kind.rawValue)/\(event.map { "\($0)" } ?? "")/\(cause)/"
    }

    /// Whether the code or link of the notice is no longer valid, or whether its suggestions are a day old.
    public func hasExpired(at now: Instant) -> Bool {
        guard !kind.secrets.isEmpty else { return false }
        let end = payload["expires"].flatMap { Instant(iso8601: $0) }
        return now >= end ?? created.advanced(bySeconds: Kind.secretSeconds)
    }

    /// The notice without its secrets, to be shown to people other than the recipient. The secrets are codes and links
    /// and, in suggestions of events, the events and the recipient's city. Anyone who has such a code or link is
    /// treated as the owner of the recipient's address.
    public var redacted: Notice {
        guard !kind.secrets.isEmpty else { return self }
        return with { notice in notice.payload = payload.filter { !kind.secrets.contains($0.key) } }
    }
}
