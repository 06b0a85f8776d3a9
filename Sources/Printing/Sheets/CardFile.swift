public import Drawing

/// What is printed of a seat or a table: texts, and nothing that opens a gate.
public struct PrintedCard: Hashable, Sendable {
    /// What errors call it: the guest's or the table's name.
    public var name: String
    /// What its texts say; a field that is not here is empty.
    public var fields: [TicketField: String]
    /// Who sits at the table, in order.
    public var names: [String]

    public init(name: String, fields: [TicketField: String], names: [String] = []) {
        self.name = name
        self.fields = fields
        self.names = names
    }

    var cell: FaceDrawing.Cell {
        var fields = fields
        // Where it stands among other words.
        fields[.names] = names.isEmpty ? nil : names.joined(separator: ", ")
        return FaceDrawing.Cell(name: name, fields: fields, names: names)
    }
}

/// Draws cards for seats and tables into one PDF.
///
/// ```swift
/// let file = try CardFile(layout, of: .placeCards, event: [.event: "Grace & Denis"], artwork: [:]) {
///     try partial.append($0)
/// }
/// for sheet in sheets { try file.add(sheet) }
/// let notes = try file.finish()
/// ```
public final class CardFile {
    private let paper: PaperKind
    private let pages: SheetPages

    /// - Parameters:
    ///   - paper: `placeCards` or `tableCards`.
    ///   - event: the fields that are the same on every card.
    ///   - artwork: the layout's pictures, by the paths that it has for them.
    ///   - offset: by how much everything moves right and down on the paper, in millimetres.
    ///   - write: takes the file's bytes.
    /// - Throws: `DrawingError.missingFont`, `noFonts`; `PrintingError.symbolOnCards`, `foreignField`.
    public init(
        _ layout: Layout, of paper: PaperKind, event: [TicketField: String], artwork: [String: Artwork],
        offset: (x: Double, y: Double) = (0, 0), _ write: @escaping ([UInt8]) throws -> Void
    ) throws {
        let boxes = layout.front + layout.back
        if boxes.contains(where: { if case .symbol = $0.content { true } else { false } }) {
            throw PrintingError.symbolOnCards(layout: layout.title)
        }
        try layout.requireFields(of: paper)
        self.paper = paper
        pages = try SheetPages(
            layout, of: paper, event: event, artwork: artwork, sides: layout.back.isEmpty ? .front : .both,
            offset: offset, write)
    }

    /// Adds a sheet, with its back where the layout has one.
    ///
    /// - Parameter cells: its cards, row by row; nil where a cell stays empty.
    public func add(_ cells: [PrintedCard?]) throws { try pages.add(cells.map { $0?.cell }) }

    /// Ends the file.
    ///
    /// - Returns: what came up.
    /// - Throws: `PrintingError.noRoomOnTables`: what is missing on the card of a table is somebody without a seat.
    public func finish() throws -> DrawingNotes {
        let notes = pages.notes
        if paper == .tableCards, let cut = notes.cut.max(by: { $0.count < $1.count }) {
            throw PrintingError.noRoomOnTables(cut.names, tables: cut.count)
        }
        return try pages.finish().notes
    }
}
