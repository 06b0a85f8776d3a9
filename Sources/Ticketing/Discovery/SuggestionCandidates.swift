/// All events that can be suggested to recipients at the time `now`, with the values that are the same for all
/// recipients.
public struct SuggestionCandidates: Sendable {
    let now: Instant
    /// The events that have not begun.
    let all: [EventCandidate]
    let popular: [EventCandidate]
    /// The middle of each city that has an event with a position. The keys are the folded names of the cities
    /// (`String.folded`).
    let middles: [String: Coordinates]

    /// - Parameter events: the events. Events that have begun are not suggested.
    public init(_ events: [EventCandidate], at now: Instant) {
        self.now = now
        all = events.filter { $0.start > now }
        popular = all.filter(\.isPopular)
        middles = Dictionary(grouping: events) { $0.place.foldedCity ?? "" }.compactMapValues {
            Coordinates.center(ofCityWithEventsAt: $0.map(\.place.position))
        }.filter { !$0.key.isEmpty }
    }
}
