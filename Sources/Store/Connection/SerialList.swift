import Ticketing

/// The values in an SQL condition such as `serial IN (…)`: ticket serials, the numbers of orders, events, guests or
/// households, or the keys of notices. The largest value is repeated until the length of the list is a power of two. So
/// only one statement for each power of two must be prepared.
struct SerialList {
    /// The maximum number of values in one statement.
    static let maxCount = 256

    let placeholders: String
    let values: [SQLValue]

    /// Creates the list and its placeholders.
    ///
    /// - Parameters:
    ///   - serials: from one to `maxCount` serials.
    ///   - first: the number of the first placeholder of the list in the statement; at most 4.
    init(_ serials: some Collection<Serial>, from first: Int) {
        self.init(sorted: serials.sorted().map { .int($0.rawValue) }, from: first)
    }

    init(orders: some Collection<OrderNumber>, from first: Int) {
        self.init(sorted: orders.sorted().map { .int($0.rawValue) }, from: first)
    }

    init(events: some Collection<EventNumber>, from first: Int) {
        self.init(sorted: events.sorted().map { .int($0.rawValue) }, from: first)
    }

    init(guests: some Collection<Int>, from first: Int) {
        self.init(sorted: guests.sorted().map { .int($0) }, from: first)
    }

    init(households: some Collection<Int>, from first: Int) { self.init(guests: households, from: first) }

    init(notices: some Collection<String>, from first: Int) {
        self.init(sorted: notices.sorted().map { .text($0) }, from: first)
    }

    private init(sorted: [SQLValue], from first: Int) {
        var (length, power) = (1, 0)
        while length < sorted.count { (length, power) = (length * 2, power + 1) }
        values = sorted + repeatElement(sorted.last ?? .null, count: length - sorted.count)
        placeholders = SerialList.placeholders[first][power]
    }

    /// The placeholders of all lists, by the number of the first placeholder and by the power of two. They are made
    /// once, because a merge uses them for each chunk of its tickets.
    private static let placeholders: [[String]] = (0...4).map { first in
        (0...maxCount.trailingZeroBitCount).map { power in
            (first..<first + 1 << power).map { "$\($0)" }.joined(separator: ", ")
        }
    }

    /// Splits any number of values into parts of at most `maxCount` values.
    static func chunks<Value>(_ values: [Value]) -> [[Value]] {
        stride(from: 0, to: values.count, by: maxCount).map { Array(values[$0..<min($0 + maxCount, values.count)]) }
    }
}
