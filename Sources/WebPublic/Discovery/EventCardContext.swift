import Languages
import Management
import Ticketing
import WebHost

/// The template values that show an event in a list, for the template `event-card`.
struct EventCardContext {
    private let found: FoundEvent
    private let language: Language
    private let reason: Sentence?

    /// - Parameter reason: the reason why the event is recommended; nil if the list is not a recommendation.
    init(_ found: FoundEvent, reason: Sentence? = nil, in language: Language) {
        self.found = found
        self.language = language
        self.reason = reason
    }

    /// The number of background colours for the cards of events without a picture.
    private static let hues: UInt32 = 4

    var context: TemplateContext {
        let texts = EventTemplateContext(found.event, organizer: "", in: language).eventText
        var context: [String: TemplateContext.Value] = [
            "card_path": .text("/events/\(found.event.slug)"), "card_title": .text(texts.title),
        ]
        let price = found.priceText(in: language)
        if let price { context["card_price"] = .text(price) }
        if price != nil || !found.badges.isEmpty { context["card_has_badges"] = .section(TemplateContext([:])) }
        if let poster = found.poster {
            context.merge(poster.context(sizes: "(min-width: 40rem) 16rem, 90vw")) { $1 }
        } else {
            context["picture_hue"] = .text("\(found.event.number.rawValue % EventCardContext.hues)")
        }
        if let when = texts.when { context["card_when"] = .text(when) }
        if let place = texts.location { context["card_place"] = .text(place) }
        if let reason { context["card_reason"] = .sentence(reason) }
        context["card_badges"] = .list(found.badges.map(\.context))
        return TemplateContext(context)
    }
}

extension EventBadge {
    /// The template values for the badge: its words and its colour.
    var context: TemplateContext {
        TemplateContext(["badge_text": .sentence(sentence), "badge_tone": .text(tone)])
    }

    private var sentence: Sentence {
        switch self {
        case .happeningNow: Sentence(DiscoverySentence.happeningNow)
        case .soldOut: Sentence(DiscoverySentence.soldOut)
        case .left(let count): Sentence(DiscoverySentence.left, ["count": .number(count)])
        case .salesEnd(let minutes) where minutes < 60:
            Sentence(DiscoverySentence.salesEndInMinutes, ["count": .number(minutes)])
        case .salesEnd(let minutes):
            Sentence(
                DiscoverySentence.salesEndInHours,
                ["hours": .number(minutes / 60), "minutes": .number(minutes % 60)])
        }
    }

    /// The name of the badge’s colour in the style sheets.
    private var tone: String {
        switch self {
        case .happeningNow: "good"
        case .soldOut: "bad"
        case .left, .salesEnd: "warn"
        }
    }
}

extension EventDetails.Category {
    var sentence: PublicSentence {
        switch self {
        case .music: .music
        case .arts: .arts
        case .sport: .sport
        case .technology: .technology
        case .food: .food
        case .business: .business
        case .education: .education
        case .community: .community
        case .charity: .charity
        case .religion: .religion
        case .nightlife: .nightlife
        case .other: .otherCategory
        }
    }
}

extension EventPeriod {
    var sentence: DiscoverySentence {
        switch self {
        case .today: .today
        case .tomorrow: .tomorrow
        case .weekend: .thisWeekend
        case .week: .thisWeek
        case .now: .happeningNow
        }
    }
}
