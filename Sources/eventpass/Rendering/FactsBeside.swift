/// A symbol in the terminal with what is known about its ticket beside it.
enum FactsBeside {
    /// Columns between the two.
    private static let gap = 3
    /// What facts need to be read with ease.
    private static let least = 36
    /// Columns of a fact's name.
    private static let indent = 9

    /// Lines with the symbol at the left and the facts in the middle of the rest.
    ///
    /// Nil where the window is too narrow for both.
    ///
    /// - Parameters:
    ///   - symbol: lines of `width` columns, whatever else they hold.
    ///   - facts: names of at most 8 columns, padded to 9, with their values; each on as many lines as it needs.
    ///   - columns: of the window.
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
