import AttendeePack
import Languages
import Management
import PrintShop
import Ticketing

struct MailComposer {
    /// The maximum number of tickets in the list of a mail. If there are more tickets, the mail says how many are not
    /// listed.
    private static let maximumListed = 20

    private let text: MessageText
    private let composer: MessageComposer

    init(_ text: MessageText, _ composer: MessageComposer) {
        self.text = text
        self.composer = composer
    }

    private var subject: MessageSubject { text.subject }
    private var language: Language { text.language }

    func mail(from sender: EmailAddress, to recipient: EmailAddress) throws -> OutgoingMail {
        let files = try ticketFiles()
        var mail = OutgoingMail(from: sender, to: recipient, subject: text.mailSubject, in: language)
        mail.senderName = subject.organizer.onOneLine.nonEmpty ?? MailComposer.programName
        mail.replyTo = subject.event?.event.details.contact.flatMap { EmailAddress(rawValue: $0) }
        mail.greeting = text.greeting
        mail.accent = subject.event?.accent
        mail.logo = logo
        mail.blocks = try blocks(files)
        mail.footer = footer
        mail.attachments = try files.attachments + subject.changedCalendar(in: language, at: composer.now)
        mail.unsubscribeURL = text.links.unsubscribe(subject.recipient, from: subject.notice)
        return mail
    }

    /// The sender's name in messages of the server itself.
    private static let programName = "EventPass"

    private func ticketFiles() throws -> TicketFiles {
        switch subject.notice.kind {
        case .ticketIssued, .ticketReissued, .ticketTransferred, .orderPaid, .orderPending, .invitation:
            guard let event = subject.event, let first = subject.tickets.first else { return TicketFiles() }
            let name = subject.order.map { "order-\($0.number)" } ?? first.ticket.code.description
            return try composer.files(
                of: subject.tickets, at: event, subEvents: subject.subEvents.filter { !$0.isDeclined }, named: name,
                in: language, subject.recipient.preferences.showsSymbols ? .withSymbols : .withoutSymbols)
        case .ticketsFound:
            return try subject.found.reduce(into: TicketFiles()) { files, found in
                files.append(
                    try composer.files(
                        of: found.tickets, at: found.event, named: "tickets-\(found.event.event.number)",
                        in: language, .withoutSymbols))
            }
        case .confirmEmail, .eventMoved, .eventCancelled, .eventRestored, .subEventCancelled, .ticketCancelled,
            .orderCancelled, .refundOwed, .refundProcessed, .paymentPending, .ticketExpiring, .entryConfirmed,
            .invitationWithdrawn,
            .reservationToConfirm, .reservationLapsed, .passwordReset, .teamInvitation, .reminder, .answerReminder,
            .organizerMessage, .news, .newSale, .lowInventory, .salesMilestone, .dailySummary, .paymentReceived,
            .doubleAdmissions, .gateSilent, .gateUndecided, .identityReviewed, .recommendations, .popularNearYou:
            return TicketFiles()
        }
    }

    private func blocks(_ files: TicketFiles) throws -> [OutgoingMail.Block] {
        var blocks = text.paragraphs.map { OutgoingMail.Block.paragraph($0) }
        if let gone = subject.gone.codes {
            let values = text.values(in: .mail).merging([.ticket: .text(gone)]) { $1 }
            blocks.append(.paragraph(text.sentence(MessageSentence.ticketGone, values)))
        }
        blocks += subject.words.map { OutgoingMail.Block.words($0) }
        let template = text.template(for: .email)
        if template == nil { blocks += eventBlocks }
        blocks += SuggestionBlocks(text).all
        blocks += try ticketBlocks
        if let link = text.link, template?.body.arguments.contains(.link) != true, !isRepeated(link, in: blocks) {
            blocks.append(.button(OutgoingMail.Link(language.text(link.label), link.url)))
        }
        if !files.symbols.isEmpty {
            let key = files.symbols.count > 1 ? TicketSentence.showCodes : .showCode
            blocks += [.paragraph(language.text(key)), .symbols(files.symbols)]
        }
        blocks += notes(files)
        if let organizer = subject.organizer.inMessage.nonEmpty { blocks.append(.paragraph(organizer)) }
        return blocks
    }

    private var eventBlocks: [OutgoingMail.Block] {
        guard let event = subject.event else { return [] }
        let schedule = subject.schedule
        let when = schedule.start.map { text.moment.span(from: $0, to: schedule.end) }
        let doors = schedule.doors.map { text.moment.time($0) }
        var rows: [(TicketSentence, String?)] = [
            (.when, when), (.doors, doors), (.where, schedule.place),
            (.questions, event.event.details.contact?.onOneLine.nonEmpty),
        ]
        if let only = subject.tickets.first, subject.tickets.count == 1 {
            rows.append((.ticket, typeText(of: only.ticket, at: event)))
            rows.append((.code, "\(only.ticket.code)"))
            rows.append((.price, only.ticket.sale?.due.map(dueText)))
        }
        let details = rows.compactMap { label, value in
            value.map { OutgoingMail.Detail(label: language.text(label), value: $0) }
        }
        let heading = OutgoingMail.Block.heading(event.event.details.title.onOneLine)
        return posterBlocks(event) + (details.isEmpty ? [heading] : [heading, .details(details)])
    }

    /// The poster inside the mail, if the recipient has chosen to see posters and logos, and the file is small.
    /// Otherwise, a link to the poster.
    private func posterBlocks(_ event: MessageEvent) -> [OutgoingMail.Block] {
        guard let poster = event.poster else { return [] }
        if let file = poster.small, file.count <= MessagePoster.longestInMail {
            let width = PictureWidth.small.rawValue
            return [
                .picture(
                    OutgoingMail.Picture(
                        jpeg: file, width: width, height: poster.picture.height * width / poster.picture.width,
                        text: poster.picture.alternativeText.onOneLine))
            ]
        }
        guard let variant = PictureVariant(width: .large, format: .jpeg),
            let url = text.links.url(poster.picture.path(of: variant))
        else { return [] }
        return [.button(OutgoingMail.Link(language.text(MessagePartSentence.showPoster), url))]
    }

    /// The logo above the text of the mail, if the recipient has chosen to see posters and logos, and the file is
    /// small.
    private var logo: OutgoingMail.Picture? {
        guard let logo = subject.event?.logo, logo.isInMail else { return nil }
        let (width, height) = logo.sizeInMail
        return OutgoingMail.Picture(
            jpeg: logo.file, width: width, height: height, text: logo.picture.alternativeText.onOneLine)
    }

    private func dueText(_ due: Money) -> String {
        language.text(TicketSentence.dueAtDoor, ["amount": .text(due.text(in: language.locale))])
    }

    /// The ticket's type and the number of people, such as `Regular, admits 4`.
    private func typeText(of ticket: Ticket, at event: MessageEvent) -> String {
        let type = event.type(of: ticket)?.name.onOneLine ?? ""
        guard ticket.admits > .one else { return type }
        let admits = language.text(TicketSentence.admits, ["count": .number(Int(ticket.admits.rawValue))])
        return language.text(TicketSentence.typeAndAdmits, ["type": .text(type), "admits": .text(admits)])
    }

    private var ticketBlocks: [OutgoingMail.Block] {
        get throws {
            var blocks: [OutgoingMail.Block] = []
            for found in subject.found {
                let details = found.event.event.details
                blocks.append(.heading(details.title.onOneLine))
                let moment = MessageMoment(in: found.event.event.zone, language)
                let rows: [(TicketSentence, String?)] = [
                    (.when, details.start.map { moment.span(from: $0, to: details.end) }),
                    (.where, MessageSchedule(venue: details.venue, address: details.address, city: details.city).place),
                ]
                blocks.append(
                    .details(
                        rows.compactMap { label, value in
                            value.map { OutgoingMail.Detail(label: language.text(label), value: $0) }
                        }))
                blocks += try list(found.tickets, at: found.event)
            }
            if let event = subject.event, !subject.tickets.isEmpty, !isLinkedTicket {
                blocks += try list(subject.tickets, at: event)
            }
            return blocks
        }
    }

    /// Whether the mail has the standard text and exactly one ticket, and its main link leads to the page of this
    /// ticket.
    private var isLinkedTicket: Bool {
        subject.tickets.count == 1 && subject.order == nil && subject.tickets.first?.isInvitation == false
            && text.template(for: .email) == nil
    }

    /// Whether the mail also contains the given link in its footer, or in a list of several tickets or suggested
    /// events.
    private func isRepeated(_ link: MessageLink, in blocks: [OutgoingMail.Block]) -> Bool {
        if link.url == text.links.settings(subject.recipient) { return true }
        guard subject.tickets.count > 1 || !subject.suggested.isEmpty else { return false }
        return blocks.contains { block in
            guard case .list(let items) = block else { return false }
            return items.contains { $0.links.contains { $0.url == link.url } }
        }
    }

    private func list(_ tickets: [RecipientTicket], at event: MessageEvent) throws -> [OutgoingMail.Block] {
        let items = try tickets.prefix(MailComposer.maximumListed).map { own in
            let type = typeText(of: own.ticket, at: event)
            var links: [(PublicSentence, MailURL?)] = [
                (.showTicket, try text.links.ticket(own.ticket, of: event.event))
            ]
            // A mail with only one ticket has a button for the answer, so its list needs no link for the answer.
            if tickets.count > 1, text.links.hasInvitationPage(own, at: event.event) {
                links.append((.answerInvitation, try text.links.invitation(own.ticket, of: event.event)))
            }
            return OutgoingMail.Item(
                "\(type.inMessage), \(own.ticket.code)",
                links.compactMap { label, url in url.map { OutgoingMail.Link(language.text(label), $0) } })
        }
        let rest = tickets.count - items.count
        guard rest > 0 else { return [.list(items)] }
        return [.list(items), .paragraph(language.text(MessageSentence.moreTickets, ["count": .number(rest)]))]
    }

    /// Notes about the tickets for which the mail has no file, and links to passes.
    private func notes(_ files: TicketFiles) -> [OutgoingMail.Block] {
        var notes: [OutgoingMail.Block] = []
        func add(_ sentence: MessageSentence, for codes: [TicketCode]) {
            for code in codes.prefix(MailComposer.maximumListed) {
                notes.append(.paragraph(language.text(sentence, ["ticket": .text("\(code)")])))
            }
        }
        add(.ticketUnavailable, for: files.unavailable)
        if composer.settings.publicURL != nil { add(.changingCode, for: files.changing) }
        let label = language.text(PublicSentence.googleWallet)
        let passes = files.passLinks.map { OutgoingMail.Item("\($0.code)", [OutgoingMail.Link(label, $0.url)]) }
        return passes.isEmpty ? notes : notes + [.list(passes)]
    }

    private var footer: [OutgoingMail.FooterParagraph] {
        let reason = text.sentence(text.outline.reason, text.values(in: .mail))
        let isOptional = NoticePolicy.standard.canBeTurnedOff(subject.notice.kind)
        // A mail to an address that the recipient adds to the preferences has no link to the preferences page. That
        // link is secret, and the new address is not confirmed yet.
        let page = subject.isToSecondAddress ? nil : text.links.settings(subject.recipient)
        let settings = page.map { url in
            OutgoingMail.FooterParagraph(
                language.text(isOptional ? MessagePartSentence.settingsAbout : MessagePartSentence.settingsOfMandatory),
                OutgoingMail.Link(language.text(MessagePartSentence.messageSettings), url))
        }
        return [OutgoingMail.FooterParagraph(reason)] + [stopNews, settings].compactMap(\.self)
    }

    /// The paragraph with the link that ends the consent to get news; nil for messages that are not news.
    private var stopNews: OutgoingMail.FooterParagraph? {
        guard subject.notice.kind == .news else { return nil }
        return text.links.unsubscribe(subject.recipient, from: subject.notice).map { url in
            OutgoingMail.FooterParagraph(
                text.sentence(MessagePartSentence.stopNews, text.values(in: .mail)),
                OutgoingMail.Link(language.text(MessagePartSentence.unsubscribe), url))
        }
    }
}
