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

/// What came up while tickets or cards were drawn, and does not keep them from being printed.
public struct DrawingNotes: Hashable, Sendable {
    /// Tickets with a text that had no room and ends in “…”: the first ones by code, and how many there are. Cards by name.
    public private(set) var cut: [String] = []
    public private(set) var cutCount = 0

    static let most = 10

    public init() {}

    public mutating func add(_ other: DrawingNotes) {
        cut += other.cut.prefix(DrawingNotes.most - cut.count)
        cutCount += other.cutCount
    }

    /// The last one that was noted: both halves of what is folded count once.
    private var last: String?

    mutating func noteCut(_ code: String) {
        guard code != last else { return }
        last = code
        cutCount += 1
        if cut.count < DrawingNotes.most { cut.append(code) }
    }
}

/// Why sheets could not be printed.
public enum PrintingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Characters that no installed font has, by ticket: the first ones, and how many tickets there are.
    case missingGlyphs([MissingGlyphs], tickets: Int, on: PaperKind = .tickets)
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

    public struct MissingGlyphs: Hashable, Sendable {
        public let ticket: String
        public let scalars: [Unicode.Scalar]
    }

    public var description: String {
        switch self {
        case .missingGlyphs(let missing, let tickets, let paper):
            "no installed font has "
                + missing.map { "\($0.scalars.map(\.named).joined(separator: ", ")) (\(paper.one) \($0.ticket))" }
                .joined(separator: "; ")
                + (tickets > missing.count ? "; and \(tickets - missing.count) more \(paper.one)s" : "")
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

    /// What errors call one of them, before its name.
    fileprivate var one: String {
        switch self {
        case .tickets: "ticket"
        case .placeCards: "guest"
        case .tableCards: "table"
        }
    }
}

extension Unicode.Scalar {
    /// `🎉 U+1F389 PARTY POPPER`
    fileprivate var named: String {
        let number = String(value, radix: 16, uppercase: true)
        let code = "U+" + String(repeating: "0", count: max(0, 4 - number.count)) + number
        let shown = properties.isDefaultIgnorableCodePoint || properties.generalCategory == .control ? "" : "\(self) "
        return properties.name.map { "\(shown)\(code) \($0)" } ?? "\(shown)\(code)"
    }
}
