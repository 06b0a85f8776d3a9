import Languages
import Management
import Ticketing
import WebHost

/// Actions for several rows of the list of guests: exports, print runs, invitations, and withdrawals of invitations.
/// Before tickets are printed or invitations are withdrawn, a page shows the effects and asks for a confirmation.
struct GuestBulkPages: Sendable {
    let desk: Desk
    let printing: PrintJobRunner?

    /// An action for several guests. The raw value is the value of its button.
    enum Action: String, CaseIterable {
        case invite, print, withdraw

        var operation: Management.Operation { self == .print ? .printTickets : .inviteGuests }

        /// Whether the action concerns the selected sub-events.
        var needsSubEvent: Bool { self != .print }

        var button: ListLayout.BulkAction {
            switch self {
            case .invite: .init(name: rawValue, label: Sentence(DeskGuestListSentence.invite))
            case .print: .init(name: rawValue, label: Sentence(DeskListSentence.print))
            case .withdraw:
                .init(name: rawValue, label: Sentence(DeskGuestListSentence.withdraw), isDangerous: true)
            }
        }
    }

    func submit(_ request: PageRequest) async throws -> RouteResponse {
        try await desk.submitBulk(
            request, of: .showGuests, on: "desk-guests", printing: printing
        ) { event, services -> GuestList in
            try GuestList(event, services)
        } perform: { sent, services in
            try self.outcome(of: sent, services)
        } redisplay: { sent, services in
            var context = try GuestGridPage(desk: self.desk).context(
                sent.list, sent.selection.state, services, sent: sent.form)
            context["bulk_rows"] = .list([BulkSelection.field.context(sent.selection.choice)])
            return context
        }
    }

    func export(_ request: PageRequest, _ format: ListFormat) async throws -> RouteResponse {
        try await desk.downloadList(request, of: .showGuests) { event, services in
            let list = try GuestList(event, services)
            let state = ListState(list.layout) { request.query($0) }
            let numbers = try services.guests.guestNumbers(
                of: event, in: list.query(state), limit: BulkForm.mostRead(format))
            return try GuestBulkPages.file(list, numbers, format, request, services)
        }
    }

    // MARK: Sub-events

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
        of sent: BulkSubmission<GuestList>, _ services: ManagementServices
    ) throws -> BulkOutcome {
        let (event, selection, format) = (sent.event, sent.selection, try sent.format)
        let numbers =
            try selection.ids?.compactMap { Int($0) }
            ?? services.guests.guestNumbers(
                of: event, in: sent.list.query(selection.state), named: selection.state.text,
                limit: BulkForm.mostRead(format))
        guard !numbers.isEmpty else { throw BulkForm.fault(.nothingSelected) }
        if let format { return .file(try GuestBulkPages.file(sent.list, numbers, format, sent.request, services)) }
        let action: Action = try sent.action()
        try services.authorize(action.operation, on: event)
        try BulkForm.requireAtMost(BulkPlan.limit, numbers.count)
        switch action {
        case .print: return try print(numbers, sent, services)
        case .invite:
            let subEvents = try GuestBulkPages.chosenSubEvents(sent.form, of: event, services)
            let change = InvitationChange(inviting: subEvents.map(\.number))
            let summary = try invite(numbers, change, sent, services)
            let layout = sent.list.layout
            return .done(FlashMessage.path(layout.path, summary, query: layout.query(of: selection.state)))
        case .withdraw:
            let subEvents = try GuestBulkPages.chosenSubEvents(sent.form, of: event, services)
            return try withdraw(numbers, from: subEvents, sent, services)
        }
    }

    /// Prints the tickets of guests. Guests who share a code have one ticket.
    private func print(
        _ numbers: [Int], _ sent: BulkSubmission<GuestList>, _ services: ManagementServices
    ) throws -> BulkOutcome {
        var codes: Set<TicketCode> = []
        var withoutCode = 0
        try services.guests.forEachGuest(numbers, of: sent.event) { guest in
            if let serial = guest.guest.serial {
                codes.insert(TicketCode(serial))
            } else {
                withoutCode += 1
            }
        }
        let sorted = codes.sorted { $0.serial < $1.serial }
        return try BulkPrinting(desk: desk, runner: printing).outcome(
            of: sorted, withoutCode: withoutCode, sent, services)
    }

    /// Changes the invitations of guests. Guests who were removed in the meantime are left out. Returns nil if the form
    /// was sent before.
    private func invite(
        _ numbers: [Int], _ change: InvitationChange, _ sent: BulkSubmission<GuestList>,
        _ services: ManagementServices
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

    /// Shows the invitations that would be withdrawn. If the form confirms these invitations, withdraws them instead.
    private func withdraw(
        _ numbers: [Int], from subEvents: [SubEvent], _ sent: BulkSubmission<GuestList>,
        _ services: ManagementServices
    ) throws -> BulkOutcome {
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
        let seen = try BulkForm.hash(of: invitations, invitations.count)
        if try sent.form.value(BulkForm.confirmedName) == seen {
            let (layout, state) = (sent.list.layout, sent.selection.state)
            let change = InvitationChange(withdrawing: subEvents.map(\.number))
            let summary = try invite(numbers, change, sent, services)
            return .done(
                FlashMessage.path(layout.path, .withdrawn, count: summary?.withdrawn)
                    + (layout.query(of: state).map { "&\($0)" } ?? ""))
        }
        let title = Sentence(DeskGuestListSentence.withdrawTitle, ["count": .number(invitations.count)])
        var context = try sent.planContext(
            title: title, about: Sentence(DeskGuestListSentence.withdrawAbout), seen: seen, desk, services)
        context["details"] = Desk.labelledValues([
            (Sentence(DeskGuestListSentence.guestsConcerned), .verbatim("\(guests)")),
            (
                Sentence(DeskGuestListSentence.fromSubEvents),
                .verbatim(subEvents.map(\.name).joined(separator: ", "))
            ),
            (Sentence(DeskGuestListSentence.answersDeleted), .verbatim("\(answers)")),
        ])
        context["bulk_dangerous"] = .section(TemplateContext([:]))
        return .plan(title, context)
    }

    private static func file(
        _ list: GuestList, _ numbers: [Int], _ format: ListFormat, _ request: PageRequest,
        _ services: ManagementServices
    ) throws -> ListFile {
        let isPDF = format == .pdf
        let export = ListExport(
            of: list.event, "guests",
            title: Sentence(DeskGuestSentence.guestsTitle, ["event_title": .text(list.event.details.title)]),
            sheet: Sentence(DeskSentence.guests), columns: isPDF ? list.paperColumns : list.exportColumns, request)
        return try ListFile(format, export) { append in
            try services.guests.forEachGuest(numbers, of: list.event) { guest in
                try append(isPDF ? list.paperCells(guest) : list.exportCells(guest))
            }
        }
    }
}
