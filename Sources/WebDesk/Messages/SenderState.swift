import Languages
import Management
import MessageTransport
import Presentation
import Store
import Ticketing
import WebHost

/// The settings for messages, and texts about the messages that the server cannot send. A “sender” here is the means by
/// which messages are sent, such as a mail server or an SMS provider.
struct SenderState: Sendable {
    /// The settings; nil if the server has no settings, or if they cannot be read.
    let settings: MessageSettings?
    private let isReadable: Bool

    init(_ server: ServerContext) {
        do {
            settings = try server.messages?()
            isReadable = true
        } catch {
            // The page with the settings shows the error that occurred.
            settings = nil
            isReadable = false
        }
    }

    /// Whether messages to e-mail addresses are sent.
    var hasMail: Bool { settings?.mail != nil }

    /// Whether messages to phone numbers are sent, or wait with prepared WhatsApp links.
    private var reachesPhones: Bool { settings?.sms != nil || settings?.preparesWhatsApp == true }

    /// The reason why some messages wait; nil if a sender is set up for each kind of address.
    var fault: Sentence? {
        guard isReadable else { return Sentence(DeskOutboxSentence.unreadableSettings) }
        return switch (hasMail, reachesPhones) {
        case (true, true): nil
        case (false, false): Sentence(DeskOutboxSentence.noSender)
        case (false, true): Sentence(DeskOutboxSentence.noMailSender)
        case (true, false): Sentence(DeskOutboxSentence.noPhoneSender)
        }
    }

    /// The reason why messages to e-mail addresses wait; nil if a mail server is set up.
    var mailFault: Sentence? { hasMail ? nil : fault }

    /// The reason why messages about a change may wait; nil if a sender is set up for every kind of address to which
    /// the messages may go.
    ///
    /// - Parameters:
    ///   - people: the people whom the change concerns.
    ///   - kind: the kind of the messages.
    func fault(
        to people: MessagePeople, by kind: Notice.Kind, of event: Event, _ services: ManagementServices
    ) throws -> Sentence? {
        // The addresses matter only if one kind of address has a sender, and the other kind has none.
        guard isReadable, hasMail != reachesPhones else { return fault }
        return try services.notices.mayReach(people, by: kind, of: event, atPhones: hasMail) ? fault : nil
    }

    /// The number of unsent messages for which no sender is set up.
    private func stuck(_ unsent: Notices.Unsent) -> Int {
        (hasMail ? 0 : unsent.toEmail) + (reachesPhones ? 0 : unsent.toPhone)
    }

    /// Values for the template `desk-message-sender`, which says why messages wait. They include the path of the page
    /// for the settings if the user can change the settings. Empty if a sender is set up for each kind of address.
    func context(_ services: ManagementServices) throws -> [String: TemplateContext.Value] {
        guard let fault else { return [:] }
        var context: [String: TemplateContext.Value] = ["sender_fault": .sentence(fault)]
        if try services.isLocalOwner { context["sender_path"] = .text(MessageSettingsPage.path) }
        return context
    }

    /// Template values about an event's unsent messages: the total number, the number of messages that wait for a
    /// sender, and the values of `context`. The template `waiting-notices` shows them.
    func context(of event: Event, _ services: ManagementServices) throws -> [String: TemplateContext.Value] {
        var context = try self.context(services)
        let unsent = try services.notices.unsentNotices(of: event)
        guard unsent.total > 0 else { return context }
        let stuck = stuck(unsent)
        let sender: PendingEmailNotice.Sender =
            !isReadable ? .unreadable : stuck == unsent.total ? .missing : .configured
        context["waiting"] = .sentence(PendingEmailNotice(count: unsent.total, of: .event, sender: sender).sentence)
        if stuck > 0 {
            context["stuck"] = .section(TemplateContext([:]))
            if isReadable, stuck < unsent.total {
                context["stuck_text"] = .sentence(DeskOutboxSentence.someWithoutSender, ["count": .number(stuck)])
            }
        }
        return context
    }
}

/// The sentences about the messages that an action will queue.
struct MessageRemarks {
    /// Why messages wait or may wait, and which people get no message.
    var sentences: [Sentence] = []
    /// Whether messages wait or may wait for a sender. The page then names the people who can set up the sender.
    var areWaiting = false
}

extension Desk {
    /// The sentences about the messages that an action will queue.
    ///
    /// - Parameters:
    ///   - people: the people to whom the messages go.
    ///   - kind: the kind of the messages.
    ///   - context: the values of the event's header.
    func messageRemarks(
        _ people: MessagePeople, by kind: Notice.Kind, of event: Event, _ services: ManagementServices,
        _ context: [String: TemplateContext.Value]
    ) throws -> MessageRemarks {
        var remarks = MessageRemarks()
        var saysFault = false
        if case .sentence(let waiting) = context["waiting"] {
            remarks.sentences.append(waiting.asSentence)
            remarks.areWaiting = context["stuck"] != nil
            // If all unsent messages wait for a sender, the sentence about them already contains the reason.
            saysFault = context["stuck"] != nil && context["stuck_text"] == nil
        }
        if !saysFault, let fault = try SenderState(server).fault(to: people, by: kind, of: event, services) {
            remarks.sentences.append(fault)
            remarks.areWaiting = true
        }
        if let unreached = try services.unreachedRemark(people, by: kind, of: event) {
            remarks.sentences.append(unreached.sentence.asSentence)
        }
        return remarks
    }
}
