import Languages
import Management
import Ticketing
import WebHost

/// The page with the members of an organizer and their roles.
struct MembersPage: Sendable {
    let desk: Desk

    private static let user = FormField(
        "user", Sentence(DeskOrganizerSentence.userNumber), hint: Sentence(DeskOrganizerSentence.userHint),
        requirement: .required)

    /// The role with the fewest rights comes first, because the first choice is the default.
    private static let roles: [FormField.Choice] = Role.allCases.reversed().map { role in
        .init(role.rawValue, .list([role.label, role.summary], separator: ": "))
    }

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let (name, context) = try await request.withServices { services in
            let organizer = try services.organizer(of: request, for: .manageMembers)
            return (organizer.name, try self.context(organizer, services))
        }
        return try desk.page(request, "desk-members", title: .verbatim(name), context)
    }

    func add(_ request: PageRequest) async throws -> RouteResponse {
        let form = try await request.form()
        let (user, role) = (try form.typed("user") ?? "", try form.value("role") ?? "")
        return try await change(request, .added, typed: (user, role)) { services, organizer in
            guard let role = Role(rawValue: role) else { throw FieldFault("role", DeskSaleSentence.chooseOption) }
            do {
                _ = try services.members.setRole(
                    role, of: services.members.candidate(named: user, for: organizer), in: organizer)
            } catch ManagementError.unknownUser {
                throw FieldFault("user", DeskOrganizerSentence.unknownUser)
            }
        }
    }

    func setRole(_ request: PageRequest) async throws -> RouteResponse {
        let role = try await request.form().value("role").flatMap { Role(rawValue: $0) }
        return try await change(request, .saved) { services, organizer in
            guard let role else { throw FieldFault([FieldFault].wholeForm, DeskOrganizerSentence.unknownRole) }
            _ = try services.members.setRole(
                role, of: try MembersPage.member(of: request, organizer, services).user, in: organizer)
        }
    }

    func remove(_ request: PageRequest) async throws -> RouteResponse {
        try await change(request, .removed) { services, organizer in
            let id = request.pathParameter("user") ?? ""
            // When the form is sent a second time, the member is already removed.
            guard
                let member = try services.members.members(of: organizer).first(where: { $0.user.id.description == id })
            else {
                return
            }
            _ = try services.members.removeMember(member.user, from: organizer)
        }
    }

    private func change(
        _ request: PageRequest, _ flash: FlashMessage.Kind, typed: (user: String, role: String) = ("", ""),
        _ work: @escaping @Sendable (ManagementServices, Organizer) throws -> Void
    ) async throws -> RouteResponse {
        try await desk.submit(request, "desk-members") { services in
            let organizer = try services.organizer(of: request, for: .manageMembers)
            try work(services, organizer)
            return FlashMessage.path("\(organizer.deskPath)/members", flash)
        } redisplay: { services, refused in
            let organizer = try services.organizer(of: request, for: .manageMembers)
            return (
                .verbatim(organizer.name), try self.context(organizer, services, typed: typed, faults: refused.faults)
            )
        }
    }

    private static func member(of request: PageRequest, _ organizer: Organizer, _ services: ManagementServices) throws
        -> Member
    {
        let id = request.pathParameter("user") ?? ""
        guard let member = try services.members.members(of: organizer).first(where: { $0.user.id.description == id })
        else {
            throw ManagementError.unknownUser(id, known: [])
        }
        return member
    }

    private func context(
        _ organizer: Organizer, _ services: ManagementServices, typed: (user: String, role: String) = ("", ""),
        faults: [FieldFault] = []
    ) throws -> [String: TemplateContext.Value] {
        [
            "organizer_name": .text(organizer.name), "organizer_path": .text(organizer.deskPath),
            "members": .list(
                try services.members.members(of: organizer).map { member in
                    let role = FormField(
                        "role", Sentence(DeskOrganizerSentence.roleOf, ["member": .text(member.user.name)]),
                        .choice(MembersPage.roles), id: "role-\(member.user.id)")
                    var context: [String: TemplateContext.Value] = [
                        "member_name": .text(member.user.name), "member_role": .sentence(member.role.label),
                        "member_path": .text("\(organizer.deskPath)/members/\(member.user.id)"),
                        "role_fields": .list([role.context(member.role.rawValue)]),
                    ]
                    if let email = member.user.email { context["member_email"] = .text(email.rawValue) }
                    return TemplateContext(context)
                }),
            "fields": .list([
                MembersPage.user.context(typed.user, fault: faults.text(of: "user")),
                FormField("role", Sentence(DeskOrganizerSentence.role), .choice(MembersPage.roles)).context(
                    typed.role.isEmpty ? "viewer" : typed.role, fault: faults.text(of: "role")),
            ]),
        ]
    }
}
