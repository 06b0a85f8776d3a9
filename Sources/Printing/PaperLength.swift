enum PaperLength {
    static let millimetresPerInch = 25.4
    /// The number of points (1/72 inch) per millimetre.
    static let pointsPerMillimetre = 72 / millimetresPerInch

    /// Converts millimetres to points. The length is rounded to a whole number of printer dots.
    static func roundedToDots(_ length: Double, dpi: Double) -> Double {
        (length / millimetresPerInch * dpi).rounded() * 72 / dpi
    }
}
