import Management
import Ticketing

/// Organizers: a new one, and the page of each.
struct OrganizerPage: Sendable {
    let desk: Desk

    static let name = FormField(
        "name", "Its name", hint: "A person, a company, a community: who holds the events.", need: .needed)

    func create(_ visit: Visit) async throws -> Answer {
        try await desk.once(visit) {
            let name = try await visit.form().typed(OrganizerPage.name.name) ?? ""
            do {
                let organizer = try await visit.office { try $0.createOrganizer(named: name) }
                return .seeOther(DeskNote.path(organizer.deskPath, .added))
            } catch ManagementError.invalid(let faults) {
                let facts = try await visit.office {
                    try DeskHome(desk: desk).facts($0, visit, name: name, faults: faults)
                }
                return try desk.page(visit, "desk", title: "Desk", status: .unprocessableContent, facts)
            }
        }
    }

    func page(_ visit: Visit) async throws -> Answer {
        let now = desk.house.now()
        let (name, facts) = try await visit.office { office in
            let organizer = try office.organizer(of: visit, for: .showOrganizer)
            var facts = try office.rights(in: organizer.number)
            facts["organizer_name"] = .text(organizer.name)
            facts["organizer_path"] = .text(organizer.deskPath)
            facts["events"] = .list(
                try office.events().filter { $0.organizer == organizer.number }.map { $0.line(at: now) })
            facts["members"] = .list(
                try office.members(of: organizer).map {
                    Facts(["member_name": .text($0.user.name), "member_role": .text($0.role.rawValue)])
                })
            let missing = organizer.verification.missing.map(\.rawValue)
            if !missing.isEmpty { facts["missing"] = .text(missing.joined(separator: ", ")) }
            return (organizer.name, facts)
        }
        return try desk.page(visit, "desk-organizer", title: name, facts)
    }
}
