import Languages
import Management
import Ticketing
import WebHost

/// The page that duplicates an event. The copy is a draft with the same ticket types and sub-events, but without
/// tickets, guests and pictures.
struct DuplicateEventPage: Sendable {
    let desk: Desk

    private static let title = FormField("title", Sentence(FieldSentence.title), requirement: .required)
    private static let timeShift = FormField(
        "later", Sentence(DeskEventSentence.moveBy), hint: Sentence(DeskEventSentence.copyHint))

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let (event, rights) = try await request.withServices { services in
            let event = try services.event(of: request, for: .duplicateEvent)
            return (event, try services.permissionContext(in: event.organizer))
        }
        return try page(request, event, rights, title: event.details.title, timeShift: "")
    }

    private func page(
        _ request: PageRequest, _ event: Event, _ rights: [String: TemplateContext.Value], title: String,
        timeShift: String,
        faults: [FieldFault] = []
    ) throws -> RouteResponse {
        var context = event.headerContext(at: desk.server.now()).merging(rights) { $1 }
        context["fields"] = .list([
            DuplicateEventPage.title.context(title, fault: faults.text(of: "title")),
            DuplicateEventPage.timeShift.context(timeShift, fault: faults.text(of: "later")),
        ])
        return try desk.page(
            request, "desk-duplicate-event", title: .verbatim(event.details.title),
            status: faults.isEmpty ? .ok : .unprocessableContent, context)
    }

    func duplicate(_ request: PageRequest) async throws -> RouteResponse {
        try await desk.performOnce(request) {
            let form = try await request.form()
            let (title, later) = (try form.typed("title") ?? "", try form.typed("later") ?? "")
            let shift = TimeShift(later)
            let (event, rights, result) = try await request.withServices { services in
                let event = try services.event(of: request, for: .duplicateEvent)
                let rights = try services.permissionContext(in: event.organizer)
                guard later.isEmpty || shift != nil else {
                    return (
                        event, rights,
                        DuplicationOutcome.refused([FieldFault("later", DeskEventSentence.unknownDuration)])
                    )
                }
                do {
                    let copy = try services.events.duplicate(event, titled: title, by: shift)
                    return (event, rights, .made(copy.deskPath))
                } catch ManagementError.invalid(let faults) {
                    return (event, rights, .refused(faults))
                }
            }
            switch result {
            case .made(let path): return .seeOther(FlashMessage.path(path, .duplicated))
            case .refused(let faults):
                return try page(request, event, rights, title: title, timeShift: later, faults: faults)
            }
        }
    }

    private enum DuplicationOutcome: Sendable {
        case made(String)
        case refused([FieldFault])
    }
}
