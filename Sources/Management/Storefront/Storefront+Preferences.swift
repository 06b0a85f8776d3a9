public import Store
public import Ticketing

/// The recipient whose message preferences a link opens.
public struct LinkedRecipient: Sendable {
    public let recipient: MessageRecipient
    /// Whether the address belongs to a user.
    public let isUser: Bool
    /// The organizers for whose news the address has or had a consent, sorted by name.
    public let news: [OrganizerNews]
    /// The channels that the recipient can choose; empty if there is only one such channel. The channel of the
    /// recipient's own address comes first. Then comes the recipient's other channel (SMS or e-mail), if the recipient
    /// has an address for it and the server sends messages by it. Push comes last, if the recipient has a confirmed
    /// push subscription.
    public let choices: [Notice.Channel]
    /// The channel of the address that the recipient can add; nil if the recipient already has an address for this
    /// channel, or if the server sends no messages by this channel.
    public let addable: Notice.Channel?
    /// The time at which messages to the recipient's second address were stopped. Nil if the recipient has no second
    /// address, or if messages to that address are not stopped.
    public let otherStopped: Instant?
    /// The address that the recipient is adding: valid codes were sent to it and to the recipient's own address. Nil if
    /// there are no valid codes.
    public let unconfirmed: String?
    /// The browsers that get push messages; nil if the server sends no push messages.
    public let devices: RecipientDevices?
    /// The latest messages to the recipient, newest first.
    public let latest: [LatestMessage]

    /// The kinds of messages for which the recipient can choose the channel. Only users can choose the channel for
    /// messages to owners and managers.
    public var choosableKinds: [Notice.Kind] {
        Notice.Kind.allCases.filter {
            $0.canUseOtherAddress && canGet($0) && (isUser || $0.because != .becauseManager)
        }
    }

    /// The kinds of messages that the recipient can turn off. Only users can turn off messages to organizers, such as
    /// messages about sales. The recipient ends news separately for each organizer, but can pause the kind `news`.
    public var optionalKinds: [Notice.Kind] {
        Storefront.optionalKinds.filter { kind in
            kind == .news
                ? news.contains { $0.consent.isActive } : canGet(kind) && (isUser || kind.category != .organizer)
        }
    }

    /// Whether messages of a kind can reach the recipient. Messages that suggest events are never sent by SMS.
    private func canGet(_ kind: Notice.Kind) -> Bool {
        !kind.suggestsEvents || recipient.ownChannel == .email || choices.contains { $0 == .email || $0 == .push }
    }
}

/// A message on a recipient's page of preferences. It names neither the event nor the organizer, because people forward
/// messages, and anyone with a forwarded message can open the page.
public struct LatestMessage: Sendable {
    public let kind: Notice.Kind
    public let state: NoticeDelivery.State
    /// The time at which the message was sent. If the message was not sent, the time at which it was queued.
    public let time: Instant
    /// The reason why the message was sent, waits, or was not sent; nil before the first decision.
    public let reason: NoticeReason?
}

/// The news of an organizer for which a recipient has or had a consent.
public struct OrganizerNews: Sendable {
    /// The organizer's name.
    public let organizer: String
    public let consent: NewsConsent
}

extension Storefront {
    /// The kinds of messages that a recipient can turn off.
    public static let optionalKinds = Notice.Kind.allCases.filter(NoticePolicy.standard.canBeTurnedOff)
    /// The time for which a recipient can pause a kind of messages, in seconds.
    public static let snoozeSeconds: Int64 = 7 * 86_400

    /// The recipient whose preferences a link opens; nil if the link is invalid.
    ///
    /// - Parameter secret: the part of the path after `/m/`.
    public func recipient(ofLink secret: String) throws -> LinkedRecipient? {
        guard Storefront.isRecipientSecret(secret) else { return nil }
        return try store.read { connection in
            guard let recipient = try connection.recipients.with(secret: secret) else { return nil }
            let user = try EmailAddress(rawValue: recipient.address).flatMap { try connection.users.with(email: $0) }
            let sendsByOther = try confirmsReservations(recipient.otherChannel)
            let hasChoice = try sendsByOther && hasOtherAddress(recipient, connection)
            let devices = try self.devices(of: recipient, connection)
            let others: [Notice.Channel] =
                (hasChoice ? [recipient.otherChannel] : []) + (devices?.confirmed.isEmpty ?? true ? [] : [.push])
            let codes = AddressVerification(.otherAddress, connection, at: now())
            return LinkedRecipient(
                recipient: recipient, isUser: user != nil, news: try Storefront.news(for: recipient, connection),
                choices: others.isEmpty ? [] : [recipient.ownChannel] + others,
                addable: sendsByOther && recipient.otherAddress == nil ? recipient.otherChannel : nil,
                otherStopped: try recipient.otherAddress.flatMap {
                    try connection.recipients.with(address: $0)?.suppressed
                },
                unconfirmed: try codes.partner(of: recipient.address), devices: devices,
                latest: try connection.notices.latest(to: recipient.address, limit: Storefront.latestMessages)
                    .map { notice in
                        LatestMessage(
                            kind: notice.kind, state: notice.delivery.state,
                            time: notice.delivery.sent ?? notice.created, reason: notice.delivery.reason)
                    })
        }
    }

    /// The secret in the link to the preferences of an address: the part of the path after `/m/`. Adds the recipient if
    /// the address is new. The caller must make sure that only the owner of the address gets to see the link.
    public static func preferencesSecret(of address: String, _ store: Store) throws -> String {
        if let known = try store.read({ try $0.recipients.with(address: address) }) { return known.secret }
        return try store.write { try $0.recipients.existing(address) }.secret
    }

    /// The number of messages on the page of preferences.
    public static let latestMessages = 10

    /// Whether messages can also go to another address: the recipient's second address, or a phone number that a member
    /// has entered together with the e-mail address.
    private func hasOtherAddress(
        _ recipient: MessageRecipient, _ connection: any StoreConnection
    ) throws -> Bool {
        if recipient.otherAddress != nil { return true }
        guard recipient.ownChannel == .email else { return false }
        return try connection.recipients.hasStatedPhone(recipient.address)
    }

    /// Stores changes of a recipient's preferences and language.
    ///
    /// - Parameter change: makes the changes. The closure gets the recipient and the time of the operation, and may be
    ///   called several times.
    /// - Throws: `StorefrontError.notFound` if the link is invalid; any error that `change` throws. After an error,
    ///   nothing is stored.
    public func changePreferences(
        ofLink secret: String, _ change: (inout MessageRecipient, Instant) throws -> Void
    ) throws {
        try withRecipient(ofLink: secret) { recipient, work in
            var changed = recipient
            try change(&changed, work.now)
            if changed != recipient { try work.connection.recipients.update(changed) }
        }
    }

    /// Turns a kind of messages off or on, by all channels.
    ///
    /// - Returns: false if the kind cannot be turned off; then nothing is changed.
    /// - Throws: `StorefrontError.notFound` if the link is invalid.
    public func turn(_ kind: Notice.Kind, off isOff: Bool, ofLink secret: String) throws -> Bool {
        let isOptional = Storefront.optionalKinds.contains(kind)
        try changePreferences(ofLink: secret) { recipient, _ in
            guard isOptional else { return }
            recipient.preferences.turn(kind, off: isOff)
        }
        return isOptional
    }

    private static func news(
        for recipient: MessageRecipient, _ connection: any StoreConnection
    ) throws -> [OrganizerNews] {
        try connection.newsConsents.all(of: recipient.address).map { consent in
            OrganizerNews(
                organizer: try connection.organizers.with(number: consent.organizer)?.name ?? "", consent: consent)
        }.sorted { $0.organizer < $1.organizer }
    }

    /// Ends a recipient's consent to get an organizer's news, or renews a consent that was ended.
    ///
    /// - Throws: `StorefrontError.notFound` if the link is invalid, or if the recipient never had such a consent.
    public func setNews(of organizer: OrganizerNumber, ended isEnded: Bool, ofLink secret: String) throws {
        try withRecipient(ofLink: secret) { recipient, work in
            let consents = work.connection.newsConsents
            guard let consent = try consents.with(address: recipient.address, organizer: organizer) else {
                throw StorefrontError.notFound
            }
            if isEnded {
                try consents.end(of: recipient.address, for: organizer, at: work.now)
            } else if !consent.isActive {
                try work.giveNewsConsent(
                    of: recipient.address, for: organizer, textVersion: NewsConsent.textVersion)
            }
        }
    }

    /// Allows messages to a recipient's addresses again, after a message came back or after a complaint.
    ///
    /// - Throws: `StorefrontError.notFound` if the link is invalid.
    public func allowMessages(ofLink secret: String) throws {
        try withRecipient(ofLink: secret) { recipient, work in
            for address in [recipient.address, recipient.otherAddress].compactMap(\.self) {
                try work.connection.recipients.suppress(address, since: nil, answer: nil)
            }
        }
    }

    func withRecipient<Result>(
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
    /// The channels of the recipient's addresses. The channel of the recipient's own address comes first.
    public var channels: [Notice.Channel] {
        let own: [Notice.Channel] = ownChannel == .email ? [.email] : [.sms, .whatsApp]
        return otherAddress == nil ? own : own + [otherChannel]
    }

    /// The channel that fits the recipient's own address.
    public var ownChannel: Notice.Channel { address.contains("@") ? .email : .sms }

    /// The channel of another address that the recipient can add.
    public var otherChannel: Notice.Channel { ownChannel == .email ? .sms : .email }
}

extension MessagePreferences {
    /// The time at which the pause of a kind ends; nil if the kind is not paused.
    public func snoozeEnd(of kind: Notice.Kind, at now: Instant) -> Instant? {
        guard let end = snoozed[kind.rawValue], end > now.milliseconds else { return nil }
        return Instant(milliseconds: end)
    }
}
