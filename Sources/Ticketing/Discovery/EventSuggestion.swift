/// An event that a message suggests to its recipient, with the reason.
public struct EventSuggestion: Hashable, Sendable {
    /// The maximum number of events in a message.
    public static let most = 5
    /// The maximum number of events whose sales are checked for a message.
    private static let mostChecked = 50

    public let event: EventNumber
    public let reason: Reason

    /// The reason that the message states. The raw values are used in the store.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// The recipient has booked an event of the same category.
        case category
        /// The recipient has booked an event of the same organizer.
        case organizer
        /// The event is in the recipient’s city.
        case city
        /// The event is near the recipient’s city.
        case nearby
    }

    public init(event: EventNumber, reason: Reason) {
        self.event = event
        self.reason = reason
    }

    /// Chooses the events for a message. The same arguments always give the same result.
    ///
    /// - Parameters:
    ///   - kind: `recommendations` or `popularNearYou`.
    ///   - candidates: the events that can be suggested.
    ///   - booked: the events that the recipient has booked. If there are none, nothing is suggested.
    ///   - isOffered: whether the recipient can book an event. It is called for at most 50 events, the best first.
    public static func chosen(
        for kind: Notice.Kind, of candidates: SuggestionCandidates, after booked: [BookedEvent],
        where isOffered: (EventNumber) throws -> Bool
    ) rethrows -> [EventSuggestion] {
        let isPopular = kind == .popularNearYou
        let section: RecommendationSection.Kind = isPopular ? .nearby : .recommended
        var interests = booked.interests
        if isPopular { interests = Interests(city: interests.city) }
        var scoring = RecommendationScoring(
            interests, home: candidates.middles[interests.city], bands: PriceBands([]), candidates.now)
        let sorted = (isPopular ? candidates.popular : candidates.all).map { scoring.scored($0) }
            .filter { section.includes($0.signals) }
            .sorted { RecommendationScoring.isBetter($0, $1) }
        var chosen: [EventSuggestion] = []
        for scored in sorted.prefix(mostChecked) where chosen.count < most {
            guard let first = scoring.recommendation(scored, in: section)?.reasons.first,
                let reason = Reason(first), try isOffered(scored.event.number)
            else { continue }
            chosen.append(EventSuggestion(event: scored.event.number, reason: reason))
        }
        return chosen
    }
}

extension EventSuggestion.Reason {
    fileprivate init?(_ reason: Recommendation.Reason) {
        switch reason {
        case .category, .purchases: self = .category
        case .followed: self = .organizer
        case .city: self = .city
        case .distance: self = .nearby
        case .likes, .happeningNow, .days, .popular, .weekend, .price, .free, .new: return nil
        }
    }
}

// MARK: The values of a notice

extension Notice {
    /// The key in a notice’s payload for the suggested events.
    static let suggestionsName = "events"
    /// The key in a notice’s payload for the recipient’s city.
    public static let suggestionCityName = "city"
    /// The key in a notice’s payload for the time zone in whose local time the message was due.
    static let suggestionZoneName = "time_zone"

    /// The payload of a notice that suggests events.
    public static func payload(
        of suggestions: [EventSuggestion], city: String?, timeZone: String
    ) -> [String: String] {
        var payload = [
            suggestionsName: suggestions.map { "\($0.event.rawValue) \($0.reason.rawValue)" }.joined(separator: ","),
            suggestionZoneName: timeZone,
        ]
        payload[suggestionCityName] = city
        return payload
    }

    /// The events that the notice suggests; empty for other notices.
    public var suggestions: [EventSuggestion] {
        guard kind.suggestsEvents else { return [] }
        return (payload[Notice.suggestionsName] ?? "").split(separator: ",").compactMap { text in
            let parts = text.split(separator: " ").map(String.init)
            guard parts.count == 2, let event = UInt32(parts[0]).flatMap(EventNumber.init(rawValue:)),
                let reason = EventSuggestion.Reason(rawValue: parts[1])
            else { return nil }
            return EventSuggestion(event: event, reason: reason)
        }
    }

    /// The IANA time zone in whose local time a message that suggests events was due; nil for other notices.
    public var suggestionTimeZone: String? { kind.suggestsEvents ? payload[Notice.suggestionZoneName] : nil }
}
