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
    /// Codes of guests who may bring more people now.
    public internal(set) var codes = OutgrownCodes()
    /// Guests whose e-mail is in the list beside another name: the first of them.
    public internal(set) var renamed: [(line: Int, old: String, new: String)] = []
    /// Rows that were passed over: the first of them.
    public internal(set) var faults: [GuestListFault] = []
    public internal(set) var skipped = 0

    init(columns: GuestColumns) { self.columns = columns }
}

/// How a guest list is imported.
public struct GuestImportOptions: Sendable {
    /// What to do about faulty rows.
    public enum FaultyRows: Sendable {
        /// All rows or none.
        case refuse
        case skip
    }

    /// What the caller says of columns: a meaning (`name`, `email` …, or a function's name) and a heading.
    public var map: [(meaning: String, heading: String)]
    public var faultyRows: FaultyRows
    public var effect: Effect

    public init(
        map: [(meaning: String, heading: String)] = [], faultyRows: FaultyRows = .refuse, effect: Effect = .write
    ) {
        self.map = map
        self.faultyRows = faultyRows
        self.effect = effect
    }
}

extension Office {
    /// Faulty rows that are kept to be told one by one; the rest is counted.
    private static let faultsKept = 1000
    /// Rows between two words about the progress.
    private static let stride = 1000

    /// Imports a guest list: rows about guests who are there change them, others add guests; households are made as they
    /// come. New codes are another step, `invite`; those of guests who may bring more people now are reissued at once.
    ///
    /// - Parameter progress: is told now and then which line was read; nothing counts before all are.
    /// - Throws: `CelebrationError.guestImport` with the faulty rows by line and column; then nothing was written.
    public func importGuests(
        path: String, _ options: GuestImportOptions = GuestImportOptions(), into event: Event,
        progress: (Int) -> Void = { _ in }
    ) throws -> GuestImportSummary {
        try taking(options.effect) { effect in
            try perform(.importGuests, on: event) { work in
                try effect(try Office.importGuests(path: path, options, into: event, work, progress))
            }
        }
    }

    static func importGuests(
        path: String, _ options: GuestImportOptions, into event: Event, _ work: Work, _ progress: (Int) -> Void
    ) throws -> GuestImportSummary {
        let connection = work.connection
        guard try work.locked(event).status != .cancelled else { throw ManagementError.eventCancelled }
        // Opened in here, so that work that is run again reads from the beginning.
        let sheet = try GuestSheet(
            path: path, functions: try connection.functions.all(of: event.number), map: options.map)
        var guests = try GuestImport(of: event.number, columns: sheet.columns, connection)
        var faults: [GuestListFault] = []
        var total = 0
        func note(_ fault: GuestListFault) {
            total += 1
            if faults.count < faultsKept { faults.append(fault) }
        }
        try sheet.forEachRow {
            try guests.take($0)
            if $0.line.isMultiple(of: stride) { progress($0.line) }
        } onFault: {
            note($0)
        }
        try guests.finish { note($0) }
        faults.sort { $0.line < $1.line }
        guard total == 0 || options.faultyRows == .skip else {
            throw CelebrationError.guestImport(faults, total: total)
        }
        var summary = guests.summary
        summary.faults = faults
        summary.skipped = total
        summary.codes = try work.enlarge(guests.outgrown, of: event.number)
        if summary.added + summary.updated > 0 {
            try work.record(
                AuditSubject(.event, event.number), of: event.number,
                after: [
                    "guests added": "\(summary.added)", "guests updated": "\(summary.updated)",
                    "households": "\(summary.households)", "invited": "\(summary.invited)",
                    "withdrawn": "\(summary.withdrawn)", "rows skipped": "\(total)",
                    "codes reissued": "\(summary.codes.reissued.count)",
                ])
        }
        return summary
    }
}
