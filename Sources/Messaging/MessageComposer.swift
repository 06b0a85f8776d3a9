package import AttendeePack
import Foundation
package import Languages
package import MessageTransport
package import PrintShop
package import Store
package import TicketToken
package import Ticketing

/// Makes messages from notices, in two steps: `subject` reads everything in one transaction, and `compose` then writes
/// the texts and draws the tickets without the store.
///
/// ```swift
/// if let subject = try store.read({ try composer.subject(of: notice, to: recipient, $0) }) {
///     let message = try composer.compose(subject)
/// }
/// ```
package struct MessageComposer: Sendable {
    let ring: KeyRing
    let settings: MessageSettings
    let passes: (@Sendable (Event, Instant) -> WalletCredentials)?
    /// The date of the messages.
    var now: Instant

    /// - Parameters:
    ///   - ring: the keys of links and tickets.
    ///   - settings: the public address and the sender of messages.
    ///   - passes: the certificates for wallet passes; nil for mails without passes.
    ///   - now: the date of the messages.
    package init(
        ring: KeyRing, settings: MessageSettings,
        passes: (@Sendable (Event, Instant) -> WalletCredentials)? = nil, now: Instant
    ) {
        self.ring = ring
        self.settings = settings
        self.passes = passes
        self.now = now
    }

    /// Reads the contents of a message. Returns nil if the message is outdated, for example because its ticket no
    /// longer exists or was cancelled.
    ///
    /// - Parameter pictures: reads the files of posters and logos; nil for messages without posters and logos.
    /// - Throws: errors of the store.
    package func subject(
        of notice: Notice, to recipient: MessageRecipient, _ connection: any StoreConnection,
        pictures: MessagePictures? = nil
    ) throws -> MessageSubject? {
        try MessageSubjectReader(of: notice, to: recipient, at: now, connection, pictures: pictures).read()
    }

    /// Writes the message. If the key of a ticket is missing or retired, the message says that the ticket cannot be
    /// shown, and has no link to the ticket.
    ///
    /// - Parameter address: the address to which the message is sent; nil for the notice's own address.
    /// - Throws: `OpenSSLError`, `QRSymbolError`, `DrawingError` or `TicketExportError` if a ticket cannot be drawn.
    package func compose(_ subject: MessageSubject, to address: String? = nil) throws -> ComposedMessage {
        let text = try MessageText(subject, MessageLinks(settings.publicURL, ring), at: now)
        var mail: OutgoingMail?
        let used = address ?? subject.notice.recipient
        if let sender = settings.mail?.from, let address = EmailAddress(rawValue: used) {
            mail = try MailComposer(text, self).mail(from: sender, to: address)
        }
        return ComposedMessage(
            language: text.language, shortText: text.shortText, smsText: text.smsText,
            push: ComposedMessage.Push(title: text.mailSubject, body: text.pushText, url: text.link?.url.text),
            mail: mail, date: now, zone: subject.zone)
    }
}

/// A message in the forms of all channels.
package struct ComposedMessage: Sendable {
    package let language: Language
    /// The text of a short message, of any length and with any characters.
    package let shortText: String
    /// The text of an SMS. The text fits into one part if possible.
    package let smsText: String
    package let push: Push
    /// The message as a mail. Nil if the recipient has no e-mail address, or if mail is not set up.
    package let mail: OutgoingMail?
    let date: Instant
    let zone: TimeZone

    /// The texts of a push message, of any length.
    package struct Push: Sendable {
        package let title: String
        package let body: String
        /// The page that the message is about; nil if it has no page.
        package let url: String?
    }

    /// The bytes of the mail; nil if `mail` is nil.
    ///
    /// - Parameters:
    ///   - domain: the domain in the mail's id, such as the domain of the sender's address.
    ///   - token: the unique part of the mail's id.
    /// - Throws: `QRSymbolError`; `OpenSSLError`.
    package func mailBytes(domain: String, token: String) throws -> [UInt8]? {
        try mail?.bytes(id: "\(token)@\(domain)", at: date, in: zone)
    }
}
