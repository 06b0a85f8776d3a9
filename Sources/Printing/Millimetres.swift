/// Lengths on paper.
enum Millimetres {
    static let inch = 25.4
    /// A PDF's points of 1/72 inch in a millimetre.
    static let points = 72 / inch
}
