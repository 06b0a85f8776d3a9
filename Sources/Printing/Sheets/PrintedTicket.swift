public import Drawing

/// What is printed of a ticket.
public struct PrintedTicket: Hashable, Sendable {
    /// What errors call it: `4F7K-29QX`.
    public var code: String
    /// What its symbol holds.
    public var token: String
    /// What its texts say; a field that is not here is empty.
    public var fields: [TicketField: String]

    public init(code: String, token: String, fields: [TicketField: String]) {
        self.code = code
        self.token = token
        self.fields = fields
    }

    var cell: FaceDrawing.Cell { FaceDrawing.Cell(name: code, fields: fields, token: token) }
}

/// Why sheets could not be printed.
public enum PrintingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A time that is the same on all of them has no room in its box, in few letters either.
    case timeIsCut(layout: String, text: String)
    /// A picture that could be opened and can't be drawn, by its path as the layout has it.
    case picture(path: String, DrawingError)
    /// A symbol that does not fit its box.
    case symbol(ticket: String, LayoutError)
    /// The check of a finished page, counted from 1.
    case selfCheck([CheckFault], faults: Int)
    /// Nothing that would be drawn has a symbol.
    case noSymbol(layout: String)
    /// The layout has nothing for the other side.
    case noBack(layout: String)
    /// No symbol fits a page to measure with; the smallest one that has room for one, in millimetres.
    case pageTooSmall(width: Double, height: Double)
    /// Cards have no token.
    case symbolOnCards(layout: String)
    /// A field that is empty on all paper of that kind.
    case foreignField(layout: String, TicketField, on: PaperKind)
    /// Tables whose names have no room on their card: the first ones, and how many there are.
    case noRoomOnTables([String], tables: Int)

    public var description: String {
        switch self {
        case .timeIsCut(let layout, let text):
            "the layout “\(layout)” has no room for “\(text)”: a time that is cut short would be on every ticket"
        case .picture(let path, let error): "\(path): \(error)"
        case .symbol(let ticket, let error): "ticket \(ticket): \(error)"
        case .selfCheck(let faults, let count):
            "the finished pages were read back, and \(count == 1 ? "one symbol is" : "\(count) symbols are") not as it should be: "
                + faults.map(\.description).joined(separator: "; ") + (count > faults.count ? "; …" : "")
        case .noSymbol(let layout):
            "the layout “\(layout)” has no symbol on what is printed: nobody would get in with that"
        case .symbolOnCards(let layout):
            "the layout “\(layout)” has a symbol, and cards have no token to put in it"
        case .foreignField(let layout, let field, let paper):
            "the layout “\(layout)” has {\(field.rawValue)}, which \(paper.rawValue) have not"
        case .noRoomOnTables(let tables, let count):
            "there is no room for all that belongs on "
                + (tables == [PaperKind.everyCard]
                    ? "every card" : "the card of \(count == 1 ? "table" : "\(count) tables:") ")
                + tables.filter { $0 != PaperKind.everyCard }.map { "“\($0)”" }.joined(separator: ", ")
                + (count > tables.count ? ", …" : "")
        case .noBack(let layout): "the layout “\(layout)” has no back: print it without --duplex"
        case .pageTooSmall(let width, let height):
            "no symbol fits such a page: the smallest one is \(LengthText.of(width))x\(LengthText.of(height)) mm"
        }
    }
}

extension PaperKind {
    /// What errors call what is on all cards.
    static let everyCard = "every card"
}
