/// The reason why a batch could not be printed.
public enum PrintBatchError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no ticket to print. `papersOnly` is true if only unprinted tickets were selected, and all tickets have
    /// been printed already.
    case nothingToPrint(papersOnly: Bool)
    /// All selected tickets need a live code (a changing code on a phone), so none can be printed. The value is the
    /// number of these tickets.
    case onlyLiveCodes(Int)
    /// The options `--from` and `--to` select none of the tickets.
    case emptyRange(from: Int, to: Int?, tickets: Int)
    case unknownBatch(Int, known: Int)
    /// The sheet number, counted from 1, is greater than the number of sheets in the batch.
    case unknownSheet(Int, sheets: Int)

    public var description: String {
        switch self {
        case .nothingToPrint(papersOnly: false): "the event has no ticket to print"
        case .nothingToPrint(papersOnly: true): "every ticket of the event has been printed"
        case .onlyLiveCodes(let count):
            "\(count == 1 ? "the one ticket needs its" : "all \(count) tickets need their") "
                + "live code on a phone; gates refuse paper"
        case .emptyRange(let from, let to, let tickets):
            "there is no ticket from \(from)\(to.map { " to \($0)" } ?? ""); the selection has \(tickets) \(tickets == 1 ? "ticket" : "tickets")"
        case .unknownBatch(let number, let known):
            known == 0
                ? "nothing has been printed for the event yet"
                : "there is no batch \(number); the event has \(known)"
        case .unknownSheet(let number, let sheets): "there is no sheet \(number): the batch has \(sheets)"
        }
    }

    public var hint: String? {
        switch self {
        case .nothingToPrint(papersOnly: false): "issue tickets with: eventpass ticket issue"
        case .nothingToPrint(papersOnly: true): "leave out --unprinted to print them again"
        case .unknownBatch: "list the batches with: eventpass print status"
        case .emptyRange, .unknownSheet, .onlyLiveCodes: nil
        }
    }
}
