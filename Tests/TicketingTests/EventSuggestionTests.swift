import Foundation
import Testing
import Ticketing

/// Thursday 12 November 2026, 09:00 in Kampala.
private let now = Instant(seconds: 1_794_463_200)
private let day: Int64 = 86_400
private let kampala = Coordinates(latitude: 313_600, longitude: 32_581_100)
private let entebbe = Coordinates(latitude: 151_200, longitude: 32_563_700)
private let jinja = Coordinates(latitude: 424_000, longitude: 33_204_000)

private func candidate(
    _ number: UInt32, _ category: EventDetails.Category = .food, organizer: String = "others", city: String? = nil,
    position: Coordinates? = nil, in days: Int64 = 20, taken: Int = 0
) throws -> EventCandidate {
    let start = now.advanced(bySeconds: days * day)
    var event = EventCandidate(
        number: try #require(EventNumber(rawValue: number)), category: category, organizer: organizer,
        place: EventCandidate.Place(city: city, position: position, timeZone: "Africa/Kampala"), start: start,
        end: start.advanced(bySeconds: 7200), created: now.advanced(bySeconds: -30 * day))
    event.sales.prices = [nil]
    (event.sales.quantity, event.sales.taken) = (20, taken)
    return event
}

private func booked(
    _ category: EventDetails.Category = .music, organizer: String = "nile-nights", city: String? = "Kampala",
    daysAgo days: Int64 = 10
) throws -> BookedEvent {
    BookedEvent(
        number: try #require(EventNumber(rawValue: UInt32(1000 + days))), category: category, organizer: organizer,
        city: city, start: now.advanced(bySeconds: -days * day), timeZone: "Africa/Kampala")
}

private func chosen(
    _ kind: Notice.Kind, of candidates: [EventCandidate], after booked: [BookedEvent],
    where isOffered: (EventNumber) -> Bool = { _ in true }
) -> [String] {
    EventSuggestion.chosen(
        for: kind, of: SuggestionCandidates(candidates, at: now), after: booked, where: isOffered
    )
    .map { "\($0.event.rawValue) \($0.reason.rawValue)" }
}

@Suite("Events that messages suggest")
struct EventSuggestionTests {
    @Test(
        """
        Recommendations come from the categories and organizers of booked events, and never from events that have begun
        """)
    func recommendations() throws {
        let events = [
            try candidate(1, .music), try candidate(2, .food, organizer: "nile-nights"), try candidate(3),
            try candidate(4, .music, in: 0), try candidate(5, .music, city: "Kampala"),
        ]
        let history = [try booked()]
        #expect(chosen(.recommendations, of: events, after: history) == ["5 category", "1 category", "2 organizer"])
        #expect(chosen(.recommendations, of: events.reversed(), after: history).first == "5 category")
        #expect(chosen(.recommendations, of: events, after: []).isEmpty)
    }

    @Test("An event that is more than 25 km from the city of the last booked event is not recommended")
    func distance() throws {
        let events = [
            try candidate(1, .music, city: "Kampala", position: kampala),
            try candidate(2, .music, city: "Jinja", position: jinja),
        ]
        let inKampala = [try booked(daysAgo: 20), try booked(city: nil, daysAgo: 1)]
        #expect(chosen(.recommendations, of: events, after: inKampala) == ["1 category"])
        let moved = [try booked(daysAgo: 20), try booked(city: "Jinja", daysAgo: 1)]
        #expect(chosen(.recommendations, of: events, after: moved) == ["2 category"])
    }

    @Test("Only popular events in the city, or at most 25 km from its centre, are suggested as popular")
    func popular() throws {
        let events = [
            try candidate(1, city: "Kampala", position: kampala, taken: 10),
            try candidate(2, city: "Entebbe", position: entebbe, taken: 20),
            try candidate(3, city: "Kampala", position: kampala, taken: 9),
            try candidate(4, city: "Jinja", position: jinja, taken: 20), try candidate(5, .music, taken: 20),
        ]
        #expect(chosen(.popularNearYou, of: events, after: [try booked()]) == ["1 city", "2 nearby"])
        #expect(chosen(.popularNearYou, of: events, after: [try booked(city: nil)]).isEmpty)
    }

    @Test("A message has at most five events; events that cannot be booked are replaced by the next best ones")
    func limits() throws {
        let events = try (1...120).map { try candidate(UInt32($0), .music, in: 20 + Int64($0)) }
        let history = [try booked()]
        let sold = chosen(.recommendations, of: events, after: history) { $0.rawValue > 3 }
        #expect(sold == (4...8).map { "\($0) category" })
        var checked = 0
        let none = EventSuggestion.chosen(
            for: .recommendations, of: SuggestionCandidates(events, at: now), after: history
        ) { _ in
            checked += 1
            return false
        }
        #expect(none.isEmpty && checked == 50)
    }

    @Test(
        """
        A redacted message has neither the suggested events nor the city; damaged parts of a stored list of \
        suggestions are ignored
        """)
    func payload() throws {
        let event = try #require(EventNumber(rawValue: 7))
        let suggestions = EventSuggestion.Reason.allCases.map { EventSuggestion(event: event, reason: $0) }
        func notice(_ kind: Notice.Kind, _ payload: [String: String]) -> Notice {
            Notice(
                organizer: nil, event: nil, kind: kind, recipient: "ada@example.org", payload: payload, key: "k",
                created: now)
        }
        let payload = Notice.payload(of: suggestions, city: "Kampala", timeZone: "Africa/Nairobi")
        for kind in [Notice.Kind.recommendations, .popularNearYou] {
            let stored = notice(kind, payload)
            #expect(stored.suggestions == suggestions && stored.suggestionTimeZone == "Africa/Nairobi")
            #expect(stored.redacted.suggestions.isEmpty && !"\(stored.redacted.payload)".contains("Kampala"))
        }
        #expect(notice(.reminder, payload).suggestions.isEmpty && notice(.reminder, payload).suggestionTimeZone == nil)
        for damaged in ["", "0 category", "7", "7 likes", "x category", "99999999999 city", "7 city extra"] {
            #expect(notice(.recommendations, ["events": damaged]).suggestions.isEmpty, "\(damaged)")
        }
        #expect(notice(.recommendations, ["events": "x,7 city"]).suggestions == [suggestions[2]])
    }

    @Test(
        """
        Recommendations are due on Wednesday and Sunday at 18:00, and popular events on Friday at 17:00, on the \
        recipient’s clock
        """)
    func times() throws {
        let zone = try #require(TimeZone(identifier: "Africa/Kampala"))
        func times(_ kind: Notice.Kind, _ policy: NoticePolicy = .standard) -> [Instant] {
            var times = [Instant.june(12, 17)]
            for _ in 0..<3 { times.append(policy.suggestionTime(of: kind, after: times[times.count - 1], in: zone)) }
            return Array(times.dropFirst())
        }
        // 12 June 2030 is a Wednesday.
        #expect(times(.recommendations) == [.june(12, 18), .june(16, 18), .june(19, 18)])
        #expect(times(.popularNearYou) == [.june(14, 17), .june(21, 17), .june(28, 17)])
        let once = NoticePolicy.standard.with {
            ($0.recommendationDay, $0.secondRecommendationDay, $0.recommendationHour) = (1, 1, 9)
        }
        #expect(times(.recommendations, once) == [.june(17, 9), .june(24, 9), .june(31, 9)])
    }

    @Test("When clocks change to summer or winter time, the messages stay at 18:00 and 17:00 on the recipient’s clock")
    func clockChanges() throws {
        let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        func next(_ kind: Notice.Kind, after text: String) throws -> Instant {
            NoticePolicy.standard.suggestionTime(of: kind, after: try .utc(text), in: zone)
        }
        // In Berlin, summer time begins on Sunday 31 March 2030 and ends on Sunday 27 October 2030.
        let expected: [(Notice.Kind, String, String)] = [
            (.recommendations, "2030-03-27T17:00:00Z", "2030-03-31T16:00:00Z"),
            (.popularNearYou, "2030-03-29T16:00:00Z", "2030-04-05T15:00:00Z"),
            (.recommendations, "2030-10-23T16:00:00Z", "2030-10-27T17:00:00Z"),
            (.popularNearYou, "2030-10-25T15:00:00Z", "2030-11-01T16:00:00Z"),
        ]
        for (kind, before, after) in expected {
            #expect(try next(kind, after: before) == .utc(after), "\(kind) \(before)")
        }
    }
}
