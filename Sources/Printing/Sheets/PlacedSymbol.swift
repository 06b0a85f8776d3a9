/// A symbol that was drawn on a page, in dots of the printer: what the page must hold there.
public struct PlacedSymbol: Hashable, Sendable {
    /// The ticket, as errors call it.
    public let ticket: String
    public let token: String
    /// The upper left corner of the quiet zone.
    public let x: Int
    public let y: Int
    public let dotsPerModule: Int
    /// Along one side, without the quiet zone.
    public let modules: Int
    public let quietZone: Int

    /// Dots along one side, quiet zone included.
    public var side: Int { (modules + 2 * quietZone) * dotsPerModule }
}
