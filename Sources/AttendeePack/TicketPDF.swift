import Drawing
import QRSymbol
public import Ticketing

/// A ticket as a PDF page with everything that its holder needs.
public enum TicketPDF {
    /// The size of the page.
    public enum Format: Hashable, Sendable, CaseIterable {
        /// 105 × 148 mm, for printing.
        case a6
        /// 90 × 160 mm. The ratio 9:16 fills a phone's screen without scrolling.
        case phone

        /// The width and height in points (1/72 inch).
        var size: (width: Double, height: Double) {
            let point = 72 / 25.4
            return switch self {
            case .a6: (105 * point, 148 * point)
            case .phone: (90 * point, 160 * point)
            }
        }

        /// The maximum side of the symbol with its light border, in points.
        fileprivate var symbol: Double {
            switch self {
            case .a6: 176
            case .phone: 192
            }
        }
    }

    private static let margin = 28.0
    /// The height of the bar in the event's accent at the top of the page.
    private static let accentHeight = 6.0
    /// The area of the event's logo, which is in the middle above the texts.
    private static let logoSize = (width: 120.0, height: 30.0)
    /// The distance from the top of the page to the logo. Most printers can print at this distance from the edge.
    private static let logoTop = 14.0
    /// The resolution of the logo, in dots per inch.
    private static let logoDPI = 300.0

    /// Creates a PDF with one page. The same ticket gives the same bytes.
    ///
    /// - Parameters:
    ///   - pictures: the pictures that the caller has already decoded.
    ///   - remark: receives a warning about each text that cannot be drawn as intended (`TextWarning`).
    /// - Throws: `QRSymbolError`; `DrawingError`.
    public static func pdf(
        of ticket: AttendeeTicket, _ format: Format, with pictures: TicketPictures = TicketPictures(),
        remark: @escaping (TextWarning) -> Void = { _ in }
    ) throws -> [UInt8] {
        try pdf(of: [ticket], format, with: pictures) { remark($1) }
    }

    /// Creates a PDF with one page for each ticket.
    ///
    /// - Parameters:
    ///   - pictures: the pictures that the caller has already decoded.
    ///   - remark: receives a warning about each text of a ticket that cannot be drawn as intended (`TextWarning`).
    public static func pdf(
        of tickets: [AttendeeTicket], _ format: Format, with pictures: TicketPictures = TicketPictures(),
        remark: @escaping (TicketCode, TextWarning) -> Void = { _, _ in }
    ) throws -> [UInt8] {
        let texts = tickets.map(TicketText.init)
        let title = texts.first.map { "\($0.title) \($0.code)" } ?? ""
        let bytes = ByteCollector()
        let document = try PDFDocument(title: title, printing: format == .a6 ? .actualSize : .viewerDefault) {
            bytes.bytes += $0
        }
        let size = format.size
        let logos = try recordedLogos(of: tickets, pictures, with: document.typesetter)
        for (ticket, text) in zip(tickets, texts) {
            let symbol = try QRSymbol(ticket.token)
            try document.page(width: size.width, height: size.height) { canvas in
                // The page gets a white background, because a viewer in dark mode would otherwise make the page dark.
                canvas.fill(Canvas.Box(x: 0, y: 0, width: size.width, height: size.height), .white)
                if let accent = ticket.event.accent {
                    canvas.fill(Canvas.Box(x: 0, y: 0, width: size.width, height: accentHeight), Canvas.Colour(accent))
                }
                var top = margin - 4
                if let logo = ticket.event.logo.flatMap({ logos[$0] }) {
                    canvas.draw(logo, x: (size.width - logoSize.width) / 2, y: logoTop)
                    top = logoTop + logoSize.height + 2
                }
                try draw(text, symbol, format, below: top, on: canvas, with: document.typesetter) {
                    remark(ticket.code, $0)
                }
            }
        }
        try document.finish()
        return bytes.bytes
    }

    /// Draws the logo of each event once, so that a document with many pages contains the logo only once. The result
    /// maps the bytes of each logo file to the drawing.
    private static func recordedLogos(
        of tickets: [AttendeeTicket], _ pictures: TicketPictures, with typesetter: Typesetter
    ) throws -> [[UInt8]: RecordedDrawing] {
        var logos: [[UInt8]: RecordedDrawing] = [:]
        for logo in Set(tickets.compactMap(\.event.logo)) {
            let artwork = try pictures.artwork(logo)
            logos[logo] = try RecordedDrawing(
                width: logoSize.width, height: logoSize.height, with: typesetter
            ) { canvas in
                try canvas.draw(
                    artwork, in: Canvas.Box(x: 0, y: 0, width: logoSize.width, height: logoSize.height),
                    dotsPerUnit: logoDPI / 72)
            }
        }
        return logos
    }

    /// - Parameter top: the distance from the top of the page to the first text.
    private static func draw(
        _ text: TicketText, _ symbol: QRSymbol, _ format: Format, below top: Double, on canvas: Canvas,
        with typesetter: Typesetter, _ remark: @escaping (TextWarning) -> Void
    ) throws {
        let (width, height) = format.size
        let inner = width - 2 * margin
        var column = TextColumn(
            on: canvas, with: typesetter, x: margin, y: top, width: inner, remark: remark)
        column.write("organizer", text.organizer, Font(size: 8.5), Palette.mutedInk, height: 14)
        column.skip(3)
        column.write(
            "title", text.title, Font(size: 19, weight: .bold), Palette.ink, height: 52, smallest: 8, lines: 4)
        column.skip(2)
        column.write("date", text.date, Font(size: 10.5, weight: .bold), Palette.ink, height: 15)
        column.writeWrapping(
            "time", text.timeAndDoors, Font(size: 10.5), Palette.ink, line: 15, smallest: 8)
        column.writeWrapping("venue", text.location, Font(size: 10.5), Palette.ink, line: 15, smallest: 8)
        // Space for the texts below the symbol is reserved from the bottom up: the code, the price, the type and the
        // holder. The symbol is centred in the space that is left.
        let foot = height - margin - 4
        let lines = [text.holder.map { _ in 28.0 }, 14, text.price.map { _ in 14.0 }].compactMap(\.self)
        let below = foot - 30 - lines.reduce(0, +)
        let free = below - column.y
        let side = min(format.symbol, free - 8, inner)
        try canvas.draw(symbol, x: (width - side) / 2, y: column.y + (free - side) / 2, side: side, unit: nil)
        column.move(to: below)
        column.write(
            "holder", text.holder, Font(size: 14, weight: .bold), Palette.ink, height: 28, smallest: 6.5, lines: 3)
        column.write("type", text.typeAndAdmits, Font(size: 10), Palette.ink, height: 14, smallest: 7)
        column.write("price", text.price, Font(size: 9), Palette.mutedInk, height: 14, smallest: 7)
        let rule = foot - 18
        canvas.line(
            from: (margin, rule), to: (width - margin, rule), width: 0.6, Palette.rule)
        column.move(to: foot - 12)
        column.write("code", text.code, Font(size: 10, family: "monospace"), Palette.mutedInk, height: 14)
    }

    private final class ByteCollector { var bytes: [UInt8] = [] }
}
