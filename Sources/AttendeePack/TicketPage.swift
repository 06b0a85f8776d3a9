import Drawing
import QRSymbol
public import Ticketing

/// A ticket as a page of PDF, with everything its holder needs to know.
public enum TicketPage {
    /// How large the page is.
    public enum Format: Hashable, Sendable, CaseIterable {
        /// 105 × 148 mm, to be printed.
        case a6
        /// 90 × 160 mm: 9 to 16, which fills the window of a phone without scrolling.
        case phone

        /// In points of 1/72 inch.
        var size: (width: Double, height: Double) {
            let point = 72 / 25.4
            return switch self {
            case .a6: (105 * point, 148 * point)
            case .phone: (90 * point, 160 * point)
            }
        }

        /// Of the symbol with its light border.
        fileprivate var symbol: Double {
            switch self {
            case .a6: 176
            case .phone: 192
            }
        }
    }

    private static let margin = 28.0

    /// A PDF of one page. The same ticket gives the same bytes.
    ///
    /// - Parameter remark: is told of texts that are cut, or have characters without a font.
    /// - Throws: `QRSymbolError`; `DrawingError`.
    public static func pdf(
        of ticket: AttendeeTicket, _ format: Format, remark: @escaping (TextRemark) -> Void = { _ in }
    ) throws -> [UInt8] {
        try pdf(of: [ticket], format) { remark($1) }
    }

    /// The same with a page for each of several tickets.
    ///
    /// - Parameter remark: is told of each ticket's texts that are cut, or have characters without a font.
    public static func pdf(
        of tickets: [AttendeeTicket], _ format: Format,
        remark: @escaping (TicketCode, TextRemark) -> Void = { _, _ in }
    ) throws -> [UInt8] {
        let wordings = tickets.map(TicketWording.init)
        let title = wordings.first.map { "\($0.title) \($0.code)" } ?? ""
        let bytes = Gathered()
        let document = try PDFDocument(title: title, printing: format == .a6 ? .actualSize : .usual) {
            bytes.bytes += $0
        }
        let size = format.size
        for (ticket, words) in zip(tickets, wordings) {
            let symbol = try QRSymbol(ticket.token)
            try document.page(width: size.width, height: size.height) { canvas in
                // Viewers in the dark would show a page without paper as they like.
                canvas.fill(Canvas.Box(x: 0, y: 0, width: size.width, height: size.height), .white)
                try draw(words, symbol, format, on: canvas, with: document.typesetter) { remark(ticket.code, $0) }
            }
        }
        try document.finish()
        return bytes.bytes
    }

    private static func draw(
        _ words: TicketWording, _ symbol: QRSymbol, _ format: Format, on canvas: Canvas, with typesetter: Typesetter,
        _ remark: @escaping (TextRemark) -> Void
    ) throws {
        let (width, height) = format.size
        let inner = width - 2 * margin
        var column = TextColumn(
            on: canvas, with: typesetter, x: margin, y: margin - 4, width: inner, remark: remark)
        column.write("organizer", words.organizer, Font(size: 8.5), Palette.quiet, height: 14)
        column.skip(3)
        column.write(
            "title", words.title, Font(size: 19, weight: .bold), Palette.ink, height: 52, smallest: 8, lines: 4)
        column.skip(2)
        column.write("date", words.date, Font(size: 10.5, weight: .bold), Palette.ink, height: 15)
        let doors = words.doors.map { "doors \($0)" }
        column.writeWhole(
            "time", [words.time, doors].compactMap(\.self).joined(separator: ", ").nonEmpty, Font(size: 10.5),
            Palette.ink,
            line: 15, smallest: 8)
        column.writeWhole("venue", words.place, Font(size: 10.5), Palette.ink, line: 15, smallest: 8)
        // From below: the code, what it is for, whose it is; the symbol has what is left, in its middle.
        let foot = height - margin - 4
        let lines = [words.holder.map { _ in 28.0 }, 14, words.price.map { _ in 14.0 }].compactMap(\.self)
        let below = foot - 30 - lines.reduce(0, +)
        let free = below - column.y
        let side = min(format.symbol, free - 8, inner)
        try canvas.draw(symbol, x: (width - side) / 2, y: column.y + (free - side) / 2, side: side, unit: nil)
        column.go(to: below)
        column.write(
            "holder", words.holder, Font(size: 14, weight: .bold), Palette.ink, height: 28, smallest: 6.5, lines: 3)
        column.write("type", words.kind, Font(size: 10), Palette.ink, height: 14, smallest: 7)
        column.write("price", words.price, Font(size: 9), Palette.quiet, height: 14, smallest: 7)
        let rule = foot - 18
        canvas.line(
            from: (margin, rule), to: (width - margin, rule), width: 0.6, Palette.rule)
        column.go(to: foot - 12)
        column.write("code", words.code, Font(size: 10, family: "monospace"), Palette.quiet, height: 14)
    }

    /// What the document hands over.
    private final class Gathered { var bytes: [UInt8] = [] }
}
