/// A font by family, weight and size.
public struct Font: Hashable, Sendable {
    public enum Weight: String, CaseIterable, Sendable {
        case regular
        case bold
    }

    /// The height of the letters' square, in the canvas's units: points on paper.
    public var size: Double
    public var weight: Weight
    public var family: String

    public init(size: Double, weight: Weight = .regular, family: String = "sans-serif") {
        self.size = size
        self.weight = weight
        self.family = family
    }

    /// The families that every machine has something for.
    public static let generic = ["sans-serif", "serif", "monospace"]
}
