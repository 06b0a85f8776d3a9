import Management
import Ticketing

/// Who works for an organizer, and as what.
struct MemberPages: Sendable {
    let desk: Desk

    private static let user = FormField(
        "user", "User number",
        hint: "On their account page. Whoever runs this server may give an e-mail address.", need: .needed)

    private static let roles: [FormField.Choice] = [
        .init("viewer", "viewer: reads"), .init("gate", "gate: scans, and searches the list"),
        .init("seller", "seller: issues and looks up"), .init("manager", "manager: events, tickets, reports"),
        .init("owner", "owner: everything"),
    ]

    func page(_ visit: Visit) async throws -> Answer {
        let (name, facts) = try await visit.office { office in
            let organizer = try office.organizer(of: visit, for: .manageMembers)
            return (organizer.name, try self.facts(organizer, office))
        }
        return try desk.page(visit, "desk-members", title: name, facts)
    }

    func add(_ visit: Visit) async throws -> Answer {
        let form = try await visit.form()
        let (user, role) = (try form.typed("user") ?? "", try form.one("role") ?? "")
        return try await change(visit, .added, typed: (user, role)) { office, organizer in
            guard let role = Role(rawValue: role) else { throw FieldFault("role", "one of those offered") }
            do {
                _ = try office.setRole(role, of: office.candidate(named: user, for: organizer), in: organizer)
            } catch ManagementError.unknownUser {
                throw FieldFault("user", "somebody who is known here: nobody has this address or number")
            }
        }
    }

    func setRole(_ visit: Visit) async throws -> Answer {
        let role = try await visit.form().one("role").flatMap { Role(rawValue: $0) }
        return try await change(visit, .saved) { office, organizer in
            guard let role else { throw FieldFault([FieldFault].whole, "There is no such role.") }
            _ = try office.setRole(role, of: try MemberPages.member(of: visit, organizer, office).user, in: organizer)
        }
    }

    func remove(_ visit: Visit) async throws -> Answer {
        try await change(visit, .removed) { office, organizer in
            let id = visit.part("user") ?? ""
            // Sent a second time, they are gone.
            guard let member = try office.members(of: organizer).first(where: { $0.user.id.description == id }) else {
                return
            }
            _ = try office.removeMember(member.user, from: organizer)
        }
    }

    private func change(
        _ visit: Visit, _ deed: DeskNote.Deed, typed: (user: String, role: String) = ("", ""),
        _ work: @escaping @Sendable (Office, Organizer) throws -> Void
    ) async throws -> Answer {
        try await desk.act(visit, "desk-members", refusal: "Nothing is changed.") { office in
            let organizer = try office.organizer(of: visit, for: .manageMembers)
            try work(office, organizer)
            return DeskNote.path("\(organizer.deskPath)/members", deed)
        } again: { office, refused in
            let organizer = try office.organizer(of: visit, for: .manageMembers)
            return (organizer.name, try self.facts(organizer, office, typed: typed, faults: refused.faults))
        }
    }

    private static func member(of visit: Visit, _ organizer: Organizer, _ office: Office) throws -> Member {
        let id = visit.part("user") ?? ""
        guard let member = try office.members(of: organizer).first(where: { $0.user.id.description == id }) else {
            throw ManagementError.unknownUser(id, known: [])
        }
        return member
    }

    private func facts(
        _ organizer: Organizer, _ office: Office, typed: (user: String, role: String) = ("", ""),
        faults: [FieldFault] = []
    ) throws -> [String: Facts.Fact] {
        [
            "organizer_name": .text(organizer.name), "organizer_path": .text(organizer.deskPath),
            "members": .list(
                try office.members(of: organizer).map { member in
                    let role = FormField(
                        "role", "Role of \(member.user.name)", .choice(MemberPages.roles), id: "role-\(member.user.id)")
                    var facts: [String: Facts.Fact] = [
                        "member_name": .text(member.user.name), "member_role": .text(member.role.rawValue),
                        "member_path": .text("\(organizer.deskPath)/members/\(member.user.id)"),
                        "role_fields": .list([role.facts(member.role.rawValue)]),
                    ]
                    if let email = member.user.email { facts["member_email"] = .text(email.rawValue) }
                    return Facts(facts)
                }),
            "fields": .list([
                MemberPages.user.facts(typed.user, fault: faults.text(of: "user")),
                FormField("role", "Role", .choice(MemberPages.roles)).facts(
                    typed.role.isEmpty ? "viewer" : typed.role, fault: faults.text(of: "role")),
            ]),
        ]
    }
}
