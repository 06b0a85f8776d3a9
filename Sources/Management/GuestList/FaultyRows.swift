/// The faulty rows of a list: all are counted; what is wrong with the first of them is kept, so that a list of any length
/// needs little memory.
struct FaultyRows {
    /// Faults that are told one by one.
    private static let mostTold = 1000

    /// Rows.
    private(set) var count = 0
    private var kept: [GuestListFault] = []

    /// Adds what is wrong with one row.
    mutating func add(_ faults: [GuestListFault]) {
        count += 1
        if kept.count < FaultyRows.mostTold { kept += faults }
    }

    /// What is wrong with the first of them, by line.
    var told: [GuestListFault] {
        kept.enumerated().sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }.map(\.element)
    }
}

/// Everything that is wrong with one row, by column.
struct RowFaults: Error {
    let faults: [GuestListFault]
}

extension [GuestListFault] {
    /// Faults that a text tells one by one.
    private static var mostLines: Int { 20 }

    /// One fault a line, below each other, and how many rows are not told. Of many faults, how often each occurs comes
    /// first.
    ///
    /// - Parameter total: of all faulty rows.
    func lines(total: Int) -> String { lines(total: total, advice: "; mend these, and the next try tells them") }

    /// How many rows were skipped, and what is wrong with them as in a refusal.
    ///
    /// - Parameter total: of all skipped rows.
    public func words(skipped total: Int) -> String {
        "\(total) \(total == 1 ? "row" : "rows") skipped" + lines(total: total, advice: "")
    }

    private func lines(total: Int, advice: String) -> String {
        guard count <= Self.mostLines else {
            let rows = Set(map(\.line)).count
            let sums = Dictionary(grouping: self, by: \.kind).sorted {
                ($1.value.count, $0.key) < ($0.value.count, $1.key)
            }
            return (rows < total ? "\n  of the first \(rows) faulty rows:" : "")
                + sums.map { "\n  \($0.value.count) × \($0.key)" }.joined()
                + Array(prefix(Self.mostLines)).lines(total: total, advice: advice)
        }
        let untold = total - Set(map(\.line)).count
        let rest = untold > 0 ? "\n  … and \(untold) more \(untold == 1 ? "row" : "rows")\(advice)" : ""
        return map { "\n  \($0)" }.joined() + rest
    }
}
