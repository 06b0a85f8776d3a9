/// Chooses the channel by which a message is sent. The choice depends on the recipient's addresses and preferences, and
/// on the channels for which a sender is set up.
struct NoticeRoute {
    private let facts: NoticeFacts
    private let isMandatory: Bool
    /// The channels for which the recipient has an address. The channel of the notice's own address comes first.
    private let reachable: [Notice.Channel]
    /// The reachable channels by which the recipient wants messages of the notice's kind.
    private let wanted: [Notice.Channel]

    /// - Parameter isMandatory: whether the recipient can choose the channel, but cannot turn the kind off.
    init(_ facts: NoticeFacts, isMandatory: Bool) {
        self.facts = facts
        self.isMandatory = isMandatory
        let others = Notice.Channel.allCases.filter { $0 != facts.preferred }
        reachable = ([facts.preferred] + others).filter { NoticeRoute.hasAddress($0, facts) }
        wanted = reachable.filter { !NoticeRoute.isOff($0, facts) }
    }

    /// Whether the recipient has turned the kind off on all channels with an address. Always false for a mandatory
    /// kind.
    var isTurnedOff: Bool { !isMandatory && wanted.isEmpty && !reachable.isEmpty }

    /// The channel by which the message is sent: the first channel that the recipient wants and for which a sender is
    /// set up. If there is no such channel, a mandatory message is sent by the first channel with an address and a
    /// sender. Nil if the message cannot be sent now.
    var channel: Notice.Channel? {
        let isSetUp: (Notice.Channel) -> Bool = facts.channels.contains
        return wanted.first(where: isSetUp) ?? (isMandatory ? reachable.first(where: isSetUp) : nil)
    }

    /// The reason why a channel replaces the channel of the notice's own address. Nil if both channels are the same, or
    /// if the recipient has not turned off the notice's own channel.
    func redirection(to channel: Notice.Channel) -> NoticeReason? {
        guard channel != facts.preferred, NoticeRoute.isOff(facts.preferred, facts) else { return nil }
        return channel == .email ? .byEmail : .byPhone
    }

    private static func hasAddress(_ channel: Notice.Channel, _ facts: NoticeFacts) -> Bool {
        facts.addresses[channel] != nil || channel == .whatsApp && facts.addresses[.sms] != nil
    }

    /// Whether the recipient has turned off the kind on a channel. Prepared WhatsApp messages replace SMS, so a
    /// recipient who has turned off SMS gets no WhatsApp messages either.
    private static func isOff(_ channel: Notice.Channel, _ facts: NoticeFacts) -> Bool {
        facts.preferences.isOff(facts.kind, by: channel)
            || channel == .whatsApp && facts.preferences.isOff(facts.kind, by: .sms)
    }
}
