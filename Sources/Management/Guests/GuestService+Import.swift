import Store
public import Ticketing

/// The result of a guest import or its dry run.
public struct GuestImportSummary: Sendable {
    public let columns: ColumnAssignment
    public internal(set) var added = 0
    public internal(set) var updated = 0
    public internal(set) var unchanged = 0
    /// The number of new households.
    public internal(set) var households = 0
    /// The number of new invitations.
    public internal(set) var invited = 0
    /// The number of withdrawn invitations.
    public internal(set) var withdrawn = 0
    /// The number of answers that were lost with withdrawn invitations.
    public internal(set) var answersLost = 0
    /// The number of answers that now announce fewer companions, because the list lowers the number that the guest is
    /// allowed to bring.
    public internal(set) var answersLowered = 0
    /// The number of rows that were imported only in part, because guests chose their meals, allergies or companions
    /// themselves.
    public internal(set) var answersKept = 0
    /// Changes to the codes (tickets) of guests who are now allowed to bring more people.
    public internal(set) var codes = ReissuedCodes()
    /// The numbers of the guests who get a notice if they have addresses: the guests who have codes and whose
    /// invitations changed, and the guests of reissued codes.
    public internal(set) var notified: [Int] = []
    /// The first guests who were renamed, because the list contains their e-mail address with a different name.
    public internal(set) var renamed: [(line: Int, old: String, new: String)] = []
    /// The faults of the first skipped rows.
    public internal(set) var faults: [GuestListFault] = []
    /// The number of skipped rows.
    public internal(set) var skipped = 0

    init(columns: ColumnAssignment) { self.columns = columns }
}

/// Options of a guest import.
public struct GuestImportOptions: Sendable {
    /// The way in which the import handles faulty rows. The raw values are used in the API.
    public enum FaultyRowPolicy: String, CaseIterable, Sendable {
        /// Imports nothing if a row is faulty.
        case refuse
        case skip
    }

    /// The way in which the import handles answers to invitations that it would withdraw.
    public enum AnswerPolicy: Hashable, Sendable {
        /// Imports nothing if an answer would be lost.
        case keep
        /// Discards the answers if at most this many would be lost; otherwise imports nothing.
        case discard(atMost: Int = .max)

        func allows(_ lost: Int) -> Bool {
            switch self {
            case .keep: lost == 0
            case .discard(let most): lost <= most
            }
        }
    }

    /// Columns that the caller assigns: pairs of a guest field (`name`, `email`, … or the name of a sub-event) and the
    /// heading of its column.
    public var headingMap: [(meaning: String, heading: String)]
    /// The guest field of each column, in order, if the caller assigns all columns; otherwise nil. A field is a key
    /// from `GuestListColumns`, or nil to ignore the column.
    public var meanings: [String?]?
    public var faultyRows: FaultyRowPolicy
    public var answers: AnswerPolicy
    public var writeMode: WriteMode
    /// The worksheet to read; nil for the first worksheet that is not hidden.
    public var worksheet: String?

    public init(
        headingMap: [(meaning: String, heading: String)] = [], faultyRows: FaultyRowPolicy = .refuse,
        answers: AnswerPolicy = .keep,
        writeMode: WriteMode = .commit, worksheet: String? = nil, meanings: [String?]? = nil
    ) {
        self.headingMap = headingMap
        self.meanings = meanings
        self.answers = answers
        self.faultyRows = faultyRows
        self.writeMode = writeMode
        self.worksheet = worksheet
    }
}

extension GuestService {
    private static let progressInterval = 1000

    /// The columns of a guest list, and the guest field that each column probably contains.
    ///
    /// - Throws: `GuestListFault` for an empty list; `WorksheetError`; `SystemError`.
    public func columns(ofGuestList list: GuestListFile, for event: Event) throws -> GuestListColumns {
        try services.authorize(.importGuests, on: event)
        return try GuestListRows.columns(of: list, subEvents: try services.subEvents.subEvents(of: event))
    }

    /// Imports a guest list. A row that matches a guest updates the guest. Any other row adds a guest and, if needed, a
    /// household. The meal, the allergies and the companions that a guest chose on the page of the invitation stay as
    /// they are. New guests get no codes (tickets); `invite` issues them later. If the guests of a code are now allowed
    /// to bring more people, the code is reissued. If the list changes the invitations of a guest who has a code, the
    /// guest is notified.
    ///
    /// - Parameters:
    ///   - path: a file or pipe; a pipe is read to its end before anything is written.
    ///   - progress: called regularly with the number of the current line, before anything is committed. The closure
    ///     must not block, because gates wait for the transaction.
    /// - Throws: `GuestError.guestImport` with faults by line and column, or `answersWouldBeLost`. After an error,
    ///   nothing was written.
    public func importGuests(
        path: String, _ options: GuestImportOptions = GuestImportOptions(), into event: Event,
        progress: (Int) -> Void = { _ in }
    ) throws -> GuestImportSummary {
        try importGuests(try GuestListFile(path), options, into: event, progress: progress)
    }

    /// Imports a guest list that was already opened, by the rules of the method above.
    public func importGuests(
        _ list: GuestListFile, _ options: GuestImportOptions = GuestImportOptions(), into event: Event,
        progress: (Int) -> Void = { _ in }
    ) throws -> GuestImportSummary {
        try withWriteMode(options.writeMode) { effect in
            try services.perform(.importGuests, on: event) { work in
                try effect(try GuestService.importGuests(list, options, into: event, work, progress))
            }
        }
    }

    static func importGuests(
        _ list: GuestListFile, _ options: GuestImportOptions, into event: Event, _ work: UnitOfWork,
        _ progress: (Int) -> Void
    ) throws -> GuestImportSummary {
        // Sales need the locks on the audit trail and on the event's capacity. The import takes these locks last, so
        // that sales can continue during most of the import.
        guard try work.lockedForGuestChanges(of: event).status != .cancelled else {
            throw ManagementError.eventCancelled
        }
        let subEvents = try work.connection.subEvents.all(of: event.number)
        // The list is opened inside the transaction, so that a retry of the transaction reads the list from the
        // beginning.
        func sheet() throws -> GuestListRows {
            try GuestListRows(
                list, subEvents: subEvents, map: options.headingMap, meanings: options.meanings,
                sheet: options.worksheet)
        }
        let first = try sheet()
        var guests = try GuestImport(of: event, subEvents: subEvents, columns: first.columns, work)
        var faults = FaultyRows()
        do {
            try first.forEachRow {
                try guests.process($0)
                if $0.line.isMultiple(of: progressInterval) { progress($0.line) }
            } onFaults: {
                faults.add($0)
            }
        } catch let end as GuestListFault where faults.count > 0 {
            // The list cannot be read to its end. This fault is reported together with the faults in the rows that were
            // read.
            faults.add([end])
            throw GuestError.guestImport(faults.reported, total: faults.count)
        }
        try guests.finish(reopened: sheet) { faults.add([$0]) }
        guard faults.count == 0 || options.faultyRows == .skip else {
            throw GuestError.guestImport(faults.reported, total: faults.count)
        }
        guard options.answers.allows(guests.summary.answersLost) || options.writeMode == .dryRun else {
            throw GuestError.answersWouldBeLost(guests.summary.answersLost)
        }
        var summary = guests.summary
        summary.faults = faults.reported
        summary.skipped = faults.count
        summary.codes = try work.enlargeCodes(guests.codesToEnlarge, of: event.number)
        summary.notified = Set(guests.changedInvitations.map(Int.init) + summary.codes.guests).sorted()
        guard summary.added + summary.updated > 0 else { return summary }
        // Notices are queued after the codes are reissued, so that they contain the current codes.
        try guests.sendNotices(withNewCode: Set(summary.codes.guests))
        try work.record(
            AuditSubject(.event, event.number), of: event.number,
            after: [
                "guests added": "\(summary.added)", "guests updated": "\(summary.updated)",
                "households": "\(summary.households)", "invited": "\(summary.invited)",
                "withdrawn": "\(summary.withdrawn)", "answers lost": "\(summary.answersLost)",
                "answers lowered": "\(summary.answersLowered)", "answers kept": "\(summary.answersKept)",
                "rows skipped": "\(faults.count)", "codes reissued": "\(summary.codes.reissued.count)",
            ])
        return summary
    }
}
