import Languages
import Management
import Ticketing

/// A recipient's choice of the channel for one kind of message. The raw values are the values in the form.
enum MessageWay: String, CaseIterable {
    /// The program chooses a suitable channel for each message.
    case automatic = "auto"
    case email, sms, push
    /// The kind is turned off.
    case off

    /// - Parameter choices: the channels that the recipient can choose. The channel of the recipient's own address
    ///   comes first.
    init(of kind: Notice.Kind, _ preferences: MessagePreferences, _ choices: [Notice.Channel]) {
        if NoticePolicy.standard.canBeTurnedOff(kind), choices.first.map({ preferences.isOff(kind, by: $0) }) ?? false {
            self = .off
            return
        }
        switch preferences.chosen[kind.rawValue] {
        case .email: self = .email
        case .sms: self = .sms
        case .push: self = .push
        case .whatsApp, nil: self = .automatic
        }
    }

    func apply(to kind: Notice.Kind, _ preferences: inout MessagePreferences, _ choices: [Notice.Channel]) {
        if self == .off || MessageWay(of: kind, preferences, choices) == .off {
            preferences.turn(kind, off: self == .off)
        }
        if self != .off { for channel in choices { preferences.turn(kind, off: false, by: channel) } }
        preferences.chosen[kind.rawValue] = channel
    }

    private var channel: Notice.Channel? {
        switch self {
        case .email: .email
        case .sms: .sms
        case .push: .push
        case .automatic, .off: nil
        }
    }

    /// Whether the page offers this choice. The caller decides separately whether `off` is offered.
    ///
    /// Some recipients have confirmed no second address, and get no push messages. If their own address is an e-mail
    /// address, e-mail is the same as the automatic choice; if it is a phone number, e-mail is not possible. So e-mail
    /// is offered to them only if they have already chosen it.
    ///
    /// - Parameters:
    ///   - kind: the kind of messages. Messages that suggest events are never sent by SMS.
    ///   - choices: the channels that the recipient can choose.
    func isOffered(
        for kind: Notice.Kind, to recipient: MessageRecipient, _ choices: [Notice.Channel], chosen: MessageWay
    ) -> Bool {
        if self == chosen { return true }
        if kind.suggestsEvents {
            // With the automatic choice, messages that suggest events are sent by e-mail.
            if self == .automatic { return recipient.ownChannel == .email || choices.contains(.email) }
            return self == .push && choices.contains(.push)
        }
        guard let channel else { return true }
        guard channel == .email, !choices.contains(.push) else { return choices.contains(channel) }
        return recipient.otherAddress != nil
    }

    func sentence(
        for kind: Notice.Kind, to recipient: MessageRecipient, _ choices: [Notice.Channel]
    ) -> Sentence {
        switch self {
        case .automatic where kind.suggestsEvents:
            Sentence(PreferenceSentence.byChannel, ["channel": .sentence(Notice.Channel.email.label)])
        case .automatic where choices.contains(.push):
            recipient.ownChannel == .sms && recipient.otherAddress != nil
                ? Sentence(PreferenceSentence.smsOrLongOrPush)
                : Sentence(
                    PreferenceSentence.channelOrPush, ["channel": .sentence(recipient.ownChannel.label)])
        // The recipient has confirmed no second address. A phone number that a member of an organizer has entered is
        // used only for messages that cannot go to the recipient's e-mail address, so the page does not mention it.
        case .automatic where recipient.otherAddress == nil:
            Sentence(PreferenceSentence.byChannel, ["channel": .sentence(recipient.ownChannel.label)])
        case .automatic: Sentence(recipient.ownChannel == .email ? PreferenceSentence.emailOrUrgent : .smsOrLong)
        case .email: Sentence(PreferenceSentence.byChannel, ["channel": .sentence(Notice.Channel.email.label)])
        case .sms: Sentence(PreferenceSentence.byChannel, ["channel": .sentence(Notice.Channel.sms.label)])
        case .push: Sentence(PreferenceSentence.byChannel, ["channel": .sentence(Notice.Channel.push.label)])
        case .off: Sentence(PreferenceSentence.turnedOffWay)
        }
    }
}
