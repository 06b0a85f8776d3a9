import Languages
import Management
import Ticketing
import WebHost

/// Actions for several messages of a list: exports, and changes of their delivery. Before a change, a page shows its
/// effects and asks for a confirmation.
struct OutboxBulkPages: Sendable {
    let page: OutboxPage

    /// The maximum number of messages that one form changes.
    private static let limit = 500

    /// A change of several messages. The raw value is the value of its button.
    enum Action: String, Sendable {
        /// Queues again the messages that failed or were not sent.
        case retry
        /// Ends the delivery of waiting messages.
        case withdraw

        static func all(in tab: OutboxPage.Tab) -> [Action] {
            switch tab {
            case .waiting: [.withdraw]
            case .sent: []
            case .failed, .notSent: [.retry]
            }
        }

        var button: ListLayout.BulkAction {
            switch self {
            case .retry: .init(name: rawValue, label: Sentence(DeskListSentence.resend))
            case .withdraw: .init(name: rawValue, label: Sentence(DeskOutboxSentence.withdraw), isDangerous: true)
            }
        }

        func canChange(_ notice: Notice) -> Bool {
            switch self {
            case .retry: notice.canBeRetried
            case .withdraw: notice.canBeWithdrawn
            }
        }

        fileprivate var title: DeskOutboxSentence {
            switch self {
            case .retry: .retryTitle
            case .withdraw: .withdrawTitle
            }
        }

        fileprivate var about: Sentence {
            switch self {
            case .retry: Sentence(DeskListSentence.resendAbout)
            case .withdraw: Sentence(DeskOutboxSentence.withdrawAbout)
            }
        }

        fileprivate var flash: FlashMessage.Kind {
            switch self {
            case .retry: .written
            case .withdraw: .messagesWithdrawn
            }
        }
    }

    func submit(_ request: PageRequest, _ place: OutboxPage.Place) async throws -> RouteResponse {
        try await page.desk.submitBulk(request) { form, services -> OutboxList in
            try page.list(request, place, services) { try form.value($0) }
        } perform: { sent, services in
            try self.outcome(of: sent, services)
        } redisplay: { sent, fault, services in
            var content = try page.content(sent.list, sent.selection.state, services, selection: sent.selection)
            content.context["fault"] = .sentence(fault)
            return { [content] in try await page.response(request, content, status: .unprocessableContent) }
        }
    }

    func export(
        _ request: PageRequest, _ place: OutboxPage.Place, _ format: ListFormat
    ) async throws -> RouteResponse {
        try await page.desk.downloadList(request) { services in
            let list = try page.list(request, place, services) { request.query($0) }
            let state = ListState(list.layout) { request.query($0) }
            let keys = try list.keys(state, limit: BulkForm.mostRead(format), services)
            return try OutboxBulkPages.file(list, keys, format, request, services)
        }
    }

    private func outcome(
        of sent: BulkSubmission<OutboxList>, _ services: ManagementServices
    ) throws -> BulkOutcome {
        let (list, selection, format) = (sent.list, sent.selection, try sent.format)
        let keys =
            try selection.ids
            ?? list.keys(selection.state, limit: BulkForm.mostRead(format), services)
        guard !keys.isEmpty else { throw BulkForm.fault(.nothingSelected) }
        if let format { return .file(try OutboxBulkPages.file(list, keys, format, sent.request, services)) }
        let action: Action = try sent.action()
        guard Action.all(in: list.tab).contains(action) else { throw BulkForm.fault(.chooseAction) }
        try list.outbox.authorize(.resendTicket, services)
        try BulkForm.requireAtMost(OutboxBulkPages.limit, keys.count)
        let chosen = try list.notices(keys, for: action, services)
        guard !chosen.isEmpty else { throw BulkForm.fault(.nothingToChange) }
        let names = chosen.map(\.key)
        let seen = try BulkForm.hash(of: names, names.count)
        if try sent.form.value(BulkForm.confirmedName) == seen {
            let changed = try services.performOnce(sent.change) { try list.perform(action, on: names, $0) }
            let query = list.layout.query(of: selection.state)
            return .done(
                FlashMessage.path(list.layout.path, action.flash, count: changed ?? chosen.count)
                    + (query.map { "&\($0)" } ?? ""))
        }
        let title = Sentence(action.title, ["count": .number(chosen.count)])
        var context = try sent.planContext(title: title, about: action.about, seen: seen, page.desk, services)
        let skipped = keys.count - chosen.count
        context["details"] = Desk.labelledValues([
            (Sentence(DeskListSentence.people), .verbatim("\(Set(chosen.map(\.recipient)).count)")),
            (Sentence(DeskListSentence.skipped), skipped == 0 ? nil : .verbatim("\(skipped)")),
        ])
        if action == .withdraw { context["bulk_dangerous"] = .section(TemplateContext([:])) }
        return .plan(title, context)
    }

    private static func file(
        _ list: OutboxList, _ keys: [String], _ format: ListFormat, _ request: PageRequest,
        _ services: ManagementServices
    ) throws -> ListFile {
        let isPDF = format == .pdf
        let time = request.now.minuteText(in: list.outbox.zone)
        let export = ListExport(
            name: "\(list.outbox.slug)-messages",
            title: Sentence(
                DeskListSentence.exportedOn, ["title": .sentence(list.outbox.heading), "time": .text(time)]),
            sheet: Sentence(DeskSentence.messages),
            columns: isPDF ? OutboxList.paperColumns : OutboxList.exportColumns, language: request.deskLanguage)
        return try ListFile(format, export) { append in
            try list.forEachRow(keys, onPaper: isPDF, services, append)
        }
    }
}
