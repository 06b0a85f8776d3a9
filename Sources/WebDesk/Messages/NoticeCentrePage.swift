import Foundation
import Languages
import Management
import Ticketing
import WebHost

/// The page with the messages to the signed-in member. It also lists messages of the last days that the member's
/// organizers have sent and that did not reach their recipients. When the member opens the first page, the messages up
/// to the newest message on that page are marked as read.
struct NoticeCentrePage: Sendable {
    let desk: Desk

    static let path = "/desk/notices"
    private static let pageSize = 50
    /// The maximum number of undelivered messages that the page lists for each organizer.
    private static let maximumFailures = 20
    /// The name of a parameter in the links to the next pages. Its value is a time in milliseconds. Messages that were
    /// queued after this time were unread when the member opened the first page. All pages mark them as new, although
    /// the first page has already recorded that they are read.
    private static let readParameter = "read"
    private static let failed: Set<NoticeDelivery.State> = [.failed, .bounced, .suppressed]

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let last = request.query("created").flatMap { Int64($0) }.flatMap { created in
            request.query("key").map { Notice.Cursor(created: Instant(milliseconds: created), key: $0) }
        }
        let context = try await request.withServices { services in
            let position = request.query(NoticeCentrePage.readParameter).flatMap { Int64($0) }
            let read = try position.map { Instant(milliseconds: $0) } ?? services.notices.noticesRead()
            var context = try self.ownContext(before: last, since: read, services)
            context["organizers"] = .list(try self.failures(services))
            context.merge(try services.onlyOrganizerContext()) { own, _ in own }
            return context
        }
        return try desk.page(
            request, "desk-notice-centre", title: Sentence(DeskOutboxSentence.organizerMessages), context)
    }

    /// Template values for the messages to the member. On the first page, marks the messages up to the newest message
    /// as read.
    ///
    /// - Parameter read: the time until which the member has read the messages; nil if the member has read none.
    private func ownContext(
        before last: Notice.Cursor?, since read: Instant?, _ services: ManagementServices
    ) throws -> [String: TemplateContext.Value] {
        let zone = try services.events.timeZone()
        var context: [String: TemplateContext.Value] = ["zone": .text(zone.label)]
        guard services.user.email != nil else {
            context["no_address"] = .section(TemplateContext([:]))
            return context
        }
        let found = try services.notices.ownNotices(before: last, limit: NoticeCentrePage.pageSize + 1)
        if last == nil, let newest = found.first { try services.notices.markNoticesRead(until: newest.created) }
        let events = try services.events.events(.any)
        let byNumber = Dictionary(uniqueKeysWithValues: events.map { ($0.number, $0) })
        context["own"] = .list(
            found.prefix(NoticeCentrePage.pageSize).map { notice in
                var row = OutboxPage.context(of: notice, in: zone)
                if notice.isUnread(since: read) { row["is_new"] = .section(TemplateContext([:])) }
                row["about"] = .list(
                    OutboxPage.subjects(of: notice, notice.event.flatMap { byNumber[$0] }, in: .organizer))
                return TemplateContext(row)
            })
        if found.count > NoticeCentrePage.pageSize {
            let end = found[NoticeCentrePage.pageSize - 1].cursor
            context["next"] = .text(
                "created=\(end.created.milliseconds)&key=\(FormFields.encode(end.key))"
                    + "&\(NoticeCentrePage.readParameter)=\(read?.milliseconds ?? 0)")
        }
        return context
    }

    /// Template values for the organizers whose messages did not reach their recipients.
    private func failures(_ services: ManagementServices) throws -> [TemplateContext] {
        let start = desk.server.now().advanced(bySeconds: -Int64(NoticeService.recentDays) * 86_400)
        return try services.organizers.organizers().compactMap { organizer in
            guard try services.permissionContext(in: organizer.number)["may_readNotices"] != nil else { return nil }
            let zone = try services.events.timeZone(of: organizer)
            let found = try services.notices.notices(
                in: .ofOrganizer(organizer), NoticeQuery(NoticeCentrePage.failed),
                limit: NoticeCentrePage.maximumFailures
            ).filter { $0.created >= start }
            guard !found.isEmpty else { return nil }
            return TemplateContext([
                "organizer_name": .text(organizer.name), "outbox_path": .text("\(organizer.deskPath)/notices"),
                "notices": .list(found.map { TemplateContext(OutboxPage.context(of: $0, in: zone)) }),
            ])
        }
    }
}

extension Notice {
    /// Whether the notice was queued after a moment; true if the moment is nil.
    fileprivate func isUnread(since read: Instant?) -> Bool {
        guard let read else { return true }
        return created > read
    }
}
