public import Drawing

/// The content of a place card or table card. Unlike a ticket, a card has no token and no QR symbol.
public struct PrintedCard: Hashable, Sendable {
    /// The name of the guest or the table, used in errors.
    public var name: String
    /// The values of the card's fields. A missing field is empty.
    public var fields: [TicketField: String]
    /// The names of the guests at the table, in the order in which they are printed; empty for a place card.
    public var names: [String]

    public init(name: String, fields: [TicketField: String], names: [String] = []) {
        self.name = name
        self.fields = fields
        self.names = names
    }

    var cell: FaceRenderer.FaceContent {
        var fields = fields
        // If a text of the layout is only `{names}`, each name is printed on its own line. This value is used if the
        // text contains more than `{names}`.
        fields[.names] = names.isEmpty ? nil : names.joined(separator: ", ")
        return FaceRenderer.FaceContent(name: name, fields: fields, names: names)
    }
}

/// Renders place cards, one for each seat, or table cards, one for each table, into one PDF.
///
/// ```swift
/// let file = try CardSheetPDF(layout, of: .placeCards, event: [.event: "Grace & Denis"], artwork: [:]) {
///     try partial.append($0)
/// }
/// for sheet in sheets { try file.add(sheet) }
/// let notes = try file.finish()
/// ```
public final class CardSheetPDF {
    private let paper: PaperKind
    private let pages: PrintSheetRenderer

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - paper: `placeCards` or `tableCards`.
    ///   - event: The fields that are the same on every card.
    ///   - artwork: The layout's pictures, by their paths as written in the layout file.
    ///   - direction: The direction in which the cards are read. For reading from right to left, the positions of all
    ///     boxes are mirrored, but not letters.
    ///   - offset: The shift of all content to the right and down, in millimetres.
    ///   - write: Receives the bytes of the file in blocks.
    /// - Throws: `DrawingError.missingFont`, `noFonts`; `PrintingError.symbolOnCards`, `unsupportedField`,
    ///   `timeTruncated`, `textTruncated`, `picture`.
    public init(
        _ layout: Layout, of paper: PaperKind, event: [TicketField: String], artwork: [String: Artwork],
        direction: WritingDirection = .leftToRight, offset: (x: Double, y: Double) = (0, 0),
        _ write: @escaping ([UInt8]) throws -> Void
    ) throws {
        let boxes = layout.front + layout.back
        if boxes.contains(where: { if case .symbol = $0.content { true } else { false } }) {
            throw PrintingError.symbolOnCards(layout: layout.title)
        }
        try layout.requireFields(of: paper)
        self.paper = paper
        pages = try PrintSheetRenderer(
            layout, of: paper, event: event, artwork: artwork, sides: layout.back.isEmpty ? .front : .both,
            direction: direction, offsets: PrintSheetRenderer.Offsets(front: offset, back: offset), write)
    }

    /// Adds a sheet, including its back if the layout has one.
    ///
    /// - Parameter cells: The cards on the sheet, row by row; nil for an empty cell.
    public func add(_ cells: [PrintedCard?]) throws { try pages.add(cells.map { $0?.cell }) }

    /// Completes the file.
    ///
    /// - Returns: The warnings about all cards.
    /// - Throws: `PrintingError.tableCardsTooSmall` if a text on a table card is truncated. The guests whose names are
    ///   cut off would not find their seats.
    public func finish() throws -> RenderingWarnings {
        let notes = pages.notes
        if paper == .tableCards, let cut = notes.truncated.max(by: { $0.count < $1.count }) {
            throw PrintingError.tableCardsTooSmall(cut.names, tables: cut.count)
        }
        return try pages.finish().warnings
    }
}
