import Drawing
import QRSymbol

/// A page to measure a printer with: a frame that stands 10 mm from each edge with a scale along its sides, and symbols
/// whose modules have two to six dots. Lengths are in millimetres.
public struct CalibrationPage: Sendable {
    private let width: Double
    private let height: Double
    private let dpi: Double
    private static let margin = 10.0

    public init(width: Double, height: Double, dpi: Double) {
        self.width = width
        self.height = height
        self.dpi = dpi
    }

    /// Draws the page.
    ///
    /// - Parameters:
    ///   - offset: by how much everything moves right and down.
    ///   - write: takes the PDF's bytes.
    public func draw(
        offset: (x: Double, y: Double), _ write: @escaping ([UInt8]) throws -> Void
    ) throws -> SheetFile.Drawn {
        let document = try PDFDocument(title: "Calibration", write)
        var symbols: [PlacedSymbol] = []
        try document.page(
            width: Millimetres.onDots(width, dpi: dpi), height: Millimetres.onDots(height, dpi: dpi)
        ) { canvas in
            canvas.placed(x: offset.x * Millimetres.points, y: offset.y * Millimetres.points) {
                drawFrame(on: canvas)
            }
            symbols = try drawSymbols(on: canvas, offset)
        }
        try document.finish()
        return SheetFile.Drawn(pages: [symbols], dpi: dpi, notes: DrawingNotes())
    }

    private func line(
        on canvas: Canvas, from start: (x: Double, y: Double), to end: (x: Double, y: Double), width: Double = 0.3
    ) {
        canvas.line(
            from: (start.x * Millimetres.points, start.y * Millimetres.points),
            to: (end.x * Millimetres.points, end.y * Millimetres.points), width: width, .black)
    }

    private func drawFrame(on canvas: Canvas) {
        let (left, top) = (CalibrationPage.margin, CalibrationPage.margin)
        let (right, bottom) = (width - CalibrationPage.margin, height - CalibrationPage.margin)
        for (start, end) in [
            ((left, top), (right, top)), ((right, top), (right, bottom)), ((right, bottom), (left, bottom)),
            ((left, bottom), (left, top)),
        ] { line(on: canvas, from: start, to: end) }
        // A mark each millimetre, longer ones each five and ten.
        func length(_ mark: Int) -> Double { mark.isMultiple(of: 10) ? 4 : mark.isMultiple(of: 5) ? 2.5 : 1.5 }
        for mark in 0...Int(right - left) {
            let x = left + Double(mark)
            line(on: canvas, from: (x, top), to: (x, top + length(mark)), width: 0.2)
        }
        for mark in 0...Int(bottom - top) {
            let y = top + Double(mark)
            line(on: canvas, from: (left, y), to: (left + length(mark), y), width: 0.2)
        }
        let words = "10 mm from each edge · the marks are millimetres · print at 100 %"
        canvas.write(
            words, Font(size: 9), .black, x: width / 2 * Millimetres.points,
            middle: (bottom - 5) * Millimetres.points, .centre, width: (right - left - 4) * Millimetres.points)
    }

    /// As many of the symbols as have room, one below the other.
    private func drawSymbols(on canvas: Canvas, _ offset: (x: Double, y: Double)) throws -> [PlacedSymbol] {
        let dot = 72 / dpi
        var symbols: [PlacedSymbol] = []
        var y = CalibrationPage.margin + 8
        for dots in 2...6 {
            // As long as a ticket's token, of its letters.
            let size = LengthText.of(Double(dots) / dpi * Millimetres.inch)
            let text = "EVENTPASS CALIBRATION \(dots) DOTS A MODULE AT \(LengthText.of(dpi)) DPI"
            let symbol = try QRSymbol(text)
            let modules = symbol.modulesPerSide
            let side = Double((modules + 8) * dots) / dpi * Millimetres.inch
            guard y + side <= height - CalibrationPage.margin - 10, side <= width - 2 * CalibrationPage.margin - 12
            else {
                break
            }
            let place = PlacedSymbol(
                ticket: "\(dots) dots", token: text,
                x: Int((CalibrationPage.margin + 8 + offset.x) / Millimetres.inch * dpi),
                y: Int((y + offset.y) / Millimetres.inch * dpi), dotsPerModule: dots, modules: modules,
                level: symbol.level, quietZone: 4)
            try canvas.ink(place, symbol, dot: dot)
            symbols.append(place)
            canvas.write(
                "\(dots) dots, \(size) mm", Font(size: 9), .black,
                x: Double(place.x + place.side) * dot + 6, middle: (Double(place.y) + Double(place.side) / 2) * dot,
                .left)
            y += side + 3
        }
        return symbols
    }
}
