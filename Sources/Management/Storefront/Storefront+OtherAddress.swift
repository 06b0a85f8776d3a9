import Store
import Ticketing

/// The result of a request for the codes that confirm another address.
public enum AddressCodesResult: Hashable, Sendable {
    /// Two messages with codes are queued: one to the new address, and one to the recipient's own address.
    case accepted
    /// Nothing is queued, because too many codes were requested for one of the addresses.
    case tooMany(waitSeconds: Int)
}

/// The result of entering the codes that confirm another address.
public enum AddressCodesEntry: Hashable, Sendable {
    /// Both codes are right. Messages can now go to the new address.
    case confirmed
    /// At least one code is wrong.
    case wrong(isNewWrong: Bool, isOwnWrong: Bool, triesLeft: Int)
    /// No codes were requested for the addresses, or the codes have expired or have no tries left.
    case noCodes
}

/// The second address of a recipient. The link to the page of preferences is in every message, and people forward
/// messages. So a visitor to the page must prove ownership of both addresses: a code goes to each address. Nothing else
/// is sent to an address that is not confirmed.
extension Storefront {
    /// The maximum number of codes that are sent to all phone numbers together in an hour. The number is limited,
    /// because each text message costs money.
    static let maximumTextCodesPerHour = 60
    /// The maximum number of codes for second addresses that are sent to one mailbox or phone number in 24 hours.
    static let maximumAddressCodesPerDay = 5

    /// Queues two messages with codes: one to an address that a recipient wants to add, and one to the recipient's own
    /// address.
    ///
    /// - Throws: `StorefrontError.notFound` if the link is invalid, or if the address is of the same kind
    ///   (e-mail or phone) as the recipient's own address.
    public func requestCodes(for address: VisitorAddress, ofLink secret: String) throws -> AddressCodesResult {
        try withRecipient(ofLink: secret) { recipient, work in
            guard address.channel == recipient.otherChannel else { throw StorefrontError.notFound }
            let verification = AddressVerification(.otherAddress, work.connection, at: work.now)
            let addresses = [address.text, recipient.address]
            var waits = try addresses.compactMap { try verification.wait(for: $0) }
            let counted = addresses.map { AddressCodeCount($0) }
            for limit in counted.flatMap(\.limits) {
                guard let end = try limit.end(work.connection.addressProofs, at: work.now), end > work.now else {
                    continue
                }
                waits.append(Int(end.seconds - work.now.seconds) + 1)
            }
            if let wait = waits.max() { return .tooMany(waitSeconds: wait) }
            for count in counted { try work.countMessage(about: count.subject) }
            try verification.prune()
            let expires = work.now.advanced(bySeconds: AddressVerification.codeSeconds)
            for (recipient, partner) in zip(addresses, addresses.reversed()) {
                let secrets = try verification.makeCodeAndLink(for: recipient, with: partner)
                try work.connection.notices.queue(
                    Notice(
                        organizer: nil, event: nil, kind: .confirmEmail, recipient: recipient,
                        payload: [
                            "code": secrets.code, "expires": expires.iso8601(in: .gmt),
                            Notice.addressCodeName: address.channel.rawValue,
                        ], key: Notice.keyPrefix(.confirmEmail, of: nil, cause: secrets.id) + recipient,
                        created: work.now))
            }
            return .accepted
        }
    }

    /// Adds an address to a recipient if both codes are right. Both codes must come from the same request. Each code
    /// works only once. If the recipient already has the address, the codes are not checked.
    ///
    /// - Parameters:
    ///   - code: the code that was sent to the new address.
    ///   - ownCode: the code that was sent to the recipient's own address.
    /// - Throws: `StorefrontError.notFound` if the link is invalid, or if the address is of the same kind
    ///   (e-mail or phone) as the recipient's own address.
    public func confirm(
        _ address: VisitorAddress, code: String, ownCode: String, ofLink secret: String
    ) throws -> AddressCodesEntry {
        try withRecipient(ofLink: secret) { recipient, work in
            guard address.channel == recipient.otherChannel else { throw StorefrontError.notFound }
            guard recipient.otherAddress != address.text else { return .confirmed }
            let verification = AddressVerification(.otherAddress, work.connection, at: work.now)
            let new = try verification.check(code, of: address.text, with: recipient.address)
            let own = try verification.check(ownCode, of: recipient.address, with: address.text)
            guard new != .noCode, own != .noCode else { return .noCodes }
            guard new == .right, own == .right else {
                let left = [new, own].compactMap { check -> Int? in
                    if case .wrong(let left) = check { left } else { nil }
                }
                return .wrong(isNewWrong: new != .right, isOwnWrong: own != .right, triesLeft: left.min() ?? 0)
            }
            for used in [address.text, recipient.address] { try verification.useCode(of: used) }
            let recipients = work.connection.recipients
            _ = try recipients.existing(address.text)
            try recipients.setOther(address.text, of: recipient.address)
            var changed = recipient
            changed.preferences.extendOff(from: recipient.ownChannel, to: recipient.otherChannel)
            try recipients.update(changed)
            return .confirmed
        }
    }

    /// Removes the address that a recipient has added. All messages then go to the recipient's own address. Messages
    /// that suggest events and can then no longer reach the recipient are turned off.
    ///
    /// - Throws: `StorefrontError.notFound` if the link is invalid.
    public func removeOtherAddress(ofLink secret: String) throws {
        try withRecipient(ofLink: secret) { recipient, work in
            try work.connection.recipients.setOther(nil, of: recipient.address)
            var changed = recipient
            changed.otherAddress = nil
            changed.preferences.removeChoices(of: recipient.otherChannel, keeping: recipient.ownChannel)
            try changed.turnOffUnreachableSuggestions(work.connection)
            try work.connection.recipients.update(changed)
        }
    }
}

private struct AddressCodeCount {
    private static let prefix = "preferences "

    private let owner: String

    init(_ address: String) { owner = MessageLimit.owner(of: address) }

    var subject: String { "\(AddressCodeCount.prefix)\(owner)" }

    var limits: [MessageLimit] {
        let own = MessageLimit.daily(Storefront.maximumAddressCodesPerDay, about: subject)
        guard owner.hasPrefix(MessageLimit.textMessages) else { return [own] }
        let ofAll = MessageLimit(
            purpose: .countMessage, subject: "\(AddressCodeCount.prefix)\(MessageLimit.textMessages)",
            messages: Storefront.maximumTextCodesPerHour, seconds: 3600)
        return [own, ofAll]
    }
}

extension MessagePreferences {
    /// Turns off, on the channel `other`, all kinds of messages that are turned off on `channel`. A new address then
    /// gets no messages of these kinds.
    mutating func extendOff(from channel: Notice.Channel, to other: Notice.Channel) {
        for kind in Notice.Kind.allCases where isOff(kind, by: channel) { turn(kind, off: true, by: other) }
    }

    /// Removes the choices that concern an address that is no longer used. Kinds that are turned off for the
    /// recipient's own address stay turned off on all channels.
    mutating func removeChoices(of channel: Notice.Channel, keeping own: Notice.Channel) {
        chosen = chosen.filter { $0.value == .push }
        for kind in Notice.Kind.allCases where !isOff(kind, by: own) { turn(kind, off: false, by: channel) }
    }
}
