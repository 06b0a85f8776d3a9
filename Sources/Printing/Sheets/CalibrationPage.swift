import Drawing
import QRSymbol

/// A page to measure a printer with: a frame that stands 10 mm from each edge with a scale along its sides, and symbols
/// whose modules have two to six dots, as far as there is room for them. Lengths are in millimetres.
public struct CalibrationPage: Sendable {
    private let width: Double
    private let height: Double
    private let dpi: Double
    private let symbols: [CalibrationSymbol]
    /// Dots a module of the symbols for which the page is too small.
    public let leftOut: [Int]
    private static let margin = 10.0
    private static let rounding = 1e-6
    /// Within the frame, what is to be free left and right of a symbol together.
    private static let besideSymbols = 12.0

    /// - Throws: `PrintingError.pageTooSmall` where none of the symbols has room; `QRSymbolError`.
    public init(width: Double, height: Double, dpi: Double) throws {
        self.width = width
        self.height = height
        self.dpi = dpi
        let all = try (2...6).map { try CalibrationSymbol(dotsPerModule: $0, dpi: dpi) }
        var lower = CalibrationPage.margin + CalibrationSymbol.inset
        symbols = all.prefix { symbol in
            defer { lower += symbol.side + CalibrationSymbol.gap }
            // A sum of millimetres is what it says but for its last digits.
            let (down, across) = (height + CalibrationPage.rounding, width + CalibrationPage.rounding)
            return lower + symbol.side <= down - 2 * CalibrationPage.margin
                && symbol.side <= across - 2 * CalibrationPage.margin - CalibrationPage.besideSymbols
        }
        leftOut = all.dropFirst(symbols.count).map(\.dotsPerModule)
        guard symbols.isEmpty, let least = all.first else { return }
        throw PrintingError.pageTooSmall(
            width: least.side + 2 * CalibrationPage.margin + CalibrationPage.besideSymbols,
            height: least.side + 3 * CalibrationPage.margin + CalibrationSymbol.inset)
    }

    /// Draws the page, or both sides of a sheet.
    ///
    /// - Parameters:
    ///   - offset: by how much everything moves right and down.
    ///   - back: the same for the other side, as one sees it who looks at that; nil draws the front alone.
    ///   - write: takes the PDF's bytes.
    public func draw(
        offset: (x: Double, y: Double), back: (x: Double, y: Double)? = nil,
        _ write: @escaping ([UInt8]) throws -> Void
    ) throws -> SheetFile.Drawn {
        let document = try PDFDocument(
            title: "Calibration", printing: back == nil ? .actualSize : .actualSizeBothSides, write)
        var sides = [(name: back == nil ? "" : "Front · ", offset: offset)]
        if let back { sides.append(("Back · ", back)) }
        var pages: [[PlacedSymbol]] = []
        for side in sides {
            try document.page(
                width: Millimetres.onDots(width, dpi: dpi), height: Millimetres.onDots(height, dpi: dpi)
            ) { canvas in
                canvas.placed(x: side.offset.x * Millimetres.points, y: side.offset.y * Millimetres.points) {
                    drawFrame(on: canvas, named: side.name)
                }
                pages.append(try drawSymbols(on: canvas, side.offset))
            }
        }
        try document.finish()
        var notes = DrawingNotes()
        let texts = sides.map { CalibrationPage.words(of: $0.name) } + symbols.map(label(of:))
        let letters = Set(texts.joined().unicodeScalars).subtracting([" "]).sorted()
        notes.noteMissing(document.typesetter.missing(letters), "text", of: "every page")
        return SheetFile.Drawn(pages: pages, dpi: dpi, notes: notes)
    }

    private static func words(of side: String) -> String {
        "\(side)10 mm from each edge · the marks are millimetres · print at 100 %"
    }

    /// What stands beside a symbol.
    private func label(of symbol: CalibrationSymbol) -> String {
        "\(symbol.dotsPerModule) dots, \(LengthText.of(Double(symbol.dotsPerModule) / dpi * Millimetres.inch)) mm"
    }

    private func line(
        on canvas: Canvas, from start: (x: Double, y: Double), to end: (x: Double, y: Double), width: Double = 0.3
    ) {
        canvas.line(
            from: (start.x * Millimetres.points, start.y * Millimetres.points),
            to: (end.x * Millimetres.points, end.y * Millimetres.points), width: width, .black)
    }

    private func drawFrame(on canvas: Canvas, named side: String) {
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
        canvas.write(
            CalibrationPage.words(of: side), Font(size: 9), .black, x: width / 2 * Millimetres.points,
            middle: (bottom - 5) * Millimetres.points, .centre, width: (right - left - 4) * Millimetres.points)
    }

    /// One below the other.
    private func drawSymbols(on canvas: Canvas, _ offset: (x: Double, y: Double)) throws -> [PlacedSymbol] {
        let dot = 72 / dpi
        let left = CalibrationPage.margin + CalibrationSymbol.inset
        var y = left
        var places: [PlacedSymbol] = []
        for symbol in symbols {
            let place = PlacedSymbol(
                ticket: "\(symbol.dotsPerModule) dots", token: symbol.text,
                x: Int((left + offset.x) / Millimetres.inch * dpi), y: Int((y + offset.y) / Millimetres.inch * dpi),
                dotsPerModule: symbol.dotsPerModule, modules: symbol.symbol.modulesPerSide, level: symbol.symbol.level,
                quietZone: CalibrationSymbol.quietZone)
            try canvas.ink(place, symbol.symbol, dot: dot)
            places.append(place)
            canvas.write(
                label(of: symbol), Font(size: 9), .black,
                x: Double(place.x + place.side) * dot + 6, middle: (Double(place.y) + Double(place.side) / 2) * dot,
                .left)
            y += symbol.side + CalibrationSymbol.gap
        }
        return places
    }
}

/// A symbol of the page, as long as a ticket's token, of its letters.
private struct CalibrationSymbol {
    /// From the frame, and from one symbol to the next, in millimetres.
    static let inset = 8.0
    static let gap = 3.0
    static let quietZone = 4

    let dotsPerModule: Int
    let text: String
    let symbol: QRSymbol
    /// With its quiet zone, in millimetres.
    let side: Double

    init(dotsPerModule: Int, dpi: Double) throws {
        self.dotsPerModule = dotsPerModule
        text = "EVENTPASS CALIBRATION \(dotsPerModule) DOTS A MODULE AT \(LengthText.of(dpi)) DPI"
        symbol = try QRSymbol(text)
        side =
            Double((symbol.modulesPerSide + 2 * CalibrationSymbol.quietZone) * dotsPerModule) / dpi * Millimetres.inch
    }
}
