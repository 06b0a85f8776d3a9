/// Why a batch could not be printed.
public enum BatchError: Error, Hashable, Sendable {
    /// No ticket is to be printed.
    case nothing(papersOnly: Bool)
    /// `--from` and `--to` leave nothing of so many tickets.
    case emptyRange(from: Int, to: Int?, tickets: Int)
    case unknownBatch(Int, known: Int)
    /// The batch has so many sheets, counted from 1.
    case unknownSheet(Int, sheets: Int)
}
