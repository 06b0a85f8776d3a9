import Drawing
public import Languages
import QRSymbol

/// A page for calibrating a printer. It has a frame 10 mm from each edge, with a scale along the frame's left and upper
/// sides. Inside the frame are QR symbols with two to six dots per module. The largest symbols are omitted if they do
/// not fit. Lengths are in millimetres.
public struct CalibrationPage: Sendable {
    private let width: Double
    private let height: Double
    private let dpi: Double
    private let language: Language
    private let symbols: [CalibrationSymbol]
    /// The symbols that did not fit on the page, each given by its number of dots per module.
    public let omittedModuleSizes: [Int]
    private static let margin = 10.0
    private static let rounding = 1e-6
    /// The total width of the free space that a symbol needs on its left and right, inside the frame.
    private static let horizontalSpace = 12.0

    /// Plans a page of the given size with as many symbols as fit.
    ///
    /// - Parameter language: The language of the captions.
    /// - Throws: `PrintingError.pageTooSmall` if none of the symbols fits; `QRSymbolError`.
    public init(width: Double, height: Double, dpi: Double, language: Language = .english) throws {
        self.width = width
        self.height = height
        self.dpi = dpi
        self.language = language
        let all = try (2...6).map { try CalibrationSymbol(dotsPerModule: $0, dpi: dpi) }
        var lower = CalibrationPage.margin + CalibrationSymbol.inset
        symbols = all.prefix { symbol in
            defer { lower += symbol.side + CalibrationSymbol.gap }
            // Without the small addition, rounding errors could drop a symbol that fits exactly.
            let (down, across) = (height + CalibrationPage.rounding, width + CalibrationPage.rounding)
            return lower + symbol.side <= down - 2 * CalibrationPage.margin
                && symbol.side <= across - 2 * CalibrationPage.margin - CalibrationPage.horizontalSpace
        }
        omittedModuleSizes = all.dropFirst(symbols.count).map(\.dotsPerModule)
        guard symbols.isEmpty, let least = all.first else { return }
        throw PrintingError.pageTooSmall(
            width: least.side + 2 * CalibrationPage.margin + CalibrationPage.horizontalSpace,
            height: least.side + 3 * CalibrationPage.margin + CalibrationSymbol.inset)
    }

    /// Renders the page, or both sides of a sheet.
    ///
    /// - Parameters:
    ///   - offset: The shift of all content to the right and down.
    ///   - back: The shift of the content of the back, to the right and down when you look at the back; nil if only the
    ///     front is rendered.
    ///   - write: Receives the bytes of the PDF in blocks.
    public func draw(
        offset: (x: Double, y: Double), back: (x: Double, y: Double)? = nil,
        _ write: @escaping ([UInt8]) throws -> Void
    ) throws -> TicketSheetPDF.RenderedPages {
        let document = try PDFDocument(
            title: language.text(PaperSentence.calibration),
            printing: back == nil ? .actualSize : .actualSizeBothSides, write)
        var sides = [(caption: caption(of: back == nil ? nil : .front), offset: offset)]
        if let back { sides.append((caption(of: .back), back)) }
        var pages: [[PlacedSymbol]] = []
        for side in sides {
            try document.page(
                width: PaperLength.roundedToDots(width, dpi: dpi), height: PaperLength.roundedToDots(height, dpi: dpi)
            ) { canvas in
                canvas.translated(
                    x: side.offset.x * PaperLength.pointsPerMillimetre,
                    y: side.offset.y * PaperLength.pointsPerMillimetre
                ) {
                    drawFrame(on: canvas, caption: side.caption)
                }
                pages.append(try drawSymbols(on: canvas, side.offset))
            }
        }
        try document.finish()
        var notes = RenderingWarnings()
        let texts = sides.map(\.caption) + symbols.map(label(of:))
        let letters = Set(texts.joined().unicodeScalars).subtracting([" "]).sorted()
        notes.recordMissingGlyphs(
            document.typesetter.scalarsWithoutGlyph(letters), "text", of: EveryItem.page.rawValue)
        return TicketSheetPDF.RenderedPages(pages: pages, dpi: dpi, warnings: notes)
    }

    /// The caption of the frame: the side of the sheet, if the page has two sides, and instructions.
    private func caption(of side: PaperSentence?) -> String {
        let sentences = side.map { [$0, .frame] } ?? [PaperSentence.frame]
        return Sentence.list(sentences.map { Sentence($0) }, separator: " · ").text(in: language)
    }

    private func label(of symbol: CalibrationSymbol) -> String {
        let side = Double(symbol.dotsPerModule) / dpi * PaperLength.millimetresPerInch
        return language.text(
            PaperSentence.moduleSize,
            ["count": .number(symbol.dotsPerModule), "side": .text(LengthText.of(side))])
    }

    private func line(
        on canvas: Canvas, from start: (x: Double, y: Double), to end: (x: Double, y: Double), width: Double = 0.3
    ) {
        canvas.line(
            from: (start.x * PaperLength.pointsPerMillimetre, start.y * PaperLength.pointsPerMillimetre),
            to: (end.x * PaperLength.pointsPerMillimetre, end.y * PaperLength.pointsPerMillimetre), width: width, .black
        )
    }

    private func drawFrame(on canvas: Canvas, caption: String) {
        let (left, top) = (CalibrationPage.margin, CalibrationPage.margin)
        let (right, bottom) = (width - CalibrationPage.margin, height - CalibrationPage.margin)
        for (start, end) in [
            ((left, top), (right, top)), ((right, top), (right, bottom)), ((right, bottom), (left, bottom)),
            ((left, bottom), (left, top)),
        ] { line(on: canvas, from: start, to: end) }
        // A mark every millimetre, with longer marks every 5 and 10 mm.
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
            caption, Font(size: 9), .black, x: width / 2 * PaperLength.pointsPerMillimetre,
            middle: (bottom - 5) * PaperLength.pointsPerMillimetre, .centre,
            width: (right - left - 4) * PaperLength.pointsPerMillimetre)
    }

    private func drawSymbols(on canvas: Canvas, _ offset: (x: Double, y: Double)) throws -> [PlacedSymbol] {
        let dot = 72 / dpi
        let left = CalibrationPage.margin + CalibrationSymbol.inset
        var y = left
        var placedSymbols: [PlacedSymbol] = []
        for symbol in symbols {
            let placed = PlacedSymbol(
                ticket: "\(symbol.dotsPerModule) dots", token: symbol.text,
                x: Int((left + offset.x) / PaperLength.millimetresPerInch * dpi),
                y: Int((y + offset.y) / PaperLength.millimetresPerInch * dpi),
                dotsPerModule: symbol.dotsPerModule, modules: symbol.symbol.modulesPerSide, level: symbol.symbol.level,
                quietZone: CalibrationSymbol.quietZone)
            try canvas.drawSymbol(placed, symbol.symbol, dot: dot)
            placedSymbols.append(placed)
            canvas.write(
                label(of: symbol), Font(size: 9), .black,
                x: Double(placed.x + placed.side) * dot + 6, middle: (Double(placed.y) + Double(placed.side) / 2) * dot,
                .left)
            y += symbol.side + CalibrationSymbol.gap
        }
        return placedSymbols
    }
}

/// A symbol on the page. Its text is about as long as a ticket's token, and is encoded in the same mode as a token.
private struct CalibrationSymbol {
    /// The distance of the first symbol from the left and upper sides of the frame, in millimetres.
    static let inset = 8.0
    static let gap = 3.0
    static let quietZone = 4

    let dotsPerModule: Int
    let text: String
    let symbol: QRSymbol
    /// The length of a side, including the quiet zone, in millimetres.
    let side: Double

    init(dotsPerModule: Int, dpi: Double) throws {
        self.dotsPerModule = dotsPerModule
        text = "EVENTPASS CALIBRATION \(dotsPerModule) DOTS A MODULE AT \(LengthText.of(dpi)) DPI"
        symbol = try QRSymbol(text)
        side =
            Double((symbol.modulesPerSide + 2 * CalibrationSymbol.quietZone) * dotsPerModule) / dpi
            * PaperLength.millimetresPerInch
    }
}
