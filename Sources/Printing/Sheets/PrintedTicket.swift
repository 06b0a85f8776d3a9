public import Drawing
public import Languages

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
public enum PrintingError: Error, Hashable, Sendable, SentenceConvertible {
    /// A date or time does not fit its box, even in short form. `text` is the short form.
    case timeTruncated(layout: String, text: String)
    /// A text that is the same on every ticket or card does not fit its box.
    case textTruncated(Truncation, layout: String, on: EveryItem)
    /// A picture of the layout was read but cannot be rendered. `path` is the picture's path as written
    /// in the layout file.
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

    /// A text that does not fit its box, even in the smallest letters that the layout allows.
    public struct Truncation: Hashable, Sendable {
        /// The names of the fields in the text, such as `venue, city`; “text” for a text without fields.
        public let field: String
        public let text: String
        /// The beginning of the text, up to the last letter for which the box has room.
        public let fitting: String
    }

    enum Text: String, SentenceKey {
        static let subject = "printingError"

        case textTruncated =
            "the layout “{layout}” has too little room for the {field} “{text}”, which would be truncated on {item}; {count} character fits, as in “{fitting}”|the layout “{layout}” has too little room for the {field} “{text}”, which would be truncated on {item}; {count} characters fit, as in “{fitting}”"
        case textWithoutRoom = "the layout “{layout}” has no room for the {field} “{text}” on {item}"
        case timeTruncated =
            "the layout “{layout}” has too little room for “{text}”, which would be truncated on every ticket"
        case picture = "{path}: {fault}"
        case symbol = "ticket {ticket}: {fault}"
        case selfCheck =
            "the self-check of the finished pages failed for one symbol: {faults}|the self-check of the finished pages failed for {count} symbols: {faults}"
        case noSymbol =
            "the layout “{layout}” has no symbol on the printed sides, so its tickets could not be scanned"
        case symbolOnCards = "the layout “{layout}” has a symbol, but cards have no token for it"
        case fieldOfNoTickets = "the layout “{layout}” has {field}, which tickets do not have"
        case fieldOfNoPlaceCards = "the layout “{layout}” has {field}, which place cards do not have"
        case fieldOfNoTableCards = "the layout “{layout}” has {field}, which table cards do not have"
        case tableCardsTooSmall =
            "not everything fits on the card of table {tables}|not everything fits on the cards of {count} tables: {tables}"
        case noBack = "the layout “{layout}” has no back: print it without --duplex"
        case pageTooSmall = "the page is too small for a symbol: the smallest page is {width}x{height} mm"

        case textTruncatedHint =
            "use a layout with more room; shorten the text, for example with eventpass event edit; or, in the layout, give the text a larger box, more lines or a lower value of “smallest”"
        case timeTruncatedHint =
            "give the text a larger box or a smaller font size in the layout, or use another layout"
        case pictureHint = "make the picture smaller or simpler, or save it as PNG"
        case symbolHint = "give the symbol a larger box in the layout, or print at more dots per inch"
        case selfCheckHint =
            "the file was not saved; try another layout, and report the problem with this layout"
        case noSymbolHint =
            "add a box with {content} to the layout's front, or add --duplex if the layout has a symbol on its back"
        case cardLayoutsHint =
            "use the layout a4-place-cards or letter-place-cards for guests, or table-card for tables"
        case tableCardLayoutHint = "use the layout table-card for tables"
        case fieldsHint = "Docs/Printing.md lists the fields of tickets"
        case tableCardsTooSmallHint =
            "give the names a larger box or a smaller font size in the layout, or spread the guests over more tables"
    }

    public var sentence: Sentence {
        switch self {
        case .timeTruncated(let layout, let text):
            Sentence(Text.timeTruncated, ["layout": .text(layout), "text": .text(text)])
        case .textTruncated(let truncation, let layout, let item):
            PrintingError.sentence(truncation, layout, item)
        case .picture(let path, let error):
            Sentence(Text.picture, ["path": .text(path), "fault": .sentence(error.sentence)])
        case .symbol(let ticket, let error):
            Sentence(Text.symbol, ["ticket": .text(ticket), "fault": .sentence(error.sentence)])
        case .selfCheck(let faults, let count):
            Sentence(
                Text.selfCheck,
                ["count": .number(count), "faults": .sentence(PrintingError.listed(faults, of: count))])
        case .noSymbol(let layout): Sentence(Text.noSymbol, ["layout": .text(layout)])
        case .symbolOnCards(let layout): Sentence(Text.symbolOnCards, ["layout": .text(layout)])
        case .unsupportedField(let layout, let field, let paper):
            Sentence(
                PrintingError.missingField(on: paper),
                ["layout": .text(layout), "field": "{\(field.rawValue)}"])
        case .tableCardsTooSmall(let tables, let count):
            Sentence(
                Text.tableCardsTooSmall,
                ["count": .number(count), "tables": .text(PrintingError.listed(tables, of: count))])
        case .noBack(let layout): Sentence(Text.noBack, ["layout": .text(layout)])
        case .pageTooSmall(let width, let height):
            Sentence(
                Text.pageTooSmall, ["width": .text(LengthText.of(width)), "height": .text(LengthText.of(height))])
        }
    }

    /// Advice on how to resolve the error; nil if there is no advice.
    public var hint: Sentence? {
        switch self {
        case .timeTruncated: Sentence(Text.timeTruncatedHint)
        case .textTruncated: Sentence(Text.textTruncatedHint)
        case .picture: Sentence(Text.pictureHint)
        case .symbol: Sentence(Text.symbolHint)
        case .selfCheck: Sentence(Text.selfCheckHint)
        case .noSymbol: Sentence(Text.noSymbolHint, ["content": "\"symbol\": \"token\""])
        case .noBack, .pageTooSmall: nil
        case .symbolOnCards, .unsupportedField(_, _, on: .placeCards): Sentence(Text.cardLayoutsHint)
        case .unsupportedField(_, _, on: .tableCards): Sentence(Text.tableCardLayoutHint)
        case .unsupportedField(_, _, on: .tickets): Sentence(Text.fieldsHint)
        case .tableCardsTooSmall: Sentence(Text.tableCardsTooSmallHint)
        }
    }

    private static func sentence(_ truncation: Truncation, _ layout: String, _ item: EveryItem) -> Sentence {
        var arguments: [String: SentenceArgument] = [
            "layout": .text(layout), "field": .text(truncation.field), "text": .text(truncation.text),
            "item": .sentence(Sentence(item)),
        ]
        guard !truncation.fitting.isEmpty else { return Sentence(Text.textWithoutRoom, arguments) }
        arguments["count"] = .number(truncation.fitting.count)
        arguments["fitting"] = .text(truncation.fitting)
        return Sentence(Text.textTruncated, arguments)
    }

    private static func missingField(on paper: PaperKind) -> Text {
        switch paper {
        case .tickets: .fieldOfNoTickets
        case .placeCards: .fieldOfNoPlaceCards
        case .tableCards: .fieldOfNoTableCards
        }
    }

    private static func listed(_ faults: [SelfCheckFault], of count: Int) -> Sentence {
        var list = faults.map(\.sentence)
        if count > faults.count { list.append(.verbatim("…")) }
        return .list(list, separator: "; ")
    }

    private static func listed(_ tables: [String], of count: Int) -> String {
        tables.filter { $0 != EveryItem.card.rawValue }.map { "“\($0)”" }.joined(separator: ", ")
            + (count > tables.count ? ", …" : "")
    }
}
