import Drawing

/// The pages of one PDF, cell by cell: tickets and cards are laid on sheets alike.
final class SheetPages {
    private let document: PDFDocument
    private let layout: Layout
    private let paper: PaperKind
    private let event: [TicketField: String]
    private let offset: (x: Double, y: Double)
    private let backOffset: (x: Double, y: Double)
    private let front: FaceDrawing
    private let back: FaceDrawing?
    private let marks: Recording
    private var found: DrawingNotes
    private var pages: [[PlacedSymbol]] = []

    init(
        _ layout: Layout, of paper: PaperKind, event: [TicketField: String], artwork: [String: Artwork],
        sides: SheetFile.Sides, offset: (x: Double, y: Double), backOffset: (x: Double, y: Double)? = nil,
        _ write: @escaping ([UInt8]) throws -> Void
    ) throws {
        let document = try PDFDocument(
            title: event[.event] ?? layout.title, printing: sides == .both ? .actualSizeBothSides : .actualSize, write)
        try layout.requireFonts(document.typesetter)
        let purpose = FaceDrawing.Purpose(everyOne: paper == .tickets ? "every ticket" : PaperKind.everyCard)
        var notes = DrawingNotes()
        front = try FaceDrawing(
            layout.front, of: layout, event: event, artwork: artwork, with: document.typesetter, for: purpose, &notes)
        back =
            sides == .both
            ? try FaceDrawing(
                layout.back, of: layout, event: event, artwork: artwork, with: document.typesetter, for: purpose,
                &notes)
            : nil
        marks = try layout.marksRecording(document.typesetter)
        self.document = document
        self.layout = layout
        self.paper = paper
        self.event = event
        self.offset = offset
        self.backOffset = backOffset ?? offset
        found = notes
    }

    /// Adds a sheet: its cells row by row, nil where one stays empty.
    func add(_ cells: [FaceDrawing.Cell?]) throws {
        try addPage(front, offset) { cells[$0] }
        if let back { try addPage(back, backOffset) { cells[self.layout.cell(behind: $0)] } }
    }

    private func addPage(
        _ face: FaceDrawing, _ offset: (x: Double, y: Double), _ cell: (Int) -> FaceDrawing.Cell?
    ) throws {
        var symbols: [PlacedSymbol] = []
        // Whole dots: wherever a printer begins to count, symbols lie on its dots.
        try document.page(
            width: Millimetres.onDots(layout.page.width, dpi: layout.dpi),
            height: Millimetres.onDots(layout.page.height, dpi: layout.dpi)
        ) { canvas in
            canvas.draw(marks, x: offset.x * Millimetres.points, y: offset.y * Millimetres.points)
            for index in 0..<layout.cellsPerSheet {
                guard let cell = cell(index) else { continue }
                let origin = layout.origin(ofCell: index)
                symbols += try face.draw(
                    cell, event: event, at: (origin.x + offset.x, origin.y + offset.y), on: canvas, &found)
            }
        }
        pages.append(symbols)
    }

    /// What came up so far.
    var notes: DrawingNotes { found }

    func finish() throws -> SheetFile.Drawn {
        try document.finish()
        return SheetFile.Drawn(pages: pages, dpi: layout.dpi, notes: found)
    }
}
