/// An event that is recommended to a visitor, with its score and the reasons.
public struct Recommendation: Hashable, Sendable {
    public let event: EventNumber
    /// The sum of the points of `signals`.
    public let score: Int
    public let signals: Set<Signal>
    /// One or two reasons. The first reason says why the event is in its section.
    public let reasons: [Reason]

    /// A fact that raises or lowers the score of an event (Docs/Discovery.md, “Recommendations”).
    public enum Signal: String, Hashable, Sendable, CaseIterable {
        case category, purchases, followed, likes, happeningNow, sameCity, nearby, withinAWeek, popular, weekend, price
        case free, new, tooFar

        public var points: Int {
            switch self {
            case .category: 40
            case .purchases: 35
            case .followed: 30
            case .likes, .happeningNow: 25
            case .sameCity: 20
            case .nearby, .withinAWeek: 15
            case .popular, .weekend: 10
            case .price: 8
            case .free, .new: 5
            case .tooFar: -10
            }
        }

        /// Whether the signal is about a category or an organizer that the visitor likes.
        var isPersonal: Bool { [.category, .purchases, .followed, .likes].contains(self) }
    }

    /// The reason that is shown with an event.
    public enum Reason: Hashable, Sendable {
        case category(EventDetails.Category)
        case purchases, followed, likes, happeningNow
        /// The event is in the visitor’s city. The associated value is the city as the event names it.
        case city(String)
        /// The distance in kilometres, at least 1.
        case distance(Int)
        /// The number of days until the event begins, 0 to 7.
        case days(Int)
        case popular, weekend, price, free, new
    }
}

/// A part of the recommendations, with a heading.
public struct RecommendationSection: Hashable, Sendable {
    public let kind: Kind
    /// The events, best first.
    public let events: [Recommendation]

    /// The sections, in the order in which they are shown.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case recommended, happeningNow, interests, nearby, popular, weekend, free

        /// The maximum number of events. All sections together have at most 50.
        var limit: Int { self == .recommended ? 14 : 6 }
    }

    /// The recommendations for a visitor. Each event is only in the first section that it belongs to and that is not
    /// full. A section without events is left out. The same arguments always give the same result.
    ///
    /// - Parameter candidates: the events that can be recommended. Events that are over are ignored.
    public static func all(
        of candidates: [EventCandidate], for interests: Interests, at now: Instant
    ) -> [RecommendationSection] {
        var scoring = RecommendationScoring(candidates, interests, now)
        let scored = candidates.filter { $0.end > now }.map { scoring.scored($0) }
        if interests.isCold { return scoring.popularSoon(scored) }
        let sorted = scored.sorted { RecommendationScoring.isBetter($0, $1) }
        var shown: Set<EventNumber> = []
        var sections: [RecommendationSection] = []
        for kind in Kind.allCases {
            var events: [Recommendation] = []
            for one in sorted where !shown.contains(one.event.number) && kind.includes(one.signals) {
                guard events.count < kind.limit else { break }
                if let recommendation = scoring.recommendation(one, in: kind) { events.append(recommendation) }
            }
            shown.formUnion(events.map(\.event))
            if !events.isEmpty { sections.append(RecommendationSection(kind: kind, events: events)) }
        }
        return sections
    }
}

extension RecommendationSection.Kind {
    func includes(_ signals: Set<Recommendation.Signal>) -> Bool {
        switch self {
        case .recommended: signals.contains(where: \.isPersonal) && !signals.contains(.tooFar)
        case .happeningNow: signals.contains(.happeningNow)
        case .interests: signals.contains(where: \.isPersonal)
        case .nearby: signals.contains(.sameCity) || signals.contains(.nearby)
        case .popular: signals.contains(.popular)
        case .weekend: signals.contains(.weekend)
        case .free: signals.contains(.free)
        }
    }
}
