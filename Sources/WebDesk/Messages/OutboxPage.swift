import Foundation
import HTTPTypes
import Languages
import Management
import NIOCore
import Spreadsheet
import Ticketing
import WebHost

/// The pages with the messages of an event, and with the messages of an organizer. The server sends the messages; a
/// member can send a failed message again.
struct OutboxPage: Sendable {
    let desk: Desk

    /// The number of messages on one page.
    private static let pageSize = 50
    /// The name of the parameter with the tab in the address of the page and in its forms.
    static let tabParameter = "show"

    /// The tabs of the page. Each tab shows some of the messages. The raw value is the value in the address.
    enum Tab: String, CaseIterable {
        case waiting, sent, failed
        case notSent = "not-sent"

        var states: Set<NoticeDelivery.State> {
            switch self {
            case .waiting: [.queued, .leased, .deferred]
            case .sent: [.sent, .delivered]
            case .failed: [.bounced, .failed]
            case .notSent: [.suppressed, .dropped, .merged]
            }
        }
    }

    /// Whether a page shows the messages of one event, or all messages of an organizer.
    enum Place: CaseIterable {
        case event, organizer

        /// The beginning of the paths of all routes for these messages.
        var routePath: String { self == .event ? "/desk/e/:event" : "/desk/organizers/:organizer" }
    }

    /// An event or an organizer with its messages.
    private struct Outbox: Sendable {
        /// The event; nil if the page shows the messages of all events.
        let event: Event?
        let organizer: Organizer
        /// The time zone in which the page shows times.
        let zone: TimeZone

        var path: String { "\(event?.deskPath ?? organizer.deskPath)/notices" }
        var title: Sentence { .verbatim(event?.details.title ?? organizer.name) }
    }

    /// The messages of one page, as they were read from the store.
    private struct Content: Sendable {
        let outbox: Outbox
        let notices: [Notice]
        let events: [EventNumber: Event]
        /// Whether the user is the local owner. Only the local owner may see the secrets in messages.
        let isLocalOwner: Bool
        var context: [String: TemplateContext.Value]
    }

    func page(_ request: PageRequest, _ place: Place) async throws -> RouteResponse {
        let tab = request.query(OutboxPage.tabParameter).flatMap { Tab(rawValue: $0) } ?? .waiting
        let last = request.query("created").flatMap { Int64($0) }.flatMap { created in
            request.query("key").map { Notice.Cursor(created: Instant(milliseconds: created), key: $0) }
        }
        let content = try await content(request, place, tab, before: last)
        return try desk.page(request, "desk-outbox", title: content.title, content.context)
    }

    /// The page with the messages of a tab that contain a text. The search is a POST request, because the address of a
    /// GET request would contain people’s addresses.
    func search(_ request: PageRequest, _ place: Place) async throws -> RouteResponse {
        let form = try await request.form()
        let tab = Tab(rawValue: try form.value(OutboxPage.tabParameter) ?? "") ?? .waiting
        let created = try form.value("created").flatMap { Int64($0) }
        let key = try form.value("key")
        let last = created.flatMap { created in
            key.map { Notice.Cursor(created: Instant(milliseconds: created), key: $0) }
        }
        let text = try form.typed(ListState.textName).flatMap { $0.isEmpty ? nil : $0 }
        let content = try await content(request, place, tab, before: last, text: text)
        return try desk.page(request, "desk-outbox", title: content.title, content.context)
    }

    /// The messages of a tab as CSV.
    func download(_ request: PageRequest, _ place: Place) async throws -> RouteResponse {
        let tab = request.query(OutboxPage.tabParameter).flatMap { Tab(rawValue: $0) } ?? .waiting
        let language = request.deskLanguage
        let headings = [
            Sentence(DeskSentence.since), Sentence(DeskOutboxSentence.message), Sentence(DeskOutboxSentence.recipient),
            Sentence(DeskSentence.details), Sentence(DeskSentence.state), Sentence(DeskOutboxSentence.reason),
            Sentence(DeskOutboxSentence.answer),
        ]
        let sheet = Worksheet(
            name: language.text(DeskSentence.messages),
            columns: headings.map { WorksheetColumn($0.text(in: language), .text) })
        let (name, bytes) = try await request.withServices(on: desk.server.reportThreads) { services in
            let outbox = try self.outbox(of: request, place, services, for: .readNotices)
            var bytes: [UInt8] = []
            try CSVWriter.write(sheet, byteOrderMark: .utf8, into: { bytes += $0 }) { append in
                var last: Notice.Cursor?
                while true {
                    let found = try OutboxPage.notices(of: outbox, in: tab, before: last, limit: 1000, services)
                    guard let end = found.last else { break }
                    for notice in found { try append(OutboxPage.row(notice, in: outbox.zone, language)) }
                    last = end.cursor
                }
            }
            return (outbox.event?.slug ?? outbox.organizer.slug, bytes)
        }
        return RouteResponse(headers: [.contentType: "text/csv; charset=utf-8"], body: .bytes(ByteBuffer(bytes: bytes)))
            .asAttachment(as: "\(name)-messages.csv")
    }

    /// Queues a message again that has failed, or that waits for its next attempt.
    func retry(_ request: PageRequest, _ place: Place) async throws -> RouteResponse {
        try await change(request, place, .resent, refusal: Sentence(DeskOutboxSentence.notRequeued)) {
            services, key, organizer in
            _ = try services.notices.retry(key, of: organizer)
        }
    }

    /// Records that a person has sent a message by opening its prepared link.
    func acknowledge(_ request: PageRequest, _ place: Place) async throws -> RouteResponse {
        try await change(request, place, .acknowledged, refusal: Sentence(DeskOutboxSentence.notMarked)) {
            services, key, organizer in
            _ = try services.notices.acknowledge(key, as: .sent, of: organizer)
        }
    }

    // MARK: -

    /// Performs an action on the message or address that the form contains as `key`, and returns to the tab from which
    /// the form was sent.
    func change(
        _ request: PageRequest, _ place: Place, _ flash: FlashMessage.Kind, refusal: Sentence,
        _ work: @escaping @Sendable (ManagementServices, _ key: String, Organizer) throws -> Void
    ) async throws -> RouteResponse {
        let form = try await request.form()
        let key = try form.value("key") ?? ""
        let tab = Tab(rawValue: try form.value(OutboxPage.tabParameter) ?? "") ?? .waiting
        return try await desk.performOnce(request) {
            let (path, fault) = try await request.withServices { services -> (String, Sentence?) in
                let outbox = try self.outbox(of: request, place, services, for: .resendTicket)
                do {
                    try work(services, key, outbox.organizer)
                    return (outbox.path, nil)
                } catch {
                    guard let refused = RejectedForm(error) else { throw error }
                    return (outbox.path, refused.message(refusal))
                }
            }
            guard let fault else {
                return .seeOther(
                    "\(FlashMessage.path(path, flash))&\(OutboxPage.tabParameter)=\(tab.rawValue)")
            }
            let content: Desk.PageContent
            do {
                content = try await self.content(request, place, tab, before: nil)
            } catch ManagementError.forbidden {
                // This member may change messages, but may not read the list of messages, so the error is shown without
                // the list.
                throw Problem(.unprocessableContent, title: nil, fault)
            }
            return try desk.page(
                request, "desk-outbox", title: content.title, status: .unprocessableContent,
                content.context.merging(["fault": .sentence(fault)]) { $1 })
        }
    }

    private func outbox(
        of request: PageRequest, _ place: Place, _ services: ManagementServices, for operation: Management.Operation
    ) throws -> Outbox {
        switch place {
        case .event:
            let event = try services.event(of: request, for: operation, among: .any)
            let organizer = try services.organizers.organizers().first { $0.number == event.organizer }
            guard let organizer else { throw Problem(.notFound) }
            return Outbox(event: event, organizer: organizer, zone: event.zone)
        case .organizer:
            let organizer = try services.organizer(of: request, for: operation)
            return Outbox(
                event: nil, organizer: organizer, zone: try services.events.timeZone(of: organizer))
        }
    }

    private static func notices(
        of outbox: Outbox, in tab: Tab, before last: Notice.Cursor?, limit: Int, _ services: ManagementServices
    ) throws -> [Notice] {
        if let event = outbox.event {
            return try services.notices.notices(of: event, in: tab.states, before: last, limit: limit)
        }
        return try services.notices.notices(of: outbox.organizer, in: tab.states, before: last, limit: limit)
    }

    /// The title and the template values of the page.
    ///
    /// - Parameter text: The text that the messages must contain; nil for all messages of the tab.
    private func content(
        _ request: PageRequest, _ place: Place, _ tab: Tab, before last: Notice.Cursor?, text: String? = nil
    ) async throws -> Desk.PageContent {
        // A search can read all messages of the tab, so it must not delay other requests.
        let content = try await request.withServices(on: text == nil ? nil : desk.server.reportThreads) { services in
            try self.content(request, place, tab, before: last, text: text, services)
        }
        var context = content.context
        let prepared: [String: PreparedMessages.Link] =
            context["may_resendTicket"] != nil && context["may_showTokens"] != nil
            ? try await PreparedMessages(desk.server).links(
                for: content.notices.filter(\.waitsForPerson), isLocalOwner: content.isLocalOwner) : [:]
        context["notices"] = .list(
            content.notices.map { notice in
                var row = OutboxPage.context(of: notice, in: content.outbox.zone)
                let event = notice.event.flatMap { content.events[$0] }
                row["about"] = .list(OutboxPage.subjects(of: notice, event, in: place))
                if let link = prepared[notice.key] { row.merge(link.context(for: notice)) { $1 } }
                return TemplateContext(row)
            })
        if !prepared.isEmpty { context["has_prepared"] = .section(TemplateContext([:])) }
        return (content.outbox.title, context)
    }

    private func content(
        _ request: PageRequest, _ place: Place, _ tab: Tab, before last: Notice.Cursor?, text: String?,
        _ services: ManagementServices
    ) throws -> Content {
        let outbox = try outbox(of: request, place, services, for: .readNotices)
        let found =
            try text.map { try OutboxPage.notices(containing: $0, of: outbox, in: tab, before: last, services) }
            ?? OutboxPage.notices(of: outbox, in: tab, before: last, limit: OutboxPage.pageSize + 1, services)
        var context = try header(of: outbox, services)
        context.merge(OutboxPage.searchContext(text, hasFound: !found.isEmpty)) { $1 }
        let counts =
            try outbox.event.map { try services.notices.counts(of: $0) }
            ?? services.notices.counts(of: outbox.organizer)
        context["outbox_path"] = .text(outbox.path)
        context["tab"] = .text(tab.rawValue)
        context["tab_about"] = .sentence(found.isEmpty && text == nil ? tab.emptyText : tab.explanation)
        context["tabs"] = .list(Tab.allCases.map { $0.context(outbox.path, counts, current: tab) })
        if !found.isEmpty || text != nil { context["has_notices"] = .section(TemplateContext([:])) }
        if found.count > OutboxPage.pageSize {
            let end = found[OutboxPage.pageSize - 1].cursor
            if let text {
                context["next_found"] = ListLayout.hidden([
                    (name: ListState.textName, value: text), (name: "created", value: "\(end.created.milliseconds)"),
                    (name: "key", value: end.key), (name: OutboxPage.tabParameter, value: tab.rawValue),
                ])
                context["has_next_found"] = .section(TemplateContext([:]))
            } else {
                context["next"] = .text(
                    "created=\(end.created.milliseconds)&key=\(FormFields.encode(end.key))"
                        + "&\(OutboxPage.tabParameter)=\(tab.rawValue)")
            }
        }
        let all = try outbox.event.map { [$0] } ?? services.events.events(.any)
        let events = Dictionary(uniqueKeysWithValues: all.map { ($0.number, $0) })
        if tab == .failed {
            let stopped =
                try outbox.event.map {
                    try services.notices.stoppedAddresses(of: $0, limit: OutboxPage.mostStopped)
                } ?? services.notices.stoppedAddresses(of: outbox.organizer, limit: OutboxPage.mostStopped)
            context.merge(OutboxPage.stoppedContext(stopped, events, in: outbox.zone)) { $1 }
        }
        return Content(
            outbox: outbox, notices: Array(found.prefix(OutboxPage.pageSize)), events: events,
            isLocalOwner: try services.isLocalOwner, context: context)
    }

    /// The messages of a tab that contain all words of a text, newest first: one more than a page shows, if there are
    /// as many.
    private static func notices(
        containing text: String, of outbox: Outbox, in tab: Tab, before last: Notice.Cursor?,
        _ services: ManagementServices
    ) throws -> [Notice] {
        let words = text.folded.split(separator: " ")
        var position = last
        var found: [Notice] = []
        while found.count <= OutboxPage.pageSize {
            let read = try notices(of: outbox, in: tab, before: position, limit: 1000, services)
            guard let end = read.last else { break }
            found += read.filter { notice in
                let details = notice.visiblePayload.values.sorted()
                let folded = ([notice.recipient, notice.kind.label.english] + details).joined(separator: " ").folded
                return words.allSatisfy { folded.contains($0) }
            }
            position = end.cursor
        }
        return Array(found.prefix(OutboxPage.pageSize + 1))
    }

    /// Template values for the search.
    private static func searchContext(_ text: String?, hasFound: Bool) -> [String: TemplateContext.Value] {
        let field = FormField(ListState.textName, Sentence(DeskMessageSearchSentence.label))
        var context: [String: TemplateContext.Value] = ["search_fields": .list([field.context(text ?? "")])]
        if let text {
            context["search_about"] = .sentence(
                hasFound ? DeskMessageSearchSentence.found : .noneFound, ["text": .text(text)])
        }
        return context
    }

    /// Template values for the top of the page.
    private func header(of outbox: Outbox, _ services: ManagementServices) throws -> [String: TemplateContext.Value] {
        var context: [String: TemplateContext.Value]
        if let event = outbox.event {
            context = try desk.headerContext(event, services)
            context["outbox_title"] = .sentence(
                DeskOutboxSentence.title, ["event_title": .text(event.details.title)])
            if event.deleted == nil { context["can_write"] = .section(TemplateContext([:])) }
        } else {
            context = try services.organizerContext(outbox.organizer)
            context.merge(try SenderState(desk.server).context(services)) { $1 }
            context["outbox_title"] = .sentence(
                DeskOutboxSentence.organizerTitle, ["organizer_name": .text(outbox.organizer.name)])
            context["zone"] = .text(outbox.zone.label)
        }
        return context
    }
}

extension OutboxPage.Tab {
    fileprivate var label: Sentence {
        switch self {
        case .waiting: Sentence(DeskOutboxSentence.waiting)
        case .sent: Sentence(DeskOutboxSentence.sent)
        case .failed: Sentence(DeskOutboxSentence.failed)
        case .notSent: Sentence(DeskOutboxSentence.notSent)
        }
    }

    /// The text above the messages.
    fileprivate var explanation: DeskOutboxSentence {
        switch self {
        case .waiting: .waitingAbout
        case .sent: .sentAbout
        case .failed: .failedAbout
        case .notSent: .notSentAbout
        }
    }

    /// The text that the page shows if there are no messages.
    fileprivate var emptyText: DeskOutboxSentence {
        switch self {
        case .waiting: .noneWaiting
        case .sent: .noneSent
        case .failed: .noneFailed
        case .notSent: .noneNotSent
        }
    }

    fileprivate func context(
        _ path: String, _ counts: [NoticeDelivery.State: Int], current: OutboxPage.Tab
    ) -> TemplateContext {
        let count = states.reduce(0) { $0 + (counts[$1] ?? 0) }
        var context: [String: TemplateContext.Value] = [
            "tab_path": .text("\(path)?\(OutboxPage.tabParameter)=\(rawValue)"),
            "tab_label": .sentence(
                DeskOutboxSentence.tab, ["label": .sentence(label), "count": .number(count)]),
        ]
        if self == current { context["here"] = .section(TemplateContext([:])) }
        return TemplateContext(context)
    }
}
