/// The order of a list, for pages that begin after a given row (keyset paging).
struct SortOrder {
    /// SQL expressions by which the rows are sorted. Rows with equal values of one expression are sorted by the next
    /// expression. No value is NULL, because SQLite and PostgreSQL sort NULL differently. The last expression has a
    /// different value in each row of an event.
    let keys: [String]
    let isDescending: Bool

    /// The text after ORDER BY.
    var text: String { keys.map { isDescending ? "\($0) DESC" : $0 }.joined(separator: ", ") }

    /// A condition for the rows that come after a given row.
    ///
    /// - Parameter first: the number of the placeholder of the row's first key. The placeholders of the other keys
    ///   follow.
    func isAfter(placeholdersFrom first: Int) -> String {
        let placeholders = keys.indices.map { "$\(first + $0)" }.joined(separator: ", ")
        return "(\(keys.joined(separator: ", "))) \(isDescending ? "<" : ">") (\(placeholders))"
    }
}
