public import Drawing

/// Renders sheets of tickets into one PDF.
///
/// ```swift
/// let file = try TicketSheetPDF(layout, event: [.event: "New Year"], artwork: [:]) { try partial.append($0) }
/// for sheet in sheets { try file.add(sheet) }
/// let drawn = try file.finish()
/// ```
public final class TicketSheetPDF {
    /// The content of a finished file.
    public struct RenderedPages: Sendable {
        /// The symbols of each page, with their positions, for the self-check.
        public let pages: [[PlacedSymbol]]
        public let dpi: Double
        public let warnings: RenderingWarnings
    }

    public enum Sides: Sendable {
        case front
        /// The front and back of each sheet as consecutive pages, for printers that flip each sheet on its long edge.
        case both
    }

    private let pages: PrintSheetRenderer

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - event: The fields that are the same on every ticket.
    ///   - artwork: The layout's pictures, by their paths as written in the layout file.
    ///   - direction: The direction in which the tickets are read. For reading from right to left, the positions of all
    ///     boxes are mirrored, but not letters and symbols.
    ///   - offset: The shift of all content to the right and down, in millimetres.
    ///   - backOffset: The shift of the content of the back, to the right and down when you look at the back; nil if it
    ///     equals `offset`.
    ///   - write: Receives the bytes of the file in blocks.
    /// - Throws: `DrawingError.missingFont`, `noFonts`; `PrintingError.noBack`, `noSymbol`, `unsupportedField`,
    ///   `timeTruncated`, `textTruncated`, `picture`.
    public init(
        _ layout: Layout, event: [TicketField: String], artwork: [String: Artwork], sides: Sides = .front,
        direction: WritingDirection = .leftToRight, offset: (x: Double, y: Double) = (0, 0),
        backOffset: (x: Double, y: Double)? = nil, _ write: @escaping ([UInt8]) throws -> Void
    ) throws {
        if sides == .both, layout.back.isEmpty { throw PrintingError.noBack(layout: layout.title) }
        try layout.requireSymbol(on: sides == .both ? layout.front + layout.back : layout.front)
        try layout.requireFields(of: .tickets)
        pages = try PrintSheetRenderer(
            layout, of: .tickets, event: event, artwork: artwork, sides: sides, direction: direction,
            offsets: PrintSheetRenderer.Offsets(front: offset, back: backOffset ?? offset), write)
    }

    /// Adds a sheet.
    ///
    /// - Parameter cells: The tickets on the sheet, row by row; nil for an empty cell.
    public func add(_ cells: [PrintedTicket?]) throws { try pages.add(cells.map { $0?.cell }) }

    /// Completes the file.
    public func finish() throws -> RenderedPages { try pages.finish() }
}

extension Layout {
    func requireFonts(_ typesetter: Typesetter) throws {
        for box in front + back {
            if case .text(_, let style, _) = box.content { try typesetter.require(family: style.font.family) }
        }
    }

    /// Throws `PrintingError.noSymbol` if none of the boxes contains a symbol.
    func requireSymbol(on boxes: [LayoutBox]) throws(PrintingError) {
        let hasOne = boxes.contains { if case .symbol = $0.content { true } else { false } }
        guard hasOne else { throw .noSymbol(layout: title) }
    }

    /// Whether the layout can be used for tickets: it has a symbol on its front, and no field that exists only on
    /// cards.
    public var isForTickets: Bool {
        do {
            try requireSymbol(on: front)
            try requireFields(of: .tickets)
            return true
        } catch {
            return false
        }
    }

    /// Throws `PrintingError.unsupportedField` if the layout has a field that does not exist on this kind of item.
    func requireFields(of paper: PaperKind) throws(PrintingError) {
        for box in front + back {
            if case .text(let template, _, _) = box.content, let field = template.unsupportedField(on: paper) {
                throw .unsupportedField(layout: title, field, on: paper)
            }
        }
    }

    /// The paths of the layout's pictures, as written in the layout file.
    public var picturePaths: [String] {
        (front + back).compactMap { box in
            if case .picture(let path) = box.content { path } else { nil }
        }
    }
}
