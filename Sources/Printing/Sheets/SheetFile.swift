public import Drawing

/// Draws sheets of tickets into one PDF.
///
/// ```swift
/// let file = try SheetFile(layout, event: [.event: "New Year"], artwork: [:]) { try partial.append($0) }
/// for sheet in sheets { try file.add(sheet) }
/// let drawn = try file.finish()
/// ```
public final class SheetFile {
    /// What a finished file holds.
    public struct Drawn: Sendable {
        /// The symbols of each page.
        public let pages: [[PlacedSymbol]]
        public let dpi: Double
        public let notes: DrawingNotes
    }

    public enum Sides: Sendable {
        case front
        /// Front and back of each sheet, one page behind the other, for printers that turn sheets over the long edge.
        case both
    }

    private let pages: SheetPages

    /// - Parameters:
    ///   - event: the fields that are the same on every ticket.
    ///   - artwork: the layout's pictures, by the paths that it has for them.
    ///   - offset: by how much everything moves right and down on the paper, in millimetres.
    ///   - backOffset: the same for the other side, as one sees it who looks at that; nil is the same.
    ///   - write: takes the file's bytes.
    /// - Throws: `DrawingError.missingFont`, `noFonts`; `PrintingError.noBack`, `noSymbol`, `foreignField`.
    public init(
        _ layout: Layout, event: [TicketField: String], artwork: [String: Artwork], sides: Sides = .front,
        offset: (x: Double, y: Double) = (0, 0), backOffset: (x: Double, y: Double)? = nil,
        _ write: @escaping ([UInt8]) throws -> Void
    ) throws {
        if sides == .both, layout.back.isEmpty { throw PrintingError.noBack(layout: layout.title) }
        try layout.requireSymbol(on: sides == .both ? layout.front + layout.back : layout.front)
        try layout.requireFields(of: .tickets)
        pages = try SheetPages(
            layout, of: .tickets, event: event, artwork: artwork, sides: sides, offset: offset,
            backOffset: backOffset, write)
    }

    /// Adds a sheet.
    ///
    /// - Parameter cells: its tickets, row by row; nil where a cell stays empty.
    public func add(_ cells: [PrintedTicket?]) throws { try pages.add(cells.map { $0?.cell }) }

    /// Ends the file.
    public func finish() throws -> Drawn { try pages.finish() }
}

extension Layout {
    /// Refuses a font that is not installed.
    func requireFonts(_ typesetter: Typesetter) throws {
        for box in front + back {
            if case .text(_, let style, _) = box.content { try typesetter.require(family: style.font.family) }
        }
    }

    /// Refuses to print tickets without what opens a gate.
    func requireSymbol(on boxes: [LayoutBox]) throws(PrintingError) {
        let hasOne = boxes.contains { if case .symbol = $0.content { true } else { false } }
        guard hasOne else { throw .noSymbol(layout: title) }
    }

    /// Whether every ticket drawn with it has its symbol, and no text that cards alone have.
    public var isForTickets: Bool {
        do {
            try requireSymbol(on: front)
            try requireFields(of: .tickets)
            return true
        } catch {
            return false
        }
    }

    /// Refuses a field that would be empty wherever it stands.
    func requireFields(of paper: PaperKind) throws(PrintingError) {
        for box in front + back {
            if case .text(let template, _, _) = box.content, let field = template.foreignField(on: paper) {
                throw .foreignField(layout: title, field, on: paper)
            }
        }
    }

    /// The paths of its pictures, as the file has them.
    public var picturePaths: [String] {
        (front + back).compactMap { box in
            if case .picture(let path) = box.content { path } else { nil }
        }
    }
}
