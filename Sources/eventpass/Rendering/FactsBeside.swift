/// A symbol on a terminal with the ticket's details next to it.
enum SideBySide {
    /// Columns between symbol and details.
    private static let gap = 3
    /// The minimum columns for details.
    private static let least = 36
    /// Columns of a detail's name.
    private static let indent = 9

    /// Lines with the symbol on the left and the details vertically centred next to it.
    ///
    /// Returns nil if the window is too narrow.
    ///
    /// - Parameters:
    ///   - symbol: lines of `width` columns; they may contain escape sequences.
    ///   - facts: details, each a name of at most 8 columns padded to 9, and a value, which is wrapped.
    ///   - columns: the window's columns.
    static func lines(symbol: [String], width: Int, facts: [String], columns: Int) -> [String]? {
        let room = columns - width - gap
        guard room >= least else { return nil }
        let beside = facts.flatMap { fact -> [String] in
            guard fact.columns > room else { return [fact] }
            let value = String(fact.dropFirst(indent))
            let wrapped = value.wrapped(toColumns: room - indent, lines: 4)
            return wrapped.enumerated().map { index, line in
                (index == 0 ? String(fact.prefix(indent)) : String(repeating: " ", count: indent)) + line
            }
        }
        let count = max(symbol.count, beside.count)
        let top = (count - beside.count) / 2
        let margin = String(repeating: " ", count: gap)
        let blank = String(repeating: " ", count: width)
        return (0..<count).map { row in
            let left = row < symbol.count ? symbol[row] : blank
            let right = beside.indices.contains(row - top) ? beside[row - top] : ""
            return right.isEmpty ? left : left + margin + right
        }
    }
}
