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
        /// Queues failed messages again.
        case retry
        /// Ends the delivery of waiting messages.
        case withdraw

        /// The actions for the messages of a tab.
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

    /// The response, before it is rendered.
    private enum Outcome: Sendable {
        case file(ListFormat, ListExport, ListExport.Content)
        case plan(Sentence, [String: TemplateContext.Value])
        case done(String)
        case refused(OutboxPage.Content)
    }

    /// Performs the action of the form below the list.
    func submit(_ request: PageRequest, _ place: OutboxPage.Place) async throws -> RouteResponse {
        let (form, change) = (try await request.form(), try await request.formChangeID())
        return try await page.desk.performOnce(request) {
            let outcome = try await request.withServices(on: page.desk.server.reportThreads) { services -> Outcome in
                let list = try page.list(request, place, services) { try form.value($0) }
                let selection = try BulkSelection(list.layout, form)
                do {
                    return try self.outcome(list, selection, form, change, request, services)
                } catch {
                    guard let refused = RejectedForm(error) else { throw error }
                    var content = try page.content(list, selection.state, services, selection: selection)
                    content.context["fault"] = .sentence(refused.message(Sentence(DeskSentence.unchanged)))
                    return .refused(content)
                }
            }
            return try await respond(request, outcome)
        }
    }

    /// All messages of a list as a file. The URL has the tab, the sorting and the filters of the list.
    func export(
        _ request: PageRequest, _ place: OutboxPage.Place, _ format: ListFormat
    ) async throws -> RouteResponse {
        let outcome = try await request.withServices(on: page.desk.server.reportThreads) { services -> Outcome in
            let list = try page.list(request, place, services) { request.query($0) }
            let state = ListState(list.layout) { request.query($0) }
            let keys = try list.keys(state, limit: BulkForm.mostRead(format), services)
            do {
                return try self.export(list, keys, format, request, services)
            } catch let fault as FieldFault {
                // A download has no form that could show the fault.
                throw Problem(.unprocessableContent, fault.allowed)
            }
        }
        return try await respond(request, outcome)
    }

    private func outcome(
        _ list: OutboxList, _ selection: BulkSelection, _ form: FormFields, _ change: ChangeID?,
        _ request: PageRequest, _ services: ManagementServices
    ) throws -> Outcome {
        let name = try form.value(BulkSelection.actionName) ?? ""
        let format = ListFormat(action: name)
        let keys =
            try selection.ids
            ?? list.keys(selection.state, limit: BulkForm.mostRead(format), services)
        guard !keys.isEmpty else { throw BulkForm.fault(.nothingSelected) }
        if let format { return try export(list, keys, format, request, services) }
        guard let action = Action(rawValue: name), Action.all(in: list.tab).contains(action) else {
            throw BulkForm.fault(.chooseAction)
        }
        try list.outbox.authorize(.resendTicket, services)
        try BulkForm.requireAtMost(OutboxBulkPages.limit, keys.count)
        let chosen = try list.notices(keys, for: action, services)
        guard !chosen.isEmpty else { throw BulkForm.fault(.nothingToChange) }
        let names = chosen.map(\.key)
        let seen = try BulkForm.hash(of: names, names.count)
        let confirmed = try form.value(BulkForm.confirmedName)
        if confirmed == seen {
            let changed = try services.performOnce(change) { try list.perform(action, on: names, $0) }
            let query = list.layout.query(of: selection.state)
            return .done(
                FlashMessage.path(list.layout.path, action.flash, count: changed ?? chosen.count)
                    + (query.map { "&\($0)" } ?? ""))
        }
        return try plan(
            action, list, selection, form.without { OutboxBulkPages.ownFields.contains($0) }, chosen,
            skipped: keys.count - chosen.count, confirmation: (seen: seen, hasChanged: confirmed != nil), services)
    }

    /// The fields that the page with the effects puts into its form itself. They are therefore not copied from the
    /// submitted form.
    private static let ownFields = [
        CSRFToken.field, PageRequest.formID, RecipientConfirmation.field, BulkForm.confirmedName,
    ]

    /// Shows the effects of a change. The form of the page sends the fields of the list’s form again.
    ///
    /// - Parameters:
    ///   - chosen: The messages that the action changes.
    ///   - skipped: The number of selected messages that stay unchanged.
    ///   - confirmation: `seen` is the hash of the messages in `chosen`. `hasChanged` is true if the member has
    ///     confirmed a different set of messages.
    private func plan(
        _ action: Action, _ list: OutboxList, _ selection: BulkSelection, _ form: FormFields, _ chosen: [Notice],
        skipped: Int, confirmation: (seen: String, hasChanged: Bool), _ services: ManagementServices
    ) throws -> Outcome {
        let title = Sentence(action.title, ["count": .number(chosen.count)])
        var context = try page.header(of: list.outbox, services)
        context["bulk_title"] = .sentence(title)
        context["bulk_about"] = .sentence(action.about)
        context["bulk_path"] = .text(list.layout.bulkPath)
        context["list_path"] = .text(
            list.layout.path + (list.layout.query(of: selection.state).map { "?\($0)" } ?? ""))
        context["bulk_fields"] = ListLayout.hidden(
            form.values + [(name: BulkForm.confirmedName, value: confirmation.seen)])
        context["details"] = Desk.labelledValues([
            (Sentence(DeskListSentence.people), .verbatim("\(Set(chosen.map(\.recipient)).count)")),
            (Sentence(DeskListSentence.skipped), skipped == 0 ? nil : .verbatim("\(skipped)")),
        ])
        if action == .withdraw { context["bulk_dangerous"] = .section(TemplateContext([:])) }
        if confirmation.hasChanged { context["bulk_note"] = .sentence(DeskListSentence.planChanged) }
        return .plan(title, context)
    }

    private func export(
        _ list: OutboxList, _ keys: [String], _ format: ListFormat, _ request: PageRequest,
        _ services: ManagementServices
    ) throws -> Outcome {
        let isPDF = format == .pdf
        let time = request.now.minuteText(in: list.outbox.zone)
        let export = ListExport(
            name: "\(list.outbox.slug)-messages",
            title: Sentence(
                DeskListSentence.exportedOn, ["title": .sentence(list.outbox.heading), "time": .text(time)]),
            sheet: Sentence(DeskSentence.messages),
            columns: isPDF ? OutboxList.paperColumns : OutboxList.exportColumns, language: request.deskLanguage)
        let content = try export.content(format) { append in
            try list.forEachRow(keys, onPaper: isPDF, services, append)
        }
        return .file(format, export, content)
    }

    private func respond(_ request: PageRequest, _ outcome: Outcome) async throws -> RouteResponse {
        switch outcome {
        case .file(let format, let export, let content): return try await export.response(format, content)
        case .done(let path): return .seeOther(path)
        case .plan(let title, let context):
            return try page.desk.page(request, "desk-bulk", title: title, context)
        case .refused(let content):
            return try await page.response(request, content, status: .unprocessableContent)
        }
    }
}
