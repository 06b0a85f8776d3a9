import Management
import Store
import Ticketing

/// An organizer's audit trail, and whether it is whole.
struct AuditPage: Sendable {
    let desk: Desk

    /// Changes on one page.
    private static let most = 100

    func page(_ visit: Visit) async throws -> Answer {
        let after = visit.query("after").flatMap { Int64($0) }.map { max(0, $0) } ?? 0
        let (name, facts) = try await visit.office { office in
            let organizer = try office.organizer(of: visit, for: .readAudit)
            return (organizer.name, try self.facts(organizer, office, after: after))
        }
        return try desk.page(visit, "desk-audit", title: name, facts)
    }

    /// Walks the chain, and shows its end.
    func verify(_ visit: Visit) async throws -> Answer {
        let (name, facts) = try await visit.office(on: desk.house.figures) { office in
            let organizer = try office.organizer(of: visit, for: .readAudit)
            let found = try office.verifyAudit(of: organizer)
            let after: Int64
            var verdict: [String: Facts.Fact]
            switch found {
            case .whole(let records):
                after = max(0, Int64(records) - Int64(AuditPage.most))
                verdict = ["done": .text("The trail is \(found): nothing was edited, nothing is missing.")]
            case .broken(let sequence, _):
                after = max(0, sequence - Int64(AuditPage.most / 2))
                verdict = ["fault": .text("The trail is broken \(found). Somebody has changed what is written there.")]
            }
            verdict.merge(try self.facts(organizer, office, after: after)) { first, _ in first }
            return (organizer.name, verdict)
        }
        return try desk.page(visit, "desk-audit", title: name, facts)
    }

    private func facts(_ organizer: Organizer, _ office: Office, after: Int64) throws -> [String: Facts.Fact] {
        let found = try office.changes(of: organizer, after: after, limit: AuditPage.most + 1)
        var facts: [String: Facts.Fact] = [
            "organizer_name": .text(organizer.name), "organizer_path": .text(organizer.deskPath),
            "changes": .list(found.prefix(AuditPage.most).map { $0.facts(in: .gmt) }),
        ]
        if found.count > AuditPage.most { facts["next"] = .text("\(found[AuditPage.most - 1].sequence)") }
        if after > 0 { facts["before"] = .text("\(max(0, after - Int64(AuditPage.most)))") }
        return facts
    }
}
