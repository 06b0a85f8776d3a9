public import Ticketing

/// The reason why an operation on sub-events or guests was refused.
public enum GuestError: Error, Hashable, CustomStringConvertible {
    case noSubEvents
    case unknownSubEvent(String, known: [String])
    case faultySubEvent([SubEventFault])
    case tooManySubEvents
    /// The sub-event can't be removed, because people were admitted to it.
    case subEventInUse(String, admitted: Int)
    case unknownGuest(String)
    case notInvited(guest: String, subEvent: String)
    case tooManyCompanions(asked: Int, allowed: Int)
    case unknownColumn(String, known: [String])
    /// The option `--map` contains an unknown guest field.
    case unknownColumnMeaning(String, known: [String])
    /// Two columns of a list are assigned to the same field. The columns are counted from 1.
    case duplicateColumnMeaning(String, columns: [Int])
    /// The guest list has faulty rows. The values are the faults of the first faulty rows, and the number of all faulty
    /// rows.
    case guestImport([GuestListFault], total: Int)
    /// The list was changed during the import: a row that the import had to read twice was missing the second time.
    case listChanged
    /// The import would withdraw invitations that guests have already answered. The value is the number of these
    /// answers.
    case answersWouldBeLost(Int)
    case oldSettings([OldSettingsFault])
    case nobodyInvited(subEvent: String)
    /// Nobody attends: `unanswered` guests have not answered, and the others declined.
    case nobodyAttends(subEvent: String, unanswered: Int)
    /// Table cards were requested, but nobody has a table.
    case noTables(subEvent: String, people: Int)

    public var description: String {
        switch self {
        case .noSubEvents: "the event has no sub-events"
        case .unknownSubEvent(let name, _): "the event has no sub-event “\(name)”"
        case .faultySubEvent(let faults):
            "the sub-event can't be stored: \(faults.map(\.description).joined(separator: "; "))"
        case .tooManySubEvents: "an event has at most \(SubEvent.most) sub-events, including removed ones"
        case .subEventInUse(let name, let admitted):
            "\(admitted) \(admitted == 1 ? "person was" : "people were") let in at “\(name)”; it can't be removed"
        case .unknownGuest(let name): "the event has no guest “\(name)”"
        case .notInvited(let guest, let subEvent): "\(guest) is not invited to “\(subEvent)”"
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
        case .nobodyInvited(let subEvent): "nobody is invited to “\(subEvent)”"
        case .nobodyAttends(let subEvent, let unanswered):
            "nobody has accepted for “\(subEvent)”"
                + (unanswered > 0 ? "; \(unanswered) have not answered yet" : "; all declined")
        case .noTables(let subEvent, let people):
            people == 1
                ? "the only person at “\(subEvent)” has no table"
                : "none of the \(people) people at “\(subEvent)” has a table"
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

    /// Advice on how to resolve the error; nil if there is none.
    public var hint: String? {
        switch self {
        case .noSubEvents: "add one with: eventpass event sub-event add EVENT --type reception"
        case .unknownSubEvent(_, let known):
            known.isEmpty
                ? "add one with: eventpass event sub-event add EVENT --type reception"
                : "choose one of: \(known.joined(separator: ", "))"
        case .unknownGuest: "list the guests with: eventpass guest list EVENT"
        case .notInvited: "invite the guest with: eventpass guest invite EVENT --guest NAME --sub-event NAME"
        case .unknownColumn, .unknownColumnMeaning: "write --map name=Column"
        case .answersWouldBeLost: "--yes discards the answers; --dry-run previews the import"
        case .guestImport: "correct the rows, or skip them with --skip-bad"
        case .nobodyInvited: "invite all guests with: eventpass guest invite EVENT --all --sub-event NAME"
        case .nobodyAttends(_, let unanswered) where unanswered > 0:
            "to print cards for all who have not declined, add --all; record an answer with: eventpass guest answer"
        case .noTables: "import a guest list that has a column named Table, with: eventpass guest import EVENT FILE"
        case .duplicateColumnMeaning, .nobodyAttends, .subEventInUse, .faultySubEvent, .tooManySubEvents,
            .tooManyCompanions,
            .oldSettings,
            .listChanged:
            nil
        }
    }
}
