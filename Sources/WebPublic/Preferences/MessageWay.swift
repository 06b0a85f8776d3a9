import Languages
import Management
import Ticketing

/// A recipient's choice of the channel for one kind of message. The raw values are the values in the form.
enum MessageWay: String, CaseIterable {
    /// For each message, the program chooses the channel that fits the message.
    case automatic = "auto"
    case email, sms
    /// The kind is turned off.
    case off

    /// The stored choice.
    ///
    /// - Parameter choices: the channels of the recipient's addresses. The channel of the recipient's own address comes
    ///   first.
    init(of kind: Notice.Kind, _ preferences: MessagePreferences, _ choices: [Notice.Channel]) {
        if NoticePolicy.standard.canBeTurnedOff(kind), choices.first.map({ preferences.isOff(kind, by: $0) }) ?? false {
            self = .off
            return
        }
        switch preferences.chosen[kind.rawValue] {
        case .email: self = .email
        case .sms: self = .sms
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
        case .automatic, .off: nil
        }
    }

    /// Whether the page offers this choice. The caller decides separately whether `off` is offered. If the recipient
    /// has confirmed no second address, e-mail is the same as the automatic choice, or is not possible. In this case,
    /// e-mail is offered only if the recipient has already chosen e-mail.
    func isOffered(to recipient: MessageRecipient, chosen: MessageWay) -> Bool {
        self != .email || recipient.otherAddress != nil || chosen == .email
    }

    func sentence(for recipient: MessageRecipient) -> Sentence {
        switch self {
        // The recipient has confirmed no second address. A phone number that a member of an organizer has entered is
        // not confirmed. Even urgent messages go to such a number only if they cannot go to the recipient's e-mail
        // address. So the page names only the channel of the recipient's own address.
        case .automatic where recipient.otherAddress == nil:
            Sentence(PreferenceSentence.byChannel, ["channel": .sentence(recipient.ownChannel.label)])
        case .automatic: Sentence(recipient.ownChannel == .email ? PreferenceSentence.emailOrUrgent : .smsOrLong)
        case .email: Sentence(PreferenceSentence.byChannel, ["channel": .sentence(Notice.Channel.email.label)])
        case .sms: Sentence(PreferenceSentence.byChannel, ["channel": .sentence(Notice.Channel.sms.label)])
        case .off: Sentence(PreferenceSentence.turnedOffWay)
        }
    }
}
