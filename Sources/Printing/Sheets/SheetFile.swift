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

    private let document: PDFDocument
    private let layout: Layout
    private let event: [TicketField: String]
    private let offset: (x: Double, y: Double)
    private let backOffset: (x: Double, y: Double)
    private let front: FaceDrawing
    private let back: FaceDrawing?
    private let marks: Recording
    private var findings: FaceDrawing.Findings
    private var pages: [[PlacedSymbol]] = []

    /// - Parameters:
    ///   - event: the fields that are the same on every ticket.
    ///   - artwork: the layout's pictures, by the paths that it has for them.
    ///   - offset: by how much everything moves right and down on the paper, in millimetres.
    ///   - backOffset: the same for the other side, as one sees it who looks at that; nil is the same.
    ///   - write: takes the file's bytes.
    /// - Throws: `DrawingError.missingFont`; `PrintingError.noBack`.
    public init(
        _ layout: Layout, event: [TicketField: String], artwork: [String: Artwork], sides: Sides = .front,
        offset: (x: Double, y: Double) = (0, 0), backOffset: (x: Double, y: Double)? = nil,
        _ write: @escaping ([UInt8]) throws -> Void
    ) throws {
        if sides == .both, layout.back.isEmpty { throw PrintingError.noBack(layout: layout.title) }
        try layout.requireSymbol(on: sides == .both ? layout.front + layout.back : layout.front)
        let document = try PDFDocument(title: event[.event] ?? layout.title, write)
        try layout.requireFonts(document.typesetter)
        var findings = FaceDrawing.Findings()
        front = try FaceDrawing(
            layout.front, of: layout, event: event, artwork: artwork, with: document.typesetter, &findings)
        back =
            sides == .both
            ? try FaceDrawing(
                layout.back, of: layout, event: event, artwork: artwork, with: document.typesetter, &findings)
            : nil
        marks = try layout.marksRecording(document.typesetter)
        self.document = document
        self.layout = layout
        self.event = event
        self.offset = offset
        self.backOffset = backOffset ?? offset
        self.findings = findings
    }

    /// Adds a sheet.
    ///
    /// - Parameter cells: its tickets, row by row; nil where a cell stays empty.
    public func add(_ cells: [PrintedTicket?]) throws {
        try addPage(front, offset) { cells[$0] }
        if let back { try addPage(back, backOffset) { cells[self.layout.cell(behind: $0)] } }
    }

    private func addPage(
        _ face: FaceDrawing, _ offset: (x: Double, y: Double), _ ticket: (Int) -> PrintedTicket?
    ) throws {
        var symbols: [PlacedSymbol] = []
        // Whole dots: wherever a printer begins to count, symbols lie on its dots.
        try document.page(
            width: Millimetres.onDots(layout.page.width, dpi: layout.dpi),
            height: Millimetres.onDots(layout.page.height, dpi: layout.dpi)
        ) { canvas in
            canvas.draw(marks, x: offset.x * Millimetres.points, y: offset.y * Millimetres.points)
            for cell in 0..<layout.cellsPerSheet {
                guard let ticket = ticket(cell) else { continue }
                let origin = layout.origin(ofCell: cell)
                symbols += try face.draw(
                    ticket, event: event, at: (origin.x + offset.x, origin.y + offset.y), on: canvas, &findings)
            }
        }
        pages.append(symbols)
    }

    /// Ends the file.
    ///
    /// - Throws: `PrintingError.missingGlyphs` with the characters that no font has.
    public func finish() throws -> Drawn {
        guard findings.missing.isEmpty else {
            throw PrintingError.missingGlyphs(findings.missing, tickets: findings.ticketsWithMissing)
        }
        try document.finish()
        return Drawn(pages: pages, dpi: layout.dpi, notes: findings.notes)
    }
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

    /// The paths of its pictures, as the file has them.
    public var picturePaths: [String] {
        (front + back).compactMap { box in
            if case .picture(let path) = box.content { path } else { nil }
        }
    }
}
