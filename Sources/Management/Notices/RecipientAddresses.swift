import Foundation
import Store
import Ticketing

/// The addresses at which a notice can reach its recipient: the notice's own address, for which it was queued, and
/// further addresses of the same person.
struct RecipientAddresses {
    /// The maximum number of other recipients that are read: recipients who have added the notice's own address as
    /// their second address. Messages to them count toward the same limits.
    private static let mostSharing = 20

    /// The addresses by channel. They include at least the notice's own address.
    let byChannel: [Notice.Channel: String]
    /// The channels whose addresses get no messages.
    let suppressed: Set<Notice.Channel>
    /// Whether the recipient has confirmed the address for SMS with a code.
    let hasConfirmedPhone: Bool
    /// All addresses whose messages count toward the recipient's limits.
    let ofRecipient: [String]

    /// A message with a code or link that proves the ownership of an address goes only to that address. Any other
    /// message can also go to the second address that the recipient has confirmed. If the recipient has no second
    /// address, the message can go to the phone number that a member has entered for the event together with the e-mail
    /// address. That number is used only if the recipient has chosen SMS for this kind of message, or if the message
    /// cannot go to the e-mail address. Push messages go to the browsers with a confirmed push subscription for the
    /// notice's own address.
    ///
    /// - Parameters:
    ///   - event: the event of the notice; nil if the notice is not about an event.
    ///   - channels: the channels for which a sender is set up.
    init(
        of notice: Notice, _ recipient: MessageRecipient, at event: Event?, channels: Set<Notice.Channel>,
        _ connection: any StoreConnection
    ) throws {
        let recipients = connection.recipients
        var addresses = [notice.channel: notice.recipient]
        var suppressed: Set<Notice.Channel> = recipient.suppressed == nil ? [] : [notice.channel]
        let other = notice.channel == .email ? Notice.Channel.sms : .email
        // If the organizer confirms entries by e-mail only, no confirmation is sent by SMS, because an SMS costs money.
        let isPhoneAllowed = notice.kind != .entryConfirmed || event?.details.entryConfirmation == .emailOrSMS
        if notice.kind.canUseOtherAddress, other == .email || isPhoneAllowed {
            let needsOther =
                notice.channel == .email
                && (recipient.preferences.chosen[notice.kind.rawValue] == .sms
                    || !recipient.preferences.isOff(notice.kind, by: .email)
                        && (recipient.suppressed != nil || !channels.contains(.email)))
            let stated =
                try recipient.otherAddress == nil && needsOther
                ? notice.event.flatMap { try recipients.statedPhone(of: notice.recipient, at: $0) } : nil
            if let address = recipient.otherAddress ?? stated {
                addresses[other] = address
                if try recipients.with(address: address)?.suppressed != nil { suppressed.insert(other) }
            }
        }
        if notice.kind.canUseOtherAddress, channels.contains(.push),
            try connection.pushSubscriptions.hasConfirmed(of: notice.recipient)
        {
            addresses[.push] = notice.recipient
        }
        byChannel = addresses
        self.suppressed = suppressed
        hasConfirmedPhone = other == .sms && recipient.otherAddress != nil && addresses[.sms] != nil
        let sharing = try recipients.addresses(
            withOther: notice.recipient, limit: RecipientAddresses.mostSharing)
        ofRecipient = [notice.recipient] + [recipient.otherAddress].compactMap(\.self) + sharing
    }
}

extension Notice {
    /// The address to which the message was last sent or, before the first attempt, the notice's own address.
    var usedAddress: String { delivery.otherAddress ?? recipient }
}

extension NoticeDelivery {
    /// A copy for organizers. If the message went to the recipient's second address (`otherAddress`), the server's
    /// answer can contain that address. The copy masks a part of the address, because organizers must not see an
    /// address that the recipient has added to the preferences.
    var withoutOtherAddress: NoticeDelivery {
        guard let otherAddress, let answer else { return self }
        // Some providers write phone numbers without the plus sign.
        let forms = [otherAddress, otherAddress.hasPrefix("+") ? String(otherAddress.dropFirst()) : otherAddress]
        return with {
            $0.answer = forms.reduce(answer) { text, form in
                text.replacingOccurrences(
                    of: form, with: Notice.masked(otherAddress), options: .caseInsensitive)
            }
        }
    }
}

extension MessageRecipients {
    /// Stops messages to an address after a message came back, or after a complaint. Adds the recipient if the address
    /// is new.
    func stop(_ address: String, since now: Instant, answer: String?) throws {
        _ = try existing(address)
        try suppress(address, since: now, answer: answer)
    }
}
