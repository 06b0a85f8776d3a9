public import Languages
public import Ticketing

/// The reason why an operation on sub-events or guests was refused.
public enum GuestError: Error, Hashable, SentenceConvertible {
    case noSubEvents
    case unknownSubEvent(String, known: [String])
    case faultySubEvent([SubEventFault])
    case tooManySubEvents
    /// The sub-event can't be removed, because people were admitted to it.
    case subEventInUse(String, admitted: Int)
    case unknownGuest(String)
    case notInvited(guest: String, subEvent: String)
    case tooManyCompanions(asked: Int, allowed: Int)
    /// The guest can't be removed, because somebody was admitted with the guest's code.
    case guestAdmitted(guest: String, TicketCode)
    case unknownColumn(String, known: [String])
    /// The option `--map` contains an unknown guest field.
    case unknownColumnMeaning(String, known: [String])
    /// Two columns of a list are assigned to the same field. The columns are counted from 1.
    case duplicateColumnMeaning(String, first: Int, second: Int)
    /// The guest list has faulty rows. The values are the faults of the first faulty rows, and the number of all faulty
    /// rows.
    case guestImport([GuestListFault], total: Int)
    /// The list was changed during the import: a row that the import had to read twice was missing the second time.
    case listChanged
    /// The import would withdraw invitations that guests have already answered. The value is the number of these
    /// answers.
    case answersWouldBeLost(Int)
    /// The settings file of an older system (`OldSettingsFile`) has faults.
    case oldSettings([OldSettingsFault])
    case nobodyInvited(subEvent: String)
    /// Nobody has accepted. `unanswered` is the number of guests who have not answered or have answered “maybe”; all
    /// other guests declined.
    case nobodyAttends(subEvent: String, unanswered: Int)
    /// Table cards were requested, but nobody has a table.
    case noTables(subEvent: String, people: Int)

    enum Text: String, SentenceKey {
        static let subject = "guestError"

        // Sub-events
        case noSubEvents = "the event has no sub-events"
        case noSubEventsHint = "add one with: eventpass event sub-event add EVENT --type reception"
        case unknownSubEvent = "the event has no sub-event “{name}”"
        case unknownSubEventHint = "choose one of: {names}"
        case faultySubEvent = "the sub-event can't be stored: {faults}"
        case tooManySubEvents = "an event has at most {limit} sub-events, including removed ones"
        case subEventInUse =
            "{count} person was let in at “{subEvent}”; this sub-event can't be removed|{count} people were let in at “{subEvent}”; this sub-event can't be removed"
        case oldSettings =
            "the settings have {count} fault; nothing was imported|the settings have {count} faults; nothing was imported"

        // Guests
        case unknownGuest = "the event has no guest “{name}”"
        case unknownGuestHint = "list the guests with: eventpass guest list EVENT"
        case notInvited = "{guest} is not invited to “{subEvent}”"
        case notInvitedHint =
            "invite the guest with: eventpass guest invite EVENT --guest NAME --sub-event NAME"
        case tooManyCompanions =
            "{count} companion requested, {allowed} allowed|{count} companions requested, {allowed} allowed"
        case guestAdmitted =
            "{guest} can't be removed, because somebody was let in with the code {code}; withdraw the invitations instead"
        case nobodyInvited = "nobody is invited to “{subEvent}”"
        case nobodyInvitedHint =
            "invite all guests with: eventpass guest invite EVENT --all --sub-event NAME"
        case nobodyAccepted =
            "nobody has accepted for “{subEvent}”; {count} guest has not answered yet|nobody has accepted for “{subEvent}”; {count} guests have not answered yet"
        case nobodyAcceptedHint =
            "to print cards for all who have not declined, add --all; record an answer with: eventpass guest answer"
        case allDeclined = "nobody has accepted for “{subEvent}”; all declined"
        case noTables =
            "the only person at “{subEvent}” has no table|none of the {count} people at “{subEvent}” has a table"
        case noTablesHint =
            "import a guest list that has a column named Table, with: eventpass guest import EVENT FILE"

        // Guest lists
        case unknownColumn = "the list has no column “{name}”; it has {known}"
        case unknownColumnMeaning = "“{name}” is not a column of guest lists; choose one of {known}"
        case mapColumnHint = "write --map FIELD=COLUMN, with the name of a column of the list"
        case mapFieldHint = "write --map {field}=COLUMN"
        case duplicateColumnMeaning = "columns {first} and {second} can’t both be the {meaning}"
        case listChanged = "the list changed while it was read; nothing was written"
        case guestImport =
            "the guest list has {count} faulty row; no guest was imported|the guest list has {count} faulty rows; no guest was imported"
        case guestImportHint = "correct the rows, or skip them with --skip-bad"
        case answersWouldBeLost =
            "the guest list withdraws invitations, and {count} answer would be lost; no guest was imported|the guest list withdraws invitations, and {count} answers would be lost; no guest was imported"
        case answersWouldBeLostHint = "--yes discards the answers; --dry-run previews the import"
    }

    /// The sentence without the list of faults.
    public var heading: Sentence {
        switch self {
        case .guestImport(_, let total): Sentence(Text.guestImport, ["count": .number(total)])
        case .oldSettings(let faults): Sentence(Text.oldSettings, ["count": .number(faults.count)])
        default: sentence
        }
    }

    public var sentence: Sentence {
        switch self {
        case .noSubEvents: Sentence(Text.noSubEvents)
        case .unknownSubEvent(let name, _): Sentence(Text.unknownSubEvent, ["name": .text(name)])
        case .faultySubEvent(let faults):
            Sentence(
                Text.faultySubEvent, ["faults": .sentence(.list(faults.map(\.sentence), separator: "; "))])
        case .tooManySubEvents: Sentence(Text.tooManySubEvents, ["limit": .number(SubEvent.most)])
        case .subEventInUse(let name, let admitted):
            Sentence(Text.subEventInUse, ["count": .number(admitted), "subEvent": .text(name)])
        case .unknownGuest(let name): Sentence(Text.unknownGuest, ["name": .text(name)])
        case .notInvited(let guest, let subEvent):
            Sentence(Text.notInvited, ["guest": .text(guest), "subEvent": .text(subEvent)])
        case .tooManyCompanions(let asked, let allowed):
            Sentence(Text.tooManyCompanions, ["count": .number(asked), "allowed": .number(allowed)])
        case .guestAdmitted(let guest, let code):
            Sentence(Text.guestAdmitted, ["guest": .text(guest), "code": "\(code)"])
        case .unknownColumn(let name, let known):
            Sentence(Text.unknownColumn, ["name": .text(name), "known": .text(known.joined(separator: ", "))])
        case .unknownColumnMeaning(let name, let known):
            Sentence(
                Text.unknownColumnMeaning, ["name": .text(name), "known": .text(known.joined(separator: ", "))])
        case .duplicateColumnMeaning(let meaning, let first, let second):
            Sentence(
                Text.duplicateColumnMeaning,
                ["first": "\(first)", "second": "\(second)", "meaning": .text(meaning)])
        case .listChanged: Sentence(Text.listChanged)
        case .guestImport(let faults, let total):
            .indented(heading, faults.listing(total: total))
        case .answersWouldBeLost(let count): Sentence(Text.answersWouldBeLost, ["count": .number(count)])
        case .nobodyInvited(let subEvent): Sentence(Text.nobodyInvited, ["subEvent": .text(subEvent)])
        case .nobodyAttends(let subEvent, let unanswered) where unanswered > 0:
            Sentence(Text.nobodyAccepted, ["subEvent": .text(subEvent), "count": .number(unanswered)])
        case .nobodyAttends(let subEvent, _): Sentence(Text.allDeclined, ["subEvent": .text(subEvent)])
        case .noTables(let subEvent, let people):
            Sentence(Text.noTables, ["subEvent": .text(subEvent), "count": .number(people)])
        case .oldSettings(let faults):
            .indented(heading, faults.map(\.sentence))
        }
    }

    /// Whether the description has a line for each fault.
    public var isList: Bool {
        switch self {
        case .guestImport, .oldSettings: true
        default: false
        }
    }

    /// Advice on how to resolve the error; nil if there is no advice.
    public var hint: Sentence? {
        switch self {
        case .noSubEvents: Sentence(Text.noSubEventsHint)
        case .unknownSubEvent(_, let known):
            known.isEmpty
                ? Sentence(Text.noSubEventsHint)
                : Sentence(Text.unknownSubEventHint, ["names": .text(known.joined(separator: ", "))])
        case .unknownGuest: Sentence(Text.unknownGuestHint)
        case .notInvited: Sentence(Text.notInvitedHint)
        case .unknownColumn: Sentence(Text.mapColumnHint)
        case .unknownColumnMeaning(_, let known):
            Sentence(Text.mapFieldHint, ["field": .text(known.first ?? "FIELD")])
        case .answersWouldBeLost: Sentence(Text.answersWouldBeLostHint)
        case .guestImport: Sentence(Text.guestImportHint)
        case .nobodyInvited: Sentence(Text.nobodyInvitedHint)
        case .nobodyAttends(_, let unanswered) where unanswered > 0: Sentence(Text.nobodyAcceptedHint)
        case .noTables: Sentence(Text.noTablesHint)
        case .duplicateColumnMeaning, .nobodyAttends, .subEventInUse, .faultySubEvent, .tooManySubEvents,
            .tooManyCompanions, .guestAdmitted,
            .oldSettings,
            .listChanged:
            nil
        }
    }
}
