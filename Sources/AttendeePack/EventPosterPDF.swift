import Drawing
import Languages
import QRSymbol

/// A printed poster of an event. It shows the event's picture, title, time, venue and organizer, and a QR symbol with
/// the URL of the event's page.
public enum EventPosterPDF {
    /// Renders the PDF, which has one page. The same event, URL and size give the same bytes.
    ///
    /// - Parameters:
    ///   - url: the URL of the event's page.
    ///   - size: the size of the page in points (1/72 inch), in portrait format.
    ///   - remark: receives a warning about each text that cannot be drawn as intended (`TextWarning`).
    /// - Throws: `QRSymbolError`; `DrawingError`.
    public static func pdf(
        of event: AttendeeEvent, leadingTo url: String, size: (width: Double, height: Double),
        remark: @escaping (TextWarning) -> Void = { _ in }
    ) throws -> [UInt8] {
        var bytes: [UInt8] = []
        let text = EventText(event)
        let symbol = try QRSymbol(url)
        let document = try PDFDocument(title: text.title) { bytes += $0 }
        try document.page(width: size.width, height: size.height) { canvas in
            try draw(text, symbol, url: url, event, on: canvas, with: document.typesetter, size, remark)
        }
        try document.finish()
        return bytes
    }

    private static func draw(
        _ text: EventText, _ symbol: QRSymbol, url: String, _ event: AttendeeEvent, on canvas: Canvas,
        with typesetter: Typesetter, _ size: (width: Double, height: Double),
        _ remark: @escaping (TextWarning) -> Void
    ) throws {
        let (width, height) = size
        // All lengths are fractions of the width, so that posters of all sizes look the same.
        let unit = width / 100
        let side = 26 * unit
        var top = 8 * unit
        if let poster = event.poster {
            let box = Canvas.Box(x: 0, y: 0, width: width, height: height - 58 * unit)
            try canvas.cover(box, with: Artwork(poster))
            top = box.height + 3 * unit
        }
        let bottom = height - side - 9 * unit
        if let accent = event.accent {
            canvas.fill(
                Canvas.Box(x: 0, y: height - 3 * unit, width: width, height: 3 * unit), Canvas.Colour(accent))
        }
        var column = TextColumn(
            on: canvas, with: typesetter, x: 6 * unit, y: top, width: width - 12 * unit, remark: remark)
        column.write(
            "title", text.title, Font(size: 8 * unit, weight: .bold), Palette.ink, height: bottom - top,
            smallest: 3 * unit,
            lines: event.poster == nil ? 6 : 2)
        column = TextColumn(
            on: canvas, with: typesetter, x: 6 * unit, y: bottom + unit, width: width - side - 16 * unit,
            remark: remark)
        column.write("date", text.date, Font(size: 3.4 * unit, weight: .bold), Palette.ink, height: 5 * unit)
        column.write("time", text.time, Font(size: 3.4 * unit), Palette.ink, height: 5 * unit)
        column.write("venue", text.location, Font(size: 3 * unit), Palette.ink, height: 8 * unit, lines: 2)
        column.write("organizer", text.organizer, Font(size: 2.4 * unit), Palette.mutedInk, height: 4 * unit)
        column.write("address", url, Font(size: 2 * unit), Palette.mutedInk, height: 4 * unit, smallest: unit, lines: 2)
        try canvas.draw(
            symbol, x: width - side - 6 * unit, y: bottom, side: side, unit: nil)
    }
}
