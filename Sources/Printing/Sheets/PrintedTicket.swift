public import Drawing

/// The content of a printed ticket.
public struct PrintedTicket: Hashable, Sendable {
    /// The ticket code, such as `4F7K-29QX`, used in errors.
    public var code: String
    /// The token in the ticket's symbol.
    public var token: String
    /// The values of the ticket's fields. A missing field is empty.
    public var fields: [TicketField: String]

    public init(code: String, token: String, fields: [TicketField: String]) {
        self.code = code
        self.token = token
        self.fields = fields
    }

    var cell: FaceRenderer.FaceContent { FaceRenderer.FaceContent(name: code, fields: fields, token: token) }
}

/// The reason why sheets cannot be printed.
public enum PrintingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A date or time does not fit its box, even in short form. `text` is the short form. Dates and times are the same
    /// on every ticket, so all tickets are affected.
    case timeTruncated(layout: String, text: String)
    /// A picture of the layout was read but cannot be rendered. `path` is the picture's path in the layout file.
    case picture(path: String, DrawingError)
    /// A ticket's symbol does not fit its box.
    case symbol(ticket: String, LayoutError)
    /// The self-check of the finished pages failed: symbols on them cannot be decoded or are wrong. The list contains
    /// the first faults, and `faults` is the number of all faults.
    case selfCheck([SelfCheckFault], faults: Int)
    /// The layout has no symbol on the sides to print.
    case noSymbol(layout: String)
    /// Both sides are to be printed, but the layout has no back.
    case noBack(layout: String)
    /// The calibration page is too small for a symbol. `width` and `height` are the minimum size in millimetres.
    case pageTooSmall(width: Double, height: Double)
    /// A layout for cards contains a symbol, but cards have no token.
    case symbolOnCards(layout: String)
    /// The layout contains a field that does not exist on this kind of item, such as the holder on a place card.
    case unsupportedField(layout: String, TicketField, on: PaperKind)
    /// The texts do not fit the cards of some tables. The list contains the names of the first such tables, and
    /// `tables` is the number of all such tables.
    case tableCardsTooSmall([String], tables: Int)

    public var description: String {
        switch self {
        case .timeTruncated(let layout, let text):
            "the layout “\(layout)” has too little room for “\(text)”, which would be truncated on every ticket"
        case .picture(let path, let error): "\(path): \(error)"
        case .symbol(let ticket, let error): "ticket \(ticket): \(error)"
        case .selfCheck(let faults, let count):
            "the self-check of the finished pages failed for \(count == 1 ? "one symbol" : "\(count) symbols"): "
                + faults.map(\.description).joined(separator: "; ") + (count > faults.count ? "; …" : "")
        case .noSymbol(let layout):
            "the layout “\(layout)” has no symbol on the printed sides, so its tickets could not be scanned"
        case .symbolOnCards(let layout):
            "the layout “\(layout)” has a symbol, but cards have no token for it"
        case .unsupportedField(let layout, let field, let paper):
            "the layout “\(layout)” has {\(field.rawValue)}, which \(paper.rawValue) do not have"
        case .tableCardsTooSmall(let tables, let count):
            (tables == [PaperKind.everyCard]
                ? "a text that is the same on every card does not fit"
                : "not everything fits on the \(count == 1 ? "card of table" : "cards of \(count) tables:") ")
                + tables.filter { $0 != PaperKind.everyCard }.map { "“\($0)”" }.joined(separator: ", ")
                + (count > tables.count ? ", …" : "")
        case .noBack(let layout): "the layout “\(layout)” has no back: print it without --duplex"
        case .pageTooSmall(let width, let height):
            "the page is too small for a symbol: "
                + "the smallest page is \(LengthText.of(width))x\(LengthText.of(height)) mm"
        }
    }
}

extension PaperKind {
    /// The name that warnings and errors use if all cards are affected.
    static let everyCard = "every card"
}
