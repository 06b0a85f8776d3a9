import HTTPTypes
import Languages
import Management
import Messaging
import Presentation
import Ticketing
import WebHost

/// The pages on which an organizer changes the texts of messages: the list of kinds, and the form for one template with
/// a preview.
///
/// `scripts/message-preview.js` shows the preview while the user types.
struct MessageTemplatePages: Sendable {
    let desk: Desk

    private static let stepField = "step"

    /// The actions of the form's buttons. A form without the field `step` asks for a preview.
    private enum Step: String {
        case preview, save
    }

    private struct Selection: Sendable {
        let kind: Notice.Kind
        let channel: Notice.Channel
        let language: Language

        /// - Throws: `Problem` 404 if organizers cannot change the selected text; 400 if a field occurs twice.
        init(_ fields: FormFields) throws {
            let kindName = try fields.value("kind")
            let channelName = try fields.value("channel") ?? Notice.Channel.email.rawValue
            let languageTag = try fields.value("language") ?? Language.english.rawValue
            guard let kind = Notice.Kind.editable.first(where: { $0.rawValue == kindName }),
                let channel = kind.templateChannels.first(where: { $0.rawValue == channelName }),
                let language = Language.offered.first(where: { $0.rawValue == languageTag })
            else { throw Problem(.notFound) }
            self.kind = kind
            self.channel = channel
            self.language = language
        }

        func template(_ subject: String, _ body: String, of organizer: Organizer) -> MessageTemplate {
            MessageTemplate(
                organizer: organizer.number, kind: kind, channel: channel, language: language.rawValue,
                subject: channel == .email ? subject : "", body: body, changed: Instant(milliseconds: 0))
        }
    }

    private enum Outcome: Sendable {
        case saved(path: String)
        /// The preview has the values of a real message if the member may read such a message.
        case preview(ParsedMessageTemplate, Language, like: Notice?, Desk.PageContent)
        case refused([FieldFault], Desk.PageContent)
    }

    /// The kinds of messages whose texts can be changed, each with its own templates.
    func list(_ request: PageRequest) async throws -> RouteResponse {
        let (name, context) = try await request.withServices { services in
            let organizer = try services.organizer(of: request, for: .editTemplate)
            let own = try services.notices.templates(of: organizer)
            var context = try services.organizerContext(organizer)
            context["kinds"] = .list(
                Notice.Kind.editable.map { kind in
                    TemplateContext([
                        "kind": .text(kind.rawValue), "kind_label": .sentence(kind.label),
                        "email_state": .sentence(MessageTemplatePages.state(of: kind, .email, own)),
                        "sms_state": .sentence(MessageTemplatePages.state(of: kind, .sms, own)),
                    ])
                })
            return (organizer.name, context)
        }
        return try desk.page(request, "desk-message-templates", title: .verbatim(name), context)
    }

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let fields = try request.queryFields()
        // If the query names no kind, the response is the list of kinds, from which the user can choose one.
        guard try fields.value("kind") != nil else { return try await list(request) }
        let content = try await request.withServices { services in
            let organizer = try services.organizer(of: request, for: .editTemplate)
            let selection = try Selection(fields)
            let own = try services.notices.templates(of: organizer)
                .template(selection.kind, selection.channel, in: selection.language)
            let standard = MessageTemplate.standard(
                selection.kind, selection.channel, in: selection.language, of: organizer.number)
            guard let shown = own ?? standard else { throw Problem(.notFound) }
            return try MessageTemplatePages.content(
                of: organizer, services, selection, shown, isOwn: own != nil)
        }
        return try desk.page(request, "desk-message-template", title: content.title, content.context)
    }

    /// Shows a preview of the typed template, or saves it. A script asks for the preview as JSON.
    func submit(_ request: PageRequest) async throws -> RouteResponse {
        let form = try await request.form()
        let (subject, body) = (try form.typed("subject") ?? "", try form.typed("body") ?? "")
        let step = try form.value(MessageTemplatePages.stepField).flatMap { Step(rawValue: $0) } ?? .preview
        let outcome = try await request.withServices { services -> Outcome in
            let organizer = try services.organizer(of: request, for: .editTemplate)
            let selection = try Selection(form)
            let typed = selection.template(subject, body, of: organizer)
            let own = try services.notices.templates(of: organizer)
                .template(selection.kind, selection.channel, in: selection.language)
            do {
                let parsed = try ParsedMessageTemplate(typed)
                if step == .save {
                    try services.notices.setTemplate(parsed, of: organizer)
                    return .saved(path: FlashMessage.path("\(organizer.deskPath)/templates", .saved))
                }
                let content = try MessageTemplatePages.content(
                    of: organizer, services, selection, typed, isOwn: own != nil)
                let notice = try MessageTemplatePages.latest(selection, of: organizer, services)
                return .preview(parsed, selection.language, like: notice, content)
            } catch {
                guard let refused = RejectedForm(error) else { throw error }
                var content = try MessageTemplatePages.content(
                    of: organizer, services, selection, typed, isOwn: own != nil, refused.faults)
                content.context["fault"] = .sentence(refused.message(Sentence(DeskTemplateSentence.notSaved)))
                return .refused(refused.faults, content)
            }
        }
        return try await reply(outcome, request)
    }

    private func reply(_ outcome: Outcome, _ request: PageRequest) async throws -> RouteResponse {
        switch outcome {
        case .saved(let path): return .seeOther(path)
        case .preview(let template, let language, let notice, let content):
            let preview = try await TemplatePreview(of: template, like: notice, in: language, desk.server)
            guard request.wantsHTML else { return .json(preview.json(in: request.deskLanguage)) }
            return try desk.page(
                request, "desk-message-template", title: content.title,
                content.context.merging(preview.context) { $1 })
        case .refused(let faults, let content):
            guard request.wantsHTML else {
                let fields = [MessageTemplatePages.subjectField.name, MessageTemplatePages.bodyField.name]
                let texts = fields.compactMap { name in
                    faults.text(of: name).map { (name, JSON.string($0.text(in: request.deskLanguage))) }
                }
                return .json(.object([("faults", .object(texts))]), .unprocessableContent)
            }
            return try desk.page(
                request, "desk-message-template", title: content.title, status: .unprocessableContent,
                content.context)
        }
    }

    /// The newest message of a kind, for the values of a preview. Nil if the latest messages include no message of this
    /// kind, or if the member may not read messages.
    private static func latest(
        _ selection: Selection, of organizer: Organizer, _ services: ManagementServices
    ) throws -> Notice? {
        guard try services.permissionContext(in: organizer.number)["may_readNotices"] != nil else { return nil }
        // The search is limited to the latest messages, because no index finds messages by their kind.
        let query = NoticeQuery([.queued, .leased, .deferred, .sent, .delivered])
        return try services.notices.notices(in: .ofOrganizer(organizer), query, limit: 200).first {
            $0.kind == selection.kind && $0.event != nil
        }
    }

    /// Removes a template, so that messages have the standard text again.
    func reset(_ request: PageRequest) async throws -> RouteResponse {
        let form = try await request.form()
        let path = try await request.withServices { services in
            let organizer = try services.organizer(of: request, for: .editTemplate)
            let selection = try Selection(form)
            // If the user sends the form twice, the template is already removed.
            try services.notices.removeTemplate(
                selection.kind, by: selection.channel, in: selection.language, of: organizer)
            return FlashMessage.path("\(organizer.deskPath)/templates", .removed)
        }
        return .seeOther(path)
    }

    // MARK: -

    /// A sentence about one kind of message, for the list of kinds. It says that the messages have the standard text,
    /// or names the languages of the organizer's own texts, or says that no such messages are sent.
    private static func state(
        of kind: Notice.Kind, _ channel: Notice.Channel, _ own: [MessageTemplate]
    ) -> Sentence {
        guard kind.templateChannels.contains(channel) else { return Sentence(DeskTemplateSentence.noTemplates) }
        let languages = own.filter { $0.kind == kind && $0.channel == channel }.map(\.language)
        return languages.isEmpty
            ? Sentence(DeskTemplateSentence.standard)
            : Sentence(DeskTemplateSentence.own, ["languages": .text(languages.joined(separator: ", "))])
    }

    private static func content(
        of organizer: Organizer, _ services: ManagementServices, _ selection: Selection, _ shown: MessageTemplate,
        isOwn: Bool, _ faults: [FieldFault] = []
    ) throws -> Desk.PageContent {
        var context = try services.organizerContext(organizer)
        context["kind"] = .text(selection.kind.rawValue)
        context["kind_label"] = .sentence(selection.kind.label)
        context["channel"] = .text(selection.channel.rawValue)
        context["language_tag"] = .text(selection.language.rawValue)
        context["template_path"] = .text("\(organizer.deskPath)/templates/edit")
        context["selection"] = .list([
            channelField(for: selection.kind).context(selection.channel.rawValue),
            languageField.context(selection.language.rawValue),
        ])
        let subject = subjectField.context(shown.subject, fault: faults.text(of: subjectField.name))
        let body = bodyField.context(shown.body, fault: faults.text(of: bodyField.name))
        context["fields"] = .list(selection.channel == .email ? [subject, body] : [body])
        if selection.channel == .email { context["has_subject"] = .section(TemplateContext([:])) }
        context[isOwn ? "is_own" : "is_standard"] = .section(TemplateContext([:]))
        context["arguments"] = .list(
            (selection.kind.templateArguments ?? []).map { argument in
                TemplateContext([
                    "argument": .text("{\(argument.rawValue)}"),
                    "argument_about": .sentence(Sentence(argument.explanation)),
                ])
            })
        return (.verbatim(organizer.name), context)
    }

    private static func channelField(for kind: Notice.Kind) -> FormField {
        FormField(
            "channel", Sentence(DeskTemplateSentence.channel),
            .choice(kind.templateChannels.map { FormField.Choice($0.rawValue, $0.label) }))
    }
    private static let languageField = FormField(
        "language", Sentence(DeskTemplateSentence.language),
        .choice(Language.offered.map { FormField.Choice($0.rawValue, .verbatim($0.nativeName)) }))
    private static let subjectField = FormField(
        MessageTemplateError.Part.subject.rawValue, Sentence(DeskTemplateSentence.mailSubject),
        hint: Sentence(
            DeskTemplateSentence.subjectHint, ["count": .number(ParsedMessageTemplate.longestSubject)]),
        requirement: .required)
    private static let bodyField = FormField(
        MessageTemplateError.Part.body.rawValue, Sentence(DeskTemplateSentence.body), .text,
        hint: Sentence(DeskTemplateSentence.bodyHint, ["count": .number(ParsedMessageTemplate.longestBody)]),
        requirement: .required)
}

extension MessageArgument {
    fileprivate var explanation: DeskTemplateSentence {
        switch self {
        case .eventTitle: .eventTitle
        case .organizer: .organizer
        case .start: .start
        case .end: .end
        case .doors: .doors
        case .place: .place
        case .venue: .venue
        case .address: .address
        case .city: .city
        case .subEvent: .subEvent
        case .changes: .changes
        case .ticket: .ticket
        case .order: .order
        case .total: .total
        case .amount: .amount
        case .count: .tickets
        case .orders: .orders
        case .ticketType: .ticketType
        case .day: .day
        case .until: .until
        case .subEvents: .subEvents
        case .answerBy: .answerBy
        case .gate: .gate
        case .since: .since
        case .link: .link
        case .code: .code
        case .body: .words
        case .messageSubject: .messageSubject
        }
    }
}
