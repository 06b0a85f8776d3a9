/// The way to a recipient: the channels with an address, the recipient's choice among them, and the channels for which a
/// sender is set up.
struct NoticeRoute {
    private let facts: NoticeFacts
    private let isMandatory: Bool
    /// The channels with an address. The notice's own comes first.
    private let reachable: [Notice.Channel]
    /// The reachable channels by which the recipient wants the kind.
    private let wanted: [Notice.Channel]

    /// - Parameter isMandatory: whether the recipient cannot turn the kind off, but only choose the channel.
    init(_ facts: NoticeFacts, isMandatory: Bool) {
        self.facts = facts
        self.isMandatory = isMandatory
        let others = Notice.Channel.allCases.filter { $0 != facts.preferred }
        reachable = ([facts.preferred] + others).filter { NoticeRoute.hasAddress($0, facts) }
        wanted = reachable.filter { !NoticeRoute.isOff($0, facts) }
    }

    /// Whether the recipient has turned off a kind that is not mandatory, for all channels with an address.
    var isTurnedOff: Bool { !isMandatory && wanted.isEmpty && !reachable.isEmpty }

    /// The channel by which the message is sent: the first one that the recipient wants and for which a sender is set
    /// up. Without such a channel, a mandatory message is sent by any channel with an address and a sender. Nil if the
    /// message cannot be sent now.
    var channel: Notice.Channel? {
        let isSetUp: (Notice.Channel) -> Bool = facts.channels.contains
        return wanted.first(where: isSetUp) ?? (isMandatory ? reachable.first(where: isSetUp) : nil)
    }

    /// Why a channel is used instead of the notice's own; nil if it is the notice's own, or if the recipient did not
    /// turn the notice's own channel off.
    func redirection(to channel: Notice.Channel) -> NoticeReason? {
        guard channel != facts.preferred, NoticeRoute.isOff(facts.preferred, facts) else { return nil }
        return channel == .email ? .byEmail : .byPhone
    }

    private static func hasAddress(_ channel: Notice.Channel, _ facts: NoticeFacts) -> Bool {
        facts.addresses[channel] != nil || channel == .whatsApp && facts.addresses[.sms] != nil
    }

    /// Prepared WhatsApp messages replace SMS, so a recipient who turns SMS off gets none of them either.
    private static func isOff(_ channel: Notice.Channel, _ facts: NoticeFacts) -> Bool {
        facts.preferences.isOff(facts.kind, by: channel)
            || channel == .whatsApp && facts.preferences.isOff(facts.kind, by: .sms)
    }
}
