import Foundation
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

    private var email: FormField {
        let hint = desk.server.sendsEmailLinks ? AccountSentence.inviteHint : .inviteHintWithoutMail
        return FormField(
            "email", Sentence(DeskSentence.emailAddress), .email, hint: Sentence(hint), requirement: .required,
            id: "invite-email")
    }

    /// The values that the user typed into the page’s two forms.
    private struct Typed: Sendable {
        var user = ""
        var email = ""
        var role = ""
        var isInvitation = false
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
        return try await change(request, .added, typed: Typed(user: user, role: role)) { services, organizer in
            guard let role = Role(rawValue: role) else { throw FieldFault("role", DeskSaleSentence.chooseOption) }
            do {
                _ = try services.members.setRole(
                    role, of: services.members.candidate(named: user, for: organizer), in: organizer)
            } catch ManagementError.unknownUser {
                throw FieldFault("user", DeskOrganizerSentence.unknownUser)
            }
        }
    }

    func invite(_ request: PageRequest) async throws -> RouteResponse {
        try await desk.performOnce(request) {
            let form = try await request.form()
            let (email, role) = (try form.typed("email") ?? "", try form.value("role") ?? "")
            let typed = Typed(email: email, role: role, isInvitation: true)
            return try await change(request, .invited, typed: typed) { services, organizer in
                guard let role = Role(rawValue: role) else { throw FieldFault("role", DeskSaleSentence.chooseOption) }
                guard let address = EmailAddress(rawValue: email) else {
                    throw FieldFault("email", FieldSentence.emailForm)
                }
                do {
                    _ = try services.members.invite(address, as: role, to: organizer)
                } catch TeamInvitationError.alreadyMember {
                    throw FieldFault("email", AccountSentence.alreadyMember)
                } catch TeamInvitationError.tooMany(let until) {
                    let next = until.zonedText(in: try services.events.timeZone(of: organizer))
                    throw FieldFault("email", AccountSentence.noMoreInvitations, ["time": .text(next)])
                } catch let error as MessageLimitError {
                    let next = error.until.zonedText(in: try services.events.timeZone(of: organizer))
                    throw FieldFault("email", error.sentence(at: next))
                }
            }
        }
    }

    func withdraw(_ request: PageRequest) async throws -> RouteResponse {
        try await change(request, .withdrawn) { services, organizer in
            do {
                try services.members.withdrawInvitation(request.pathParameter("invitation") ?? "", to: organizer)
            } catch TeamInvitationError.unknown {
                // When the form is sent a second time, the invitation is already withdrawn.
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
        _ request: PageRequest, _ flash: FlashMessage.Kind, typed: Typed = Typed(),
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
        _ organizer: Organizer, _ services: ManagementServices, typed: Typed = Typed(), faults: [FieldFault] = []
    ) throws -> [String: TemplateContext.Value] {
        let zone = try services.events.timeZone(of: organizer)
        var context: [String: TemplateContext.Value] = [
            "members": .list(try services.members.members(of: organizer).map { memberContext($0, of: organizer) }),
            "fields": .list([
                MembersPage.user.context(typed.user, fault: faults.text(of: "user")),
                roleField("role").context(
                    typed.isInvitation || typed.role.isEmpty ? "viewer" : typed.role,
                    fault: typed.isInvitation ? nil : faults.text(of: "role")),
            ]),
            "invite_fields": .list([
                email.context(typed.email, fault: faults.text(of: "email")),
                roleField("invite-role").context(
                    typed.isInvitation && !typed.role.isEmpty ? typed.role : "viewer",
                    fault: typed.isInvitation ? faults.text(of: "role") : nil),
            ]),
        ]
        context.merge(try services.organizerContext(organizer)) { own, _ in own }
        let invitations = try services.members.invitations(to: organizer)
        if !invitations.isEmpty {
            let list = invitations.map { invitationContext($0, of: organizer, in: zone) }
            context["pending"] = .section(TemplateContext(["invitations": .list(list)]))
        }
        if !desk.server.sendsEmailLinks { context["without_mail"] = .section(TemplateContext([:])) }
        return context
    }

    private func roleField(_ id: String) -> FormField {
        FormField("role", Sentence(DeskOrganizerSentence.role), .choice(MembersPage.roles), id: id)
    }

    private func memberContext(_ member: Member, of organizer: Organizer) -> TemplateContext {
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
    }

    private func invitationContext(
        _ pending: PendingTeamInvitation, of organizer: Organizer, in zone: TimeZone
    ) -> TemplateContext {
        let invitation = pending.invitation
        var context: [String: TemplateContext.Value] = [
            "invitation_email": .text(invitation.email.rawValue), "invitation_role": .sentence(invitation.role.label),
            "invitation_expires": .text(invitation.expires.zonedText(in: zone)),
            "invitation_path": .text("\(organizer.deskPath)/members/invitations/\(invitation.id)"),
        ]
        if let delivery = pending.delivery { context["invitation_state"] = .sentence(delivery.state.label) }
        if pending.isVoid { context["invitation_void"] = .section(TemplateContext([:])) }
        return TemplateContext(context)
    }
}
