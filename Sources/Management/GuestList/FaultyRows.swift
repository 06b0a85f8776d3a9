public import Languages

/// The faulty rows of a guest list or ticket holder list. All faulty rows are counted, but only the faults of the first
/// 1,000 rows are stored.
struct FaultyRows {
    /// The maximum number of rows whose faults are stored.
    private static let maximumReported = 1000

    enum Text: String, SentenceKey {
        static let subject = "faultyRows"

        case skipped = "{count} row skipped|{count} rows skipped"
        case firstRows = "faults in the first {count} faulty rows:|faults in the first {count} faulty rows:"
        case sum = "{number} × {faults}"
        case moreRows = "… and {count} more row|… and {count} more rows"
        case moreRowsToCorrect =
            "… and {count} more row; correct the rows above and try again to see them|… and {count} more rows; correct the rows above and try again to see them"
    }

    private(set) var count = 0
    private var kept: [GuestListFault] = []

    mutating func add(_ faults: [GuestListFault]) {
        count += 1
        if kept.count < FaultyRows.maximumReported { kept += faults }
    }

    /// The stored faults, ordered by line.
    var reported: [GuestListFault] {
        kept.enumerated().sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }.map(\.element)
    }
}

struct RowFaults: Error {
    let faults: [GuestListFault]
}

extension [GuestListFault] {
    private static var maximumLines: Int { 20 }

    /// The lines of a text that lists the faults. If there are more than 20 faults, the text begins with the number of
    /// faults of each kind, and lists only the first 20 faults. The last line gives the number of faulty rows that are
    /// not listed.
    ///
    /// - Parameter total: the number of all faulty rows.
    func listing(total: Int) -> [Sentence] { listing(total: total, rest: .moreRowsToCorrect) }

    /// A text with the number of skipped rows and a list of their faults.
    ///
    /// - Parameter total: the number of all skipped rows.
    public func summary(skipped total: Int) -> Sentence {
        .indented(
            Sentence(FaultyRows.Text.skipped, ["count": .number(total)]), listing(total: total, rest: .moreRows))
    }

    private func listing(total: Int, rest: FaultyRows.Text) -> [Sentence] {
        guard count <= Self.maximumLines else {
            let rows = Set(map(\.line)).count
            let sums = Dictionary(grouping: self, by: \.summary).sorted {
                ($1.value.count, $0.key.english) < ($0.value.count, $1.key.english)
            }
            let heading = rows < total ? [Sentence(FaultyRows.Text.firstRows, ["count": .number(rows)])] : []
            let lines = sums.map {
                Sentence(FaultyRows.Text.sum, ["number": .number($0.value.count), "faults": .sentence($0.key)])
            }
            return heading + lines + Array(prefix(Self.maximumLines)).listing(total: total, rest: rest)
        }
        let untold = total - Set(map(\.line)).count
        return map(\.sentence) + (untold > 0 ? [Sentence(rest, ["count": .number(untold)])] : [])
    }
}
