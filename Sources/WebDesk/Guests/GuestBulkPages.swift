import Cryptography
import Languages
import Management
import Presentation
import Ticketing
import WebHost

/// Actions for several rows of the list of guests: exports, invitations, and withdrawals of invitations. Before
/// invitations are withdrawn, a page shows the effects and asks for a confirmation.
struct GuestBulkPages: Sendable {
    let desk: Desk

    /// The name of the field with a hash of the invitations that the member has seen and confirmed.
    private static let confirmedName = "confirmed"

    /// An action for several guests. The raw value is the value of its button.
    enum Action: String, CaseIterable {
        case invite, withdraw

        var button: ListLayout.BulkAction {
            switch self {
            case .invite: .init(name: rawValue, label: Sentence(DeskGuestListSentence.invite))
            case .withdraw:
                .init(name: rawValue, label: Sentence(DeskGuestListSentence.withdraw), isDangerous: true)
            }
        }
    }

    /// The response, before it is rendered.
    private enum Outcome: Sendable {
        case file(ListFormat, ListExport, ListExport.Content)
        case plan(Sentence, [String: TemplateContext.Value])
        case done(String)
        case refused(Sentence, [String: TemplateContext.Value])
    }

    /// A form that was sent for some guests of a list.
    private struct Submission {
        let list: GuestList
        let selection: BulkSelection
        let form: FormFields
        /// The id of the change that the form makes; nil for a form without an id.
        let change: ChangeID?

        var event: Event { list.event }
    }

    /// Performs the action of the form below the list of guests.
    func submit(_ request: PageRequest) async throws -> RouteResponse {
        let (form, change) = (try await request.form(), try await request.formChangeID())
        return try await desk.performOnce(request) {
            let outcome = try await request.withServices(on: desk.server.reportThreads) { services -> Outcome in
                let event = try services.event(of: request, for: .showGuests)
                let list = try GuestList(event, services)
                let selection = try BulkSelection(list.layout, form)
                let sent = Submission(list: list, selection: selection, form: form, change: change)
                do {
                    return try self.outcome(of: sent, request, services)
                } catch {
                    guard let refused = RejectedForm(error) else { throw error }
                    var context = try GuestGridPage(desk: desk).context(
                        list, selection.state, services, sent: form)
                    context["bulk_rows"] = .list([BulkSelection.field.context(selection.choice)])
                    context["fault"] = .sentence(refused.message(Sentence(DeskSentence.unchanged)))
                    return .refused(.verbatim(event.details.title), context)
                }
            }
            return try await respond(request, outcome)
        }
    }

    /// All guests of a list as a file. The URL has the sorting and the filters of the list.
    func export(_ request: PageRequest, _ format: ListFormat) async throws -> RouteResponse {
        let outcome = try await request.withServices(on: desk.server.reportThreads) { services -> Outcome in
            let event = try services.event(of: request, for: .showGuests)
            let list = try GuestList(event, services)
            let state = ListState(list.layout) { request.query($0) }
            let numbers = try services.guests.guestNumbers(
                of: event, in: list.query(state), limit: GuestBulkPages.mostRead(format))
            do {
                return try self.export(list, numbers, format, request, services)
            } catch let fault as FieldFault {
                // A download has no form that could show the fault.
                throw Problem(.unprocessableContent, fault.allowed)
            }
        }
        return try await respond(request, outcome)
    }

    // MARK: Sub-events

    /// The name of the checkbox that selects a sub-event.
    static func fieldName(of subEvent: SubEvent) -> String { "to-\(subEvent.number)" }

    /// The sub-events whose checkboxes are ticked.
    ///
    /// - Throws: `FieldFault` if no sub-event is selected.
    static func chosenSubEvents(
        _ form: FormFields, of event: Event, _ services: ManagementServices
    ) throws -> [SubEvent] {
        let chosen = try services.subEvents.subEvents(of: event).filter {
            try form.value(fieldName(of: $0)) == FormField.checkedValue
        }
        guard !chosen.isEmpty else {
            throw FieldFault(
                [FieldFault].wholeForm, DeskGuestListSentence.chooseSubEvent,
                ["sub_event_word": .sentence(SubEventLabel(event.details.kind).singularWord)])
        }
        return chosen
    }

    // MARK: Actions

    private func outcome(
        of sent: Submission, _ request: PageRequest, _ services: ManagementServices
    ) throws -> Outcome {
        let (event, selection) = (sent.event, sent.selection)
        let name = try sent.form.value(BulkSelection.actionName) ?? ""
        let format = ListFormat(action: name)
        let numbers =
            try selection.ids?.compactMap { Int($0) }
            ?? services.guests.guestNumbers(
                of: event, in: sent.list.query(selection.state), named: selection.state.text,
                limit: GuestBulkPages.mostRead(format))
        guard !numbers.isEmpty else { throw FieldFault([FieldFault].wholeForm, DeskListSentence.nothingSelected) }
        if let format { return try export(sent.list, numbers, format, request, services) }
        guard let action = Action(rawValue: name) else {
            throw FieldFault([FieldFault].wholeForm, DeskListSentence.chooseAction)
        }
        try services.authorize(.inviteGuests, on: event)
        guard numbers.count <= BulkPlan.limit else {
            throw FieldFault(
                [FieldFault].wholeForm, DeskListSentence.tooManyChanges, ["limit": .number(BulkPlan.limit)])
        }
        let subEvents = try GuestBulkPages.chosenSubEvents(sent.form, of: event, services)
        switch action {
        case .invite:
            let change = InvitationChange(inviting: subEvents.map(\.number))
            let summary = try invite(numbers, change, sent, services)
            let layout = sent.list.layout
            return .done(FlashMessage.path(layout.path, summary, query: layout.query(of: selection.state)))
        case .withdraw: return try withdraw(numbers, from: subEvents, sent, services)
        }
    }

    /// Changes the invitations of guests. Guests who were removed in the meantime are left out. Returns nil if the form
    /// was sent before.
    private func invite(
        _ numbers: [Int], _ change: InvitationChange, _ sent: Submission, _ services: ManagementServices
    ) throws -> InvitationSummary? {
        try GuestGridForm.rereading {
            var known: [String] = []
            try services.guests.forEachGuest(numbers, of: sent.event) { known.append("\($0.guest.number)") }
            return try services.performOnce(sent.change) {
                try $0.guests.invite(
                    .named(known), change, of: sent.event, signingWith: try desk.signingKeys())
            }
        }
    }

    /// Shows the invitations that the action withdraws or, if the form confirms these invitations, withdraws them.
    private func withdraw(
        _ numbers: [Int], from subEvents: [SubEvent], _ sent: Submission, _ services: ManagementServices
    ) throws -> Outcome {
        let (event, chosen) = (sent.event, Set(subEvents.map(\.number)))
        var (guests, answers) = (0, 0)
        var invitations: [String] = []
        try services.guests.forEachGuest(numbers, of: event) { guest in
            let own = guest.invitations.filter { chosen.contains($0.subEvent) }
            if !own.isEmpty { guests += 1 }
            answers += own.count { $0.reply != .none }
            invitations += own.map { "\(guest.guest.number)-\($0.subEvent)-\(GuestField.text(of: $0.reply))" }
        }
        guard !invitations.isEmpty else {
            throw FieldFault([FieldFault].wholeForm, DeskGuestListSentence.nothingToWithdraw)
        }
        let seen = Hexadecimal.text(try SHA256.digest(Array(invitations.sorted().joined(separator: " ").utf8)))
        let confirmed = try sent.form.value(GuestBulkPages.confirmedName)
        let (layout, query) = (sent.list.layout, sent.list.layout.query(of: sent.selection.state))
        if confirmed == seen {
            let change = InvitationChange(withdrawing: subEvents.map(\.number))
            let summary = try invite(numbers, change, sent, services)
            return .done(
                FlashMessage.path(layout.path, .withdrawn, count: summary?.withdrawn) + (query.map { "&\($0)" } ?? ""))
        }
        let title = Sentence(DeskGuestListSentence.withdrawTitle, ["count": .number(invitations.count)])
        var context = try desk.headerContext(event, services)
        context["bulk_title"] = .sentence(title)
        context["bulk_about"] = .sentence(DeskGuestListSentence.withdrawAbout)
        context["bulk_path"] = .text(layout.bulkPath)
        context["list_path"] = .text(layout.path + (query.map { "?\($0)" } ?? ""))
        context["details"] = Desk.labelledValues([
            (Sentence(DeskGuestListSentence.guestsConcerned), .verbatim("\(guests)")),
            (
                Sentence(DeskGuestListSentence.fromSubEvents),
                .verbatim(subEvents.map(\.name).joined(separator: ", "))
            ),
            (Sentence(DeskGuestListSentence.answersDeleted), .verbatim("\(answers)")),
        ])
        let own = [
            CSRFToken.field, PageRequest.formID, RecipientConfirmation.field, GuestBulkPages.confirmedName,
        ]
        context["bulk_fields"] = ListLayout.hidden(
            sent.form.without(own.contains).values + [(name: GuestBulkPages.confirmedName, value: seen)])
        context["bulk_dangerous"] = .section(TemplateContext([:]))
        if confirmed != nil { context["bulk_note"] = .sentence(DeskListSentence.planChanged) }
        return .plan(title, context)
    }

    private func export(
        _ list: GuestList, _ numbers: [Int], _ format: ListFormat, _ request: PageRequest,
        _ services: ManagementServices
    ) throws -> Outcome {
        let isPDF = format == .pdf
        let title = Sentence(
            DeskGuestSentence.guestsTitle, ["event_title": .text(list.event.details.title)])
        let time = request.now.minuteText(in: list.event.zone)
        let export = ListExport(
            name: "\(list.event.slug)-guests",
            title: Sentence(DeskListSentence.exportedOn, ["title": .sentence(title), "time": .text(time)]),
            sheet: Sentence(DeskSentence.guests), columns: isPDF ? list.paperColumns : list.exportColumns,
            language: request.deskLanguage)
        let content = try export.content(format) { append in
            try services.guests.forEachGuest(numbers, of: list.event) { guest in
                try append(isPDF ? list.paperCells(guest) : list.exportCells(guest))
            }
        }
        return .file(format, export, content)
    }

    /// The maximum number of rows of a list that are read: one more than a PDF or a change accepts, so that a longer
    /// list is refused. There is no limit for CSV and XLSX.
    ///
    /// - Parameter format: The format of a file; nil for a change.
    private static func mostRead(_ format: ListFormat?) -> Int {
        switch format {
        case .csv, .xlsx: .max
        case .pdf: ListExport.maxPDFRows + 1
        case nil: BulkPlan.limit + 1
        }
    }

    private func respond(_ request: PageRequest, _ outcome: Outcome) async throws -> RouteResponse {
        switch outcome {
        case .file(let format, let export, let content): try await export.response(format, content)
        case .done(let path): .seeOther(path)
        case .plan(let title, let context): try desk.page(request, "desk-bulk", title: title, context)
        case .refused(let title, let context):
            try desk.page(request, "desk-guests", title: title, status: .unprocessableContent, context)
        }
    }
}
