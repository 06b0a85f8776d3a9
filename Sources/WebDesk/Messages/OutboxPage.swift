import Foundation
import HTTPTypes
import Languages
import Management
import Ticketing
import WebHost

/// The pages with the messages of an event, and with the messages of an organizer. The server sends the messages; a
/// member can send failed messages again, and can end the delivery of waiting messages (`OutboxBulkPages`).
struct OutboxPage: Sendable {
    let desk: Desk

    private static let pageSize = 50
    private static let template = "desk-outbox"
    /// The name of the parameter that contains the tab, in the URL of the page and in its forms.
    static let tabParameter = "show"

    /// The tabs of the page. The raw values are used in URLs, such as `show=failed`.
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

    struct Outbox: Sendable {
        /// The event; nil if the page shows the messages of all events.
        let event: Event?
        let organizer: Organizer
        let zone: TimeZone

        var path: String { "\(event?.deskPath ?? organizer.deskPath)/notices" }
        var title: Sentence { .verbatim(event?.details.title ?? organizer.name) }
        var slug: String { event?.slug ?? organizer.slug }
        var heading: Sentence {
            event.map { Sentence(DeskOutboxSentence.title, ["event_title": .text($0.details.title)]) }
                ?? Sentence(DeskOutboxSentence.organizerTitle, ["organizer_name": .text(organizer.name)])
        }

        func authorize(_ operation: Management.Operation, _ services: ManagementServices) throws {
            if let event {
                try services.authorize(operation, on: event)
            } else {
                try services.authorize(operation, in: organizer)
            }
        }
    }

    /// The messages of one page, as they were read from the store.
    struct Content: Sendable {
        let outbox: Outbox
        let notices: [Notice]
        /// The keys of the selected messages of a refused form.
        let ticked: Set<String>
        let events: [EventNumber: Event]
        /// Whether the user is the local owner. Only the local owner may see the secrets in messages.
        let isLocalOwner: Bool
        var context: [String: TemplateContext.Value]
    }

    func page(_ request: PageRequest, _ place: Place) async throws -> RouteResponse {
        let content = try await content(request, place, text: nil) { request.query($0) }
        return try await response(request, content)
    }

    /// The page with the messages of a tab that contain a text. The search is a POST request, because the URL of a GET
    /// request would contain people’s names or addresses.
    func search(_ request: PageRequest, _ place: Place) async throws -> RouteResponse {
        let form = try await request.form()
        let text = try form.typed(ListState.textName).flatMap { $0.isEmpty ? nil : $0 }
        let content = try await content(request, place, text: text) { try form.value($0) }
        return try await response(request, content)
    }

    /// Queues again a message that has failed or that waits for its next attempt.
    func retry(_ request: PageRequest, _ place: Place) async throws -> RouteResponse {
        try await change(request, place, .resent, refusal: Sentence(DeskOutboxSentence.notRequeued)) {
            services, key, organizer in
            _ = try services.notices.retry(key, of: organizer)
        }
    }

    /// Records that a person has sent a message by opening its prepared WhatsApp link.
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
            var content: Content
            do {
                content = try await self.content(request, place, text: nil) {
                    $0 == OutboxPage.tabParameter ? tab.rawValue : nil
                }
            } catch ManagementError.forbidden {
                // This member may change messages, but may not read the list of messages, so the error is shown without
                // the list.
                throw Problem(.unprocessableContent, title: nil, fault)
            }
            content.context["fault"] = .sentence(fault)
            return try await response(request, content, status: .unprocessableContent)
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

    /// The list of messages whose tab is among the parameters of a request.
    ///
    /// - Parameter value: Takes the name of a parameter, and returns the parameter’s value; nil if the request lacks
    ///   the parameter.
    func list(
        _ request: PageRequest, _ place: Place, _ services: ManagementServices, _ value: (String) throws -> String?
    ) throws -> OutboxList {
        let outbox = try outbox(of: request, place, services, for: .readNotices)
        let tab = try value(OutboxPage.tabParameter).flatMap { Tab(rawValue: $0) } ?? .waiting
        let mayChange = try services.rights(in: outbox.organizer.number).contains(
            Management.Operation.resendTicket.requiredRight)
        return OutboxList(outbox, tab, actions: mayChange ? OutboxBulkPages.Action.all(in: tab) : [])
    }

    /// - Parameters:
    ///   - text: The text that the messages must contain; nil for all messages of the tab.
    ///   - value: See `list`.
    private func content(
        _ request: PageRequest, _ place: Place, text: String?,
        _ value: @escaping @Sendable (String) throws -> String?
    ) async throws -> Content {
        let isSlow = try OutboxList.isSlow(text, value)
        return try await request.withServices(on: isSlow ? desk.server.reportThreads : nil) { services in
            let list = try self.list(request, place, services, value)
            let layout = text == nil ? list.layout : list.searchLayout
            return try self.content(list, ListState(layout, text: text, value), services)
        }
    }

    func response(
        _ request: PageRequest, _ content: Content, status: HTTPResponse.Status = .ok
    ) async throws -> RouteResponse {
        var context = content.context
        let prepared: [String: PreparedMessages.Link] =
            context["may_resendTicket"] != nil && context["may_showTokens"] != nil
            ? try await PreparedMessages(desk.server).links(
                for: content.notices.filter(\.waitsForPerson), isLocalOwner: content.isLocalOwner) : [:]
        context["notices"] = .list(
            content.notices.map { notice in
                var row = OutboxPage.context(of: notice, in: content.outbox.zone)
                let event = notice.event.flatMap { content.events[$0] }
                row["about"] = .list(
                    OutboxPage.subjects(of: notice, event, in: content.outbox.event == nil ? .organizer : .event))
                row["row_select"] = .sentence(
                    DeskListSentence.selectRow, ["row": .sentence(OutboxList.title(of: notice))])
                if content.ticked.contains(notice.key) { row["row_ticked"] = .section(TemplateContext([:])) }
                if let link = prepared[notice.key] { row.merge(link.context(for: notice)) { $1 } }
                return TemplateContext(row)
            })
        if !prepared.isEmpty { context["has_prepared"] = .section(TemplateContext([:])) }
        return try desk.page(
            request, OutboxPage.template, title: content.outbox.title, status: status, context)
    }

    /// - Parameter selection: The messages of a refused form, which stay ticked; nil for no such form.
    func content(
        _ list: OutboxList, _ state: ListState, _ services: ManagementServices, selection: BulkSelection? = nil
    ) throws -> Content {
        let (outbox, tab) = (list.outbox, list.tab)
        let found = try list.notices(state, limit: OutboxPage.pageSize + 1, services)
        let shown = Array(found.prefix(OutboxPage.pageSize))
        var context = try header(of: outbox, services)
        let layout = state.text == nil ? list.layout : list.searchLayout
        context.merge(
            layout.context(
                state, shown.map(list.row), isMore: found.count > shown.count, none: OutboxPage.none(tab, state),
                selection: selection)
        ) { $1 }
        let counts =
            try outbox.event.map { try services.notices.counts(of: $0) }
            ?? services.notices.counts(of: outbox.organizer)
        context["outbox_path"] = .text(outbox.path)
        context["tab"] = .text(tab.rawValue)
        // If a sender is missing, the sentence about the missing sender says why messages wait.
        if tab != .waiting || context["sender_fault"] == nil { context["tab_about"] = .sentence(tab.explanation) }
        context["tabs"] = .list(Tab.allCases.map { $0.context(outbox.path, counts, current: tab) })
        if let text = state.text, !shown.isEmpty {
            context["search_about"] = .sentence(DeskMessageSearchSentence.found, ["text": .text(text)])
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
            outbox: outbox, notices: shown, ticked: Set(selection?.rows ?? []), events: events,
            isLocalOwner: try services.isLocalOwner, context: context)
    }

    /// The sentence for a list without messages.
    private static func none(_ tab: Tab, _ state: ListState) -> Sentence {
        if let text = state.text { return Sentence(DeskMessageSearchSentence.noneFound, ["text": .text(text)]) }
        return state.filters[OutboxList.kindName] == nil
            ? Sentence(tab.emptyText) : Sentence(DeskListSentence.noRows)
    }

    func header(of outbox: Outbox, _ services: ManagementServices) throws -> [String: TemplateContext.Value] {
        var context: [String: TemplateContext.Value]
        if let event = outbox.event {
            context = try desk.headerContext(event, services)
            if event.deleted == nil { context["can_write"] = .section(TemplateContext([:])) }
        } else {
            context = try services.organizerContext(outbox.organizer)
            context.merge(try SenderState(desk.server).context(services)) { $1 }
            context["zone"] = .text(outbox.zone.label)
        }
        context["outbox_title"] = .sentence(outbox.heading)
        return context
    }
}

extension OutboxPage.Tab {
    var label: Sentence {
        switch self {
        case .waiting: Sentence(DeskOutboxSentence.waiting)
        case .sent: Sentence(DeskOutboxSentence.sent)
        case .failed: Sentence(DeskOutboxSentence.failed)
        case .notSent: Sentence(DeskOutboxSentence.notSent)
        }
    }

    fileprivate var explanation: DeskOutboxSentence {
        switch self {
        case .waiting: .waitingAbout
        case .sent: .sentAbout
        case .failed: .failedAbout
        case .notSent: .notSentAbout
        }
    }

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
