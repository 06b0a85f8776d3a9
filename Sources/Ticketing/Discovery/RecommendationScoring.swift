import Foundation

/// Computes the signals of events for one visitor.
struct RecommendationScoring {
    struct Scored {
        let event: EventCandidate
        let signals: Set<Recommendation.Signal>
        let score: Int
        /// The result of `preference(for:)`. Among events with equal scores, those with the larger preference come
        /// first.
        let preference: Int
        /// The distance from the visitor’s city in kilometres; nil if it is unknown.
        let distance: Double?
    }

    private struct LocalTimes {
        let days: LocalDays
        let weekend: Range<Instant>
        let endOfWeek: Instant

        init(_ days: LocalDays) {
            self.days = days
            weekend = days.span(of: .weekend)
            endOfWeek = days.start(of: RecommendationScoring.soonDays + 1)
        }
    }

    private static let soonDays = 7
    private static let newSeconds: Int64 = 7 * 86_400
    private static let coldDays = 3
    private static let coldPerCategory = 2

    private let interests: Interests
    private let liked: Set<EventDetails.Category>
    private let now: Instant
    private let bands: PriceBands
    private let home: Coordinates?
    private var times: [String: LocalTimes] = [:]

    init(_ candidates: [EventCandidate], _ interests: Interests, _ now: Instant) {
        self.init(
            interests, home: interests.city.isEmpty ? nil : candidates.center(ofCity: interests.city),
            bands: interests.price == nil ? PriceBands([]) : PriceBands(candidates.compactMap(\.cheapest)), now)
    }

    /// - Parameters:
    ///   - home: the middle of the visitor’s city; nil if it is unknown.
    ///   - bands: the price bands; they are not used if the visitor has no preferred price band.
    init(_ interests: Interests, home: Coordinates?, bands: PriceBands, _ now: Instant) {
        self.interests = interests
        self.home = home
        self.bands = bands
        self.now = now
        liked = interests.likedCategories
    }

    private mutating func localTimes(in zone: String) -> LocalTimes {
        if let known = times[zone] { return known }
        let made = LocalTimes(LocalDays(at: now, in: TimeZone(identifier: zone) ?? .gmt))
        times[zone] = made
        return made
    }

    mutating func scored(_ event: EventCandidate) -> Scored {
        var signals: Set<Recommendation.Signal> = []
        let distance = home.flatMap { home in event.place.position.map { home.kilometres(to: $0) } }
        addTaste(of: event, to: &signals)
        addTimes(of: event, to: &signals)
        if !interests.city.isEmpty, event.place.foldedCity == interests.city { signals.insert(.sameCity) }
        if let distance { signals.insert(distance <= Double(interests.maximumDistance) ? .nearby : .tooFar) }
        if event.isPopular { signals.insert(.popular) }
        if event.isFree { signals.insert(.free) }
        return Scored(
            event: event, signals: signals, score: signals.reduce(0) { $0 + $1.points },
            preference: preference(for: event), distance: distance)
    }

    /// The number of the visitor’s preferences that the start of an event meets: 1 for a preferred day, plus 1 for a
    /// preferred part of the day.
    private mutating func preference(for event: EventCandidate) -> Int {
        guard !interests.days.isEmpty || !interests.times.isEmpty else { return 0 }
        let (day, part) = localTimes(in: event.place.timeZone).days.dayAndPart(of: event.start)
        return (interests.days.contains(day) ? 1 : 0) + (interests.times.contains(part) ? 1 : 0)
    }

    private func addTaste(of event: EventCandidate, to signals: inout Set<Recommendation.Signal>) {
        if liked.contains(event.category) { signals.insert(.category) }
        func has(_ interaction: Interests.Interaction) -> Bool {
            (interests.interactions[interaction]?[event.category] ?? 0) > 0
        }
        if has(.purchase) { signals.insert(.purchases) }
        if has(.like) { signals.insert(.likes) }
        if interests.followed.contains(event.organizer) { signals.insert(.followed) }
        if let price = interests.price, !event.sales.prices.isEmpty, bands.band(of: event.cheapest) == price {
            signals.insert(.price)
        }
    }

    private mutating func addTimes(of event: EventCandidate, to signals: inout Set<Recommendation.Signal>) {
        let local = localTimes(in: event.place.timeZone)
        if event.start <= now { signals.insert(.happeningNow) }
        if event.start > now, event.start < local.endOfWeek { signals.insert(.withinAWeek) }
        if local.weekend.includes(eventFrom: event.start, to: event.end, at: now) { signals.insert(.weekend) }
        if event.created <= now, event.created > now.advanced(bySeconds: -RecommendationScoring.newSeconds) {
            signals.insert(.new)
        }
    }

    static func isBetter(_ a: Scored, _ b: Scored) -> Bool {
        (b.score, b.preference, a.event.start, a.event.number.rawValue)
            < (a.score, a.preference, b.event.start, b.event.number.rawValue)
    }

    /// Recommends an event in a section. Nil if no signal explains why the event is in that section.
    mutating func recommendation(_ scored: Scored, in kind: RecommendationSection.Kind) -> Recommendation? {
        var signals = RecommendationScoring.explanations(in: kind).filter(scored.signals.contains)
        // If the visitor did not choose the category, it was derived from the visitor's interactions. The signals about
        // these interactions are then better explanations than the category.
        if signals.count > 1, !interests.categories.contains(scored.event.category) {
            signals.removeAll { $0 == .category }
        }
        guard let signal = signals.max(by: { $0.points < $1.points }) else { return nil }
        return recommendation(scored, because: signal)
    }

    /// A recommendation whose first reason is `signal`. Nil if the event lacks the city or distance that this reason
    /// would name.
    private mutating func recommendation(_ scored: Scored, because signal: Recommendation.Signal) -> Recommendation? {
        guard let first = reason(signal, scored) else { return nil }
        // The second reason is about the event, because the first reason is usually about the visitor.
        let others = scored.signals.filter { !$0.isPersonal && $0 != signal }
            .sorted { ($1.points, $0.rawValue) < ($0.points, $1.rawValue) }
        var reasons = [first]
        for other in others where reasons.count == 1 {
            if let second = reason(other, scored) { reasons.append(second) }
        }
        return Recommendation(
            event: scored.event.number, score: scored.score, signals: scored.signals, reasons: reasons)
    }

    private static func explanations(in kind: RecommendationSection.Kind) -> [Recommendation.Signal] {
        switch kind {
        case .recommended, .interests: [.likes, .followed, .purchases, .category]
        case .happeningNow: [.happeningNow]
        case .nearby: [.nearby, .sameCity]
        case .popular: [.popular]
        case .weekend: [.weekend]
        case .free: [.free]
        }
    }

    private mutating func reason(_ signal: Recommendation.Signal, _ scored: Scored) -> Recommendation.Reason? {
        switch signal {
        case .category: .category(scored.event.category)
        case .purchases: .purchases
        case .followed: .followed
        case .likes: .likes
        case .happeningNow: .happeningNow
        case .sameCity: scored.event.place.city.map { .city($0) }
        case .nearby: scored.distance.map { .distance(max(1, Int($0.rounded()))) }
        case .withinAWeek: .days(localTimes(in: scored.event.place.timeZone).days.days(to: scored.event.start))
        case .popular: .popular
        case .weekend: .weekend
        case .price: .price
        case .free: .free
        case .new: .new
        case .tooFar: nil
        }
    }

    /// The recommendations for a visitor about whom too little is known: events that are on now or begin today,
    /// tomorrow or the day after, at most two of each category. Events with the largest share of sold or reserved
    /// tickets come first; among events with equal shares, those at the visitor’s preferred days and times.
    mutating func popularSoon(_ scored: [Scored]) -> [RecommendationSection] {
        let soon = scored.filter {
            $0.event.start < localTimes(in: $0.event.place.timeZone).days.start(of: RecommendationScoring.coldDays)
        }.sorted { first, second in
            let (a, b) = (first.event, second.event)
            return (b.sales.tenthsTaken ?? 0, second.preference, a.start, a.number.rawValue)
                < (a.sales.tenthsTaken ?? 0, first.preference, b.start, b.number.rawValue)
        }
        var counts: [EventDetails.Category: Int] = [:]
        var events: [Recommendation] = []
        for one in soon where counts[one.event.category, default: 0] < RecommendationScoring.coldPerCategory {
            counts[one.event.category, default: 0] += 1
            let time: Recommendation.Signal = one.event.start <= now ? .happeningNow : .withinAWeek
            if let recommendation = recommendation(one, because: one.event.isPopular ? .popular : time) {
                events.append(recommendation)
            }
        }
        return events.isEmpty ? [] : [RecommendationSection(kind: .popular, events: events)]
    }
}

extension [EventCandidate] {
    /// The middle of a city (`Coordinates.center(ofCityWithEventsAt:)`); nil if no event of the city has a position.
    ///
    /// - Parameter city: the name of the city, folded (`String.folded`).
    public func center(ofCity city: String) -> Coordinates? {
        Coordinates.center(ofCityWithEventsAt: filter { $0.place.foldedCity == city }.map(\.place.position))
    }

    /// The name of the city whose middle is nearest to a place, in the spelling of one of the city's events. Nil if
    /// every city is further away than `kilometres`, or if no event has both a city and a position.
    public func city(nearestTo place: Coordinates, within kilometres: Double) -> String? {
        let located = map(\.place).filter { $0.position != nil && $0.city != nil }
        let groups = Dictionary(grouping: located) { $0.foldedCity ?? "" }
        let distances = groups.compactMap { folded, places -> (distance: Double, folded: String, city: String)? in
            guard let middle = Coordinates.center(ofCityWithEventsAt: places.map(\.position)),
                let city = places.first?.city
            else { return nil }
            return (middle.kilometres(to: place), folded, city)
        }
        return distances.filter { $0.distance <= kilometres }
            .min { ($0.distance, $0.folded) < ($1.distance, $1.folded) }?.city
    }
}
