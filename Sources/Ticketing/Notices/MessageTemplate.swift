/// The text of messages of one kind, on one channel and in one language, as an organizer has written it. It contains
/// arguments in braces, such as `{event_title}` (Docs/Messages.md).
public struct MessageTemplate: Hashable, Sendable {
    public let organizer: OrganizerNumber
    public let kind: Notice.Kind
    public let channel: Notice.Channel
    /// A BCP 47 tag, such as `fr`.
    public let language: String
    /// The subject; empty for an SMS.
    public var subject: String
    public var body: String
    public var changed: Instant

    public init(
        organizer: OrganizerNumber, kind: Notice.Kind, channel: Notice.Channel, language: String, subject: String,
        body: String, changed: Instant
    ) {
        self.organizer = organizer
        self.kind = kind
        self.channel = channel
        self.language = language
        self.subject = subject
        self.body = body
        self.changed = changed
    }
}
