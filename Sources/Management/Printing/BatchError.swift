/// Why a batch could not be printed.
public enum BatchError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No ticket is to be printed.
    case nothing(papersOnly: Bool)
    /// All that would be printed need a live code.
    case onlyLiveCodes(Int)
    /// `--from` and `--to` leave nothing of so many tickets.
    case emptyRange(from: Int, to: Int?, tickets: Int)
    case unknownBatch(Int, known: Int)
    /// The batch has so many sheets, counted from 1.
    case unknownSheet(Int, sheets: Int)

    public var description: String {
        switch self {
        case .nothing(papersOnly: false): "the event has no ticket to print"
        case .nothing(papersOnly: true): "every ticket of the event is on paper"
        case .onlyLiveCodes(let count):
            "\(count == 1 ? "the one ticket needs its" : "all \(count) tickets need their") live code on a phone: gates refuse them on paper"
        case .emptyRange(let from, let to, let tickets):
            "there is no ticket from \(from)\(to.map { " to \($0)" } ?? ""): there are \(tickets)"
        case .unknownBatch(let number, let known):
            known == 0 ? "nothing of the event was printed yet" : "there is no batch \(number): there are \(known)"
        case .unknownSheet(let number, let sheets): "there is no sheet \(number): the batch has \(sheets)"
        }
    }

    public var hint: String? {
        switch self {
        case .nothing(papersOnly: false): "eventpass ticket issue makes tickets"
        case .nothing(papersOnly: true): "leave out --unprinted to print them again"
        case .unknownBatch: "eventpass print status lists them"
        case .emptyRange, .unknownSheet, .onlyLiveCodes: nil
        }
    }
}
