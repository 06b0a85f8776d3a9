/// A function as the settings of an older system have it: what it is follows from its name.
public struct OldSettingsFunction: Hashable, Sendable {
    public let name: String
    public let isMain: Bool
    public let venue: String?
    public let start: Instant?

    public init(name: String, isMain: Bool, venue: String?, start: Instant?) {
        self.name = name
        self.isMain = isMain
        self.venue = venue
        self.start = start
    }

    /// The function it becomes (MANAGEMENT, "Guests and celebrations"): by the first word that its name holds, in this
    /// order; without one, the main event is the ceremony, and all else is told by its name.
    public var details: FunctionDetails {
        let folded = name.folded
        let kinds: [(String, FunctionKind)] = [
            ("ceremony", .ceremony), ("reception", .reception), ("rehearsal", .rehearsal), ("welcome", .rehearsal),
            ("dinner", .rehearsal),
        ]
        let known = kinds.first { folded.contains($0.0) }?.1
        let isOther = known == nil && (!isMain || folded.contains("brunch") || folded.contains("party"))
        let kind = known ?? (isOther ? .other : .ceremony)
        return FunctionDetails(kind: kind, name: name, note: kind == .other ? name : nil, venue: venue, start: start)
    }
}
