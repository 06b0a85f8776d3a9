import Management
import Ticketing

/// The first page of the desk: the user's organizers, and what they have before them.
struct DeskHome: Sendable {
    let desk: Desk

    /// Events that are shown of each organizer.
    private static let most = 6

    func page(_ visit: Visit) async throws -> Answer {
        let facts = try await visit.office { try self.facts($0, visit) }
        return try desk.page(visit, "desk", title: "Desk", facts)
    }

    /// - Parameters:
    ///   - name: typed for a new organizer, and refused.
    func facts(
        _ office: Office, _ visit: Visit, name: String = "", faults: [FieldFault] = []
    ) throws -> [String: Facts.Fact] {
        let now = desk.house.now()
        let events = try office.events()
        let organizers = try office.organizers().map { organizer in
            let own = events.filter { $0.organizer == organizer.number }
            let coming = own.filter { ![.completed, .cancelled].contains($0.phase(at: now)) }
            var facts = try office.rights(in: organizer.number)
            facts["organizer_name"] = .text(organizer.name)
            facts["organizer_path"] = .text(organizer.deskPath)
            facts["role"] = .text(try office.role(in: organizer.number)?.rawValue ?? "")
            facts["events"] = .list(coming.prefix(DeskHome.most).map { $0.line(at: now) })
            if own.count > min(coming.count, DeskHome.most) { facts["more"] = .text("All \(own.count) events") }
            if !organizer.isVerified { facts["unverified"] = .one(Facts([:])) }
            return Facts(facts)
        }
        return [
            "user": .text(office.user.name), "organizers": .list(organizers),
            "fields": .list([
                OrganizerPage.name.facts(name, fault: faults.text(of: OrganizerPage.name.name))
            ]),
        ]
    }
}

extension Organizer {
    var deskPath: String { "/desk/organizers/\(slug)" }
}

extension Event {
    /// One event of a list.
    func line(at now: Instant) -> Facts { Facts(heading(at: now)) }
}
