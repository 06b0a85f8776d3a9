import Store
public import Ticketing

/// What an import of guests came to, or would have.
public struct GuestImportSummary: Sendable {
    public let columns: GuestColumns
    public internal(set) var added = 0
    public internal(set) var updated = 0
    public internal(set) var unchanged = 0
    /// New households.
    public internal(set) var households = 0
    /// New invitations, and those that were taken back.
    public internal(set) var invited = 0
    public internal(set) var withdrawn = 0
    /// Answers that went with invitations that were taken back.
    public internal(set) var answersLost = 0
    /// Answers that said more companions than their guests may bring now, and say as many as they may.
    public internal(set) var answersLowered = 0
    /// Codes of guests who may bring more people now.
    public internal(set) var codes = OutgrownCodes()
    /// Guests whose e-mail is in the list beside another name: the first of them.
    public internal(set) var renamed: [(line: Int, old: String, new: String)] = []
    /// What is wrong with rows that were passed over: the first of it.
    public internal(set) var faults: [GuestListFault] = []
    /// How many rows that were.
    public internal(set) var skipped = 0

    init(columns: GuestColumns) { self.columns = columns }
}

/// How a guest list is imported.
public struct GuestImportOptions: Sendable {
    /// What to do about faulty rows.
    public enum FaultyRowPolicy: Sendable {
        /// All rows or none.
        case refuse
        case skip
    }

    /// What to do when invitations are taken back that were answered.
    public enum Answers: Hashable, Sendable {
        /// Import nothing.
        case keep
        /// They go with their invitations, where they are no more than so many.
        case giveUp(atMost: Int = .max)

        func allows(_ lost: Int) -> Bool {
            switch self {
            case .keep: lost == 0
            case .giveUp(let most): lost <= most
            }
        }
    }

    /// What the caller says of columns: a meaning (`name`, `email` …, or a function's name) and a heading.
    public var map: [(meaning: String, heading: String)]
    /// What each column is, in their order, where all of that is said: a key of `ListColumns`, nil is not read.
    public var meanings: [String?]?
    public var faultyRows: FaultyRowPolicy
    public var answers: Answers
    public var effect: Effect
    /// The sheet of a workbook; nil is the first that is not hidden.
    public var sheet: String?

    public init(
        map: [(meaning: String, heading: String)] = [], faultyRows: FaultyRowPolicy = .refuse, answers: Answers = .keep,
        effect: Effect = .write, sheet: String? = nil, meanings: [String?]? = nil
    ) {
        self.map = map
        self.meanings = meanings
        self.answers = answers
        self.faultyRows = faultyRows
        self.effect = effect
        self.sheet = sheet
    }
}

extension Office {
    /// Rows between two words about the progress.
    private static let stride = 1000

    /// What a guest list has, and what it would be read as.
    ///
    /// - Throws: `GuestListFault` for an empty one; `SheetFault`; `SystemError`.
    public func columns(ofGuestList list: ListFile, for event: Event) throws -> ListColumns {
        try authorize(.importGuests, on: event)
        return try GuestSheet.columns(of: list, functions: try functions(of: event))
    }

    /// Imports a guest list: rows about guests who are there change them, others add guests; households are made as they
    /// come. New codes are another step, `invite`; those of guests who may bring more people now are reissued at once, and
    /// guests with a code are told where their invitations change.
    ///
    /// - Parameters:
    ///   - path: of a pipe, all is taken before anything is written.
    ///   - progress: is told now and then which line was read; nothing counts before all are. It must not wait: gates do
    ///     meanwhile.
    /// - Throws: `CelebrationError.guestImport` with what is wrong by line and column, or `answersLost`; then nothing was
    ///   written.
    public func importGuests(
        path: String, _ options: GuestImportOptions = GuestImportOptions(), into event: Event,
        progress: (Int) -> Void = { _ in }
    ) throws -> GuestImportSummary {
        try importGuests(try ListFile(path), options, into: event, progress: progress)
    }

    /// The same, of a list that is open: it can be imported again with other options.
    public func importGuests(
        _ list: ListFile, _ options: GuestImportOptions = GuestImportOptions(), into event: Event,
        progress: (Int) -> Void = { _ in }
    ) throws -> GuestImportSummary {
        try taking(options.effect) { effect in
            try perform(.importGuests, on: event) { work in
                try effect(try Office.importGuests(list, options, into: event, work, progress))
            }
        }
    }

    static func importGuests(
        _ list: ListFile, _ options: GuestImportOptions, into event: Event, _ work: Work, _ progress: (Int) -> Void
    ) throws -> GuestImportSummary {
        // Sales go on meanwhile: what they need as well, the trail and the event's room, is taken at the end.
        guard try work.lockedGuests(of: event).status != .cancelled else { throw ManagementError.eventCancelled }
        let functions = try work.connection.functions.all(of: event.number)
        // Opened in here, so that work that is run again reads from the beginning.
        func sheet() throws -> GuestSheet {
            try GuestSheet(
                list, functions: functions, map: options.map, meanings: options.meanings, sheet: options.sheet)
        }
        let first = try sheet()
        var guests = try GuestImport(of: event, functions: functions, columns: first.columns, work)
        var faults = FaultyRows()
        do {
            try first.forEachRow {
                try guests.take($0)
                if $0.line.isMultiple(of: stride) { progress($0.line) }
            } onFaults: {
                faults.add($0)
            }
        } catch let end as GuestListFault where faults.count > 0 {
            // Nothing more can be read; what was found above it counts, too.
            faults.add([end])
            throw CelebrationError.guestImport(faults.told, total: faults.count)
        }
        try guests.finish(reopened: sheet) { faults.add([$0]) }
        guard faults.count == 0 || options.faultyRows == .skip else {
            throw CelebrationError.guestImport(faults.told, total: faults.count)
        }
        guard options.answers.allows(guests.summary.answersLost) || options.effect == .tryOnly else {
            throw CelebrationError.answersLost(guests.summary.answersLost)
        }
        var summary = guests.summary
        summary.faults = faults.told
        summary.skipped = faults.count
        summary.codes = try work.enlarge(guests.outgrown, of: event.number)
        guard summary.added + summary.updated > 0 else { return summary }
        // Behind the codes: nobody is told of one that is not theirs any more.
        try guests.tell()
        try work.record(
            AuditSubject(.event, event.number), of: event.number,
            after: [
                "guests added": "\(summary.added)", "guests updated": "\(summary.updated)",
                "households": "\(summary.households)", "invited": "\(summary.invited)",
                "withdrawn": "\(summary.withdrawn)", "answers lost": "\(summary.answersLost)",
                "answers lowered": "\(summary.answersLowered)", "rows skipped": "\(faults.count)",
                "codes reissued": "\(summary.codes.reissued.count)",
            ])
        return summary
    }
}
