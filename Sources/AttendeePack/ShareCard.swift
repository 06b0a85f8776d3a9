import Drawing
import Languages

/// A picture of an event, 1200 × 630 pixels, which other programs show beside a link to the event (Open Graph). It
/// shows the event's title, date, time, venue and organizer, and the poster if the event has one.
public enum ShareCard {
    /// The width in pixels.
    public static let width = 1200
    /// The height in pixels.
    public static let height = 630

    private static let margin = 72.0
    /// The width of the poster, which is as high as the card (4:5).
    private static let posterWidth = 504.0

    /// Renders the card as a PNG. The same event gives the same bytes.
    ///
    /// - Throws: `DrawingError`.
    public static func png(of event: AttendeeEvent) throws -> [UInt8] {
        let text = EventText(event)
        let typesetter = try Typesetter()
        let (width, height) = (Double(Self.width), Double(Self.height))
        return try Canvas.png(width: width, height: height, scale: 1) { canvas in
            canvas.fill(Canvas.Box(x: 0, y: 0, width: width, height: height), Palette.darkBackground)
            var left = 0.0
            if let poster = event.poster {
                try canvas.cover(
                    Canvas.Box(x: 0, y: 0, width: posterWidth, height: height), with: Artwork(poster))
                left = posterWidth
            }
            if let accent = event.accent {
                canvas.fill(Canvas.Box(x: left, y: height - 16, width: width - left, height: 16), Canvas.Colour(accent))
            }
            // Warnings about texts that cannot be drawn as intended are ignored, because nobody would read them.
            var column = TextColumn(
                on: canvas, with: typesetter, x: left + margin, y: margin, width: width - left - 2 * margin
            ) { _ in }
            column.write(
                "title", text.title, Font(size: 68, weight: .bold), .white, height: 250, smallest: 34, lines: 4,
                vertical: .middle)
            column.skip(24)
            column.write("date", text.date, Font(size: 34), .white, height: 48, smallest: 22)
            column.write("time", text.time, Font(size: 34), .white, height: 48, smallest: 22)
            column.writeWrapping(
                "venue", text.location, Font(size: 30), Palette.mutedOnDark, line: 44, smallest: 22)
            column.move(to: height - margin - 40)
            column.write("organizer", text.organizer, Font(size: 26), Palette.mutedOnDark, height: 40, smallest: 18)
        }
    }
}
