import Languages
import Management
import Ticketing
import WebHost

/// The page with the details of an organizer, and with links to its other settings.
struct OrganizerSettingsPage: Sendable {
    let desk: Desk

    private static let template = "desk-settings"

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let content = try await request.withServices { services in
            let organizer = try services.organizer(of: request, for: .editOrganizer)
            let fields = try FieldInput<OrganizerDetails>.context(of: organizer.details, in: nil)
            return try self.content(request, organizer, services, fields)
        }
        return try desk.page(request, OrganizerSettingsPage.template, title: content.title, content.context)
    }

    /// Stores the details that the form has sent. The organizer’s URLs stay the same, even if its name changes.
    func save(_ request: PageRequest) async throws -> RouteResponse {
        let sent = try FormEdit(try await request.form(), FieldInput<OrganizerDetails>.all)
        let refusal = Sentence(DeskFormSentence.nothingSaved)
        return try await desk.submit(request, OrganizerSettingsPage.template, refusal: refusal) { services in
            let organizer = try services.organizer(of: request, for: .editOrganizer)
            let edited = try services.organizers.editOrganizer(organizer) { try sent.apply(to: &$0, in: nil) }
            return FlashMessage.path(
                "\(organizer.deskPath)/settings", edited.details == organizer.details ? .unchanged : .saved)
        } redisplay: { services, refused in
            let organizer = try services.organizer(of: request, for: .editOrganizer)
            let fields = try sent.context(
                over: organizer.details, in: nil, faults: refused.faults, notes: refused.notes)
            return try self.content(request, organizer, services, fields)
        }
    }

    private func content(
        _ request: PageRequest, _ organizer: Organizer, _ services: ManagementServices, _ fields: [TemplateContext]
    ) throws -> Desk.PageContent {
        var context = try services.organizerContext(organizer)
        context["fields"] = .list(fields)
        if !desk.server.embedders(among: organizer.details.embedOrigins).isEmpty,
            let base = try desk.publicBase(request)
        {
            let embed = "\(base)/embed"
            context["embed"] = .section(
                TemplateContext([
                    "embed_all": .text(OrganizerSettingsPage.frame("\(embed)/organizers/\(organizer.slug)")),
                    "embed_one": .text(OrganizerSettingsPage.frame("\(embed)/events/EVENT")),
                ]))
        }
        return (.verbatim(organizer.name), context)
    }

    /// The markup with which another website shows a widget.
    private static func frame(_ url: String) -> String {
        #"<iframe src="\#(url)" title="Events" width="100%" height="600" loading="lazy"></iframe>"#
    }
}
