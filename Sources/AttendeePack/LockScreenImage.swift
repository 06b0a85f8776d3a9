import Drawing
import QRSymbol

/// An image for a phone's lock screen, 1170 × 2532 pixels, with the event and the holder above the QR symbol. The area
/// behind the buttons at the bottom stays empty. Only the event's poster, if there is one, is behind the clock. The
/// event's logo, if there is one, is above the title.
public enum LockScreenImage {
    /// The width in pixels.
    public static let width = 1170
    /// The height in pixels.
    public static let height = 2532

    private static let margin = 96.0
    /// The distance from the top of the image to the lower edge of the phone's clock and widgets, in pixels.
    private static let top = 724.0
    /// The side of the white square behind the symbol, in pixels.
    private static let panel = 912.0
    /// The distance from the top of the image to the white square, in pixels.
    private static let panelTop = 1280.0

    private static let posterHeight = 700.0
    /// How much the poster is darkened, so that the clock can be read.
    private static let posterDimming = 0.35

    /// The maximum size of the white plate with the event's logo.
    private static let logoPlate = (width: 400.0, height: 112.0)

    /// Renders the image as a PNG. The same ticket gives the same bytes.
    ///
    /// - Parameters:
    ///   - pictures: the pictures that the caller has already decoded.
    ///   - remark: receives a warning about each text that cannot be drawn as intended (`TextWarning`).
    /// - Throws: `QRSymbolError`; `DrawingError`.
    public static func png(
        of ticket: AttendeeTicket, with pictures: TicketPictures = TicketPictures(),
        remark: @escaping (TextWarning) -> Void = { _ in }
    ) throws -> [UInt8] {
        let text = TicketText(ticket)
        let symbol = try QRSymbol(ticket.token)
        let typesetter = try Typesetter()
        let (width, height) = (Double(Self.width), Double(Self.height))
        return try Canvas.png(width: width, height: height, scale: 1) { canvas in
            canvas.fill(Canvas.Box(x: 0, y: 0, width: width, height: height), Palette.darkBackground)
            if let poster = ticket.event.poster {
                try canvas.cover(
                    Canvas.Box(x: 0, y: 0, width: width, height: posterHeight), with: pictures.artwork(poster),
                    dimming: posterDimming)
            }
            if let accent = ticket.event.accent {
                canvas.fill(Canvas.Box(x: 0, y: posterHeight, width: width, height: 12), Canvas.Colour(accent))
            }
            var column = TextColumn(
                on: canvas, with: typesetter, x: margin, y: top, width: width - 2 * margin, remark: remark)
            if let logo = ticket.event.logo {
                let plate = LogoPlate(
                    try pictures.artwork(logo), width: logoPlate.width, height: logoPlate.height, padding: 8)
                try plate.draw(on: canvas, x: ((width - plate.width) / 2).rounded(.down), y: top, radius: 12)
                column.skip(logoPlate.height + 12)
            }
            let hasLogo = ticket.event.logo != nil
            column.write(
                "title", text.title, Font(size: 76, weight: .bold), .white, height: hasLogo ? 92 : 200, smallest: 32,
                lines: 3, vertical: .bottom)
            column.skip(hasLogo ? 8 : 16)
            column.writeWrapping(
                "date", text.when, Font(size: 42), Palette.mutedOnDark, line: 58, smallest: 30)
            column.writeWrapping("venue", text.location, Font(size: 42), Palette.mutedOnDark, line: 58, smallest: 30)
            column.move(to: panelTop - 152)
            column.write(
                "holder", text.holder, Font(size: 56, weight: .bold), .white, height: 112, smallest: 32, lines: 2)
            column.move(to: panelTop + panel + 28)
            column.write("type", text.typeAndAdmits, Font(size: 42), .white, height: 58, smallest: 28)
            column.write("code", text.code, Font(size: 42, family: "monospace"), Palette.mutedOnDark, height: 58)
            let left = (width - panel) / 2
            canvas.fill(
                Canvas.Box(x: left, y: panelTop, width: panel, height: panel), radius: 36, .white)
            try canvas.draw(symbol, x: left, y: panelTop, side: panel, unit: 1)
        }
    }
}
