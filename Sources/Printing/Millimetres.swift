/// Lengths on paper.
enum Millimetres {
    static let inch = 25.4
    /// A PDF's points of 1/72 inch in a millimetre.
    static let points = 72 / inch

    /// A length in points, made a whole number of a printer's dots.
    static func onDots(_ length: Double, dpi: Double) -> Double { (length / inch * dpi).rounded() * 72 / dpi }
}
