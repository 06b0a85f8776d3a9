/// A font family, weight and size.
public struct Font: Hashable, Sendable {
    public enum Weight: String, CaseIterable, Sendable {
        case regular
        case bold
    }

    /// The em size in the canvas's units, which are points on paper.
    public var size: Double
    public var weight: Weight
    public var family: String

    public init(size: Double, weight: Weight = .regular, family: String = "sans-serif") {
        self.size = size
        self.weight = weight
        self.family = family
    }

    /// The generic families. The system uses one of its installed fonts for each of them.
    public static let generic = ["sans-serif", "serif", "monospace"]
}
