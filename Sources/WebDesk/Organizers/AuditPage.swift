import Languages
import Management
import Store
import Ticketing
import WebHost

/// The page with an organizer’s audit trail: all changes to the organizer’s data, each described by a sentence. On this
/// page, a user can check whether somebody has tampered with the audit trail.
struct AuditPage: Sendable {
    let desk: Desk

    private static let pageSize = 100

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let before = request.query("before").flatMap { Int64($0) }
        let (name, context) = try await request.withServices { services in
            let organizer = try services.organizer(of: request, for: .readAudit)
            return (organizer.name, try self.context(organizer, services, before: before))
        }
        return try desk.page(request, "desk-audit", title: AuditPage.title(name), context)
    }

    /// Verifies the hash chain of the audit trail. If the chain is intact, the page shows where the chain ends.
    /// Otherwise, the page shows the entry at which the chain is broken.
    func verify(_ request: PageRequest) async throws -> RouteResponse {
        let (name, context) = try await request.withServices(on: desk.server.reportThreads) { services in
            let organizer = try services.organizer(of: request, for: .readAudit)
            let found = try services.audit.verifyAudit(of: organizer)
            var before: Int64?
            var verdict: [String: TemplateContext.Value]
            switch found {
            case .intact:
                verdict = ["done": .sentence(DeskOrganizerSentence.trailIntact, ["result": .sentence(found.sentence)])]
            case .broken(let sequence, _):
                before = sequence + Int64(AuditPage.pageSize / 2)
                verdict = ["fault": .sentence(DeskOrganizerSentence.trailBroken, ["place": .sentence(found.sentence)])]
            }
            verdict.merge(try self.context(organizer, services, before: before)) { first, _ in first }
            return (organizer.name, verdict)
        }
        return try desk.page(request, "desk-audit", title: AuditPage.title(name), context)
    }

    private static func title(_ organizer: String) -> Sentence {
        Sentence(DeskOrganizerSentence.auditPage, ["organizer": .text(organizer)])
    }

    private func context(_ organizer: Organizer, _ services: ManagementServices, before: Int64?) throws -> [String:
        TemplateContext.Value]
    {
        let found = try services.audit.latestChanges(of: organizer, before: before, limit: AuditPage.pageSize + 1)
        let zone = try services.events.timeZone(of: organizer)
        let sentences = HistorySentences(zone: zone, events: try services.events.events(.any))
        var context: [String: TemplateContext.Value] = [
            "changes": .list(found.prefix(AuditPage.pageSize).map(sentences.context)), "zone": .text(zone.label),
        ]
        context.merge(try services.organizerContext(organizer)) { own, _ in own }
        if found.count > AuditPage.pageSize { context["earlier"] = .text("\(found[AuditPage.pageSize - 1].sequence)") }
        if before != nil { context["is_earlier"] = .section(TemplateContext([:])) }
        return context
    }
}
