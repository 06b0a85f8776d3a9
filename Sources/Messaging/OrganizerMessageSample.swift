package import Languages
package import Management
package import MessageTransport
package import Store
package import TicketToken
package import Ticketing

/// A preview of an organizer's message: the mail that the first recipient gets.
package struct OrganizerMessageSample: Sendable {
    package let subject: String
    /// The greeting and the text. The lines of a paragraph are separated by line feeds. The end of the mail, which
    /// contains links and facts about the event, is left out.
    package let paragraphs: [String]
    package let language: Language

    /// Makes the sample. Returns nil if no recipient has an e-mail address, or if the event no longer exists.
    ///
    /// - Parameters:
    ///   - namesRecipient: whether the user may see the name of the first recipient. Otherwise, the greeting has no
    ///     name.
    ///   - connection: the connection of a read transaction.
    /// - Throws: errors of the store and of the composer.
    package init?(
        of message: OrganizerMessage, at event: Event, namesRecipient: Bool, ring: KeyRing, settings: MessageSettings,
        now: Instant, _ connection: any StoreConnection
    ) throws {
        guard let address = try connection.notices.firstEmail(in: message.audience, of: event.number) else {
            return nil
        }
        let notice = Notice(
            organizer: event.organizer, event: event.number,
            kind: message.audience == .news ? .news : .organizerMessage, recipient: address,
            payload: ["title": event.details.title, "subject": message.subject, "body": message.body], key: "",
            created: now)
        let recipient =
            try connection.recipients.with(address: address) ?? MessageRecipient(address: address, secret: "")
        let composer = MessageComposer(ring: ring, settings: settings, now: now)
        guard let subject = try composer.subject(of: notice, to: recipient, connection) else { return nil }
        let text = try MessageText(subject, MessageLinks(settings.publicURL, ring), at: now)
        self.subject = text.mailSubject
        language = text.language
        let greeting = namesRecipient ? text.greeting : text.language.text(TicketSentence.hello)
        paragraphs = [greeting] + text.paragraphs + subject.words
    }
}
