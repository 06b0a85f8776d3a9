public import Ticketing

/// Why the office does not do what it was asked about functions and guests.
public enum CelebrationError: Error, Hashable, CustomStringConvertible {
    case noFunctions
    case unknownFunction(String, known: [String])
    case faultyFunction([FunctionFault])
    case tooManyFunctions
    /// People were let in there; the ledger keeps that.
    case functionInUse(String, admitted: Int)
    case unknownGuest(String)
    case notInvited(guest: String, function: String)
    case tooManyCompanions(asked: Int, allowed: Int)
    case unknownColumn(String, known: [String])
    /// `--map` names something that a guest list has no column for.
    case unknownMeaning(String, known: [String])
    /// Two columns of a list, counted from 1, are said to be the same.
    case meaningTwice(String, columns: [Int])
    /// Everything that is wrong with the first faulty rows, and how many rows are.
    case guestImport([GuestListFault], total: Int)
    /// Rows that waited were not there any more when the list was read again.
    case listChanged
    /// Invitations would be taken back that were answered.
    case answersLost(Int)
    case settings([OldSettingsFault])
    case nobodyInvited(function: String)
    /// So many have not answered; the others declined.
    case nobodyAttends(function: String, unanswered: Int)
    /// Cards of tables, where nobody has one.
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
            "\(asked) \(asked == 1 ? "companion" : "companions") said, \(allowed) allowed"
        case .unknownColumn(let name, let known):
            "the list has no column “\(name)”; it has \(known.joined(separator: ", "))"
        case .unknownMeaning(let name, let known):
            "a guest list has no “\(name)”; it may have \(known.joined(separator: ", "))"
        case .meaningTwice(let meaning, let columns):
            "columns \(columns.map(String.init).joined(separator: " and ")) can’t both be the \(meaning)"
        case .listChanged: "the list changed while it was read; nothing was written"
        case .guestImport(let faults, let total):
            "the guest list has \(total) faulty \(total == 1 ? "row" : "rows"); no guest was imported"
                + faults.lines(total: total)
        case .answersLost(let count):
            "the guest list takes back invitations with \(count) \(count == 1 ? "answer" : "answers"); "
                + "no guest was imported"
        case .nobodyInvited(let function): "nobody is invited to “\(function)”"
        case .nobodyAttends(let function, let unanswered):
            "nobody said that they come to “\(function)”"
                + (unanswered > 0 ? "; \(unanswered) did not answer yet" : "; all declined")
        case .noTables(let function, let people):
            people == 1
                ? "the only person at “\(function)” has no table"
                : "none of the \(people) people at “\(function)” has a table"
        case .settings(let faults):
            "the settings have \(faults.count) \(faults.count == 1 ? "fault" : "faults"); nothing was imported"
                + faults.map { "\n  \($0)" }.joined()
        }
    }

    /// Whether the description has a line for each fault.
    public var isList: Bool {
        switch self {
        case .guestImport, .settings: true
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
                : "there is \(known.joined(separator: ", "))"
        case .unknownGuest: "eventpass guest list EVENT shows them"
        case .notInvited: "eventpass guest invite EVENT --guest NAME --function NAME invites"
        case .unknownColumn, .unknownMeaning: "write --map name=Column"
        case .answersLost: "--yes lets them go, and --dry-run says what else would be"
        case .guestImport: "mend them, or skip them with --skip-bad"
        case .nobodyInvited: "eventpass guest invite EVENT --all --function NAME invites"
        case .nobodyAttends(_, let unanswered) where unanswered > 0:
            "--all makes cards for all who did not decline; eventpass guest answer keeps what they say"
        case .noTables: "eventpass guest import EVENT FILE takes them from a column Table"
        case .meaningTwice, .nobodyAttends, .functionInUse, .faultyFunction, .tooManyFunctions, .tooManyCompanions,
            .settings,
            .listChanged:
            nil
        }
    }
}
