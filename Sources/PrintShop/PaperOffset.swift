/// The distances, in millimetres, by which everything on the printed page is moved to the right and down, to correct a
/// printer that prints off-centre.
package struct PaperOffset: Hashable, Sendable {
    private static let range = -100.0...100.0

    package let x: Double
    package let y: Double

    package static let none = PaperOffset(x: 0, y: 0)

    private init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    package init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count == 2, let x = parts[0], let y = parts[1], PaperOffset.range.contains(x),
            PaperOffset.range.contains(y)
        else { return nil }
        self.init(x: x, y: y)
    }

    package var text: String { "\(x),\(y)" }
}
