import Languages
import Management
import Ticketing
import WebHost

/// The pages that list, add, edit and remove the sub-events of an event.
///
/// `scripts/sub-event-note.js` hides the field for the note, unless the kind of the sub-event is “other”.
struct SubEventPages: Sendable {
    let desk: Desk

    private typealias SubEventInput = FieldInput<SubEventDetails>

    private static func blank(_ event: Event) -> SubEventDetails {
        SubEventDetails(kind: .ceremony, start: event.details.start)
    }

    private static func title(_ event: Event) -> Sentence {
        .list([SubEventLabel(event.details.kind).plural, .verbatim(event.details.title)], separator: " · ")
    }

    private static func title(_ subEvent: SubEvent, _ event: Event) -> Sentence {
        .verbatim("\(subEvent.name) · \(event.details.title)")
    }

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let (event, context) = try await request.withServices { services in
            let event = try services.event(of: request, for: .showSubEvents)
            return (event, try self.list(event, services))
        }
        return try desk.page(request, "desk-sub-events", title: SubEventPages.title(event), context)
    }

    func add(_ request: PageRequest) async throws -> RouteResponse {
        try await desk.performOnce(request) {
            let sent = try FormEdit(try await request.form(), SubEventInput.all)
            let refusal = Sentence(DeskFormSentence.nothingAdded)
            return try await desk.submit(request, "desk-sub-events", refusal: refusal) { services in
                let event = try services.event(of: request, for: .addSubEvent)
                var details = SubEventPages.blank(event)
                try sent.apply(to: &details, in: event.zone)
                _ = try services.subEvents.addSubEvent(details, to: event)
                return FlashMessage.path("\(event.deskPath)/sub-events", .added)
            } redisplay: { services, refused in
                let event = try services.event(of: request, for: .addSubEvent)
                let fields = try sent.context(
                    over: SubEventPages.blank(event), in: event.zone, faults: refused.faults)
                return (SubEventPages.title(event), try self.list(event, services, fields))
            }
        }
    }

    /// Adds a ceremony, a reception and a rehearsal. Leaves out the sub-events that the event already has.
    func addSet(_ request: PageRequest) async throws -> RouteResponse {
        try await desk.performOnce(request) {
            let refusal = Sentence(DeskFormSentence.nothingAdded)
            return try await desk.submit(request, "desk-sub-events", refusal: refusal) { services in
                let event = try services.event(of: request, for: .addSubEvent)
                let added = try services.subEvents.addReadySet(to: event)
                return FlashMessage.path("\(event.deskPath)/sub-events", added.isEmpty ? .unchanged : .added)
            } redisplay: { services, _ in
                let event = try services.event(of: request, for: .addSubEvent)
                return (SubEventPages.title(event), try self.list(event, services))
            }
        }
    }

    func form(_ request: PageRequest) async throws -> RouteResponse {
        let (title, context) = try await request.withServices { services in
            let event = try services.event(of: request, for: .editSubEvent)
            let subEvent = try SubEventPages.subEvent(of: request, event, services)
            let fields = try SubEventInput.context(of: subEvent.details, in: event.zone)
            return (SubEventPages.title(subEvent, event), try self.form(subEvent, event, services, fields))
        }
        return try desk.page(request, "desk-sub-event", title: title, context)
    }

    func edit(_ request: PageRequest) async throws -> RouteResponse {
        let sent = try FormEdit(try await request.form(), SubEventInput.all)
        let refusal = Sentence(DeskFormSentence.nothingSaved)
        return try await desk.submit(request, "desk-sub-event", refusal: refusal) { services in
            let event = try services.event(of: request, for: .editSubEvent)
            let subEvent = try SubEventPages.subEvent(of: request, event, services)
            let edited = try services.subEvents.editSubEvent(subEvent, of: event) {
                try sent.apply(to: &$0, in: event.zone)
            }
            let (old, new) = (subEvent.details, edited.details)
            let guests = MessagePeople.invited(toSubEvent: subEvent.number)
            let unreached = new.isMoved(from: old) ? try services.unreached(guests, by: .eventMoved, of: event) : nil
            let saved = FlashMessage.Kind.edited(deadline: (old.answerBy, new.answerBy), at: desk.server.now())
            return FlashMessage.path(
                "\(event.deskPath)/sub-events", old == new ? .unchanged : saved, unreached: unreached)
        } redisplay: { services, refused in
            let event = try services.event(of: request, for: .editSubEvent)
            let subEvent = try SubEventPages.subEvent(of: request, event, services)
            let fields = try sent.context(
                over: subEvent.details, in: event.zone, faults: refused.faults, notes: refused.notes)
            return (SubEventPages.title(subEvent, event), try self.form(subEvent, event, services, fields))
        }
    }

    func remove(_ request: PageRequest) async throws -> RouteResponse {
        let number = request.pathParameter("sub_event") ?? ""
        let refusal = Sentence(DeskFormSentence.nothingRemoved)
        return try await desk.submit(request, "desk-sub-events", refusal: refusal) { services in
            let event = try services.event(of: request, for: .removeSubEvent)
            // If the user sends the form twice, the sub-event is already removed when the second form arrives.
            var unreached: FlashMessage.Unreached?
            if let subEvent = try services.subEvents.subEvents(of: event).first(where: { "\($0.number)" == number }) {
                // The people are counted before the removal, because the sub-event has no guests afterwards.
                let count = try services.notices.unreached(
                    .invited(toSubEvent: subEvent.number), by: .subEventCancelled, of: event
                ).total
                if count > 0 { unreached = .count(count) }
                try services.subEvents.removeSubEvent(subEvent, of: event)
            }
            return FlashMessage.path("\(event.deskPath)/sub-events", .removed, unreached: unreached)
        } redisplay: { services, _ in
            let event = try services.event(of: request, for: .removeSubEvent)
            return (SubEventPages.title(event), try self.list(event, services))
        }
    }

    private static func subEvent(of request: PageRequest, _ event: Event, _ services: ManagementServices) throws
        -> SubEvent
    {
        let number = request.pathParameter("sub_event") ?? ""
        guard let subEvent = try services.subEvents.subEvents(of: event).first(where: { "\($0.number)" == number })
        else {
            throw GuestError.unknownSubEvent(number, known: [])
        }
        return subEvent
    }

    private func form(
        _ subEvent: SubEvent, _ event: Event, _ services: ManagementServices, _ fields: [TemplateContext]
    ) throws -> [String: TemplateContext.Value] {
        var context = try desk.headerContext(event, services)
        context["fields"] = .list(fields)
        context["sub_event"] = .text("\(subEvent.details.kind.icon) \(subEvent.name)")
        context["sub_event_colour"] = .text(subEvent.details.kind.colourName)
        context["sub_event_kind"] = .sentence(subEvent.details.kind.label)
        context["sub_event_path"] = .text("\(event.deskPath)/sub-events/\(subEvent.number)")
        let fault = try SenderState(desk.server).fault(
            to: .invited(toSubEvent: subEvent.number), by: .eventMoved, of: event, services)
        if let fault { context["message_remarks"] = .sentence(fault) }
        return context
    }

    /// Template values for the page that lists the sub-events.
    ///
    /// - Parameter fields: The fields of the form that adds a sub-event; nil for an empty form.
    private func list(_ event: Event, _ services: ManagementServices, _ fields: [TemplateContext]? = nil) throws
        -> [String: TemplateContext.Value]
    {
        var context = try desk.headerContext(event, services)
        context["fields"] = .list(
            try fields ?? SubEventInput.context(of: SubEventPages.blank(event), in: event.zone))
        let now = desk.server.now()
        let subEvents = try services.subEvents.subEvents(of: event)
        let missing = SubEventDetails.readySet(missingFrom: subEvents)
        if event.details.kind == .celebration, !missing.isEmpty {
            context["ready_set"] = .section(
                TemplateContext(["set_names": .sentence(.list(missing.map { .verbatim($0.name) }, separator: ", "))]))
        }
        let sender = context["may_removeSubEvent"] == nil ? nil : SenderState(desk.server)
        context["sub_events"] = .list(
            try subEvents.map { subEvent in
                let details = subEvent.details
                let times = [details.start, details.end].compactMap { event.formatted($0) }.joined(separator: " – ")
                let capacity = details.capacity.map {
                    Sentence(DeskEventSentence.insideLimit, ["limit": .number($0)])
                }
                let deadline = event.deadlineText(details.answerBy, at: now).map {
                    Sentence.list([Sentence(FieldSentence.answerBy), $0], separator: ": ")
                }
                let rows: [Sentence?] = [
                    times.isEmpty ? nil : .verbatim(times), details.venue.map { .verbatim($0) }, deadline, capacity,
                    details.note.map { .verbatim($0) },
                ]
                var line: [String: TemplateContext.Value] = [
                    "sub_event": .text("\(details.kind.icon) \(subEvent.name)"),
                    "sub_event_colour": .text(details.kind.colourName), "sub_event_kind": .sentence(details.kind.label),
                    "sub_event_details": .sentence(Sentence.list(rows.compactMap(\.self), separator: " · ")),
                    "sub_event_path": .text("\(event.deskPath)/sub-events/\(subEvent.number)"),
                ]
                let fault = try sender?.fault(
                    to: .invited(toSubEvent: subEvent.number), by: .subEventCancelled, of: event, services)
                if let fault { line["message_remarks"] = .sentence(fault) }
                return TemplateContext(line)
            })
        return context
    }
}
