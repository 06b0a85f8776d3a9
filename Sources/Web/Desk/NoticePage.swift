import Management
import Ticketing

/// The messages of an event that wait in the outbox, since this program sends none itself.
struct NoticePage: Sendable {
    let desk: Desk

    /// Messages on one page.
    private static let most = 50

    func page(_ visit: Visit) async throws -> Answer {
        let last = visit.query("created").flatMap { Int64($0) }.flatMap { created in
            visit.query("key").map { Notice.Place(created: Instant(milliseconds: created), key: $0) }
        }
        let (event, facts) = try await visit.office { office in
            let event = try office.event(of: visit, for: .readNotices, among: .any)
            let found = try office.waitingNotices(of: event, after: last, limit: NoticePage.most + 1)
            var facts = try desk.heading(event, office)
            facts["notices"] = .list(found.prefix(NoticePage.most).map { Facts(NoticePage.line($0, event)) })
            if found.count > NoticePage.most, let end = found.dropLast().last {
                facts["next"] = .text("created=\(end.created.milliseconds)&key=\(FormFields.encode(end.key))")
            }
            return (event, facts)
        }
        return try desk.page(visit, "desk-notices", title: event.details.title, facts)
    }

    private static func line(_ notice: Notice, _ event: Event) -> [String: Facts.Fact] {
        var facts: [String: Facts.Fact] = [
            "notice_kind": .text(notice.kind.rawValue.replacing("-", with: " ")),
            "notice_recipient": .text(notice.recipient), "notice_created": .text(event.shown(notice.created) ?? ""),
        ]
        if let code = notice.payload["ticket"].flatMap({ TicketCode(typed: $0) }) {
            facts["notice_ticket"] = .text("\(code)")
        }
        return facts
    }
}
