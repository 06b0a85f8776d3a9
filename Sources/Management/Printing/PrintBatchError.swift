public import Languages

/// The reason why a batch could not be printed.
public enum PrintBatchError: Error, Hashable, Sendable, SentenceConvertible {
    /// There is no ticket to print. `papersOnly` is true if the selection is for unprinted tickets only, and all its
    /// tickets have been printed.
    case nothingToPrint(papersOnly: Bool)
    /// All selected tickets need a live code, so none can be printed. The value is the number of these tickets.
    case onlyLiveCodes(Int)
    /// The options `--from` and `--to` select none of the tickets.
    case emptyRange(from: Int, to: Int?, tickets: Int)
    case unknownBatch(Int, known: Int)
    /// The sheet number, counted from 1, is greater than the number of sheets in the batch.
    case unknownSheet(Int, sheets: Int)

    enum Text: String, SentenceKey {
        static let subject = "printBatchError"

        case noTicket = "there is no ticket to print"
        case noTicketHint = "issue tickets with: eventpass ticket issue"
        case allPrinted = "all selected tickets have been printed"
        case allPrintedHint = "leave out --unprinted to print them again"
        case onlyLiveCodes =
            "the only selected ticket needs its live code on a phone; gates refuse it on paper|all {count} selected tickets need their live codes on a phone; gates refuse them on paper"
        case emptyRange =
            "no ticket has a position from {from} to {to}; the selection has {count} ticket|no ticket has a position from {from} to {to}; the selection has {count} tickets"
        case emptyOpenRange =
            "position {from} is after the last ticket; the selection has {count} ticket|position {from} is after the last ticket; the selection has {count} tickets"
        case nothingPrinted = "nothing has been printed for the event yet"
        case unknownBatch = "there is no batch {number}; the event has {known}"
        case unknownBatchHint = "list the batches with: eventpass print status"
        case unknownSheet = "there is no sheet {number}: the batch has {sheets}"
    }

    public var sentence: Sentence {
        switch self {
        case .nothingToPrint(papersOnly: false): Sentence(Text.noTicket)
        case .nothingToPrint(papersOnly: true): Sentence(Text.allPrinted)
        case .onlyLiveCodes(let count): Sentence(Text.onlyLiveCodes, ["count": .number(count)])
        case .emptyRange(let from, let to?, let tickets):
            Sentence(Text.emptyRange, ["from": "\(from)", "to": "\(to)", "count": .number(tickets)])
        case .emptyRange(let from, nil, let tickets):
            Sentence(Text.emptyOpenRange, ["from": "\(from)", "count": .number(tickets)])
        case .unknownBatch(_, known: 0): Sentence(Text.nothingPrinted)
        case .unknownBatch(let number, let known):
            Sentence(Text.unknownBatch, ["number": "\(number)", "known": .number(known)])
        case .unknownSheet(let number, let sheets):
            Sentence(Text.unknownSheet, ["number": "\(number)", "sheets": .number(sheets)])
        }
    }

    public var hint: Sentence? {
        switch self {
        case .nothingToPrint(papersOnly: false): Sentence(Text.noTicketHint)
        case .nothingToPrint(papersOnly: true): Sentence(Text.allPrintedHint)
        case .unknownBatch: Sentence(Text.unknownBatchHint)
        case .emptyRange, .unknownSheet, .onlyLiveCodes: nil
        }
    }
}
