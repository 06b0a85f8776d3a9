import Languages
import Management
import Ticketing
import WebHost

/// The pages that cancel or delete an event, and the action that restores a deleted event. Each page shows the number
/// of affected tickets and asks for confirmation. An event is cancelled ten seconds after the form was sent, and the
/// cancellation can be undone until then.
struct EndEventPage: Sendable {
    let desk: Desk

    enum Ending: String {
        case cancel, delete

        var operation: Management.Operation { self == .cancel ? .cancelEvent : .deleteEvent }
    }

    func page(_ request: PageRequest, _ end: Ending) async throws -> RouteResponse {
        let (event, context) = try await request.withServices { services in
            let event = try services.event(of: request, for: end.operation)
            return (event, try self.context(event, end, services))
        }
        return try desk.page(request, "desk-end-event", title: .verbatim(event.details.title), context)
    }

    func end(_ request: PageRequest, _ end: Ending) async throws -> RouteResponse {
        let confirmedSold = try await request.form().value("sold")
        let outcome = try await request.withServices { services in
            let event = try services.event(of: request, for: end.operation, among: .any)
            // If the user sends the form twice, the event is already deleted or cancelled when the second form arrives.
            if end == .delete, event.deleted != nil { return Outcome.done(FlashMessage.path("/desk/events", .deleted)) }
            if end == .cancel, event.status == .cancelled {
                return .done(FlashMessage.path(event.deskPath, .cancelled))
            }
            let sold = try EndEventPage.validTickets(event, services)
            guard confirmedSold == "\(sold)" else {
                var context = try self.context(event, end, services)
                context["fault"] = .sentence(DeskEventSentence.soldChanged)
                return .unconfirmed(.verbatim(event.details.title), context)
            }
            return .done(try end == .cancel ? self.cancel(event, services) : EndEventPage.delete(event, services))
        }
        switch outcome {
        case .done(let path): return .seeOther(path)
        case .unconfirmed(let title, let context):
            return try desk.page(request, "desk-end-event", title: title, status: .conflict, context)
        }
    }

    /// Schedules the cancellation of an event. Returns the URL of the event’s overview, which announces the
    /// cancellation.
    private func cancel(_ event: Event, _ services: ManagementServices) throws -> String {
        let known = try services.pendingChanges.cancellation(of: event)
        let change = try known ?? services.pendingChanges.scheduleCancellation(of: event)
        let unreached =
            event.phase(at: desk.server.now()) == .completed
            ? nil : try services.unreached(.everyone, by: .eventCancelled, of: event)
        return FlashMessage.path(event.deskPath, change.action.flash, unreached: unreached)
    }

    /// Returns the URL of the list of events. The messages about a deleted event can still be read, so the flash
    /// message in the list has a link to them.
    private static func delete(_ event: Event, _ services: ManagementServices) throws -> String {
        let result = try services.events.deleteEvent(event)
        let unreached: FlashMessage.Unreached? =
            try services.notices.unreached(after: result).isEmpty ? nil : .people(.everyone, by: .eventCancelled)
        return FlashMessage.path(
            "/desk/events", .deleted, count: result.deliverable, of: event.number, unreached: unreached)
    }

    func restore(_ request: PageRequest) async throws -> RouteResponse {
        let path = try await request.withServices { services in
            let event = try services.event(of: request, for: .restoreEvent, among: .any)
            guard event.deleted != nil else { return FlashMessage.path(event.deskPath, .restored) }
            let restored = try services.events.restoreEvent(event)
            let isComplete = try services.notices.unreached(after: restored).isEmpty
            return FlashMessage.path(
                restored.event.deskPath, .restored,
                unreached: isComplete ? nil : .people(.everyone, by: .eventRestored))
        }
        return .seeOther(path)
    }

    private enum Outcome: Sendable {
        case done(String)
        case unconfirmed(Sentence, [String: TemplateContext.Value])
    }

    private static func validTickets(_ event: Event, _ services: ManagementServices) throws -> Int {
        try services.ticketTypes.ticketTypes(of: event).reduce(0) { $0 + $1.issued }
    }

    private func context(_ event: Event, _ end: Ending, _ services: ManagementServices) throws -> [String:
        TemplateContext.Value]
    {
        let now = desk.server.now()
        let sold = try EndEventPage.validTickets(event, services)
        var context = try desk.headerContext(event, services)
        context["sold"] = .text("\(sold)")
        context["end_path"] = .text("\(event.deskPath)/\(end.rawValue)")
        let (question, button): (DeskEventSentence, DeskEventSentence) =
            end == .cancel ? (.cancelQuestion, .cancel) : (.deleteQuestion, .delete)
        context["end_question"] = .sentence(question, ["title": .text(event.details.title)])
        context["end_button"] = .sentence(button)
        if event.phase(at: now) == .completed {
            context["consequence"] = .sentence(DeskEventSentence.eventOver)
        } else if sold == 0 {
            context["consequence"] = .sentence(DeskEventSentence.noValidTickets)
        } else {
            let effect: DeskEventSentence =
                try services.ticketTypes.hasPricedOrders(of: event) ? .cancellationEffect : .cancellationOfFree
            context["consequence"] = .sentence(effect, ["count": .number(sold)])
            let remarks = try desk.messageRemarks(.everyone, by: .eventCancelled, of: event, services, context)
            context["message_remarks"] = .sentence(.list(remarks.sentences))
            if remarks.areWaiting { context["messages_wait"] = .section(TemplateContext([:])) }
        }
        switch (end, try services.events.deletionRule(of: event)) {
        case (.delete, .refusedWhileOngoing):
            context["refused"] = .sentence(DeskEventSentence.inProgress)
        case (.cancel, _) where event.status != .published:
            context["refused"] = .sentence(
                DeskEventSentence.onlyPublished, ["status": .sentence(event.status.label)])
        case (.delete, _): context["is_delete"] = .section(TemplateContext([:]))
        case (.cancel, _): break
        }
        return context
    }
}
