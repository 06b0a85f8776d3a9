import Languages
import Management
import Ticketing
import WebHost

/// The home page of the desk. The page shows the first steps for new users, the coming events with their figures, the
/// totals over all events, and the user’s organizers.
struct DeskHomePage: Sendable {
    static let path = "/desk"
    /// The URL of the form that creates an organizer.
    static let newOrganizerPath = "\(path)#new-organizer"

    let desk: Desk
    let liveTotals: LiveTotals

    private static let maxEventsPerOrganizer = 6
    /// The URL parameter for browsers without scripts. With this parameter, the server sends the page only after all
    /// figures are computed.
    private static let totalsParameter = "totals"

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let shown = request.query(DeskHomePage.totalsParameter) == nil ? nil : try await readTotals(request)
        let context = try await request.withServices { try self.context($0, totals: shown) }
        return try desk.page(request, "desk-home", title: Sentence(DeskSentence.desk), context)
    }

    /// Streams the figures of the page.
    func live(_ request: PageRequest) async throws -> RouteResponse {
        try await request.withServices { _ in }
        guard let pass = request.credentials else { throw SignInRequired() }
        let language = request.deskLanguage
        return .eventStream { liveTotals.watch(pass, in: language) }
    }

    private func readTotals(_ request: PageRequest) async throws -> EventTotals {
        guard let pass = request.credentials else { throw SignInRequired() }
        let events = try await request.withServices { try $0.eventsWithReports(among: $0.events.events()) }
        return try await liveTotals.totals(of: events, for: pass)
    }

    /// Template values for the page.
    ///
    /// - Parameters:
    ///   - fields: The fields of the refused form that creates an organizer; nil for an empty form.
    ///   - totals: The figures that the page shows at once; nil if a script receives them.
    func context(
        _ services: ManagementServices, _ fields: [TemplateContext]? = nil, totals: EventTotals? = nil
    ) throws -> [String: TemplateContext.Value] {
        let now = desk.server.now()
        let events = try services.events.events()
        let organizers = try services.organizers.organizers()
        var context: [String: TemplateContext.Value] = [
            "user": .text(services.user.name),
            "organizers": .list(try organizers.map { try self.context(of: $0, events, services) }),
            "fields": .list(
                try fields ?? FieldInput<OrganizerDetails>.context(OrganizerPage.newFields, of: .blank, in: nil)),
            "centre_path": .text(NoticeCentrePage.path),
        ]
        context.merge(try services.onlyOrganizerContext()) { $1 }
        if organizers.isEmpty {
            context["is_first"] = .section(TemplateContext([:]))
        } else if fields != nil {
            context["is_open"] = .section(TemplateContext([:]))
        }
        if let checklist = try SetupChecklist(organizers, events, services)?.context {
            context["checklist"] = .section(checklist)
        }
        context.merge(try figureContext(events, services, now, totals)) { $1 }
        context.merge(try alertContext(organizers, services)) { $1 }
        if try services.isLocalOwner {
            context["settings_path"] = .text(MessageSettingsPage.path)
            context["reviews_path"] = .text(IdentityReviewPage.path)
            context["abuse_path"] = .text(AbuseReviewPage.path)
        }
        return context
    }

    private func figureContext(
        _ events: [Event], _ services: ManagementServices, _ now: Instant, _ totals: EventTotals?
    ) throws -> [String: TemplateContext.Value] {
        var context: [String: TemplateContext.Value] = [:]
        let known = totals.map {
            Dictionary($0.events.map { ($0.event.number, $0.figures) }, uniquingKeysWith: { first, _ in first })
        }
        let coming = try ComingEvents(among: events, at: now).context(
            services, canPrint: desk.server.keys != nil, figures: known)
        if !coming.isEmpty {
            context["coming"] = .section(TemplateContext(["coming_events": .list(coming)]))
        }
        guard try !services.eventsWithReports(among: events).isEmpty else { return context }
        var part: [String: TemplateContext.Value] = ["totals_id": .text(LiveTotals.totalsID)]
        if let totals {
            part["shown"] = .section(TemplateContext(totals.context))
        } else {
            part["awaited"] = .section(TemplateContext([:]))
            part["totals_path"] = .text("\(DeskHomePage.path)?\(DeskHomePage.totalsParameter)=show")
            context["live_path"] = .text("\(DeskHomePage.path)/live")
        }
        context["totals"] = .section(TemplateContext(part))
        return context
    }

    /// Template values for the alerts: messages of organizers that did not reach their recipients, unread messages to
    /// the user, and open abuse reports. Empty if there are none.
    private func alertContext(
        _ organizers: [Organizer], _ services: ManagementServices
    ) throws -> [String: TemplateContext.Value] {
        var context = try desk.unreadContext(services)
        let failures = try organizers.compactMap { organizer -> TemplateContext? in
            var alert = try desk.failureContext(
                organizer.number, services, services.permissionContext(in: organizer.number))
            guard !alert.isEmpty else { return nil }
            alert["organizer_name"] = .text(organizer.name)
            return TemplateContext(alert)
        }
        context["alerts"] = .list(failures)
        context.merge(try AbuseReviewPage.alertContext(services)) { $1 }
        guard !failures.isEmpty || context["unread"] != nil || context["open_reports"] != nil else { return [:] }
        context["has_alerts"] = .section(TemplateContext([:]))
        return context
    }

    private func context(
        of organizer: Organizer, _ events: [Event], _ services: ManagementServices
    ) throws -> TemplateContext {
        let now = desk.server.now()
        let own = events.filter { $0.organizer == organizer.number }
        let coming = own.filter { ![.completed, .cancelled].contains($0.phase(at: now)) }
        var context = try services.organizerContext(organizer)
        if let role = try services.role(in: organizer.number) { context["role"] = .sentence(role.label) }
        context["events"] = .list(coming.prefix(DeskHomePage.maxEventsPerOrganizer).map { $0.listContext(at: now) })
        if own.count > min(coming.count, DeskHomePage.maxEventsPerOrganizer) {
            context["more"] = .sentence(DeskEventSentence.allOfOrganizer, ["count": .number(own.count)])
        }
        if !organizer.isVerified { context["unverified"] = .section(TemplateContext([:])) }
        return TemplateContext(context)
    }
}

extension Event {
    func listContext(at now: Instant) -> TemplateContext { TemplateContext(headerContext(at: now)) }
}
