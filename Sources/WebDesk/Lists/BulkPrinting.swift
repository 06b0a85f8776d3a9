import Languages
import Management
import PrintShop
import Ticketing
import WebHost

/// The action that prints the tickets of several rows. A page first names the tickets that cannot be printed. After the
/// confirmation, the tickets are printed as one batch.
struct BulkPrinting: Sendable {
    let desk: Desk
    /// The object that prints batches; nil if the server can’t print.
    let runner: PrintJobRunner?

    private static let layoutName = "layout"
    private static let mostNamed = 20

    /// Shows the tickets to print. If the form confirms these tickets, plans their batch instead. A form that is sent
    /// twice plans one batch.
    ///
    /// - Parameter withoutCode: The number of selected guests who have no code, and therefore no ticket.
    /// - Throws: `FieldFault` for more than `BulkPlan.limit` tickets, or if none of the tickets can be printed;
    ///   `PrintFault.notConfigured`.
    func outcome(
        of codes: [TicketCode], withoutCode: Int = 0, _ sent: BulkSubmission<some SelectableEventList>,
        _ services: ManagementServices
    ) throws -> BulkOutcome {
        let jobs = try runner.required()
        try BulkForm.requireAtMost(BulkPlan.limit, codes.count, otherwise: .tooManyTickets)
        let chosen = try services.printing.chosenTickets(codes, of: sent.event)
        guard !chosen.printable.isEmpty else { throw BulkPrinting.nothingToPrint(chosen.refused) }
        let seen = try BulkForm.hash(of: chosen.printable.map(\.description), chosen.printable.count)
        let layout = try sent.form.value(BulkPrinting.layoutName) ?? PrintPage.defaultLayout
        if try sent.form.value(BulkForm.confirmedName) == seen {
            let planned = try services.performOnce(sent.change) {
                try jobs.plan(PrintSelection(codes: chosen.printable), layout: layout, of: sent.event, $0)
            }
            // There is no new batch if the form was already sent to another server, or to this server before a restart.
            guard let batch = planned else { return .done("\(sent.event.deskPath)/print") }
            return .printing(
                PrintJobRunner.Key(event: sent.event.number, batch: batch.number),
                path: "\(sent.event.deskPath)/print/\(batch.number)")
        }
        let title = Sentence(DeskListSentence.printTitle, ["count": .number(chosen.printable.count)])
        var context = try sent.planContext(
            title: title, about: Sentence(DeskListSentence.printAbout), seen: seen,
            typed: [BulkPrinting.layoutName], desk, services)
        let refused = chosen.refused.isEmpty ? nil : BulkPrinting.names(of: chosen.refused)
        context["details"] = Desk.labelledValues([
            (Sentence(DeskSentence.tickets), .verbatim("\(chosen.printable.count)")),
            (Sentence(DeskListSentence.notPrinted), refused),
            (Sentence(DeskListSentence.guestsWithoutCode), withoutCode == 0 ? nil : .verbatim("\(withoutCode)")),
        ])
        let layouts = jobs.layouts.forTickets().map {
            FormField.Choice($0.name, .verbatim("\($0.title) (\($0.name))"))
        }
        context["note_fields"] = .list([
            FormField(BulkPrinting.layoutName, Sentence(DeskSentence.layout), .choice(layouts)).context(layout)
        ])
        return .plan(title, context)
    }

    private static func nothingToPrint(_ refused: [ChosenTickets.Refusal]) -> FieldFault {
        guard !refused.isEmpty else { return BulkForm.fault(.noTicketToPrint) }
        return FieldFault(
            [FieldFault].wholeForm, DeskListSentence.nothingToPrint, ["tickets": .sentence(names(of: refused))])
    }

    private static func names(of refused: [ChosenTickets.Refusal]) -> Sentence {
        let named = refused.prefix(mostNamed).map { refusal in
            Sentence(
                DeskListSentence.notPrintedTicket,
                ["code": .text("\(refusal.code)"), "reason": .sentence(refusal.reason.label)])
        }
        let more = refused.count - named.count
        let rest = more > 0 ? [Sentence(DeskListSentence.moreTickets, ["count": .number(more)])] : []
        return .list(named + rest, separator: ", ")
    }
}

extension ChosenTickets.Reason {
    fileprivate var label: Sentence {
        switch self {
        case .status(let status): status.label
        case .liveCode: Sentence(DeskListSentence.needsLiveCode)
        }
    }
}
