import Languages
import Management
import Ticketing
import WebHost

/// The page of an organizer, and the action that creates an organizer.
struct OrganizerPage: Sendable {
    let desk: Desk

    static let name = FormField(
        "name", Sentence(DeskSentence.name), hint: Sentence(DeskOrganizerSentence.nameHint),
        requirement: .required)

    func create(_ request: PageRequest) async throws -> RouteResponse {
        try await desk.performOnce(request) {
            let name = try await request.form().typed(OrganizerPage.name.name) ?? ""
            do {
                let organizer = try await request.withServices { try $0.organizers.createOrganizer(named: name) }
                return .seeOther(FlashMessage.path(organizer.deskPath, .added))
            } catch ManagementError.invalid(let faults) {
                let context = try await request.withServices {
                    try DeskHomePage(desk: desk).context($0, request, name: name, faults: faults)
                }
                return try desk.page(
                    request, "desk-home", title: Sentence(DeskSentence.desk), status: .unprocessableContent, context)
            }
        }
    }

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let now = desk.server.now()
        let (name, context) = try await request.withServices { services in
            let organizer = try services.organizer(of: request, for: .showOrganizer)
            var context = try services.permissionContext(in: organizer.number)
            context["organizer_name"] = .text(organizer.name)
            context["organizer_path"] = .text(organizer.deskPath)
            context["events"] = .list(
                try services.events.events().filter { $0.organizer == organizer.number }.map { $0.listContext(at: now) }
            )
            context["members"] = .list(
                try services.members.members(of: organizer).map {
                    TemplateContext(["member_name": .text($0.user.name), "member_role": .sentence($0.role.label)])
                })
            let missing = organizer.verification.missing.map(\.label)
            if !missing.isEmpty { context["missing"] = .sentence(.list(missing, separator: ", ")) }
            return (organizer.name, context)
        }
        return try desk.page(request, "desk-organizer", title: .verbatim(name), context)
    }
}
