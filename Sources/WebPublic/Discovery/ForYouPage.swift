import Languages
import Management
import Presentation
import Synchronization
import Ticketing
import WebHost

/// The recommendations for a visitor. The browser stores the visitor’s interests, and sends them in the body of each
/// request. The server neither stores nor logs the interests.
///
/// `scripts/interests.js` keeps the interests in the browser. `scripts/discover.js` shows the result on the list of
/// events.
struct ForYouPage: Sendable {
    static let bodyLimit = BodyLimit(bytes: 16 * 1024, time: nil)
    /// The maximum length of a city’s name, in characters.
    private static let longestCity = 200

    let site: PublicSite

    /// Responds with `{"sections": …}`, a tree of elements (`MarkupTree`). The tree is empty if no event can be
    /// recommended.
    ///
    /// - Throws: `Problem` 400 for a malformed body, 413 for a body of more than 16 KiB, 429 for too many requests.
    func sections(_ request: PageRequest) async throws -> RouteResponse {
        try site.consumeDiscovery(request)
        let interests = try await request.json(Body.self).interests
        let now = site.server.now()
        let candidates = try await site.candidates()
        let sections = RecommendationSection.all(of: candidates, for: interests, at: now)
        let numbers = sections.flatMap(\.events).map(\.event)
        // The data from which the events were chosen can be half a minute old. So the chosen events are read again.
        let found = try await site.withStorefront { try $0.events(numbers) }
        let byNumber = Dictionary(found.map { ($0.event.number, $0) }) { first, _ in first }
        let language = request.language
        let shown = sections.compactMap { section -> TemplateContext? in
            let cards = section.events.compactMap { recommendation in
                byNumber[recommendation.event].map {
                    let reasons = Sentence.list(recommendation.reasons.map(\.sentence), separator: " · ")
                    return EventCardContext($0, reason: reasons, in: language).context
                }
            }
            guard !cards.isEmpty else { return nil }
            return TemplateContext(["heading": .sentence(section.kind.sentence), "events": .list(cards)])
        }
        let html = try request.server.pages.html(
            "for-you", title: Sentence(DiscoverySentence.forYou), in: language, ["sections": .list(shown)])
        return .json(.object([("sections", try MarkupTree(html).json)]))
    }

    /// The interests as a browser sends them. Values that this version of the server does not know are ignored: a
    /// browser can have stored them before an update of the server.
    private struct Body: JSONBody {
        let categories: [String]
        let city: String
        let distance: Int
        let price: String
        let days: [String]
        let times: [String]
        let organizers: [String]
        let purchases: [String]
        let likes: [String]
        let shares: [String]
        let views: [String]

        enum CodingKeys: String, CodingKey, CaseIterable {
            case categories, city, distance, price, days, times, organizers, purchases, likes, shares, views
        }

        var interests: Interests {
            var interactions: [Interests.Interaction: [EventDetails.Category: Int]] = [:]
            let lists: [(Interests.Interaction, [String])] = [
                (.purchase, purchases), (.like, likes), (.share, shares), (.view, views),
            ]
            for (interaction, names) in lists {
                interactions[interaction] = Dictionary(grouping: known(names)) { $0 }.mapValues(\.count)
            }
            let range = Interests.distances
            return Interests(
                categories: Set(known(categories)),
                city: String(city.prefix(ForYouPage.longestCity)).folded,
                maximumDistance: min(max(distance, range.lowerBound), range.upperBound),
                price: PriceBand(rawValue: price), days: Set(days.compactMap { WeekDay(rawValue: $0) }),
                times: Set(times.compactMap { DayPart(rawValue: $0) }), followed: Set(organizers),
                interactions: interactions)
        }

        private func known(_ names: [String]) -> [EventDetails.Category] {
            names.compactMap { EventDetails.Category(rawValue: $0) }
        }
    }
}

/// The events among which recommendations are chosen. They are the same for all visitors, so they are read at most
/// every 30 seconds.
final class CandidateCache: Sendable {
    private static let seconds: Int64 = 30

    private let latest = Mutex<(time: Instant, candidates: [EventCandidate])?>(nil)

    /// The candidates; nil if they were not read in the last 30 seconds.
    func candidates(at now: Instant) -> [EventCandidate]? {
        latest.withLock { latest in
            guard let latest, latest.time <= now, now < latest.time.advanced(bySeconds: CandidateCache.seconds) else {
                return nil
            }
            return latest.candidates
        }
    }

    func store(_ candidates: [EventCandidate], at now: Instant) {
        latest.withLock { $0 = (time: now, candidates: candidates) }
    }
}

extension PublicSite {
    func candidates() async throws -> [EventCandidate] {
        let now = server.now()
        if let known = candidateCache.candidates(at: now) { return known }
        let read = try await withStorefront { try $0.candidates() }
        candidateCache.store(read, at: now)
        return read
    }

    /// Counts a request for recommendations or for the nearest city against the limit of the visitor’s network.
    ///
    /// - Throws: `Problem` 429 if the network sent too many requests.
    func consumeDiscovery(_ request: PageRequest) throws {
        try discoveryRateLimit.consume("\(try request.caller().address)", at: server.now()).requireGranted()
    }
}
