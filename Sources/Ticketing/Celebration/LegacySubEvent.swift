/// A sub-event that is imported from the settings file of an older system. That system did not store the kind of a
/// sub-event, so the kind is derived from the name.
public struct LegacySubEvent: Hashable, Sendable {
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

    /// The details of the new sub-event (Docs/Management.md, "Guests and celebrations"). The first word of the list
    /// `kinds` that occurs in the name determines the kind. If no word occurs in the name, the main sub-event
    /// (`isMain`) is a ceremony, except if its name contains “brunch” or “party”. All other sub-events are of kind
    /// `other`, with their name as the note.
    public var details: SubEventDetails {
        let folded = name.folded
        let kinds: [(String, SubEventKind)] = [
            ("ceremony", .ceremony), ("reception", .reception), ("rehearsal", .rehearsal), ("welcome", .rehearsal),
            ("dinner", .rehearsal),
        ]
        let known = kinds.first { folded.contains($0.0) }?.1
        let isOther = known == nil && (!isMain || folded.contains("brunch") || folded.contains("party"))
        let kind = known ?? (isOther ? .other : .ceremony)
        return SubEventDetails(kind: kind, name: name, note: kind == .other ? name : nil, venue: venue, start: start)
    }
}
