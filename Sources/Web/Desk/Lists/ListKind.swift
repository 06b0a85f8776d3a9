import Management
import Presenting
import TicketToken
import Ticketing

/// What a list is for: the desk reads those that the command line reads, by the same rules.
enum ListKind: String, CaseIterable, Sendable {
    case guests, tickets

    var operation: Management.Operation { self == .guests ? .importGuests : .issueTickets }

    func columns(of list: ListFile, _ event: Event, _ office: Office) throws -> ListColumns {
        switch self {
        case .guests: try office.columns(ofGuestList: list, for: event)
        case .tickets: try GuestList.columns(of: list)
        }
    }
}

/// How a list is to be read.
struct ListPlan: Sendable {
    /// What each column is, by the keys of `ListColumns`.
    var meanings: [String?]
    /// Of tickets whose rows name none.
    var type: TicketTypeNumber?
    /// Counts its changes: what is imported is what was seen.
    var revision = 0
}

/// What became of a list, or would.
struct ListTrial: Sendable {
    /// What it came to; nil where it can't be.
    var result: String?
    var notes: [String] = []
    /// Why it can't be.
    var refusal: String?
    /// What is wrong by line and column: the first of it.
    var faults: [String] = []
    /// How many rows.
    var faultyRows = 0
    /// Of guests whose invitations are taken back.
    var answersLost = 0
    /// Rows that equal tickets that exist.
    var repeats = 0
    /// What a button says that does it.
    var deed = ""
}

/// How far somebody goes who imports a list.
struct ListConsent: Sendable {
    var skipsFaultyRows = false
    /// Answers that may be lost, at most.
    var answersLost = 0
    /// Whether rows that equal tickets that exist are issued once more.
    var issuesAgain = false
}

extension ListPlan {
    /// Tries a list, and writes nothing.
    ///
    /// - Throws: what is no matter of the list.
    func trial(_ list: ListFile, _ kind: ListKind, _ event: Event, _ office: Office, _ ring: KeyRing?) throws
        -> ListTrial
    {
        let consent = ListConsent(skipsFaultyRows: true, answersLost: .max, issuesAgain: true)
        return try run(list, kind, event, office, ring, consent, .tryOnly)
    }

    /// Imports a list, all of it or nothing; what stands against it is told.
    ///
    /// - Throws: what is no matter of the list.
    func run(
        _ list: ListFile, _ kind: ListKind, _ event: Event, _ office: Office, _ ring: KeyRing?, _ consent: ListConsent,
        _ effect: Effect = .write
    ) throws -> ListTrial {
        do {
            return switch kind {
            case .guests: try guests(list, event, office, consent, effect)
            case .tickets: try tickets(list, event, office, ring, consent, effect)
            }
        } catch {
            guard let trial = ListTrial(refusal: error) else { throw error }
            return trial
        }
    }

    private func guests(
        _ list: ListFile, _ event: Event, _ office: Office, _ consent: ListConsent, _ effect: Effect
    ) throws -> ListTrial {
        let options = GuestImportOptions(
            faultyRows: consent.skipsFaultyRows ? .skip : .refuse,
            answers: consent.answersLost > 0 ? .giveUp(atMost: consent.answersLost) : .keep, effect: effect,
            meanings: meanings)
        let summary = try office.importGuests(list, options, into: event)
        let view = GuestImportView(event: event, isDryRun: effect == .tryOnly)
        var trial = ListTrial(result: view.words(of: summary))
        trial.notes =
            [view.words(ofReissued: summary.codes), view.words(ofCodeless: summary.codes)].compactMap(\.self)
            + view.words(ofRenamed: summary)
        trial.faults = summary.faults.map(\.description)
        trial.faultyRows = summary.skipped
        trial.answersLost = summary.answersLost
        let count = summary.added + summary.updated
        if count > 0 { trial.deed = "Import \(counted(count, "guest"))" }
        return trial
    }

    private func tickets(
        _ list: ListFile, _ event: Event, _ office: Office, _ ring: KeyRing?, _ consent: ListConsent, _ effect: Effect
    ) throws -> ListTrial {
        guard let ring else { throw ManagementError.noSigningKey }
        let usual = try office.ticketTypes(of: event).first { $0.number == type }
        let summary = try office.issue(
            .guestList(try GuestList(list, meanings: meanings)), type: usual, of: event, signingWith: ring,
            list: ListPolicy(repeats: consent.issuesAgain ? .issue : .refuse), effect: effect)
        let words = "\(counted(summary.tickets, "ticket")) for \(counted(summary.people, "person", "people"))"
        var trial = ListTrial(
            result: effect == .tryOnly ? "nothing written: \(words) to issue" : "\(words) issued")
        trial.notes = IssueView(event: event, summary: summary, effect: effect).notes
        trial.repeats = summary.equalToTickets.count
        if summary.tickets > 0 { trial.deed = "Issue \(counted(summary.tickets, "ticket"))" }
        return trial
    }
}

extension ListTrial {
    /// What the core refused about a list; nil for trouble, and for what is not theirs.
    init?(refusal error: any Error) {
        switch error {
        case CelebrationError.guestImport(let faults, let total), ManagementError.guestList(let faults, let total):
            let rows = counted(total, "row")
            refusal = "\(rows) can’t be taken as \(total == 1 ? "it is" : "they are"). Nothing was written."
            self.faults = faults.map(\.description)
            faultyRows = total
        case let fault as GuestListFault: refusal = "\(fault)"
        case let error as any ExplainedError where [.refused, .badInput, .conflict].contains(error.kind):
            refusal = error.description
        default: return nil
        }
    }
}
