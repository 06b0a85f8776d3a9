import HTTPTypes
import Languages
import Management
import Messaging
import Presentation
import Ticketing
import WebHost

/// The page on which a member writes a message to people of an event, or news to past buyers. The message is queued
/// after a preview. If it goes to many people, another page asks for a confirmation.
struct WriteMessagePage: Sendable {
    let desk: Desk

    /// The step that the form asks for: a preview, the confirmation for many recipients, or the queuing of the message.
    private enum Step: String {
        case preview, confirm, queue
    }

    private static let stepField = "step"
    /// The field with the number of recipients that the previous page showed to the user.
    private static let countField = "recipients"
    private static let timeField = "at"

    private struct FormInput: Sendable {
        var audience = NoticeAudience.all.code
        var subject = ""
        var body = ""
        /// The time at which news is sent, as typed. If it is empty, news is sent at the server’s usual time for news:
        /// by default, the next Thursday at 18:00.
        var time = ""

        init() {}

        init(_ form: FormFields) throws {
            audience = try form.value("audience") ?? ""
            subject = try form.typed("subject") ?? ""
            body = try form.typed("body") ?? ""
            time = try form.value(WriteMessagePage.timeField) ?? ""
        }

        /// - Throws: `ManagementError.invalid` with all faults.
        func message(for event: Event, _ services: ManagementServices) throws -> OrganizerMessage {
            let known = try WriteMessagePage.allAudiences(of: event, services)
            let audience = NoticeAudience(code: audience).flatMap { chosen in
                known.contains { $0.audience == chosen } ? chosen : nil
            }
            var message = OrganizerMessage(audience: audience ?? .all, subject: subject, body: body)
            var faults = audience == nil ? [FieldFault("audience", DeskOutboxSentence.chooseAudience)] : []
            do throws(FieldFault) {
                message.time = try FormTime.instant(time, in: event.zone, field: WriteMessagePage.timeField)
            } catch {
                faults.append(error)
            }
            faults += message.faults
            guard faults.isEmpty else { throw ManagementError.invalid(faults) }
            return message
        }
    }

    private enum Outcome: Sendable {
        case queued(path: String)
        case page(template: String, status: HTTPResponse.Status, Desk.PageContent)
        case preview(MessagePreview, OrganizerMessage, Event, status: HTTPResponse.Status, Desk.PageContent)
    }

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let content = try await request.withServices { services in
            let event = try services.event(of: request, for: .writeMessage)
            return try self.content(event, services, FormInput())
        }
        return try desk.page(request, WriteMessagePage.template, title: content.title, content.context)
    }

    /// Shows a preview, asks for a confirmation, or queues the message, depending on the step in the form.
    func submit(_ request: PageRequest) async throws -> RouteResponse {
        let form = try await request.form()
        let typed = try FormInput(form)
        let step = try form.value(WriteMessagePage.stepField).flatMap { Step(rawValue: $0) } ?? .preview
        let seen = try form.value(WriteMessagePage.countField).flatMap { Int($0) }
        let change = try await request.formChangeID()
        let work: @Sendable () async throws -> RouteResponse = {
            let outcome = try await request.withServices { services -> Outcome in
                let event = try services.event(of: request, for: .writeMessage)
                do {
                    return try self.outcome(of: step, typed, seen: seen, change, event, services)
                } catch {
                    guard let refused = RejectedForm(error) else { throw error }
                    var content = try self.content(event, services, typed, refused.faults)
                    content.context["fault"] = .sentence(
                        refused.message(Sentence(DeskOutboxSentence.nothingQueued)))
                    return .page(template: WriteMessagePage.template, status: .unprocessableContent, content)
                }
            }
            switch outcome {
            case .queued(let path): return .seeOther(path)
            case .page(let template, let status, let content):
                return try desk.page(request, template, title: content.title, status: status, content.context)
            case .preview(let preview, let message, let event, let status, let content):
                let estimate = preview.bySMS > 0 ? try await desk.server.smsEstimate(of: message, at: event) : nil
                let sample = try await desk.server.sample(
                    of: message, at: event, namesRecipient: content.context["may_showOrders"] != nil)
                let shown = self.context(of: preview, message, estimate, sample, at: event)
                return try desk.page(
                    request, WriteMessagePage.template, title: content.title, status: status,
                    content.context.merging(shown) { $1 })
            }
        }
        return step == .queue ? try await desk.performOnce(request, work) : try await work()
    }

    // MARK: -

    private static let template = "desk-write-message"
    private static let subjectField = FormField(
        "subject", Sentence(DeskOutboxSentence.messageSubject), hint: hint(OrganizerMessage.longestSubject),
        requirement: .required)
    private static let bodyField = FormField(
        "body", Sentence(DeskOutboxSentence.messageBody), .text, hint: hint(OrganizerMessage.longestBody),
        requirement: .required)

    private static let newsTimeField = FormField(
        timeField, Sentence(DeskOutboxSentence.newsTime), .dateTime, hint: Sentence(DeskOutboxSentence.newsTimeHint))

    private static func hint(_ limit: Int) -> Sentence {
        Sentence(DeskOutboxSentence.lengthHint, ["count": .number(limit)])
    }

    private func outcome(
        of step: Step, _ typed: FormInput, seen: Int?, _ change: ChangeID?, _ event: Event,
        _ services: ManagementServices
    ) throws -> Outcome {
        let message = try typed.message(for: event, services)
        // If the form is sent again after a restart of the server, the message must not be queued again.
        if step == .queue, let change, try services.hasCommitted(change) {
            return .queued(path: FlashMessage.path("\(event.deskPath)/notices", .written, count: seen))
        }
        let preview = try services.notices.preview(message, of: event)
        func shown(_ status: HTTPResponse.Status, fault: DeskOutboxSentence? = nil) throws -> Outcome {
            var content = try self.content(event, services, typed)
            if let fault { content.context["fault"] = .sentence(fault) }
            return .preview(preview, message, event, status: status, content)
        }
        switch step {
        case .preview: return try shown(.ok)
        case .confirm, .queue:
            guard seen == preview.recipients, preview.recipients > 0 else {
                return try shown(.conflict, fault: .changedMeanwhile)
            }
            if step == .confirm {
                var content = try self.content(event, services, typed)
                content.context.merge(confirmation(of: preview, message, at: event)) { $1 }
                return .page(template: "desk-write-confirm", status: .ok, content)
            }
            let count = try services.allowingMessages(to: preview.addresses).performOnce(change) {
                try $0.notices.write(message, of: event)
            }
            return .queued(
                path: FlashMessage.path(
                    "\(event.deskPath)/notices", .written, count: count ?? seen,
                    unreached: preview.unreached.isEmpty
                        ? nil
                        : .people(
                            .audience(message.audience), by: message.audience == .news ? .news : .organizerMessage)))
        }
    }

    /// The groups of people to whom a member can write, each with the label that pages show: the groups of an event's
    /// people and, if the event is public, the past buyers who have agreed to get news.
    private static func allAudiences(
        of event: Event, _ services: ManagementServices
    ) throws -> [(audience: NoticeAudience, label: Sentence)] {
        var all = try audiences(of: event, services)
        if event.details.kind == .public { all.append((.news, Sentence(DeskOutboxSentence.newsRecipients))) }
        return all
    }

    /// The groups of an event's people, each with the label that pages show.
    static func audiences(
        of event: Event, _ services: ManagementServices
    ) throws -> [(audience: NoticeAudience, label: Sentence)] {
        var all: [(audience: NoticeAudience, label: Sentence)] = [(.all, Sentence(DeskOutboxSentence.allPeople))]
        for type in try services.ticketTypes.ticketTypes(of: event) {
            all.append(
                (.type(type.number), Sentence(DeskOutboxSentence.holdersOfType, ["type": .text(type.name)])))
        }
        all.append((.unpaid, Sentence(DeskOutboxSentence.unpaidHolders)))
        all.append((.notInside, Sentence(DeskOutboxSentence.notInsideHolders)))
        all.append((.silent, Sentence(DeskOutboxSentence.silentGuests)))
        return all
    }

    private func content(
        _ event: Event, _ services: ManagementServices, _ typed: FormInput, _ faults: [FieldFault] = []
    ) throws -> Desk.PageContent {
        var context = try desk.headerContext(event, services)
        let groups = try WriteMessagePage.allAudiences(of: event, services)
        let choices = groups.map { FormField.Choice($0.audience.code, $0.label) }
        let audience = FormField("audience", Sentence(DeskOutboxSentence.audience), .choice(choices))
        context["write_path"] = .text("\(event.deskPath)/write")
        var fields = [
            (audience, typed.audience), (WriteMessagePage.subjectField, typed.subject),
            (WriteMessagePage.bodyField, typed.body),
        ]
        if groups.contains(where: { $0.audience == .news }) {
            fields.append((WriteMessagePage.newsTimeField, typed.time))
        }
        context["fields"] = .list(
            fields.map { field, value in field.context(value, fault: faults.text(of: field.name)) })
        context["audience"] = .text(typed.audience)
        context["subject"] = .text(typed.subject)
        context["body"] = .text(typed.body)
        context["news_time"] = .text(typed.time)
        return (.verbatim(event.details.title), context)
    }

    /// The time at which news is sent; nil for other messages.
    private func newsTime(of message: OrganizerMessage, at event: Event) -> Sentence? {
        guard message.audience == .news else { return nil }
        if let time = event.formatted(message.time) { return .verbatim(time) }
        let next = desk.server.noticePolicy.newsTime(after: desk.server.now(), in: event.zone)
        return Sentence(DeskOutboxSentence.newsTimeOfRecipient, ["time": .text(next.minuteText(in: event.zone))])
    }

    /// - Parameters:
    ///   - estimate: the SMS and its price; nil if nobody gets an SMS, or if the server has no keys for the links in
    ///     the SMS.
    ///   - sample: the message as the first recipient by e-mail gets it; nil if nobody gets an e-mail.
    private func context(
        of preview: MessagePreview, _ message: OrganizerMessage, _ estimate: SMSEstimate?,
        _ sample: OrganizerMessageSample?, at event: Event
    ) -> [String: TemplateContext.Value] {
        func number(_ key: DeskOutboxSentence, _ count: Int) -> (Sentence, Sentence?) {
            (Sentence(key), .verbatim(Language.english.text(count)))
        }
        var rows = [
            number(.audience, preview.recipients), number(.byEmail, preview.byEmail), number(.bySMS, preview.bySMS),
            number(.notReached, preview.unreached.total),
        ]
        if let time = newsTime(of: message, at: event) { rows.append((Sentence(DeskOutboxSentence.newsTime), time)) }
        var context: [String: TemplateContext.Value] = ["figures_shown": .section(TemplateContext([:]))]
        if let sample { context["sample"] = .section(sample.context) }
        if let estimate {
            rows.append(number(.partsPerMessage, estimate.parts))
            rows.append(number(.partsInTotal, estimate.parts * preview.bySMS))
            let cost = estimate.cost(of: preview.bySMS)
            rows.append((Sentence(DeskOutboxSentence.estimatedCost), cost.map { Sentence.verbatim($0.displayText) }))
            context["sms_text"] = .text(estimate.text)
        }
        context["figures"] = Desk.labelledValues(rows)
        if let unreached = UnreachedPeopleReport(preview.unreached, zone: event.zone).sentence {
            context["unreached"] = .sentence(unreached.asSentence)
        }
        guard preview.recipients > 0 else {
            context["preview_fault"] = .sentence(
                preview.addresses > 0 ? DeskOutboxSentence.nobodyReached : .nobody)
            return context
        }
        let step = preview.needsConfirmation ? Step.confirm : .queue
        context["send"] = .section(
            TemplateContext([
                "step": .text(step.rawValue), "recipients": .text("\(preview.recipients)"),
                "send_label": .sentence(
                    step == .confirm ? DeskOutboxSentence.continueWith : .queueMessage,
                    ["count": .number(preview.recipients)]),
            ]))
        return context
    }

    private func confirmation(
        of preview: MessagePreview, _ message: OrganizerMessage, at event: Event
    ) -> [String: TemplateContext.Value] {
        let count: [String: SentenceArgument] = ["count": .number(preview.recipients)]
        let about: DeskOutboxSentence = message.audience == .news ? .confirmNewsAbout : .confirmAbout
        var context: [String: TemplateContext.Value] = [
            "confirm_title": .sentence(DeskOutboxSentence.confirmTitle, count),
            "confirm_about": .sentence(about, count),
            "send_label": .sentence(DeskOutboxSentence.queueMessage, count),
            "step": .text(Step.queue.rawValue), "recipients": .text("\(preview.recipients)"),
        ]
        if let time = newsTime(of: message, at: event) { context["goes_out"] = .sentence(time) }
        return context
    }
}

extension OrganizerMessageSample {
    fileprivate var context: TemplateContext {
        TemplateContext([
            "sample_subject": .text(subject), "sample_language": .text(language.rawValue),
            "paragraphs": .list(
                paragraphs.map { paragraph in
                    let lines = paragraph.split(separator: "\n", omittingEmptySubsequences: false)
                    return TemplateContext(["lines": .list(lines.map { TemplateContext(["line": .text(String($0))]) })])
                }),
        ])
    }
}
