public import Ticketing

/// Why an operation on sub-events or guests was refused.
public enum GuestError: Error, Hashable, CustomStringConvertible {
    case noFunctions
    case unknownFunction(String, known: [String])
    case faultyFunction([FunctionFault])
    case tooManyFunctions
    /// People were admitted there, and the ledger keeps their records.
    case functionInUse(String, admitted: Int)
    case unknownGuest(String)
    case notInvited(guest: String, function: String)
    case tooManyCompanions(asked: Int, allowed: Int)
    case unknownColumn(String, known: [String])
    /// `--map` names an unknown kind of column.
    case unknownColumnMeaning(String, known: [String])
    /// Two columns of a list, counted from 1, are assigned the same meaning.
    case duplicateColumnMeaning(String, columns: [Int])
    /// The faults of the first faulty rows, and the number of all faulty rows.
    case guestImport([GuestListFault], total: Int)
    /// Deferred rows were missing when the list was read again.
    case listChanged
    /// The import would withdraw invitations that guests have answered; the number of answers.
    case answersWouldBeLost(Int)
    case oldSettings([OldSettingsFault])
    case nobodyInvited(function: String)
    /// Nobody attends: `unanswered` guests have not answered, and the others declined.
    case nobodyAttends(function: String, unanswered: Int)
    /// Table cards were requested, but nobody has a table.
    case noTables(function: String, people: Int)

    public var description: String {
        switch self {
        case .noFunctions: "the event has no functions"
        case .unknownFunction(let name, _): "the event has no function “\(name)”"
        case .faultyFunction(let faults):
            "the function can't be kept: \(faults.map(\.description).joined(separator: "; "))"
        case .tooManyFunctions: "an event has at most \(EventFunction.most) functions, those that were removed included"
        case .functionInUse(let name, let admitted):
            "\(admitted) \(admitted == 1 ? "person was" : "people were") let in at “\(name)”; it can't be removed"
        case .unknownGuest(let name): "the event has no guest “\(name)”"
        case .notInvited(let guest, let function): "\(guest) is not invited to “\(function)”"
        case .tooManyCompanions(let asked, let allowed):
            "\(asked) \(asked == 1 ? "companion" : "companions") requested, \(allowed) allowed"
        case .unknownColumn(let name, let known):
            "the list has no column “\(name)”; it has \(known.joined(separator: ", "))"
        case .unknownColumnMeaning(let name, let known):
            "“\(name)” is not a column of guest lists; choose one of \(known.joined(separator: ", "))"
        case .duplicateColumnMeaning(let meaning, let columns):
            "columns \(columns.map(String.init).joined(separator: " and ")) can’t both be the \(meaning)"
        case .listChanged: "the list changed while it was read; nothing was written"
        case .guestImport(let faults, let total):
            "the guest list has \(total) faulty \(total == 1 ? "row" : "rows"); no guest was imported"
                + faults.listing(total: total)
        case .answersWouldBeLost(let count):
            "the guest list withdraws invitations with \(count) \(count == 1 ? "answer" : "answers"); "
                + "no guest was imported"
        case .nobodyInvited(let function): "nobody is invited to “\(function)”"
        case .nobodyAttends(let function, let unanswered):
            "nobody has accepted for “\(function)”"
                + (unanswered > 0 ? "; \(unanswered) have not answered yet" : "; all declined")
        case .noTables(let function, let people):
            people == 1
                ? "the only person at “\(function)” has no table"
                : "none of the \(people) people at “\(function)” has a table"
        case .oldSettings(let faults):
            "the settings have \(faults.count) \(faults.count == 1 ? "fault" : "faults"); nothing was imported"
                + faults.map { "\n  \($0)" }.joined()
        }
    }

    /// Whether the description has a line for each fault.
    public var isList: Bool {
        switch self {
        case .guestImport, .oldSettings: true
        default: false
        }
    }

    /// What to do next.
    public var hint: String? {
        switch self {
        case .noFunctions: "eventpass event function add EVENT --type reception adds one"
        case .unknownFunction(_, let known):
            known.isEmpty
                ? "eventpass event function add EVENT --type reception adds one"
                : "choose one of: \(known.joined(separator: ", "))"
        case .unknownGuest: "eventpass guest list EVENT shows them"
        case .notInvited: "eventpass guest invite EVENT --guest NAME --function NAME invites"
        case .unknownColumn, .unknownColumnMeaning: "write --map name=Column"
        case .answersWouldBeLost: "--yes discards them; --dry-run previews the import"
        case .guestImport: "correct them, or skip them with --skip-bad"
        case .nobodyInvited: "eventpass guest invite EVENT --all --function NAME invites"
        case .nobodyAttends(_, let unanswered) where unanswered > 0:
            "--all prints cards for all who have not declined; eventpass guest answer records an answer"
        case .noTables: "eventpass guest import EVENT FILE reads them from a column named Table"
        case .duplicateColumnMeaning, .nobodyAttends, .functionInUse, .faultyFunction, .tooManyFunctions,
            .tooManyCompanions,
            .oldSettings,
            .listChanged:
            nil
        }
    }
}
