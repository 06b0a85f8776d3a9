import Languages
import Ticketing

extension RecommendationSection.Kind {
    /// The heading of the section on the list of events.
    var sentence: DiscoverySentence {
        switch self {
        case .recommended: .recommended
        case .happeningNow: .happeningNow
        case .interests: .basedOnInterests
        case .nearby: .nearYou
        case .popular: .popularNow
        case .weekend: .thisWeekend
        case .free: .freeEvents
        }
    }
}

extension WeekDay {
    /// The name of the weekday, for the list from which a visitor chooses interests.
    var sentence: DiscoverySentence {
        switch self {
        case .monday: .monday
        case .tuesday: .tuesday
        case .wednesday: .wednesday
        case .thursday: .thursday
        case .friday: .friday
        case .saturday: .saturday
        case .sunday: .sunday
        }
    }
}

extension DayPart {
    /// The name of the part of the day, with its hours, for the list from which a visitor chooses interests.
    var sentence: DiscoverySentence {
        switch self {
        case .morning: .morning
        case .afternoon: .afternoon
        case .evening: .evening
        case .night: .night
        }
    }
}

extension Recommendation.Reason {
    /// The reason in words, such as `Matches your Technology interests`.
    var sentence: Sentence {
        switch self {
        case .category(let category):
            Sentence(DiscoverySentence.matchesCategory, ["category": .sentence(Sentence(category.sentence))])
        case .purchases: Sentence(DiscoverySentence.similarToAttended)
        case .followed: Sentence(DiscoverySentence.followedOrganizer)
        case .likes: Sentence(DiscoverySentence.similarToLiked)
        case .happeningNow: Sentence(DiscoverySentence.happeningNow)
        case .city(let city): Sentence(DiscoverySentence.inCity, ["city": .text(city)])
        case .distance(let kilometres):
            Sentence(DiscoverySentence.kilometresAway, ["count": .number(kilometres)])
        case .days(0): Sentence(DiscoverySentence.beginsToday)
        case .days(let days): Sentence(DiscoverySentence.inDays, ["count": .number(days)])
        case .popular: Sentence(DiscoverySentence.popular)
        case .weekend: Sentence(DiscoverySentence.thisWeekend)
        case .price: Sentence(DiscoverySentence.matchesPrice)
        case .free: Sentence(DiscoverySentence.freeOfCharge)
        case .new: Sentence(DiscoverySentence.newlyAdded)
        }
    }
}
