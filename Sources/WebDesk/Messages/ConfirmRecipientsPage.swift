import Languages
import Management
import Ticketing
import WebHost

/// The page that a user gets after sending a form whose change would queue messages to many people. It shows the change
/// and the number of people, and asks for a confirmation. Its own form sends the same fields again, with the
/// confirmation.
struct ConfirmRecipientsPage: Sendable {
    let desk: Desk

    func page(_ request: PageRequest, _ change: UnconfirmedChange) async throws -> RouteResponse {
        let form = try await request.form().without { name in
            [CSRFToken.field, PageRequest.formID, RecipientConfirmation.field].contains(name)
        }
        let count: [String: SentenceArgument] = ["count": .number(change.people)]
        let title = Sentence(DeskOutboxSentence.changeTitle, count)
        let context: [String: TemplateContext.Value] = [
            "confirm_title": .sentence(title), "confirm_about": .sentence(DeskOutboxSentence.changeAbout, count),
            "send_label": .sentence(DeskOutboxSentence.confirmChange, count), "action": .text(request.target),
            "field": .text(RecipientConfirmation.field), "people": .text("\(change.people)"),
            "changed": .list(ConfirmRecipientsPage.rows(change)),
            "back_path": .text(ConfirmRecipientsPage.backPath(request)),
            "fields": .list(
                form.values.map { TemplateContext(["name": .text($0.name), "value": .text($0.value)]) }),
        ]
        let messages = try await messageContext(request, change)
        return try desk.page(
            request, "desk-confirm-recipients", title: title, messages.merging(context) { $1 })
    }

    /// Template values that say why the messages wait, or why some of them may wait. If the change concerns the people
    /// of the whole event or of one sub-event, the values also name the people whom no message reaches.
    private func messageContext(
        _ request: PageRequest, _ change: UnconfirmedChange
    ) async throws -> [String: TemplateContext.Value] {
        let concerned = ConfirmRecipientsPage.concerned(by: change, request)
        return try await request.withServices { services in
            let sender = SenderState(desk.server)
            guard let (people, kind) = concerned else {
                var context = try sender.context(services)
                guard let fault = context["sender_fault"] else { return context }
                context["message_remarks"] = fault
                context["messages_wait"] = .section(TemplateContext([:]))
                return context
            }
            let event = try services.event(of: request, for: .showEvent, among: .any)
            var context = try sender.context(of: event, services)
            let remarks = try desk.messageRemarks(people, by: kind, of: event, services, context)
            guard !remarks.sentences.isEmpty else { return context }
            context["message_remarks"] = .sentence(.list(remarks.sentences))
            if remarks.areWaiting { context["messages_wait"] = .section(TemplateContext([:])) }
            return context
        }
    }

    /// The people whom a change of an event or sub-event concerns, and the kind of the messages to them. Nil for other
    /// changes, and for a change of several events.
    private static func concerned(
        by change: UnconfirmedChange, _ request: PageRequest
    ) -> (people: MessagePeople, kind: Notice.Kind)? {
        guard request.pathParameter("event") != nil else { return nil }
        switch (change.operation, request.pathParameter("sub_event").flatMap { Int($0) }) {
        case (.editEvent, _):
            // An edit can also queue messages only to the buyers whose reservations it shortens.
            let isMoved = change.edits.contains { EventDetails.timeAndVenueFields.contains($0.field) }
            return isMoved ? (.everyone, .eventMoved) : nil
        case (.cancelEvent, _), (.deleteEvent, _): return (.everyone, .eventCancelled)
        case (.restoreEvent, _): return (.everyone, .eventRestored)
        case (.editSubEvent, let subEvent?): return (.invited(toSubEvent: subEvent), .eventMoved)
        case (.removeSubEvent, let subEvent?): return (.invited(toSubEvent: subEvent), .subEventCancelled)
        default: return nil
        }
    }

    /// Template values that describe the change: the event, the action, and each edited field with its old and new
    /// value.
    private static func rows(_ change: UnconfirmedChange) -> [TemplateContext] {
        let titles = [change.eventTitle, change.subEventName].compactMap(\.self)
        let event: TemplateContext? =
            titles.isEmpty
            ? nil
            : TemplateContext([
                "label": .sentence(DeskSentence.event), "value": .text(titles.joined(separator: " – ")),
            ])
        let action = TemplateContext([
            "label": .sentence(DeskOutboxSentence.changeLabel), "value": .sentence(change.operation.label),
        ])
        let edits = change.edits.map { edit in
            var context: [String: TemplateContext.Value] = ["label": .sentence(edit.label)]
            for (key, value) in [("was", edit.before), ("now", edit.after)] {
                guard let value else { continue }
                context[key] = .sentence(AuditRecord.displayText(value, in: change.zone))
            }
            return TemplateContext(context)
        }
        return [event, action].compactMap(\.self) + edits + costs(change.recipients)
    }

    /// Template values for the number of SMS and their cost; empty if no SMS is sent.
    private static func costs(_ recipients: RecipientCount) -> [TemplateContext] {
        guard recipients.bySMS > 0 else { return [] }
        let cost = recipients.leastCost.map {
            Sentence(DeskOutboxSentence.leastCost, ["cost": .money($0)])
        }
        return [
            TemplateContext([
                "label": .sentence(DeskOutboxSentence.bySMS),
                "value": .sentence(DeskOutboxSentence.smsCount, ["count": .number(recipients.bySMS)]),
            ]),
            TemplateContext([
                "label": .sentence(DeskOutboxSentence.estimatedCost),
                "value": .sentence(cost ?? Sentence(DeskOutboxSentence.unknownCost)),
            ]),
        ]
    }

    private static func backPath(_ request: PageRequest) -> String {
        if let event = request.pathParameter("event") { return "/desk/e/\(FormFields.encode(event))" }
        if let organizer = request.pathParameter("organizer") {
            return "/desk/organizers/\(FormFields.encode(organizer))"
        }
        return "/desk"
    }
}
