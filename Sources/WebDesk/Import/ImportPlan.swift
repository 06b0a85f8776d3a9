import Languages
import Management
import Presentation
import TicketToken
import Ticketing

/// The kind of an imported list: a list of guests to invite, or a list of people for whom tickets are issued. The web
/// pages and the command line read lists by the same rules.
enum ImportKind: String, CaseIterable, Sendable {
    case guests, tickets

    var operation: Management.Operation { self == .guests ? .importGuests : .issueTickets }

    func columns(of list: GuestListFile, _ event: Event, _ services: ManagementServices) throws -> GuestListColumns {
        switch self {
        case .guests: try services.guests.columns(ofGuestList: list, for: event)
        case .tickets: try TicketHolderList.columns(of: list)
        }
    }
}

struct ImportPlan: Sendable {
    /// The field that each column contains, as a key of `GuestListColumns`; nil for a column that is not imported.
    var meanings: [String?]
    /// The ticket type for rows in which no ticket type is given.
    var type: TicketTypeNumber?
    /// The number of changes to the plan so far. The form of the page contains this number. An import starts only if
    /// the number is unchanged, so it uses the plan that the user saw.
    var revision = 0
}

/// The result of an import or of its preview.
struct ImportResult: Sendable {
    /// The result in words; nil if the import is refused.
    var result: Sentence?
    var notes: [Sentence] = []
    /// The reason why the import is refused; nil if the import is not refused.
    var refusal: Sentence?
    /// The first faults, each with its line and column.
    var faults: [Sentence] = []
    var faultyRows = 0
    /// The number of guests’ answers that the import deletes, because it withdraws the answered invitations.
    var deletedAnswers = 0
    /// The number of rows whose people already have tickets.
    var duplicates = 0
    /// The label of the button that confirms the import; nil if there is nothing to import.
    var buttonLabel: Sentence?
}

/// The actions that the user allows an import to perform.
struct ImportConsent: Sendable {
    var skipsFaultyRows = false
    /// The largest number of guests’ answers that the import is allowed to delete.
    var deletedAnswers = 0
    /// Whether new tickets are issued for the people who already have tickets.
    var issuesDuplicates = false
}

extension ImportPlan {
    /// The result that the import would have if the user allowed all actions of `ImportConsent`. Writes nothing.
    ///
    /// - Throws: An error whose cause is not in the uploaded list. If the cause is in the list, the result contains the
    ///   reason.
    func preview(
        _ list: GuestListFile, _ kind: ImportKind, _ event: Event, _ services: ManagementServices, _ ring: KeyRing?
    ) throws
        -> ImportResult
    {
        let consent = ImportConsent(skipsFaultyRows: true, deletedAnswers: .max, issuesDuplicates: true)
        return try run(list, kind, event, services, ring, consent, .dryRun)
    }

    /// Imports the list, without its faulty rows if `consent` allows that. If the import is refused, no row is
    /// imported, and the result contains the reason. With the effect `dryRun`, nothing is written.
    ///
    /// - Throws: An error whose cause is not in the list.
    func run(
        _ list: GuestListFile, _ kind: ImportKind, _ event: Event, _ services: ManagementServices, _ ring: KeyRing?,
        _ consent: ImportConsent,
        _ effect: WriteMode = .commit
    ) throws -> ImportResult {
        do {
            return switch kind {
            case .guests: try guests(list, event, services, consent, effect)
            case .tickets: try tickets(list, event, services, ring, consent, effect)
            }
        } catch {
            guard let trial = ImportResult(refusal: error) else { throw error }
            return trial
        }
    }

    private func guests(
        _ list: GuestListFile, _ event: Event, _ services: ManagementServices, _ consent: ImportConsent,
        _ effect: WriteMode
    ) throws -> ImportResult {
        let options = GuestImportOptions(
            faultyRows: consent.skipsFaultyRows ? .skip : .refuse,
            answers: consent.deletedAnswers > 0 ? .discard(atMost: consent.deletedAnswers) : .keep, writeMode: effect,
            meanings: meanings)
        let summary = try services.guests.importGuests(list, options, into: event)
        let view = GuestImportJSON(event: event, isDryRun: effect == .dryRun)
        var trial = ImportResult(result: view.text(of: summary))
        trial.notes =
            [view.text(ofReissued: summary.codes), view.text(ofCodeless: summary.codes)].compactMap(\.self)
            + view.text(ofRenamed: summary)
        trial.faults = summary.faults.map(\.sentence)
        trial.faultyRows = summary.skipped
        trial.deletedAnswers = summary.answersLost
        let count = summary.added + summary.updated
        if count > 0 { trial.buttonLabel = Sentence(DeskFormSentence.importGuests, ["count": .number(count)]) }
        return trial
    }

    private func tickets(
        _ list: GuestListFile, _ event: Event, _ services: ManagementServices, _ ring: KeyRing?,
        _ consent: ImportConsent, _ effect: WriteMode
    ) throws -> ImportResult {
        guard let ring else { throw ManagementError.noSigningKey }
        let usual = try services.ticketTypes.ticketTypes(of: event).first { $0.number == type }
        let summary = try services.tickets.issue(
            .guestList(try TicketHolderList(list, meanings: meanings)), type: usual, of: event, signingWith: ring,
            options: TicketIssueOptions(
                list: TicketListPolicy(duplicates: consent.issuesDuplicates ? .issue : .refuse), effect: effect))
        var trial = ImportResult(
            result: Sentence(
                effect == .dryRun ? DeskFormSentence.issuePreview : .issueResult,
                [
                    "tickets": .sentence(DeskFormSentence.ticketCount, ["count": .number(summary.tickets)]),
                    "people": .sentence(DeskFormSentence.peopleCount, ["count": .number(summary.people)]),
                ]))
        trial.notes = IssueSummaryJSON(event: event, summary: summary, effect: effect).notes
        trial.duplicates = summary.equalToTickets.count
        if summary.tickets > 0 {
            trial.buttonLabel = Sentence(DeskFormSentence.issueTickets, ["count": .number(summary.tickets)])
        }
        return trial
    }
}

extension ImportResult {
    /// Makes the result of an import that was refused with `error`. Nil if the cause of the error is not in the list.
    init?(refusal error: any Error) {
        switch error {
        // For this error, the server shows `ConfirmRecipientsPage` instead of the list.
        case ManagementError.tooManyRecipients: return nil
        case ManagementError.guestList(let faults, total: 0) where !faults.isEmpty: refusal = faults[0].sentence
        case GuestError.guestImport(let faults, let total), ManagementError.guestList(let faults, let total):
            refusal = Sentence(DeskFormSentence.faultyRows, ["count": .number(total)])
            self.faults = faults.map(\.sentence)
            faultyRows = total
        case let fault as GuestListFault: refusal = fault.sentence
        case let error as any ExplainedError where [.ruleViolation, .invalidInput, .conflict].contains(error.kind):
            refusal = error.sentence
        default: return nil
        }
    }
}
