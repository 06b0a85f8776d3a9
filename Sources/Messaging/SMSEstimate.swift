package import Management
package import MessageTransport
package import Store
package import TicketToken
package import Ticketing

/// The SMS that contains an organizer's message, and its price.
package struct SMSEstimate: Sendable {
    package let text: String
    /// The number of parts of each SMS. The provider charges for each part.
    package let parts: Int
    /// The price of one part; nil if the settings contain no price.
    private let pricePerPart: Money?

    /// Makes the SMS that a recipient without tickets would get. Returns nil if the event no longer exists.
    ///
    /// - Parameter connection: the connection of a read transaction.
    /// - Throws: errors of the store and of the composer.
    package init?(
        of message: OrganizerMessage, at event: Event, ring: KeyRing, settings: MessageSettings, now: Instant,
        _ connection: any StoreConnection
    ) throws {
        let notice = Notice(
            organizer: event.organizer, event: event.number, kind: .organizerMessage, recipient: SMSEstimate.phone,
            payload: ["title": event.details.title, "subject": message.subject, "body": message.body], key: "",
            created: now)
        let composer = MessageComposer(ring: ring, settings: settings, now: now)
        let recipient = MessageRecipient(address: SMSEstimate.phone, secret: "")
        guard let subject = try composer.subject(of: notice, to: recipient, connection) else { return nil }
        text = try composer.compose(subject).smsText
        parts = SMSText(text).parts
        pricePerPart = settings.sms?.pricePerPart
    }

    /// The recipient of the estimated SMS: a phone number that nobody has, so no tickets belong to it.
    private static let phone = "+256000000000"

    /// The price of sending the message to `recipients` people; nil if the price is unknown.
    package func cost(of recipients: Int) -> Money? { pricePerPart?.times(parts)?.times(recipients) }
}

extension SMSSettings {
    /// The price of one part of an SMS; nil if the price is unknown.
    package var pricePerPart: Money? {
        guard case .africasTalking(let account) = self, let price = account.pricePerPart,
            let currency = account.currency
        else { return nil }
        return Money(minorUnits: price, currency: currency)
    }
}
