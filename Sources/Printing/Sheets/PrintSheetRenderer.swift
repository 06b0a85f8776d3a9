import Drawing

/// Renders tickets or cards onto the pages of one PDF.
final class PrintSheetRenderer {
    private let document: PDFDocument
    private let layout: Layout
    private let paper: PaperKind
    private let event: [TicketField: String]
    private let offsets: Offsets
    private let front: FaceRenderer
    private let back: FaceRenderer?
    private let marks: RecordedDrawing
    private var warnings: RenderingWarnings
    private var pages: [[PlacedSymbol]] = []

    /// The shift of all content of each side to the right and down, in millimetres.
    struct Offsets {
        let front: (x: Double, y: Double)
        let back: (x: Double, y: Double)
    }

    init(
        _ layout: Layout, of paper: PaperKind, event: [TicketField: String], artwork: [String: Artwork],
        sides: TicketSheetPDF.Sides, direction: WritingDirection, offsets: Offsets,
        _ write: @escaping ([UInt8]) throws -> Void
    ) throws {
        let layout = layout.arranged(for: direction)
        let document = try PDFDocument(
            title: event[.event] ?? layout.title, printing: sides == .both ? .actualSizeBothSides : .actualSize, write)
        try layout.requireFonts(document.typesetter)
        let purpose = FaceRenderer.RenderingTarget(everyItem: paper == .tickets ? .ticket : .card)
        var notes = RenderingWarnings()
        front = try FaceRenderer(
            layout.front, of: layout, event: event, artwork: artwork, with: document.typesetter, for: purpose, &notes)
        back =
            sides == .both
            ? try FaceRenderer(
                layout.back, of: layout, event: event, artwork: artwork, with: document.typesetter, for: purpose,
                &notes)
            : nil
        marks = try layout.marksRecording(document.typesetter)
        self.document = document
        self.layout = layout
        self.paper = paper
        self.event = event
        self.offsets = offsets
        warnings = notes
    }

    /// Adds a sheet, with its back if both sides are printed. `cells` contains the tickets or cards on the front, row
    /// by row; nil for an empty cell.
    func add(_ cells: [FaceRenderer.FaceContent?]) throws {
        try addPage(front, offsets.front) { cells[$0] }
        if let back { try addPage(back, offsets.back) { cells[self.layout.cell(behind: $0)] } }
    }

    private func addPage(
        _ face: FaceRenderer, _ offset: (x: Double, y: Double), _ cell: (Int) -> FaceRenderer.FaceContent?
    ) throws {
        var symbols: [PlacedSymbol] = []
        // Some printers measure from the lower or right edge of the page. The page size is a whole number of dots, so
        // that symbols also align with the dots of these printers.
        try document.page(
            width: PaperLength.roundedToDots(layout.page.width, dpi: layout.dpi),
            height: PaperLength.roundedToDots(layout.page.height, dpi: layout.dpi), trimmedTo: trimArea(offset)
        ) { canvas in
            canvas.draw(
                marks, x: offset.x * PaperLength.pointsPerMillimetre, y: offset.y * PaperLength.pointsPerMillimetre)
            for index in 0..<layout.cellsPerSheet {
                guard let cell = cell(index) else { continue }
                let origin = layout.origin(ofCell: index)
                symbols += try face.draw(
                    cell, event: event, at: (origin.x + offset.x, origin.y + offset.y), on: canvas, &warnings)
            }
        }
        pages.append(symbols)
    }

    /// The area of the tickets on a page that is shifted by `offset`; nil if the layout has no bleed.
    private func trimArea(_ offset: (x: Double, y: Double)) -> PDFDocument.TrimArea? {
        guard layout.bleed > 0 else { return nil }
        var area = layout.ticketArea
        area.x += offset.x
        area.y += offset.y
        return PDFDocument.TrimArea(trim: area.points, bleed: layout.bleed * PaperLength.pointsPerMillimetre)
    }

    var notes: RenderingWarnings { warnings }

    func finish() throws -> TicketSheetPDF.RenderedPages {
        try document.finish()
        return TicketSheetPDF.RenderedPages(pages: pages, dpi: layout.dpi, warnings: warnings)
    }
}
