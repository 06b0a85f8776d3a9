import Store
import Ticketing

/// The rules for issuing tickets from a list: how duplicate and faulty rows are handled.
public struct TicketListPolicy: Sendable {
    /// The rule for rows that have the same holder, e-mail address and type as an existing ticket.
    public enum DuplicatePolicy: Sendable {
        /// Issues no tickets if any row matches an existing ticket, and throws an error with the number of such rows.
        case refuse
        case issue
    }

    public var faultyRows: GuestImportOptions.FaultyRowPolicy
    public var duplicates: DuplicatePolicy

    public init(faultyRows: GuestImportOptions.FaultyRowPolicy = .refuse, duplicates: DuplicatePolicy = .issue) {
        self.faultyRows = faultyRows
        self.duplicates = duplicates
    }
}

/// The number of duplicate rows of a list, and the line numbers of the first duplicate rows.
public struct DuplicateRows: Hashable, Sendable {
    private static let maximumReported = 20

    public private(set) var count = 0
    public private(set) var lines: [Int] = []

    mutating func add(line: Int) {
        count += 1
        if lines.count < DuplicateRows.maximumReported { lines.append(line) }
    }
}

/// Finds rows that match an existing ticket or an earlier row of the list. To save memory, only a hash value of each
/// ticket and row is kept.
struct DuplicateFinder {
    private var existing: Set<Int> = []
    private var seen: Set<Int> = []
    /// Rows that match an existing ticket.
    private(set) var matchingTickets = DuplicateRows()
    /// Rows that match an earlier row of the list.
    private(set) var matchingRows = DuplicateRows()

    init(of event: EventNumber, _ connection: any StoreConnection) throws {
        try connection.tickets.forEachHolder(of: event) { existing.insert(DuplicateFinder.key($0, $1, $2)) }
    }

    mutating func add(_ row: TicketHolderList.Row, type: TicketTypeNumber) {
        let key = DuplicateFinder.key(row.holder.folded, row.email?.rawValue, type)
        if existing.contains(key) { matchingTickets.add(line: row.line) }
        if !seen.insert(key).inserted { matchingRows.add(line: row.line) }
    }

    private static func key(_ foldedHolder: String, _ email: String?, _ type: TicketTypeNumber) -> Int {
        var hasher = Hasher()
        hasher.combine(foldedHolder)
        hasher.combine(email)
        hasher.combine(type)
        return hasher.finalize()
    }
}
