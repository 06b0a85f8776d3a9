import HTTPTypes
import Languages
import Management
import NIOCore
import Spreadsheet
import Ticketing
import WebHost

/// The page with the messages of an event that wait in the outbox. This program itself sends no messages to people:
/// the owner of the server or another program must send them.
struct OutboxPage: Sendable {
    let desk: Desk

    /// The number of messages on one page.
    private static let pageSize = 50

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let last = request.query("created").flatMap { Int64($0) }.flatMap { created in
            request.query("key").map { Notice.Cursor(created: Instant(milliseconds: created), key: $0) }
        }
        let (event, context) = try await request.withServices { services in
            let event = try services.event(of: request, for: .readNotices, among: .any)
            let found = try services.notices.pendingNotices(of: event, after: last, limit: OutboxPage.pageSize + 1)
            var context = try desk.headerContext(event, services)
            context["notices"] = .list(
                found.prefix(OutboxPage.pageSize).map { TemplateContext(OutboxPage.listContext($0, event)) })
            if found.count > OutboxPage.pageSize, let end = found.dropLast().last {
                context["next"] = .text("created=\(end.created.milliseconds)&key=\(FormFields.encode(end.key))")
            }
            return (event, context)
        }
        return try desk.page(request, "desk-outbox", title: .verbatim(event.details.title), context)
    }

    /// All waiting messages of an event as CSV, for a person who sends them.
    func download(_ request: PageRequest) async throws -> RouteResponse {
        let language = request.deskLanguage
        let headings = [
            Sentence(DeskSentence.since), Sentence(DeskEventSentence.message), Sentence(DeskEventSentence.recipient),
            Sentence(DeskSentence.details),
        ]
        let sheet = Worksheet(
            name: language.text(DeskSentence.messages),
            columns: headings.map { WorksheetColumn($0.text(in: language), .text) })
        let (event, bytes) = try await request.withServices(on: desk.server.reportThreads) { services in
            let event = try services.event(of: request, for: .readNotices, among: .any)
            var bytes: [UInt8] = []
            try CSVWriter.write(sheet, byteOrderMark: .utf8, into: { bytes += $0 }) { append in
                try services.notices.forEachPendingNotice(of: event) {
                    try append(OutboxPage.row($0, event, in: language))
                }
            }
            return (event, bytes)
        }
        return RouteResponse(headers: [.contentType: "text/csv; charset=utf-8"], body: .bytes(ByteBuffer(bytes: bytes)))
            .asAttachment(as: "\(event.slug)-messages.csv")
    }

    private static func row(_ notice: Notice, _ event: Event, in language: Language) -> [WorksheetCell] {
        let details = notice.payload.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        return [
            .text(event.formatted(notice.created) ?? ""), .text(notice.kind.label.text(in: language)),
            .text(notice.recipient), .text(details.joined(separator: "; ")),
        ]
    }

    private static func listContext(_ notice: Notice, _ event: Event) -> [String: TemplateContext.Value] {
        var context: [String: TemplateContext.Value] = [
            "notice_kind": .sentence(notice.kind.label),
            "notice_recipient": .text(notice.recipient), "notice_created": .text(event.formatted(notice.created) ?? ""),
        ]
        if let code = notice.payload["ticket"].flatMap({ TicketCode(typed: $0) }) {
            context["notice_ticket"] = .text("\(code)")
        }
        return context
    }
}
