import Store
import Ticketing

/// How a list of tickets is issued.
public struct ListPolicy: Sendable {
    /// What to do with rows that equal a ticket that exists: the same holder, e-mail address and type.
    public enum Repeats: Sendable {
        /// Issue nothing, and say how many there are.
        case refuse
        case issue
    }

    public var faultyRows: GuestImportOptions.FaultyRowPolicy
    public var repeats: Repeats

    public init(faultyRows: GuestImportOptions.FaultyRowPolicy = .refuse, repeats: Repeats = .issue) {
        self.faultyRows = faultyRows
        self.repeats = repeats
    }
}

/// Rows of a list that say the same as another: how many, and the first of them.
public struct RepeatedRows: Hashable, Sendable {
    private static let mostTold = 20

    public private(set) var count = 0
    public private(set) var lines: [Int] = []

    mutating func add(line: Int) {
        count += 1
        if lines.count < RepeatedRows.mostTold { lines.append(line) }
    }
}

/// Finds rows that equal a ticket that exists, or a row above them. In memory, a number for each.
struct RowRepeats {
    private var existing: Set<Int> = []
    private var seen: Set<Int> = []
    /// Rows that equal a ticket that exists.
    private(set) var ofTickets = RepeatedRows()
    /// Rows that equal a row above.
    private(set) var ofRows = RepeatedRows()

    init(of event: EventNumber, _ connection: any StoreConnection) throws {
        try connection.tickets.forEachHolder(of: event) { existing.insert(RowRepeats.key($0, $1, $2)) }
    }

    mutating func add(_ row: GuestList.Row, type: TicketTypeNumber) {
        let key = RowRepeats.key(row.holder.folded, row.email?.rawValue, type)
        if existing.contains(key) { ofTickets.add(line: row.line) }
        if !seen.insert(key).inserted { ofRows.add(line: row.line) }
    }

    private static func key(_ foldedHolder: String, _ email: String?, _ type: TicketTypeNumber) -> Int {
        var hasher = Hasher()
        hasher.combine(foldedHolder)
        hasher.combine(email)
        hasher.combine(type)
        return hasher.finalize()
    }
}
