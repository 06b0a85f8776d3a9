import Ticketing

/// The ticket serials in an SQL condition `serial IN (…)`. The largest serial is repeated until the length of the list
/// is a power of two. Only a few different statements must thus be prepared: one for each power of two, not one for
/// each number of serials.
struct SerialList {
    /// The maximum count of serials in one statement.
    static let maxCount = 256

    let placeholders: String
    let values: [SQLValue]

    /// Creates the list and its placeholders.
    ///
    /// - Parameters:
    ///   - serials: from one to `maxCount` serials.
    ///   - first: the number of the first placeholder of the list in the statement; at most 4.
    init(_ serials: some Collection<Serial>, from first: Int) {
        var (length, power) = (1, 0)
        while length < serials.count { (length, power) = (length * 2, power + 1) }
        let sorted = serials.sorted()
        values =
            sorted.map { .int($0.rawValue) }
            + repeatElement(sorted.last.map { .int($0.rawValue) } ?? .null, count: length - sorted.count)
        placeholders = SerialList.placeholders[first][power]
    }

    /// The placeholders of all lists, by the number of the first placeholder and by the power of two. They are made
    /// once, because a merge uses them for each chunk of its tickets.
    private static let placeholders: [[String]] = (0...4).map { first in
        (0...maxCount.trailingZeroBitCount).map { power in
            (first..<first + 1 << power).map { "$\($0)" }.joined(separator: ", ")
        }
    }

    /// Splits any number of serials into parts of at most `maxCount`.
    static func chunks(_ serials: [Serial]) -> [[Serial]] {
        stride(from: 0, to: serials.count, by: maxCount).map { Array(serials[$0..<min($0 + maxCount, serials.count)]) }
    }
}
