import Languages
import Management
import Ticketing
import WebHost

/// The first page of the desk, the part of the website for organizers. The page shows the user’s organizers and their
/// upcoming events.
struct DeskHomePage: Sendable {
    let desk: Desk

    /// The largest number of events to show for each organizer.
    private static let maxEventsPerOrganizer = 6

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let context = try await request.withServices { try self.context($0) }
        return try desk.page(request, "desk-home", title: Sentence(DeskSentence.desk), context)
    }

    /// Template values for the page.
    ///
    /// - Parameter fields: The fields of the form that creates an organizer; nil for an empty form.
    func context(_ services: ManagementServices, _ fields: [TemplateContext]? = nil) throws
        -> [String: TemplateContext.Value]
    {
        let now = desk.server.now()
        let events = try services.events.events()
        let organizers = try services.organizers.organizers().map { organizer in
            let own = events.filter { $0.organizer == organizer.number }
            let coming = own.filter { ![.completed, .cancelled].contains($0.phase(at: now)) }
            var context = try services.permissionContext(in: organizer.number)
            let failures = try desk.failureContext(organizer.number, services, context)
            context.merge(failures) { $1 }
            context["organizer_name"] = .text(organizer.name)
            context["organizer_path"] = .text(organizer.deskPath)
            if let role = try services.role(in: organizer.number) { context["role"] = .sentence(role.label) }
            context["events"] = .list(coming.prefix(DeskHomePage.maxEventsPerOrganizer).map { $0.listContext(at: now) })
            if own.count > min(coming.count, DeskHomePage.maxEventsPerOrganizer) {
                context["more"] = .sentence(DeskEventSentence.allOfOrganizer, ["count": .number(own.count)])
            }
            if !organizer.isVerified { context["unverified"] = .section(TemplateContext([:])) }
            return TemplateContext(context)
        }
        var context: [String: TemplateContext.Value] = [
            "user": .text(services.user.name), "organizers": .list(organizers),
            "fields": .list(try fields ?? FieldInput<OrganizerDetails>.context(of: .blank, in: nil)),
        ]
        context["centre_path"] = .text(NoticeCentrePage.path)
        context.merge(try desk.unreadContext(services)) { $1 }
        if try services.isLocalOwner {
            context["settings_path"] = .text(MessageSettingsPage.path)
            context["reviews_path"] = .text(IdentityReviewPage.path)
        }
        return context
    }
}

extension Organizer {
    var deskPath: String { "/desk/organizers/\(slug)" }
}

extension Event {
    /// Template values for one row in a list of events.
    func listContext(at now: Instant) -> TemplateContext { TemplateContext(headerContext(at: now)) }
}
