/// Chooses the channel by which a message is sent. The choice depends on the recipient's addresses and preferences, and
/// on the channels for which a sender is set up.
struct NoticeRoute {
    private let facts: NoticeFacts
    private let isMandatory: Bool
    private let isUrgent: Bool
    private let allowsSMS: Bool
    /// The channels for which the recipient has an address, without channels whose addresses get no more messages
    /// (`suppressed`). The channel of the notice's own address comes first.
    private let reachable: [Notice.Channel]
    /// The channels on which the recipient has not turned the kind off, the best channel first. Messages to the address
    /// of such a channel may have been stopped.
    private let wanted: [Notice.Channel]

    /// - Parameters:
    ///   - isMandatory: whether the recipient can only choose the channel for the kind, but cannot turn the kind off.
    ///   - isUrgent: whether the message goes to a confirmed phone rather than to an e-mail address.
    ///   - allowsSMS: whether the message may be sent by SMS.
    init(_ facts: NoticeFacts, isMandatory: Bool, isUrgent: Bool, allowsSMS: Bool) {
        self.facts = facts
        self.isMandatory = isMandatory
        self.isUrgent = isUrgent
        self.allowsSMS = allowsSMS
        let others = Notice.Channel.allCases.filter { $0 != facts.recipient.preferred }
        let addressed = ([facts.recipient.preferred] + others).filter {
            $0 == .push ? NoticeRoute.allowsPush(facts, isUrgent: isUrgent) : NoticeRoute.hasAddress($0, facts)
        }
        reachable = addressed.filter { !NoticeRoute.isSuppressed($0, facts) }
        let isByPush = addressed.contains(.push) && facts.channels.contains(.push)
        // A push message costs nothing, so it comes before an SMS.
        let fitting: Notice.Channel? =
            if isByPush && !NoticeRoute.isOff(.push, facts) {
                .push
            } else if isUrgent && facts.recipient.hasConfirmedPhone {
                .sms
            } else if facts.kind.isLong {
                .email
            } else {
                nil
            }
        let chosen = facts.recipient.preferences.chosen[facts.kind.rawValue]
        let best = chosen == .push && !isByPush ? fitting : chosen ?? fitting
        wanted = (addressed.filter { $0 == best } + addressed.filter { $0 != best })
            .filter { !NoticeRoute.isOff($0, facts) }
    }

    /// Whether a message is urgent, so that it goes to a confirmed phone rather than to an e-mail address. A message
    /// about the cancellation of an event or sub-event is always urgent. A message of a kind with `isUrgentBeforeStart`
    /// is urgent if the event begins within `NoticePolicy.urgentUpdateSeconds` or is ongoing.
    static func isUrgent(_ facts: NoticeFacts, _ policy: NoticePolicy, at now: Instant) -> Bool {
        if facts.kind.isAlwaysUrgent { return true }
        guard facts.kind.isUrgentBeforeStart, let begins = facts.times.event?.start ?? facts.times.event?.doors else {
            return false
        }
        let from = begins.advanced(bySeconds: -policy.urgentUpdateSeconds)
        return now >= from && now < facts.times.event?.end ?? begins.advanced(bySeconds: policy.urgentUpdateSeconds)
    }

    /// Whether the recipient has turned the kind off on every channel for which the recipient has an address. Always
    /// false for a mandatory kind.
    var isTurnedOff: Bool { !isMandatory && wanted.isEmpty && !reachable.isEmpty }

    /// Whether messages to all addresses of the recipient are stopped. If the kind is not mandatory, addresses at which
    /// the recipient has turned the kind off do not count.
    var isSuppressed: Bool {
        guard !facts.recipient.suppressed.isEmpty, !facts.recipient.addresses.isEmpty else { return false }
        return reachable.isEmpty || !isMandatory && !wanted.isEmpty && wanted.allSatisfy { !reachable.contains($0) }
    }

    /// Whether SMS is the only channel by which the message could be sent, but the message may not be sent by SMS.
    var isBySMSOnly: Bool {
        let left = wanted.filter {
            reachable.contains($0) && (![.whatsApp, .push].contains($0) || facts.channels.contains($0))
        }
        return !allowsSMS && left == [.sms]
    }

    /// The channel by which the message is sent: the best one that the recipient wants and for which a sender is set
    /// up. Without such a channel, a mandatory message is sent by any channel with an address and a sender. Nil if the
    /// message cannot be sent now.
    var channel: Notice.Channel? {
        let isUsable: (Notice.Channel) -> Bool = {
            facts.channels.contains($0) && reachable.contains($0) && (allowsSMS || $0 != .sms)
        }
        return wanted.first(where: isUsable) ?? (isMandatory ? reachable.first(where: isUsable) : nil)
    }

    /// The reason why `channel` is used instead of the channel of the notice's own address. Nil if both channels are
    /// the same. Also nil if the only reason is that no sender is set up for the notice's own channel.
    func redirection(to channel: Notice.Channel) -> NoticeReason? {
        guard channel != facts.recipient.preferred else { return nil }
        if channel == .push { return pushReason }
        if NoticeRoute.isSuppressed(facts.recipient.preferred, facts) { return .otherAddress }
        let isChosen = facts.recipient.preferences.chosen[facts.kind.rawValue] == channel
        if isChosen || NoticeRoute.isOff(facts.recipient.preferred, facts) {
            return channel == .email ? .byEmail : .byPhone
        }
        guard facts.channels.contains(facts.recipient.preferred) else { return nil }
        switch channel {
        case .email: return facts.kind.isLong ? .longByEmail : nil
        case .sms: return isUrgent ? .urgentByPhone : nil
        case .whatsApp, .push: return nil
        }
    }

    private var pushReason: NoticeReason {
        if facts.recipient.preferences.chosen[facts.kind.rawValue] == .push { return .byPush }
        return isUrgent ? .urgentByPush : .entryByPush
    }

    /// Whether a message may be sent as a push message. The recipient must have turned on push messages in a browser.
    /// In addition, the recipient must have chosen push messages for this kind, or the message must be urgent or
    /// confirm an entry. A message with a code or link that proves who owns an address is never sent as a push message.
    /// A long message is sent as a push message only if the recipient has chosen push messages for this kind.
    private static func allowsPush(_ facts: NoticeFacts, isUrgent: Bool) -> Bool {
        guard facts.recipient.addresses[.push] != nil, facts.kind.canUseOtherAddress else { return false }
        if let chosen = facts.recipient.preferences.chosen[facts.kind.rawValue] { return chosen == .push }
        return !facts.kind.isLong && (isUrgent || facts.kind.prefersPush)
    }

    /// Whether the recipient has an address for a channel. A WhatsApp message is prepared by the program and sent by a
    /// member of the organizer. Members must not see an address that the recipient has added to the preferences, so
    /// WhatsApp messages go only to the notice's own address. Suggestions of events are not sent with WhatsApp, because
    /// members must not see them.
    private static func hasAddress(_ channel: Notice.Channel, _ facts: NoticeFacts) -> Bool {
        guard facts.address(for: channel) != nil else { return false }
        return channel != .whatsApp || facts.recipient.preferred == .sms && !facts.kind.suggestsEvents
    }

    private static func isSuppressed(_ channel: Notice.Channel, _ facts: NoticeFacts) -> Bool {
        facts.recipient.suppressed.contains(channel == .whatsApp ? .sms : channel)
    }

    /// Whether the recipient has turned off the kind on a channel. Prepared WhatsApp messages replace SMS, so a
    /// recipient who has turned off SMS gets no WhatsApp messages either.
    private static func isOff(_ channel: Notice.Channel, _ facts: NoticeFacts) -> Bool {
        facts.recipient.preferences.isOff(facts.kind, by: channel)
            || channel == .whatsApp && facts.recipient.preferences.isOff(facts.kind, by: .sms)
    }
}
