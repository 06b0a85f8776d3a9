import Store
public import Ticketing

/// The recipient whose message preferences a link opens.
public struct LinkedRecipient: Sendable {
    public let recipient: MessageRecipient
    /// Whether the address belongs to a user. A user can be an owner or manager of an organizer.
    public let isUser: Bool

    /// The kinds of messages that the recipient can turn off. If the recipient is a user, the kinds about sales are
    /// included.
    public var optionalKinds: [Notice.Kind] {
        Storefront.optionalKinds.filter { isUser || $0.category != .organizer }
    }
}

extension Storefront {
    /// The kinds of messages that a recipient can turn off.
    public static let optionalKinds = Notice.Kind.allCases.filter(NoticePolicy.standard.canBeTurnedOff)
    /// The time for which a recipient can pause a kind of messages, in seconds.
    public static let snoozeSeconds: Int64 = 7 * 86_400

    /// The recipient of a link; nil if the link is invalid.
    ///
    /// - Parameter secret: the part of the path after `/m/`.
    public func recipient(ofLink secret: String) throws -> LinkedRecipient? {
        guard Storefront.isRecipientSecret(secret) else { return nil }
        return try store.read { connection in
            guard let recipient = try connection.recipients.with(secret: secret) else { return nil }
            let user = try EmailAddress(rawValue: recipient.address).flatMap { try connection.users.with(email: $0) }
            return LinkedRecipient(recipient: recipient, isUser: user != nil)
        }
    }

    /// Stores changes of a recipient's preferences and language.
    ///
    /// - Parameter change: the changes. It gets the recipient and the time of the operation, and may be called several
    ///   times.
    /// - Throws: `StorefrontError.notFound` if the link is invalid.
    public func changePreferences(
        ofLink secret: String, _ change: (inout MessageRecipient, Instant) -> Void
    ) throws {
        try withRecipient(ofLink: secret) { recipient, work in
            var changed = recipient
            change(&changed, work.now)
            if changed != recipient { try work.connection.recipients.update(changed) }
        }
    }

    /// Turns a kind of messages off or on, by all channels of the recipient's address.
    ///
    /// - Returns: false if the kind cannot be turned off; then nothing is changed.
    /// - Throws: `StorefrontError.notFound` if the link is invalid.
    public func turn(_ kind: Notice.Kind, off isOff: Bool, ofLink secret: String) throws -> Bool {
        let isOptional = Storefront.optionalKinds.contains(kind)
        try changePreferences(ofLink: secret) { recipient, _ in
            guard isOptional else { return }
            for channel in recipient.channels { recipient.preferences.turn(kind, off: isOff, by: channel) }
        }
        return isOptional
    }

    /// Allows messages to a recipient's address again, after a message came back.
    ///
    /// - Throws: `StorefrontError.notFound` if the link is invalid.
    public func allowMessages(ofLink secret: String) throws {
        try withRecipient(ofLink: secret) { recipient, work in
            guard recipient.suppressed != nil else { return }
            try work.connection.recipients.suppress(recipient.address, since: nil, answer: nil)
        }
    }

    private func withRecipient<Result>(
        ofLink secret: String, _ body: (MessageRecipient, UnitOfWork) throws -> Result
    ) throws -> Result {
        guard Storefront.isRecipientSecret(secret) else { throw StorefrontError.notFound }
        return try visitorServices.transact(.changeMessagePreferences, in: nil) { work in
            // Changes run one after another. So two concurrent changes, such as a form and a click on “unsubscribe”, do
            // not overwrite each other.
            try work.serialize()
            guard let recipient = try work.connection.recipients.with(secret: secret) else {
                throw StorefrontError.notFound
            }
            return try body(recipient, work)
        }
    }

    /// Whether a text has the form of a recipient's secret. Other texts, such as texts with a NUL, are not looked up.
    private static func isRecipientSecret(_ text: String) -> Bool {
        text.wholeMatch(of: /[0-9a-f]{16,128}/) != nil
    }
}

extension MessageRecipient {
    /// The channels that lead to the address.
    public var channels: [Notice.Channel] { address.contains("@") ? [.email] : [.sms, .whatsApp] }
}

extension MessagePreferences {
    /// Turns a kind of messages off or on, by one channel.
    public mutating func turn(_ kind: Notice.Kind, off isOff: Bool, by channel: Notice.Channel) {
        let key = MessagePreferences.offKey(kind, channel)
        if isOff { off.insert(key) } else { off.remove(key) }
    }

    /// The time at which the pause of a kind ends; nil if the kind is not paused.
    public func snoozeEnd(of kind: Notice.Kind, at now: Instant) -> Instant? {
        guard let end = snoozed[kind.rawValue], end > now.milliseconds else { return nil }
        return Instant(milliseconds: end)
    }
}
