import HTTPTypes
import Management
import Ticketing
import WebHost

/// The overview page of one event: its state, figures, details and actions.
struct DeskEventPage: Sendable {
    let desk: Desk
    let boards: LiveDashboards

    func page(_ request: PageRequest) async throws -> RouteResponse { try await page(request, refused: nil) }

    /// Streams the figures of the page: all figures are sent at first, and again whenever one of them changes.
    func live(_ request: PageRequest) async throws -> RouteResponse {
        let event = try await request.withServices { services in
            let event = try services.event(of: request, for: .reportSales)
            try services.authorize(.reportAttendance, on: event)
            return event
        }
        guard let pass = request.credentials else { throw SignInRequired() }
        return .eventStream { boards.watch(event, for: pass) }
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

    /// The page. If the publication of the event was refused, the page shows the reasons.
    ///
    /// - Parameter refused: The reasons why the event was not published; nil if the user did not try to publish it.
    private func page(_ request: PageRequest, refused: [PublishingFault]?) async throws -> RouteResponse {
        let now = desk.server.now()
        let (event, known) = try await request.withServices { services in
            let event = try services.event(of: request, for: .showEvent, among: .any)
            return (event, try self.context(event, services, now: now, refused: refused))
        }
        var context = known
        // Gate staff and sellers are allowed to see the page, but not the reports.
        if context["may_reportSales"] != nil, context["may_reportAttendance"] != nil, let pass = request.credentials {
            context["figures"] = .section(TemplateContext(try await boards.figures(of: event, for: pass)))
        }
        let status: HTTPResponse.Status = refused == nil ? .ok : .unprocessableContent
        return try desk.page(request, "desk-event", title: event.details.title, status: status, context)
    }

    private func context(
        _ event: Event, _ services: ManagementServices, now: Instant, refused: [PublishingFault]?
    ) throws -> [String: TemplateContext.Value] {
        var context = try desk.headerContext(event, services)
        let details = event.details
        let organizer = try services.organizers.organizers().first { $0.number == event.organizer }
        if let organizer {
            context["organizer_name"] = .text(organizer.name)
            context["organizer_path"] = .text(organizer.deskPath)
        }
        let rows: [(String, String?)] = [
            ("Kind", "\(details.kind.rawValue), \(details.category.rawValue)"), ("About", details.about),
            ("Venue", details.venue), ("Address", details.address), ("City", details.city),
            ("Doors", event.formatted(details.doors)), ("Start", event.formatted(details.start)),
            ("End", event.formatted(details.end)), ("Time zone", details.timeZone),
            ("Capacity", details.capacity.map { "\($0)" }),
            ("Inside at once", details.insideLimit.map { "at most \($0)" }),
            ("Age", details.minimumAge.map { "from \($0.rawValue)" }), ("Contact", details.contact),
            ("Poster", details.poster), ("Number", "\(event.number)"),
        ]
        context["details"] = Desk.labelledValues(rows)
        if event.deleted != nil {
            context["is_deleted"] = .section(TemplateContext([:]))
            if event.isRestorable(at: now) { context["is_restorable"] = .section(TemplateContext([:])) }
            return context
        }
        context["is_active"] = .section(TemplateContext([:]))
        switch event.status {
        case .draft:
            context["is_draft"] = .section(TemplateContext([:]))
            if let organizer {
                let faults = try refused ?? services.publishingFaults(of: event, at: now)
                context["publishing_faults"] = .list(faults.map { $0.context(event, organizer) })
                if faults.isEmpty { context["is_ready"] = .section(TemplateContext([:])) }
            }
        case .published:
            context["is_published"] = .section(TemplateContext([:]))
        case .cancelled: break
        }
        if refused != nil { context["fault"] = .text("The event was not published. Complete these points first:") }
        return context
    }
}

extension PublishingFault {
    /// Template values for this fault. They contain the address of the page on which the user can correct the fault,
    /// if there is such a page.
    fileprivate func context(_ event: Event, _ organizer: Organizer) -> TemplateContext {
        var context: [String: TemplateContext.Value] = ["lack": .text(description)]
        switch (self, field) {
        case (_, .some(let field)):
            context["lack_path"] = .text(
                "\(event.deskPath)/edit/\(EventStep.containing(field).rawValue)?missing=yes#\(field)")
        case (.organizerNotVerified, _): context["lack_path"] = .text(organizer.deskPath)
        case (.noTicketType, _): context["lack_path"] = .text("\(event.deskPath)/types")
        case (_, nil): break
        }
        return TemplateContext(context)
    }
}
