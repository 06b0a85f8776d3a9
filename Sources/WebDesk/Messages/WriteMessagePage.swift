import HTTPTypes
import Languages
import Management
import Messaging
import Ticketing
import WebHost

/// The page on which a member writes a message to people of an event. The message is queued after a preview. If it goes
/// to many people, another page asks for a confirmation.
struct WriteMessagePage: Sendable {
    let desk: Desk

    /// The step that the form asks for: a preview, the confirmation for many recipients, or the queuing of the message.
    private enum Step: String {
        case preview, confirm, queue
    }

    private static let stepField = "step"
    /// The field with the number of recipients that the user has seen.
    private static let countField = "recipients"

    /// The input of the user.
    private struct FormInput: Sendable {
        var audience = NoticeAudience.all.code
        var subject = ""
        var body = ""

        init() {}

        init(_ form: FormFields) throws {
            audience = try form.value("audience") ?? ""
            subject = try form.typed("subject") ?? ""
            body = try form.typed("body") ?? ""
        }

        /// Parses the message.
        ///
        /// - Throws: `ManagementError.invalid` with all faults.
        func message(for event: Event, _ services: ManagementServices) throws -> OrganizerMessage {
            let known = try WriteMessagePage.audiences(of: event, services)
            let audience = NoticeAudience(code: audience).flatMap { chosen in
                known.contains { $0.audience == chosen } ? chosen : nil
            }
            let message = OrganizerMessage(audience: audience ?? .all, subject: subject, body: body)
            let unknown = audience == nil ? [FieldFault("audience", DeskOutboxSentence.chooseAudience)] : []
            let faults = unknown + message.faults
            guard faults.isEmpty else { throw ManagementError.invalid(faults) }
            return message
        }
    }

    /// A page to show, or the address of the next page.
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
                return try desk.page(
                    request, WriteMessagePage.template, title: content.title, status: status,
                    content.context.merging(WriteMessagePage.context(of: preview, estimate)) { $1 })
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
                content.context.merge(WriteMessagePage.confirmation(of: preview)) { $1 }
                return .page(template: "desk-write-confirm", status: .ok, content)
            }
            let count = try services.allowingMessages(to: preview.recipients).performOnce(change) {
                try $0.notices.write(message, of: event)
            }
            return .queued(
                path: FlashMessage.path(
                    "\(event.deskPath)/notices", .written, count: count ?? seen,
                    unreachable: .people(preview.unreachable)))
        }
    }

    /// The groups of people to whom a member can write, each with its name on pages.
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

    /// The title of the page, and the template values of its form.
    private func content(
        _ event: Event, _ services: ManagementServices, _ typed: FormInput, _ faults: [FieldFault] = []
    ) throws -> Desk.PageContent {
        var context = try desk.headerContext(event, services)
        let choices = try WriteMessagePage.audiences(of: event, services).map {
            FormField.Choice($0.audience.code, $0.label)
        }
        let audience = FormField("audience", Sentence(DeskOutboxSentence.audience), .choice(choices))
        context["write_path"] = .text("\(event.deskPath)/write")
        context["fields"] = .list(
            [
                (audience, typed.audience), (WriteMessagePage.subjectField, typed.subject),
                (WriteMessagePage.bodyField, typed.body),
            ].map { field, value in field.context(value, fault: faults.text(of: field.name)) })
        context["audience"] = .text(typed.audience)
        context["subject"] = .text(typed.subject)
        context["body"] = .text(typed.body)
        return (.verbatim(event.details.title), context)
    }

    /// Template values of the preview.
    ///
    /// - Parameter estimate: the SMS and its price; nil if nobody gets an SMS, or if the SMS is unknown.
    private static func context(
        of preview: MessagePreview, _ estimate: SMSEstimate?
    ) -> [String: TemplateContext.Value] {
        func number(_ key: DeskOutboxSentence, _ count: Int) -> (Sentence, Sentence?) {
            (Sentence(key), .verbatim("\(count)"))
        }
        var rows = [
            number(.audience, preview.recipients), number(.byEmail, preview.byEmail), number(.bySMS, preview.bySMS),
            number(.withoutAddress, preview.unreachable),
        ]
        var context: [String: TemplateContext.Value] = ["figures_shown": .section(TemplateContext([:]))]
        if let estimate {
            rows.append(number(.partsPerMessage, estimate.parts))
            rows.append(number(.partsInTotal, estimate.parts * preview.bySMS))
            let cost = estimate.cost(of: preview.bySMS)
            rows.append((Sentence(DeskOutboxSentence.estimatedCost), cost.map { Sentence.verbatim("\($0)") }))
            context["sms_text"] = .text(estimate.text)
        }
        context["figures"] = Desk.labelledValues(rows)
        guard preview.recipients > 0 else {
            context["preview_fault"] = .sentence(DeskOutboxSentence.nobody)
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

    /// Template values of the page that asks for a confirmation.
    private static func confirmation(of preview: MessagePreview) -> [String: TemplateContext.Value] {
        let count: [String: SentenceArgument] = ["count": .number(preview.recipients)]
        return [
            "confirm_title": .sentence(DeskOutboxSentence.confirmTitle, count),
            "confirm_about": .sentence(DeskOutboxSentence.confirmAbout, count),
            "send_label": .sentence(DeskOutboxSentence.queueMessage, count),
            "step": .text(Step.queue.rawValue), "recipients": .text("\(preview.recipients)"),
        ]
    }
}
