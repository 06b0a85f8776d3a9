import Languages
import Management
import Ticketing
import WebHost

/// The page of an organizer, and the action that creates an organizer.
struct OrganizerPage: Sendable {
    let desk: Desk
    /// The page with the form that creates an organizer.
    let home: DeskHomePage

    /// The fields of the form that creates an organizer.
    static var newFields: [FieldInput<OrganizerDetails>] {
        FieldInput<OrganizerDetails>.named(OrganizerDetails.requiredFields)
    }

    func create(_ request: PageRequest) async throws -> RouteResponse {
        try await desk.performOnce(request) {
            let sent = try FormEdit(try await request.form(), OrganizerPage.newFields)
            let refusal = Sentence(DeskFormSentence.nothingAdded)
            return try await desk.submit(request, "desk-home", refusal: refusal) { services in
                var details = OrganizerDetails.blank
                try sent.apply(to: &details, in: nil)
                return FlashMessage.path(try services.organizers.createOrganizer(details).deskPath, .added)
            } redisplay: { services, refused in
                let fields = try sent.context(over: .blank, in: nil, faults: refused.faults)
                return (Sentence(DeskSentence.desk), try home.context(services, fields))
            }
        }
    }

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let now = desk.server.now()
        let (name, context) = try await request.withServices { services in
            let organizer = try services.organizer(of: request, for: .showOrganizer)
            var context = try services.organizerContext(organizer)
            let failures = try desk.failureContext(organizer.number, services, context)
            context.merge(failures) { $1 }
            context.merge(try SenderState(desk.server).context(services)) { $1 }
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
