public import Drawing
import SymbolReader

/// Renders tickets for a label or receipt printer, one at a time, in the printer's language and resolution. If this
/// program renders the symbols, each symbol is verified before its ticket is written: it is decoded and compared with
/// the token.
///
/// ```swift
/// let roll = try RollTicketWriter(layout, for: .zpl, event: [.event: "New Year"], artwork: [:]) {
///     try partial.append($0)
/// }
/// for ticket in tickets { try roll.add(ticket) }
/// let notes = roll.finish()
/// ```
public final class RollTicketWriter {
    public enum PrinterLanguage: String, CaseIterable, Sendable {
        /// Labels on Zebra and ZPL-compatible printers.
        case zpl
        /// Receipts on ESC/POS printers.
        case escpos
    }

    /// Whether this program or the printer renders the symbols.
    public enum SymbolRendering: String, CaseIterable, Sendable {
        /// This program renders the symbols as part of the image.
        case graphic
        /// The printer renders the symbols from the tokens. Less data is sent to the printer, but this program cannot
        /// verify the symbols.
        case printer
    }

    private enum Writer {
        case zpl(ZPLWriter)
        case escpos(ESCPOSWriter)
    }

    /// The printable width of a receipt printer for 80 mm paper, in millimetres: 576 dots at 203 dpi.
    private static let headWidth = 72.0

    private let layout: Layout
    private let event: [TicketField: String]
    private let symbols: SymbolRendering
    private let offset: (x: Double, y: Double)
    private let typesetter: Typesetter
    private let face: FaceRenderer
    private let writer: Writer
    private let write: ([UInt8]) throws -> Void
    private let width: Int
    private let height: Int
    private var notes = RenderingWarnings()
    private var count = 0

    /// Creates a writer for tickets of one event.
    ///
    /// - Parameters:
    ///   - layout: The layout. Only its front is rendered.
    ///   - event: The fields that are the same on every ticket.
    ///   - artwork: The layout's pictures, by their paths as written in the layout file.
    ///   - direction: The direction in which the tickets are read. For reading from right to left, the positions of all
    ///     boxes are mirrored, but not letters and symbols.
    ///   - offset: The shift of all content to the right and down, in millimetres.
    ///   - write: Receives the data for the printer in blocks.
    /// - Throws: `DrawingError.missingFont`, `noFonts`; `PrinterError`; `PrintingError.noSymbol`, `unsupportedField`,
    ///   `timeTruncated`, `textTruncated`, `picture`.
    public init(
        _ layout: Layout, for language: PrinterLanguage, symbols: SymbolRendering = .graphic,
        event: [TicketField: String],
        artwork: [String: Artwork], direction: WritingDirection = .leftToRight,
        offset: (x: Double, y: Double) = (0, 0), _ write: @escaping ([UInt8]) throws -> Void
    ) throws {
        let layout = layout.arranged(for: direction)
        self.layout = layout
        self.event = event
        self.symbols = symbols
        self.offset = offset
        self.write = write
        if layout.bleed > 0 { throw PrinterError.bleed }
        try layout.requireSymbol(on: layout.front)
        try layout.requireFields(of: .tickets)
        typesetter = try Typesetter()
        try layout.requireFonts(typesetter)
        width = Int(layout.ticket.width / PaperLength.millimetresPerInch * layout.dpi)
        height = Int(layout.ticket.height / PaperLength.millimetresPerInch * layout.dpi)
        writer =
            switch language {
            case .zpl: .zpl(try ZPLWriter())
            case .escpos:
                .escpos(
                    try ESCPOSWriter(
                        headWidth: Int(
                            (RollTicketWriter.headWidth / PaperLength.millimetresPerInch * layout.dpi).rounded(.up)),
                        dotsPerInch: Int(layout.dpi.rounded()), end: .cut))
            }
        let most = language == .zpl ? ZPLWriter.magnifications : ESCPOSWriter.moduleSizes
        face = try FaceRenderer(
            layout.front, of: layout, event: event, artwork: artwork, with: typesetter,
            for: FaceRenderer.RenderingTarget(
                isMonochrome: true, symbols: symbols == .graphic ? .canvas : .printer(maxDotsPerModule: most.upperBound)
            ), &notes)
    }

    /// Renders and writes a ticket.
    ///
    /// - Throws: `PrintingError.selfCheck`, `symbol`; `PrinterError`. If an error is thrown, the ticket was not
    ///   written.
    public func add(_ ticket: PrintedTicket) throws {
        count += 1
        var placedSymbols: [PlacedSymbol] = []
        let picture = try GreyscaleImage(
            width: width, height: height, scale: layout.dpi / 72, with: typesetter
        ) { canvas in
            placedSymbols = try face.draw(ticket.cell, event: event, at: offset, on: canvas, &notes)
        }
        let bitmap = picture.bitmap(dithering: boxes(of: ticket).filter(\.isDithered).map(\.dots))
        recordInvisibleBoxes(picture, bitmap, ticket)
        let native: [NativeSymbol]
        switch symbols {
        case .graphic:
            native = []
            let faults = placedSymbols.compactMap { symbol in
                SelfCheck.fault(of: symbol, in: bitmap.square(x: symbol.x, y: symbol.y, side: symbol.side)).map {
                    SelfCheckFault(page: count, ticket: symbol.ticket, $0)
                }
            }
            guard faults.isEmpty else { throw PrintingError.selfCheck(faults, faults: faults.count) }
        case .printer: native = try placedSymbols.map { try NativeSymbol($0) }
        }
        let printed = try PrinterImage(bitmap: bitmap, symbols: native)
        switch writer {
        case .zpl(let writer): try writer.write(printed, into: write)
        case .escpos(let writer): try writer.write(printed, into: write)
        }
    }

    /// The warnings for all tickets.
    public func finish() -> RenderingWarnings { notes }

    /// A box of the layout in printer dots.
    private struct PixelBox {
        let name: String
        let dots: GreyscaleImage.PixelArea
        /// Whether grey areas of the box are dithered (drawn as a pattern of black and white dots). Text is dithered
        /// only if it contains colour emoji. In other text, only the edges of the letters are grey.
        let isDithered: Bool
    }

    private func boxes(of ticket: PrintedTicket) -> [PixelBox] {
        layout.front.compactMap { box in
            let (name, isDithered): (String, Bool)
            switch box.content {
            case .text(let template, let style, _):
                name = template.name
                let text = template.text { $0.isPerEvent ? event[$0] : ticket.fields[$0] }
                isDithered = typesetter.hasColourGlyphs(text, style.font)
            case .picture(let path): (name, isDithered) = (path, true)
            case .fill: (name, isDithered) = ("fill", true)
            case .perforation: (name, isDithered) = ("perforation", false)
            case .symbol: return nil
            }
            func dots(_ length: Double) -> Double { length / PaperLength.millimetresPerInch * layout.dpi }
            let (x, y) = (box.area.x + offset.x, box.area.y + offset.y)
            return PixelBox(
                name: name,
                dots: GreyscaleImage.PixelArea(
                    columns: Int(dots(x).rounded(.down))..<Int(dots(x + box.area.width).rounded(.up)),
                    rows: Int(dots(y).rounded(.down))..<Int(dots(y + box.area.height).rounded(.up))),
                isDithered: isDithered)
        }
    }

    /// Adds a warning for each box that would be printed blank because its colours are too light.
    private func recordInvisibleBoxes(_ picture: GreyscaleImage, _ bitmap: Bitmap, _ ticket: PrintedTicket) {
        for box in boxes(of: ticket)
        where picture.hasInk(box.dots) && bitmap.firstInk(columns: box.dots.columns, rows: box.dots.rows) == nil {
            notes.recordInvisibleBox(box.name, of: ticket.code)
        }
    }
}

extension NativeSymbol {
    /// The symbol that the printer renders at the position of `symbol`.
    fileprivate init(_ symbol: PlacedSymbol) throws(PrinterError) {
        let quiet = symbol.quietZone * symbol.dotsPerModule
        try self.init(
            symbol.token, level: symbol.level, x: symbol.x + quiet, y: symbol.y + quiet,
            dotsPerModule: symbol.dotsPerModule)
    }
}

extension Bitmap {
    /// The grey values of a square, row by row; nil if the square is not entirely on the bitmap.
    fileprivate func square(x: Int, y: Int, side: Int) -> [UInt8]? {
        guard x >= 0, y >= 0, x + side <= width, y + side <= height else { return nil }
        var square: [UInt8] = []
        square.reserveCapacity(side * side)
        for row in y..<y + side {
            for column in x..<x + side { square.append(self[column, row] ? 0 : 255) }
        }
        return square
    }
}
