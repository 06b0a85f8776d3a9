public import Drawing
import SymbolReader

/// Draws tickets for a label or receipt printer, one after the other, in the printer's own language and dots. Every symbol
/// that is drawn here is read back from its dots before they are written.
///
/// ```swift
/// let roll = try TicketRoll(layout, for: .zpl, event: [.event: "New Year"], artwork: [:]) { try partial.append($0) }
/// for ticket in tickets { try roll.add(ticket) }
/// let notes = try roll.finish()
/// ```
public final class TicketRoll {
    public enum Language: String, CaseIterable, Sendable {
        /// Labels of Zebra's printers and of those that speak as they do.
        case zpl
        /// Receipt printers.
        case escpos
    }

    /// Who draws the symbols.
    public enum Symbols: String, CaseIterable, Sendable {
        /// They are drawn here, as part of the picture.
        case graphic
        /// The printer, from the token: less to send, and nothing that could be read back.
        case printer
    }

    private enum Writer {
        case zpl(ZPLWriter)
        case escpos(ESCPOSWriter)
    }

    /// What a receipt printer for paper of 80 mm prints, in millimetres: 576 dots at 203 dpi.
    private static let headWidth = 72.0

    private let layout: Layout
    private let event: [TicketField: String]
    private let symbols: Symbols
    private let offset: (x: Double, y: Double)
    private let typesetter: Typesetter
    private let face: FaceDrawing
    private let writer: Writer
    private let write: ([UInt8]) throws -> Void
    private let width: Int
    private let height: Int
    private var notes = DrawingNotes()
    private var count = 0

    /// - Parameters:
    ///   - layout: its front is drawn, each ticket by itself.
    ///   - event: the fields that are the same on every ticket.
    ///   - artwork: the layout's pictures, by the paths that it has for them.
    ///   - offset: by how much everything moves right and down, in millimetres.
    ///   - write: takes what the printer is to be sent.
    /// - Throws: `DrawingError.missingFont`, `noFonts`; `PrinterRefusal`.
    public init(
        _ layout: Layout, for language: Language, symbols: Symbols = .graphic, event: [TicketField: String],
        artwork: [String: Artwork], offset: (x: Double, y: Double) = (0, 0), _ write: @escaping ([UInt8]) throws -> Void
    ) throws {
        self.layout = layout
        self.event = event
        self.symbols = symbols
        self.offset = offset
        self.write = write
        try layout.requireSymbol(on: layout.front)
        try layout.requireFields(of: .tickets)
        typesetter = try Typesetter()
        try layout.requireFonts(typesetter)
        width = Int(layout.ticket.width / Millimetres.inch * layout.dpi)
        height = Int(layout.ticket.height / Millimetres.inch * layout.dpi)
        writer =
            switch language {
            case .zpl: .zpl(try ZPLWriter())
            case .escpos:
                .escpos(
                    try ESCPOSWriter(
                        headWidth: Int((TicketRoll.headWidth / Millimetres.inch * layout.dpi).rounded(.up)),
                        dotsPerInch: Int(layout.dpi.rounded()), end: .cut))
            }
        let most = language == .zpl ? ZPLWriter.magnifications : ESCPOSWriter.moduleSizes
        face = try FaceDrawing(
            layout.front, of: layout, event: event, artwork: artwork, with: typesetter,
            for: FaceDrawing.Purpose(
                isOneInk: true, symbols: symbols == .graphic ? .canvas : .printer(mostDots: most.upperBound)), &notes)
    }

    /// Draws a ticket, reads its symbols back, and writes it.
    ///
    /// - Throws: `PrintingError.selfCheck`, `symbol`; `PrinterRefusal`. Then the ticket was not written.
    public func add(_ ticket: PrintedTicket) throws {
        count += 1
        var placed: [PlacedSymbol] = []
        let picture = try GreyPicture(
            width: width, height: height, scale: layout.dpi / 72, with: typesetter
        ) { canvas in
            placed = try face.draw(ticket.cell, event: event, at: offset, on: canvas, &notes)
        }
        let bitmap = picture.inked(dithering: boxes(of: ticket).filter(\.isDithered).map(\.dots))
        noteLost(picture, bitmap, ticket)
        let native: [NativeSymbol]
        switch symbols {
        case .graphic:
            native = []
            let faults = placed.compactMap { symbol in
                SelfCheck.fault(of: symbol, in: bitmap.square(x: symbol.x, y: symbol.y, side: symbol.side)).map {
                    CheckFault(page: count, ticket: symbol.ticket, $0)
                }
            }
            guard faults.isEmpty else { throw PrintingError.selfCheck(faults, faults: faults.count) }
        case .printer: native = try placed.map { try NativeSymbol($0) }
        }
        let printed = try PrintedFace(bitmap: bitmap, symbols: native)
        switch writer {
        case .zpl(let writer): try writer.write(printed, into: write)
        case .escpos(let writer): try writer.write(printed, into: write)
        }
    }

    /// What came up in all tickets.
    public func finish() -> DrawingNotes { notes }

    /// A box of the layout in the printer's dots.
    private struct DottedBox {
        let name: String
        let dots: GreyPicture.Dots
        /// Whether greys are to be made of dots: those of texts are edges of letters, and have emoji in colour.
        let isDithered: Bool
    }

    private func boxes(of ticket: PrintedTicket) -> [DottedBox] {
        layout.front.compactMap { box in
            let (name, isDithered): (String, Bool)
            switch box.content {
            case .text(let template, let style, _):
                name = template.name
                let text = template.text { $0.isOfEvent ? event[$0] : ticket.fields[$0] }
                isDithered = typesetter.hasColourGlyphs(text, style.font)
            case .picture(let path): (name, isDithered) = (path, true)
            case .fill: (name, isDithered) = ("fill", true)
            case .perforation: (name, isDithered) = ("perforation", false)
            case .symbol: return nil
            }
            func dots(_ length: Double) -> Double { length / Millimetres.inch * layout.dpi }
            let (x, y) = (box.area.x + offset.x, box.area.y + offset.y)
            return DottedBox(
                name: name,
                dots: GreyPicture.Dots(
                    columns: Int(dots(x).rounded(.down))..<Int(dots(x + box.area.width).rounded(.up)),
                    rows: Int(dots(y).rounded(.down))..<Int(dots(y + box.area.height).rounded(.up))),
                isDithered: isDithered)
        }
    }

    /// Notes boxes in which something was drawn and nothing is printed.
    private func noteLost(_ picture: GreyPicture, _ bitmap: Bitmap, _ ticket: PrintedTicket) {
        for box in boxes(of: ticket)
        where picture.isMarked(box.dots) && bitmap.firstInk(columns: box.dots.columns, rows: box.dots.rows) == nil {
            notes.noteLost(box.name, of: ticket.code)
        }
    }
}

extension NativeSymbol {
    /// What a printer is to draw where we would have.
    fileprivate init(_ symbol: PlacedSymbol) throws(PrinterRefusal) {
        let quiet = symbol.quietZone * symbol.dotsPerModule
        try self.init(
            symbol.token, level: symbol.level, x: symbol.x + quiet, y: symbol.y + quiet,
            dotsPerModule: symbol.dotsPerModule)
    }
}

extension Bitmap {
    /// A square as greys, row by row; nil when it is not wholly on the picture.
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
