import Drawing

extension Layout {
    private static let hairline = 0.3
    private static let grey = Canvas.Colour(0x808080)
    /// The length of a crop mark, and its smallest distance from the tickets, in millimetres.
    private static let markLength = 4.0
    private static let smallestMarkDistance = 1.0

    /// The distance of a crop mark from the tickets. It is at least the width of the bleed, because marks in the bleed
    /// would be hard to see.
    private var markDistance: Double { max(Layout.smallestMarkDistance, bleed) }

    /// A drawing of the marks that show where to cut the tickets. It is the same for all pages.
    func marksRecording(_ typesetter: Typesetter) throws -> RecordedDrawing {
        try RecordedDrawing(
            width: page.width * PaperLength.pointsPerMillimetre, height: page.height * PaperLength.pointsPerMillimetre,
            with: typesetter
        ) { canvas in
            switch marks {
            case .none: break
            case .crop: drawCropMarks(on: canvas)
            case .outline: drawOutlines(on: canvas)
            }
        }
    }

    private func drawCropMarks(on canvas: Canvas) {
        let area = ticketArea
        let (right, bottom) = (area.x + area.width, area.y + area.height)
        for column in 0..<grid.columns {
            let x = origin(ofCell: column).x
            for edge in [x, x + ticket.width] {
                mark(from: (edge, area.y - markDistance), by: (0, -Layout.markLength), on: canvas)
                mark(from: (edge, bottom + markDistance), by: (0, Layout.markLength), on: canvas)
            }
        }
        for row in 0..<grid.rows {
            let y = origin(ofCell: row * grid.columns).y
            for edge in [y, y + ticket.height] {
                mark(from: (area.x - markDistance, edge), by: (-Layout.markLength, 0), on: canvas)
                mark(from: (right + markDistance, edge), by: (Layout.markLength, 0), on: canvas)
            }
        }
    }

    private func mark(from start: (x: Double, y: Double), by way: (x: Double, y: Double), on canvas: Canvas) {
        canvas.line(
            from: (start.x * PaperLength.pointsPerMillimetre, start.y * PaperLength.pointsPerMillimetre),
            to: (
                (start.x + way.x) * PaperLength.pointsPerMillimetre, (start.y + way.y) * PaperLength.pointsPerMillimetre
            ),
            width: Layout.hairline,
            .black)
    }

    private func drawOutlines(on canvas: Canvas) {
        for cell in 0..<grid.count {
            let (x, y) = origin(ofCell: cell)
            let (right, bottom) = (x + ticket.width, y + ticket.height)
            let corners = [(x, y), (right, y), (right, bottom), (x, bottom), (x, y)].map {
                (x: $0.0 * PaperLength.pointsPerMillimetre, y: $0.1 * PaperLength.pointsPerMillimetre)
            }
            for (start, end) in zip(corners, corners.dropFirst()) {
                canvas.line(from: start, to: end, width: Layout.hairline, Layout.grey)
            }
        }
    }
}
