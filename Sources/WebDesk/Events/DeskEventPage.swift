import HTTPTypes
import Languages
import Management
import Presentation
import Ticketing
import WebHost

/// The overview page of one event: its state, figures, details and actions.
struct DeskEventPage: Sendable {
    let desk: Desk
    let boards: LiveDashboards

    func page(_ request: PageRequest) async throws -> RouteResponse { try await page(request, refused: nil) }

    /// Streams the figures of the page: sends all figures immediately, and sends them again whenever one of them
    /// changes.
    func live(_ request: PageRequest) async throws -> RouteResponse {
        let event = try await request.withServices { services in
            let event = try services.event(of: request, for: .reportSales)
            try services.authorize(.reportAttendance, on: event)
            return event
        }
        guard let pass = request.credentials else { throw SignInRequired() }
        let language = request.deskLanguage
        return .eventStream { boards.watch(event, for: pass, in: language) }
    }

    func publish(_ request: PageRequest) async throws -> RouteResponse {
        do {
            let event = try await request.withServices { services in
                let event = try services.event(of: request, for: .publishEvent)
                // If the user sends the form twice, the event is already published when the second form arrives.
                return event.status == .published ? event : try services.events.publish(event)
            }
            return .seeOther(FlashMessage.path(event.deskPath, .published))
        } catch ManagementError.notPublishable(let faults) {
            return try await page(request, refused: faults)
        }
    }

    /// - Parameter refused: The reasons why the event was not published, which the page shows; nil if the user did not
    ///   try to publish it.
    private func page(_ request: PageRequest, refused: [PublishingFault]?) async throws -> RouteResponse {
        let now = desk.server.now()
        let (event, known) = try await request.withServices { services in
            let event = try services.event(of: request, for: .showEvent, among: .any)
            return (event, try self.context(request, event, services, now: now, refused: refused))
        }
        var context = known
        // Gate staff and sellers are allowed to see the page, but not the reports.
        if context["may_reportSales"] != nil, context["may_reportAttendance"] != nil, let pass = request.credentials {
            context["figures"] = .section(TemplateContext(try await boards.figures(of: event, for: pass)))
        }
        let status: HTTPResponse.Status = refused == nil ? .ok : .unprocessableContent
        return try desk.page(request, "desk-event", title: .verbatim(event.details.title), status: status, context)
    }

    private func context(
        _ request: PageRequest, _ event: Event, _ services: ManagementServices, now: Instant,
        refused: [PublishingFault]?
    ) throws -> [String: TemplateContext.Value] {
        var context = try desk.headerContext(event, services)
        let organizer = try services.organizers.organizers().first { $0.number == event.organizer }
        if let organizer {
            context["organizer_name"] = .text(organizer.name)
            context["organizer_path"] = .text(organizer.deskPath)
        }
        context["details"] = Desk.labelledValues(DeskEventPage.details(of: event, at: now))
        let about = FormattedText(event.details.about ?? "")
        if !about.blocks.isEmpty { context["about"] = .section(about.context) }
        if event.deleted != nil {
            context["is_deleted"] = .section(TemplateContext([:]))
            if event.isRestorable(at: now) { context["is_restorable"] = .section(TemplateContext([:])) }
            return context
        }
        context["is_active"] = .section(TemplateContext([:]))
        context.merge(try actions(request, event, at: now)) { $1 }
        switch event.status {
        case .draft:
            context["is_draft"] = .section(TemplateContext([:]))
            if let organizer {
                let faults = try refused ?? services.publishingFaults(of: event, at: now)
                context["publishing_faults"] = .list(faults.map { $0.context(event, organizer) })
                if faults.isEmpty { context["is_ready"] = .section(TemplateContext([:])) }
            }
        case .published: context.merge(try DeskEventPage.cancellation(of: event, services, now: now)) { $1 }
        case .cancelled: break
        }
        if refused != nil { context["fault"] = .sentence(DeskEventSentence.notPublished) }
        return context
    }

    /// Template values for the announcement of a scheduled cancellation. Until the cancellation is made or undone, the
    /// event cannot be cancelled again.
    private static func cancellation(
        of event: Event, _ services: ManagementServices, now: Instant
    ) throws -> [String: TemplateContext.Value] {
        if let pending = try services.pendingChanges.cancellation(of: event) {
            let context = try pending.context(as: pending.action, at: event, on: "", services, now: now)
            return ["pending": .section(context)]
        }
        var context: [String: TemplateContext.Value] = ["is_cancellable": .section(TemplateContext([:]))]
        if let dropped = try services.pendingChanges.lastDrop(of: event) {
            context["dropped_change"] = .sentence(dropped.sentence(in: event.zone))
        }
        return context
    }

    /// Template values for the actions beside the title. Only a public event has a page to share, and only an event
    /// that is published and not over has gates and sales.
    private func actions(
        _ request: PageRequest, _ event: Event, at now: Instant
    ) throws -> [String: TemplateContext.Value] {
        var context: [String: TemplateContext.Value] = [:]
        if let url = try PicturePage(desk: desk).publicURL(of: event, request) {
            context["public_page"] = .section(
                TemplateContext(["public_url": .text(url), "public_path": .text("/events/\(event.slug)")]))
        }
        if [.published, .ongoing].contains(event.phase(at: now)) {
            context["is_open"] = .section(TemplateContext(["gate_path": .text("/gate/\(event.slug)")]))
        }
        return context
    }

    /// The labels and values of the event’s details; nil for a detail without a value. The title is the heading of the
    /// page, and the description has its own section.
    static func details(of event: Event, at now: Instant) -> [(Sentence, Sentence?)] {
        let details = event.details
        let limit = details.insideLimit.map { Sentence(DeskEventSentence.atMost, ["limit": .number($0)]) }
        let age = details.minimumAge.map { Sentence(DeskEventSentence.ageFrom, ["age": .number($0.rawValue)]) }
        func text(_ text: String?) -> Sentence? { text.map { .verbatim($0) } }
        let shown: [(Sentence, Sentence?)] = [
            (Sentence(FieldSentence.kind), .list([details.kind.label, details.category.label], separator: ", ")),
            (Sentence(DeskOverviewSentence.couple), text(details.couple)),
            (Sentence(FieldSentence.venue), text(details.venue)),
            (Sentence(FieldSentence.address), text(details.address)),
            (Sentence(FieldSentence.city), text(details.city)),
            (Sentence(FieldSentence.position), text(details.position?.description)),
            (Sentence(PublicSentence.doors), text(event.formatted(details.doors))),
            (Sentence(FieldSentence.start), text(event.formatted(details.start))),
            (Sentence(FieldSentence.end), text(event.formatted(details.end))),
            (Sentence(FieldSentence.timeZone), text(details.timeZone)),
            (Sentence(FieldSentence.capacity), text(details.capacity.map { "\($0)" })),
            (Sentence(DeskEventSentence.insideAtOnce), limit), (Sentence(PublicSentence.age), age),
            (Sentence(FieldSentence.contact), text(details.contact)),
            (Sentence(FieldSentence.answerBy), event.deadlineText(details.answerBy, at: now)),
            (Sentence(FieldSentence.payBy), text(event.formatted(details.payBy))),
            (
                Sentence(FieldSentence.entryConfirmation),
                details.entryConfirmation == .off ? nil : details.entryConfirmation.label
            ),
        ]
        return shown + otherDetails(of: event) + [(Sentence(DeskEventSentence.number), text("\(event.number)"))]
    }

    /// The labels and values of the fields of an event that `details` does not list itself.
    private static func otherDetails(of event: Event) -> [(Sentence, Sentence?)] {
        EventDetails.fields.filter { !EventOverviewJSON.fieldsWithOwnForm.contains($0.name) }.map { field in
            (field.label, field.content(of: event.details).shown(as: field.kind, in: event.zone))
        }
    }
}

extension PublishingFault {
    /// If a detail is missing, the instruction to add it; otherwise the fault.
    private var task: Sentence {
        switch self {
        case .noStart: Sentence(DeskOverviewSentence.setStart)
        case .noEnd: Sentence(DeskOverviewSentence.setEnd)
        case .noVenue: Sentence(DeskOverviewSentence.enterVenue)
        case .noTicketType: Sentence(DeskOverviewSentence.addTicketType)
        case .noSubEvent: Sentence(DeskOverviewSentence.addSubEvent)
        case .organizerNotVerified, .notADraft, .endsBeforeStart, .doorsAfterStart, .inThePast: sentence.asSentence
        }
    }

    /// Template values for this fault. They contain the path of the page on which the user can correct the fault, if
    /// there is such a page.
    fileprivate func context(_ event: Event, _ organizer: Organizer) -> TemplateContext {
        var context: [String: TemplateContext.Value] = ["lack": .sentence(task)]
        switch (self, field) {
        case (_, .some(let field)):
            context["lack_path"] = .text(
                "\(event.deskPath)/edit/\(EventStep.containing(field).rawValue)?missing=yes#\(field)")
        case (.organizerNotVerified, _): context["lack_path"] = .text(organizer.deskPath)
        case (.noTicketType, _): context["lack_path"] = .text("\(event.deskPath)/types")
        case (.noSubEvent, _): context["lack_path"] = .text("\(event.deskPath)/sub-events")
        case (_, nil): break
        }
        return TemplateContext(context)
    }
}
