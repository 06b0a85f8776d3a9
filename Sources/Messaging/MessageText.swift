import AttendeePack
import Foundation
import Languages
import Management
import MessageTransport
import Ticketing

/// A link of a message, with the sentence of its label.
struct MessageLink {
    let label: any SentenceKey
    let url: MailURL
}

/// The text of a message: the program's own sentences or the organizer's template, with all values filled in.
struct MessageText {
    let subject: MessageSubject
    let language: Language
    let links: MessageLinks
    let moment: MessageMoment
    let change: EventChange
    /// The main link of the message (`MessageLinks.main`); nil if the message has none.
    let link: MessageLink?
    private let conditions: Set<MessageCondition>
    let outline: MessageOutline
    /// The first deadline for the guest's answers to an invitation; nil if the guest has no such deadline.
    let answerBy: Instant?

    init(_ subject: MessageSubject, _ links: MessageLinks, at now: Instant) throws {
        self.subject = subject
        self.links = links
        language = subject.language
        moment = MessageMoment(in: subject.zone, language)
        change = EventChange(subject.notice.payload)
        link = try links.main(of: subject)
        answerBy = subject.firstDeadline(after: now)
        conditions = subject.conditions(at: now, change: change, hasLink: link != nil)
        outline = MessageOutline(subject.notice.kind, conditions)
    }

    var mailSubject: String {
        if subject.notice.kind == .organizerMessage, let own = subject.value("subject")?.onOneLine.nonEmpty {
            return own
        }
        guard let template = template(for: .email), let text = template.subject else {
            return sentence(outline.subject, values(in: .mail))
        }
        return text.filled(with: texts(of: values(in: .mail)))
    }

    var greeting: String {
        // A name can come from a stranger, and many programs turn a web address in a mail into a link. The greeting
        // therefore leaves out a name that contains a web address.
        guard let name = subject.greetedName?.inMessage.nonEmpty, !name.containsWebAddress else {
            return language.text(TicketSentence.hello)
        }
        return language.text(TicketSentence.dear, ["holder": .text(name)])
    }

    /// The text of a mail between the greeting and the facts about the event: paragraphs whose lines are separated by
    /// line feeds.
    var paragraphs: [String] {
        let values = values(in: .mail)
        guard let template = template(for: .email) else {
            var paragraphs = outline.paragraphs.flatMap { [sentence($0, values)] + details(after: $0) }
            if let companions = subject.value("companions").flatMap({ Int($0) }), companions > 0 {
                paragraphs.append(language.text(PublicSentence.tooManyCompanions, ["count": .number(companions)]))
            }
            return paragraphs
        }
        let lines = template.body.filled(with: texts(of: values)).split(
            separator: "\n", omittingEmptySubsequences: false)
        var paragraphs = String.paragraphs(of: lines.map(String.init))
        // A template may lack the code. Without the code, the message would be useless.
        if conditions.contains(.code), !template.body.arguments.contains(.code) {
            paragraphs.append(sentence(MessageSentence.code, values))
        }
        return paragraphs
    }

    /// Details that follow a sentence of the standard text in a mail, such as the names of the guests. Organizers'
    /// templates cannot contain these details.
    private func details(after key: MessageSentence) -> [String] {
        let sentences: [Sentence?] =
            switch (subject.notice.kind, key) {
            case (.ticketsFound, .code):
                [Sentence(MessagePartSentence.enterFindingCode, ["count": .number(Storefront.codeMinutes)])]
            case (.teamInvitation, .teamInvitation): [inviterSentence]
            case (.teamInvitation, .useLink):
                [
                    subject.time("expires").map { end in
                        Sentence(MessagePartSentence.linkEnds, ["time": .text(moment.text(end))])
                    }
                ]
            case (.invitation, .invitation): [guestsSentence]
            default: []
            }
        return sentences.compactMap { $0?.text(in: language) }
    }

    /// Says who invites the recipient to a team, and with which role. Nil if the notice lacks the inviter's name or the
    /// role, or if the name contains a web address.
    private var inviterSentence: Sentence? {
        guard let inviter = subject.value("inviter")?.inMessage.nonEmpty, !inviter.containsWebAddress,
            let role = subject.value("role").flatMap({ Role(rawValue: $0) })
        else { return nil }
        return Sentence(MessagePartSentence.inviter, ["inviter": .text(inviter), "role": .sentence(role.label)])
    }

    /// Names the guests whom the ticket admits; nil if it admits only one guest, or if a name contains a web address.
    private var guestsSentence: Sentence? {
        let names = subject.guestNames.compactMap { $0.inMessage.nonEmpty }
        guard names.count > 1, !names.contains(where: \.containsWebAddress) else { return nil }
        return Sentence(
            MessagePartSentence.ticketFor,
            ["guests": .sentence(.list(names.map { .verbatim($0) }, separator: ", "))])
    }

    /// The organizer's template; nil if there is no template, or if it does not fit this message. A template fits only
    /// a message that has the most common form of its kind. A message that contains the organizer's own words uses no
    /// template, unless it is news. The message must have a value for each essential argument of the template. If the
    /// message is about a sub-event, the template must contain the name of the sub-event.
    func template(for channel: Notice.Channel) -> ParsedMessageTemplate? {
        guard let template = subject.template(for: channel),
            subject.words.isEmpty || subject.notice.kind == .news,
            outline.subject == MessageOutline.standard(for: subject.notice.kind).subject
        else { return nil }
        let parsed: ParsedMessageTemplate
        do {
            parsed = try ParsedMessageTemplate(template)
        } catch {
            // A later version of the program has removed an argument of the stored template, so the standard text is
            // used.
            return nil
        }
        let values = values(in: .short)
        let isComplete = parsed.arguments.allSatisfy { !$0.isEssential || values[$0] != nil }
        let namesSubEvent = !conditions.contains(.subEvent) || parsed.arguments.contains(.subEvent)
        return isComplete && namesSubEvent ? parsed : nil
    }

    func sentence(_ key: some SentenceKey, _ values: [MessageArgument: SentenceArgument]) -> String {
        let names = key.arguments
        var arguments: [String: SentenceArgument] = [:]
        for argument in MessageArgument.allCases where names.contains(argument.sentenceName) {
            arguments[argument.sentenceName] = values[argument] ?? .text("")
        }
        return language.text(key, arguments)
    }

    func texts(of values: [MessageArgument: SentenceArgument]) -> [MessageArgument: String] {
        values.mapValues { $0.text(in: language) }
    }
}

// MARK: Short messages

extension MessageText {
    /// The text of a short message, with its link. The text can have any length and any characters.
    var shortText: String { shortText(with: values(in: .short)) }

    /// The text of an SMS. If the text is in the GSM 7-bit alphabet and is too long for one part, long names are
    /// shortened. If this is not enough, a shorter text is used.
    var smsText: String {
        var values = values(in: .short)
        var text = SMSText(simplified: shortText(with: values))
        shorten(&text, &values, ShortInvitation.long)
        shorten(&text, &values, MessageText.shortenable)
        shorten(&text, &values, ShortInvitation.compact)
        if !subject.invitedTo.isEmpty { shorten(&text, &values, [(.eventTitle, 8), (.subEvents, 20)]) }
        guard text.isGSM, text.length > text.singlePartLimit, let brief = briefSentence else { return text.text }
        let full = SMSText(simplified: shortText(with: self.values(in: .short), brief))
        return full.parts == 1 ? full.text : SMSText(simplified: shortText(with: values, brief)).text
    }

    /// A shorter text, for a message whose link makes the text too long for one part. The shorter text leaves out a
    /// sentence that the linked page also contains. Nil if there is no shorter text, or if the text is a template.
    private var briefSentence: MessageShortSentence? {
        guard template(for: .sms) == nil else { return nil }
        switch outline.short {
        case .eventCancelled: return .eventCancelledBriefly
        case .ticketCancelled: return .ticketCancelledBriefly
        case .reservationLapsed: return .reservationLapsedBriefly
        default: return nil
        }
    }

    /// Shortens long names until the text fits into one part, or until no name can be shortened further.
    private func shorten(
        _ text: inout SMSText, _ values: inout [MessageArgument: SentenceArgument],
        _ arguments: [(MessageArgument, Int)]
    ) {
        for (argument, least) in arguments where text.isGSM && text.length > text.singlePartLimit {
            guard case .text(let value)? = values[argument] else { continue }
            let kept = max(least, value.count - (text.length - text.singlePartLimit) - 3)
            guard kept + 3 < value.count else { continue }
            values[argument] = .text("\(value.prefix(kept).trimmingCharacters(in: .whitespaces))...")
            text = SMSText(simplified: shortText(with: values))
        }
    }

    /// Writes the values of an invitation in the first form (`ShortInvitation`) with which the text fits into one part,
    /// or else in the last form.
    private func shorten(
        _ text: inout SMSText, _ values: inout [MessageArgument: SentenceArgument], _ forms: [ShortInvitation]
    ) {
        guard !subject.invitedTo.isEmpty else { return }
        for form in forms where text.isGSM && text.length > text.singlePartLimit {
            values.merge(self.values(form)) { $1 }
            text = SMSText(simplified: shortText(with: values))
        }
    }

    /// The values that can be shortened, each with the number of characters that are always kept.
    private static let shortenable: [(MessageArgument, Int)] = [
        (.eventTitle, 17), (.place, 12), (.organizer, 12), (.subEvent, 12), (.gate, 12), (.changes, 40),
        (.eventTitle, 12),
    ]

    /// - Parameter brief: the sentence that replaces the usual sentence; nil for the usual text.
    private func shortText(
        with values: [MessageArgument: SentenceArgument], _ brief: MessageShortSentence? = nil
    ) -> String {
        let parts = shortParts(with: values, brief)
        return [parts.text, parts.link].compactMap(\.self).joined(separator: " ")
    }

    /// The text of a push message. Its link is separate, because the notification itself opens the link.
    var pushText: String { shortParts(with: values(in: .short)).text }

    /// The text of a short message, and the link that follows the text. The link is nil if the text already contains
    /// it, or if the message has no link.
    private func shortParts(
        with values: [MessageArgument: SentenceArgument], _ brief: MessageShortSentence? = nil
    ) -> (text: String, link: String?) {
        guard let template = template(for: .sms) else {
            return (sentence(brief ?? outline.short, values), link?.url.text)
        }
        let body = template.body.filled(with: texts(of: values)).split(separator: "\n").joined(separator: " ")
        let code =
            conditions.contains(.code) && !template.body.arguments.contains(.code)
            ? sentence(MessageSentence.code, values) : nil
        let own = template.body.arguments.contains(.link) ? nil : link?.url.text
        return ([body, code].compactMap(\.self).joined(separator: " "), own)
    }
}
