import Management
import Store
import Ticketing

/// An organizer's audit trail, and whether it is whole.
struct AuditPage: Sendable {
    let desk: Desk

    /// Changes on one page.
    private static let most = 100

    func page(_ visit: Visit) async throws -> Answer {
        let before = visit.query("before").flatMap { Int64($0) }
        let (name, facts) = try await visit.office { office in
            let organizer = try office.organizer(of: visit, for: .readAudit)
            return (organizer.name, try self.facts(organizer, office, before: before))
        }
        return try desk.page(visit, "desk-audit", title: "Audit · \(name)", facts)
    }

    /// Walks the chain, and shows its end, or where it is broken.
    func verify(_ visit: Visit) async throws -> Answer {
        let (name, facts) = try await visit.office(on: desk.house.figures) { office in
            let organizer = try office.organizer(of: visit, for: .readAudit)
            let found = try office.verifyAudit(of: organizer)
            var before: Int64?
            var verdict: [String: Facts.Fact]
            switch found {
            case .whole:
                verdict = ["done": .text("The trail is \(found): nothing was edited, nothing is missing.")]
            case .broken(let sequence, _):
                before = sequence + Int64(AuditPage.most / 2)
                verdict = ["fault": .text("The trail is broken \(found). Somebody has changed what is written there.")]
            }
            verdict.merge(try self.facts(organizer, office, before: before)) { first, _ in first }
            return (organizer.name, verdict)
        }
        return try desk.page(visit, "desk-audit", title: "Audit · \(name)", facts)
    }

    private func facts(_ organizer: Organizer, _ office: Office, before: Int64?) throws -> [String: Facts.Fact] {
        let found = try office.latestChanges(of: organizer, before: before, limit: AuditPage.most + 1)
        var facts: [String: Facts.Fact] = [
            "organizer_name": .text(organizer.name), "organizer_path": .text(organizer.deskPath),
            "changes": .list(found.prefix(AuditPage.most).map { $0.facts(in: .gmt) }),
        ]
        if found.count > AuditPage.most { facts["earlier"] = .text("\(found[AuditPage.most - 1].sequence)") }
        if before != nil { facts["is_earlier"] = .one(Facts([:])) }
        return facts
    }
}
