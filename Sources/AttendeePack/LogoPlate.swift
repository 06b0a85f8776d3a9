import Drawing

/// An event's logo on a white plate with rounded corners. A stored logo is opaque: its transparent parts have become
/// white. Because the plate is white, too, these parts do not stand out on it.
struct LogoPlate {
    private let logo: Artwork
    private let padding: Double
    /// The width and the height of the plate, which are whole numbers.
    let width: Double
    let height: Double

    /// Makes the largest plate that fits. The logo keeps the ratio of its sides.
    ///
    /// - Parameters:
    ///   - width: the maximum width of the plate, a whole number.
    ///   - height: the maximum height of the plate, a whole number.
    ///   - padding: the width of the white border around the logo, a whole number.
    init(_ logo: Artwork, width: Double, height: Double, padding: Double) {
        self.logo = logo
        self.padding = padding
        let scale = min((width - 2 * padding) / logo.width, (height - 2 * padding) / logo.height)
        self.width = max(1, (logo.width * scale).rounded()) + 2 * padding
        self.height = max(1, (logo.height * scale).rounded()) + 2 * padding
    }

    func draw(on canvas: Canvas, x: Double, y: Double, radius: Double) throws {
        canvas.fill(Canvas.Box(x: x, y: y, width: width, height: height), radius: radius, .white)
        try canvas.draw(
            logo,
            in: Canvas.Box(
                x: x + padding, y: y + padding, width: width - 2 * padding, height: height - 2 * padding))
    }
}
