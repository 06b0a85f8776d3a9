import EventFixture
import Foundation
import Testing

@testable import Ticketing

/// Thursday 12 November 2026, 09:00 in Kampala.
private let now = Instant(seconds: 1_794_463_200)
private let hour: Int64 = 3600
private let day: Int64 = 86_400
private let kampala = Coordinates(latitude: 313_600, longitude: 32_581_100)

private func candidate(
    _ number: UInt32, _ category: EventDetails.Category = .music, in hours: Int64 = 20 * 24,
    city: String? = nil, position: Coordinates? = nil, age: Int64 = 30 * day,
    prices: [Money?] = [Money(minorUnits: 5000, currency: "UGX")], taken: (Int, of: Int) = (0, of: 0)
) throws -> EventCandidate {
    let start = now.advanced(bySeconds: hours * hour)
    var event = EventCandidate(
        number: try #require(EventNumber(rawValue: number)), category: category, organizer: "nile-nights",
        place: EventCandidate.Place(city: city, position: position, timeZone: "Africa/Kampala"), start: start,
        end: start.advanced(bySeconds: 3 * hour), created: now.advanced(bySeconds: -age))
    event.sales.prices = prices
    event.sales.taken = taken.0
    event.sales.quantity = taken.of
    return event
}

/// The signals (reasons to recommend an event to a visitor) and the score of an event.
private func scored(
    _ event: EventCandidate, among others: [EventCandidate] = [], _ interests: Interests
) -> (signals: Set<Recommendation.Signal>, score: Int) {
    var scoring = RecommendationScoring([event] + others, interests, now)
    let scored = scoring.scored(event)
    return (scored.signals, scored.score)
}

@Suite("Recommendations")
struct RecommendationTests {
    @Test("A new event within a week, in the visitor’s city, with a liked category and price, has 123 points")
    func example() throws {
        let event = try candidate(1, .technology, in: 4 * 24 + 12, city: "Kampala", age: day)
        let others = [
            try candidate(2, prices: [Money(minorUnits: 9000, currency: "UGX")]), try candidate(3, prices: [nil]),
        ]
        let interests = Interests(
            categories: [.technology], city: "kampala", price: .budget, interactions: [.purchase: [.technology: 1]])
        let result = scored(event, among: others, interests)
        #expect(result.signals == [.category, .purchases, .sameCity, .withinAWeek, .price, .new])
        #expect(result.score == 40 + 35 + 20 + 15 + 8 + 5 && result.score == 123)
    }

    @Test("Each signal adds its number of points to the score")
    func signals() throws {
        let far = Coordinates(latitude: 1_313_600, longitude: 32_581_100)
        let inTown = try candidate(9, .other, city: "Kampala", position: kampala)
        let free: [Money?] = [nil]
        let cases: [(Recommendation.Signal, Int, EventCandidate, Interests)] = [
            (.category, 40, try candidate(1), Interests(categories: [.music])),
            (.followed, 30, try candidate(1), Interests(followed: ["nile-nights"])),
            (.likes, 25, try candidate(1), Interests(interactions: [.like: [.music: 1]])),
            (.happeningNow, 25, try candidate(1, in: -1), Interests()),
            (.sameCity, 20, try candidate(1, city: "KAMPALA"), Interests(city: "kampala")),
            (.nearby, 15, try candidate(1, position: kampala), Interests(city: "kampala")),
            (.tooFar, -10, try candidate(1, position: far), Interests(city: "kampala")),
            (.withinAWeek, 15, try candidate(1, in: 5 * 24), Interests()),
            (.popular, 10, try candidate(1, taken: (50, of: 100)), Interests()),
            (.price, 8, try candidate(1), Interests(price: .budget)),
            (.free, 5, try candidate(1, prices: free), Interests()),
            (.new, 5, try candidate(1, age: 6 * day), Interests()),
        ]
        for (signal, points, event, interests) in cases {
            let result = scored(event, among: [inTown], interests)
            #expect(result.signals == [signal], "\(signal)")
            #expect(result.score == points, "\(signal)")
        }
        // An event this weekend also begins within a week.
        let weekend = scored(try candidate(1, in: 2 * 24 + 12), Interests())
        #expect(weekend.signals == [.weekend, .withinAWeek] && weekend.score == 25)
        // One purchase adds five points to its category. A category with five points counts as liked.
        let bought = scored(try candidate(1), Interests(interactions: [.purchase: [.music: 1]]))
        #expect(bought.signals == [.category, .purchases] && bought.score == 75)
    }

    @Test("A purchase adds 5 points to the confidence in a visitor’s interests, a like 3, a share 2 and a view 1")
    func confidence() {
        func confidence(_ interactions: [Interests.Interaction: [EventDetails.Category: Int]]) -> Double {
            Interests(interactions: interactions).confidence
        }
        #expect(confidence([:]) == 0)
        #expect(confidence([.purchase: [.music: 1]]) == 0.25)
        #expect(confidence([.like: [.music: 1], .share: [.food: 1], .view: [.music: 5]]) == 0.5)
        #expect(confidence([.purchase: [.music: 9]]) == 1)
        #expect(Interests(interactions: [.view: [.music: 4]]).isCold)
        #expect(!Interests(interactions: [.view: [.music: 5]]).isCold)
        #expect(!Interests(city: "kampala").isCold && Interests().isCold)
    }

    @Test("Sections come in a fixed order, and each event is in the first section that it belongs to")
    func sections() throws {
        let events = [
            try candidate(1, .food, in: 20 * 24), try candidate(2, .music, in: -1),
            try candidate(3, .music, position: Coordinates(latitude: 2_313_600, longitude: 32_581_100)),
            try candidate(4, .arts, city: "Kampala", position: kampala),
            try candidate(5, .arts, taken: (9, of: 10)), try candidate(6, .arts, in: 2 * 24 + 12),
            try candidate(7, .arts, prices: [nil]), try candidate(8, .arts),
        ]
        let interests = Interests(categories: [.food, .music], city: "kampala")
        // Event 2 fits two sections: it has a liked category, and it is happening now. It is in the earlier section.
        let found = RecommendationSection.all(of: events, for: interests, at: now)
        #expect(found.map(\.kind) == [.recommended, .interests, .nearby, .popular, .weekend, .free])
        #expect(
            found.map { $0.events.map { Int($0.event.rawValue) } } == [[2, 1], [3], [4], [5], [6], [7]])
        let others = RecommendationSection.all(of: events, for: Interests(categories: [.food]), at: now)
        #expect(others.map(\.kind) == [.recommended, .happeningNow, .popular, .weekend, .free])
        let reversed = RecommendationSection.all(of: events.reversed(), for: interests, at: now)
        #expect(reversed == found)
    }

    @Test("At most 50 events are recommended; events with equal scores are ordered by start and then by number")
    func limits() throws {
        let many = try (1...400).map { number in
            try candidate(
                UInt32(number), EventDetails.Category.allCases[number % 12], in: Int64(number % 40) - 1,
                city: number.isMultiple(of: 3) ? "Kampala" : nil,
                prices: number.isMultiple(of: 2) ? [nil] : [Money(minorUnits: 5000, currency: "UGX")],
                taken: (number % 100, of: 100))
        }
        let over = try candidate(500, .music, in: -4)
        let interests = Interests(categories: [.music, .food], city: "kampala")
        let sections = RecommendationSection.all(of: many + [over], for: interests, at: now)
        let all = sections.flatMap(\.events).map(\.event)
        #expect(all.count <= 50 && all.count > 30 && Set(all).count == all.count)
        #expect(!all.contains(over.number))
        let same = try [30, 10, 20].map { try candidate($0) } + [candidate(40, in: 24 * 15)]
        let sorted = RecommendationSection.all(of: same, for: Interests(categories: [.music]), at: now)
        #expect(sorted.flatMap(\.events).map { Int($0.event.rawValue) } == [40, 10, 20, 30])
    }

    @Test("Preferred days and times (in each event’s zone) give no points, but decide between events with equal scores")
    func preferredTimes() throws {
        // The events begin on Thursday at 09:00, on Friday at 20:00, on Saturday at 01:00 and on Friday at 11:00.
        let events = [
            try candidate(1, in: 14 * 24), try candidate(2, in: 15 * 24 + 11), try candidate(3, in: 15 * 24 + 16),
            try candidate(4, in: 15 * 24 + 2),
        ]
        func order(_ days: Set<WeekDay>, _ times: Set<DayPart>) -> [Int] {
            let interests = Interests(categories: [.music], days: days, times: times)
            let found = RecommendationSection.all(of: events, for: interests, at: now).flatMap(\.events)
            #expect(found.allSatisfy { $0.score == 40 && $0.signals == [.category] })
            return found.map { Int($0.event.rawValue) }
        }
        #expect(order([], []) == [1, 4, 2, 3])
        #expect(order([.friday], []) == [4, 2, 1, 3])
        #expect(order([.friday], [.evening]) == [2, 4, 1, 3])
        #expect(order([.saturday], [.night]) == [3, 1, 4, 2])
        #expect(order([], [.morning]) == [1, 4, 2, 3])
        #expect(order([.sunday], [.afternoon]) == [1, 4, 2, 3])
        // An event with a higher score comes first, regardless of its time.
        let scores = [try candidate(5, in: 15 * 24 + 11), try candidate(6, in: 20 * 24, age: day)]
        let interests = Interests(categories: [.music], days: [.friday], times: [.evening])
        let sorted = RecommendationSection.all(of: scores, for: interests, at: now).flatMap(\.events)
        #expect(sorted.map { Int($0.event.rawValue) } == [6, 5])
        #expect(Interests(days: [.friday], times: [.evening]).isCold)
        for (hour, part) in [(4, DayPart.night), (5, .morning), (12, .afternoon), (17, .evening), (22, .night)] {
            #expect(DayPart(hour: hour) == part, "\(hour)")
        }
    }

    @Test("An unknown visitor gets the most popular events of the next three days, at most two of each category")
    func coldStart() throws {
        let events = [
            try candidate(1, .music, in: 5), try candidate(2, .music, in: 6, taken: (95, of: 100)),
            try candidate(3, .music, in: 7, taken: (40, of: 100)), try candidate(4, .arts, in: -1),
            try candidate(5, .food, in: 4 * 24, taken: (99, of: 100)),
        ]
        let sections = RecommendationSection.all(of: events, for: Interests(), at: now)
        #expect(sections.map(\.kind) == [.popular])
        let found = sections.flatMap(\.events)
        #expect(found.map { Int($0.event.rawValue) } == [2, 3, 4])
        #expect(found.map(\.reasons.first) == [.popular, .days(0), .happeningNow])
        #expect(RecommendationSection.all(of: [], for: Interests(), at: now).isEmpty)
    }

    @Test("Each recommendation has one or two reasons; the first says why the event is in its section")
    func reasons() throws {
        let near = Coordinates(latitude: 353_600, longitude: 32_581_100)
        let events = [
            try candidate(1, .technology, in: 5 * 24, city: "Kampala", position: kampala),
            try candidate(2, .arts, position: near), try candidate(3, .food),
        ]
        let interests = Interests(
            categories: [.technology], city: "kampala", interactions: [.purchase: [.food: 1]])
        let found = RecommendationSection.all(of: events, for: interests, at: now).flatMap(\.events)
        let reasons = Dictionary(uniqueKeysWithValues: found.map { (Int($0.event.rawValue), $0.reasons) })
        #expect(reasons[1] == [.category(.technology), .city("Kampala")])
        #expect(reasons[2] == [.distance(4)])
        #expect(reasons[3] == [.purchases])
    }

    @Test("Events within the visitor’s maximum distance are nearby, and events further away are too far")
    func distances() throws {
        // One degree of latitude is 111.195 km.
        func north(_ kilometres: Double) -> Coordinates {
            Coordinates(
                latitude: kampala.latitude + Int(kilometres / 111.195 * 1e6), longitude: kampala.longitude)
        }
        // The centre of a city is the mean of the positions of its events, so this event defines the centre of Kampala.
        let inTown = try candidate(9, city: "Kampala", position: kampala)
        let cases: [(Double, Int, Recommendation.Signal)] = [
            (25.0, 25, .nearby), (25.1, 25, .tooFar), (99.0, 100, .nearby), (101.0, 100, .tooFar),
        ]
        for (kilometres, limit, expected) in cases {
            let event = try candidate(1, .arts, position: north(kilometres))
            let found = scored(event, among: [inTown], Interests(city: "kampala", maximumDistance: limit))
            #expect(found.signals == [expected], "\(kilometres)")
        }
        #expect(abs(kampala.kilometres(to: north(25)) - 25) < 0.01)
        let entebbe = Coordinates(latitude: 51_200, longitude: 32_463_700)
        #expect((30...33).contains(kampala.kilometres(to: entebbe)))
        let bounds = kampala.bounds(within: 25)
        #expect(bounds.latitudes.contains(north(25).latitude) && !bounds.latitudes.contains(north(26).latitude))
        #expect(bounds.longitudes?.contains(kampala.longitude + 224_000) == true)
        #expect(Coordinates(latitude: 89_900_000, longitude: 0).bounds(within: 25).longitudes == nil)
        #expect(Coordinates(latitude: 0, longitude: 179_999_000).bounds(within: 25).longitudes == nil)
    }

    @Test("The nearest city is the city whose centre is nearest; no city is found if the centre is too far away")
    func cities() throws {
        let entebbe = Coordinates(latitude: 51_200, longitude: 32_463_700)
        let events = [
            try candidate(1, city: "Kampala", position: kampala), try candidate(2, city: "Entebbe", position: entebbe),
            try candidate(3, city: "Nowhere"), try candidate(4, position: entebbe),
        ]
        #expect(events.city(nearestTo: Coordinates(latitude: 300_000, longitude: 32_600_000), within: 100) == "Kampala")
        #expect(events.city(nearestTo: Coordinates(latitude: 100_000, longitude: 32_500_000), within: 100) == "Entebbe")
        #expect(events.city(nearestTo: Coordinates(latitude: 9_000_000, longitude: 32_500_000), within: 100) == nil)
        #expect(events.center(ofCity: "nowhere") == nil && events.center(ofCity: "kampala") == kampala)
    }

    @Test("Price bands divide the prices of each currency into thirds; an event without a price is free")
    func priceBands() {
        var prices = (1...9).map { Money(minorUnits: Int64($0) * 1000, currency: "UGX") }
        prices.append(Money(minorUnits: 500, currency: "EUR"))
        let bands = PriceBands(prices)
        let found = prices.map { bands.band(of: $0) }
        #expect(
            found == [
                .budget, .budget, .budget, .moderate, .moderate, .moderate, .premium, .premium, .premium, .budget,
            ])
        #expect(bands.band(of: nil) == .free)
    }

    @Test("The share of taken tickets is rounded down to tenths, and is unknown for fewer than ten tickets")
    func shares() throws {
        let cases: [(Int, Int, Int?)] = [(100, 59, 5), (100, 49, 4), (9, 9, nil), (10, 12, 10), (0, 0, nil)]
        for (quantity, taken, tenths) in cases {
            #expect(try candidate(1, taken: (taken, of: quantity)).sales.tenthsTaken == tenths, "\(quantity) \(taken)")
        }
        #expect(try candidate(1, taken: (50, of: 100)).isPopular)
        #expect(try !candidate(1, taken: (49, of: 100)).isPopular)
    }
}

@Suite("Periods of the search")
struct EventPeriodTests {
    private func spans(_ text: String, _ zone: String) throws -> [EventPeriod: String] {
        let zone = try #require(TimeZone(identifier: zone))
        let moment = try #require(ISO8601DateFormatter().date(from: text))
        let now = Instant(seconds: Int64(moment.timeIntervalSince1970))
        return Dictionary(
            uniqueKeysWithValues: EventPeriod.allCases.map { period in
                let span = period.span(at: now, in: zone)
                return (period, "\(span.lowerBound.iso8601(in: zone)) \(span.upperBound.iso8601(in: zone))")
            })
    }

    @Test("At 23:59 in the venue’s zone, the period “today” ends a minute later, at midnight")
    func lateEvening() throws {
        // 20:59 in UTC is 23:59 on Thursday in Kampala.
        let found = try spans("2026-11-12T20:59:00Z", "Africa/Kampala")
        #expect(found[.today] == "2026-11-12T00:00:00+03:00 2026-11-13T00:00:00+03:00")
        #expect(found[.tomorrow] == "2026-11-13T00:00:00+03:00 2026-11-14T00:00:00+03:00")
        #expect(found[.weekend] == "2026-11-14T00:00:00+03:00 2026-11-16T00:00:00+03:00")
        #expect(found[.week] == "2026-11-12T00:00:00+03:00 2026-11-16T00:00:00+03:00")
        let next = try spans("2026-11-12T21:00:00Z", "Africa/Kampala")
        #expect(next[.today] == found[.tomorrow])
    }

    @Test("On a Sunday, this weekend and this week end at midnight; a day on which clocks are set back has 25 hours")
    func sunday() throws {
        let found = try spans("2026-10-25T12:00:00Z", "Europe/Paris")
        #expect(found[.today] == "2026-10-25T00:00:00+02:00 2026-10-26T00:00:00+01:00")
        #expect(found[.weekend] == "2026-10-24T00:00:00+02:00 2026-10-26T00:00:00+01:00")
        #expect(found[.week] == found[.today])
    }

    @Test("An event that ends at midnight is not on the next day, and an event that is over is in no period")
    func edges() {
        let span = Instant(seconds: 1000)..<Instant(seconds: 2000)
        func includes(_ start: Int64, _ end: Int64, _ now: Int64 = 0) -> Bool {
            span.includes(
                eventFrom: Instant(seconds: start), to: Instant(seconds: end), at: Instant(seconds: now))
        }
        #expect(!includes(500, 1000) && includes(500, 1001) && includes(1999, 3000) && !includes(2000, 3000))
        #expect(!includes(1200, 1500, 1500) && includes(1200, 1501, 1500))
    }
}

@Suite("Spelling of searched words")
struct WordSpellingTests {
    @Test(
        """
        A search for a word with a tolerated misspelling looks up a text that is stored for the right word
        """)
    func shared() {
        var random = SeededGenerator(for: "misspelled words")
        let letters = Array("abcdefgh")
        for _ in 0..<2000 {
            let word = String(
                (0..<Int.random(in: 4...12, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" })
            var typed = Array(word)
            for _ in 0..<2 {
                let index = Int.random(in: 0..<typed.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: typed.remove(at: index)
                case 1: typed.insert(letters.randomElement(using: &random) ?? "a", at: index)
                case 2: typed[index] = letters.randomElement(using: &random) ?? "a"
                default: typed.swapAt(index, min(index + 1, typed.count - 1))
                }
            }
            let text = String(typed)
            let tolerance = WordSpelling.tolerance(of: text)
            guard tolerance > 0, WordSpelling.distance(text, word, atMost: tolerance) != nil else { continue }
            let isFound = !WordSpelling.typed(text).isDisjoint(with: WordSpelling.stored(of: word))
            #expect(isFound, "\(text) \(word)")
        }
    }

    @Test("Short words and words with digits must be typed exactly; longer words may have one or two differences")
    func tolerance() {
        for (word, expected) in [("lak", 0), ("lake", 1), ("festval", 1), ("festivall", 2), ("2026", 0)] {
            #expect(WordSpelling.tolerance(of: word) == expected, "\(word)")
        }
        #expect(WordSpelling.stored(of: "2026").isEmpty && WordSpelling.stored(of: "of").isEmpty)
        #expect(WordSpelling.stored(of: "international").count <= 29)
    }

    @Test("The distance between two words counts inserted, deleted, replaced and exchanged letters")
    func distances() {
        for (a, b, expected) in [
            ("festval", "festival", 1), ("fetsival", "festival", 1), ("jazz", "jass", 2), ("lake", "lake", 0),
            ("kampla", "kampala", 1), ("concert", "concepts", 2),
        ] {
            #expect(WordSpelling.distance(a, b, atMost: 2) == expected, "\(a) \(b)")
            #expect(WordSpelling.distance(b, a, atMost: 2) == expected, "\(b) \(a)")
        }
        #expect(WordSpelling.distance("music", "muse", atMost: 1) == nil)
        #expect(WordSpelling.distance("music", "musicals", atMost: 2) == nil)
    }
}

@Suite("Badges of events")
struct EventBadgeTests {
    private func badges(
        _ sales: [SaleAvailability], left: Int? = nil, startsIn hours: Int64 = 48
    ) throws -> [EventBadge] {
        let start = now.advanced(bySeconds: hours * hour)
        let event = Event(
            number: try #require(EventNumber(rawValue: 1)), organizer: try #require(OrganizerNumber(rawValue: 1)),
            slug: "fair", suite: .hmac, created: now, status: .published,
            details: EventDetails(
                title: "Fair", timeZone: "UTC", start: start, end: start.advanced(bySeconds: 2 * hour)))
        return EventBadge.all(of: event, sales: sales, left: left, at: now)
    }

    @Test("Badges say that an event is happening now, that sales end soon, and that few or no tickets are left")
    func all() throws {
        func until(_ seconds: Int64) -> SaleAvailability { .yes(until: now.advanced(bySeconds: seconds), nil) }
        #expect(try badges([until(25 * hour)]).isEmpty)
        #expect(try badges([until(2 * hour + 30 * 60)]) == [.salesEnd(minutes: 150)])
        #expect(try badges([until(1)]) == [.salesEnd(minutes: 1)])
        #expect(try badges([until(hour), until(30 * hour)]).isEmpty)
        #expect(try badges([until(30 * hour), .no(.soldOut)], left: 20) == [.left(20)])
        #expect(try badges([until(30 * hour)], left: 21).isEmpty)
        #expect(try badges([until(30 * hour)], left: 0).isEmpty)
        #expect(try badges([.no(.soldOut), .no(.soldOut)]) == [.soldOut])
        #expect(try badges([.no(.soldOut), .no(.closed(now))]).isEmpty)
        #expect(try badges([]).isEmpty)
        #expect(try badges([.no(.started(now))], startsIn: -1) == [.happeningNow])
    }
}
