import Languages
import Management
import Presentation
import Ticketing
import WebHost

/// Cancellations, refunds and repeated messages for several orders or tickets. Before each of these actions, a page
/// shows the effects and asks for a confirmation.
struct BulkChanges: Sendable {
    let desk: Desk

    private static let noteName = "note"
    private static let note = FormField(noteName, Sentence(DeskSentence.reason))
    /// The maximum number of tickets whose messages one form queues again.
    static let resendLimit = 500

    /// Shows the effects of a change. If the form confirms these effects, schedules the change instead.
    ///
    /// - Parameter title: The title of the page, with the number of orders or tickets.
    func change(
        _ plan: BulkPlan, _ title: DeskListSentence, _ sent: BulkSubmission<some SelectableEventList>,
        _ services: ManagementServices
    ) throws -> BulkOutcome {
        guard !plan.subjects.isEmpty else { throw BulkForm.fault(.nothingToChange) }
        let note = try sent.form.typed(BulkChanges.noteName) ?? ""
        let seen = try BulkForm.hash(of: plan.subjects.map(\.description), plan.tickets)
        var faults: [FieldFault] = []
        if try sent.form.value(BulkForm.confirmedName) == seen {
            do {
                let change = try services.pendingChanges.schedule(
                    plan, of: sent.event, note: note.isEmpty ? nil : note)
                guard let change else { throw BulkForm.fault(.nothingToChange) }
                return .done(sent.selection.path(plan.effect.flash, announcing: change.id))
            } catch SalesError.note(let fault) {
                faults = [FieldFault(BulkChanges.noteName, fault.sentence)]
            }
        }
        let heading = Sentence(title, ["count": .number(plan.subjects.count)])
        let owed = plan.owed.map(\.displayText).joined(separator: ", ")
        var context = try sent.planContext(
            title: heading, about: Sentence(DeskListSentence.changeAbout), seen: seen, typed: [BulkChanges.noteName],
            desk, services)
        context["details"] = Desk.labelledValues([
            (Sentence(DeskListSentence.ticketsEnded), .verbatim("\(plan.tickets)")),
            (Sentence(DeskListSentence.owed), owed.isEmpty ? nil : .verbatim(owed)),
            (Sentence(DeskListSentence.people), .verbatim("\(plan.recipientCount.people)")),
            (Sentence(DeskListSentence.skipped), plan.skipped == 0 ? nil : .verbatim("\(plan.skipped)")),
        ])
        context["note_fields"] = .list([BulkChanges.note.context(note, fault: faults.text(of: BulkChanges.noteName))])
        context["bulk_dangerous"] = .section(TemplateContext([:]))
        return .plan(heading, context, isRefused: !faults.isEmpty)
    }

    /// Shows the number of messages. If the form confirms this number, queues the messages again instead.
    func resend(
        _ codes: [TicketCode], _ sent: BulkSubmission<some SelectableEventList>, _ services: ManagementServices
    ) throws -> BulkOutcome {
        try BulkForm.requireAtMost(BulkChanges.resendLimit, codes.count)
        let plan = try services.tickets.resendPlan(codes, of: sent.event)
        guard !plan.codes.isEmpty else { throw BulkForm.fault(.nothingToChange) }
        let seen = try BulkForm.hash(of: plan.codes.map(\.description), plan.codes.count)
        if try sent.form.value(BulkForm.confirmedName) == seen {
            _ = try services.tickets.resendAll(plan, of: sent.event, request: sent.formKey)
            return .done(sent.selection.path(.resent))
        }
        let title = Sentence(DeskListSentence.resendTitle, ["count": .number(plan.codes.count)])
        var context = try sent.planContext(
            title: title, about: Sentence(DeskListSentence.resendAbout), seen: seen, desk, services)
        context["details"] = Desk.labelledValues([
            (Sentence(DeskListSentence.people), .verbatim("\(plan.recipientCount.people)")),
            (Sentence(DeskListSentence.skipped), plan.skipped == 0 ? nil : .verbatim("\(plan.skipped)")),
        ])
        return .plan(title, context)
    }
}
