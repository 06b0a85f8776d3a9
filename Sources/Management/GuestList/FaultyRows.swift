/// The faulty rows of a guest list or ticket holder list. All faulty rows are counted, but only the faults of the first
/// 1,000 are stored, to limit the use of memory.
struct FaultyRows {
    /// The maximum number of rows whose faults are stored.
    private static let maximumReported = 1000

    /// The number of faulty rows.
    private(set) var count = 0
    private var kept: [GuestListFault] = []

    /// Adds the faults of one row.
    mutating func add(_ faults: [GuestListFault]) {
        count += 1
        if kept.count < FaultyRows.maximumReported { kept += faults }
    }

    /// The stored faults, ordered by line.
    var reported: [GuestListFault] {
        kept.enumerated().sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }.map(\.element)
    }
}

/// All faults of one row.
struct RowFaults: Error {
    let faults: [GuestListFault]
}

extension [GuestListFault] {
    /// The maximum number of faults that a text lists.
    private static var maximumLines: Int { 20 }

    /// A text with one line for each fault. If there are more than 20 faults, the text begins with the number of faults
    /// of each kind, lists the first 20 faults, and ends with the number of faulty rows that it does not list.
    ///
    /// - Parameter total: the number of all faulty rows.
    func listing(total: Int) -> String {
        listing(total: total, advice: "; correct the rows above and try again to see them")
    }

    /// A text with the number of skipped rows and a list of their faults.
    ///
    /// - Parameter total: the number of all skipped rows.
    public func summary(skipped total: Int) -> String {
        "\(total) \(total == 1 ? "row" : "rows") skipped" + listing(total: total, advice: "")
    }

    private func listing(total: Int, advice: String) -> String {
        guard count <= Self.maximumLines else {
            let rows = Set(map(\.line)).count
            let sums = Dictionary(grouping: self, by: \.summaryKey).sorted {
                ($1.value.count, $0.key) < ($0.value.count, $1.key)
            }
            return (rows < total ? "\n  of the first \(rows) faulty rows:" : "")
                + sums.map { "\n  \($0.value.count) × \($0.key)" }.joined()
                + Array(prefix(Self.maximumLines)).listing(total: total, advice: advice)
        }
        let untold = total - Set(map(\.line)).count
        let rest = untold > 0 ? "\n  … and \(untold) more \(untold == 1 ? "row" : "rows")\(advice)" : ""
        return map { "\n  \($0)" }.joined() + rest
    }
}
