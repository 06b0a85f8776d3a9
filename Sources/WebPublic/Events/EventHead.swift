import Languages
import Management
import Ticketing
import WebHost

/// The template values at the top of the public page of an event: badges, the prices, and the current time for the
/// countdowns, which `scripts/countdown.js` shows.
struct EventHead {
    private let badges: [EventBadge]
    private let types: [TicketTypeContext]
    private let now: Instant
    private let language: Language

    /// - Parameter types: the ticket types that visitors see.
    init(_ found: PublicEvent, _ types: [TicketTypeContext], at now: Instant, in language: Language) {
        badges = found.badges
        self.types = types
        self.now = now
        self.language = language
    }

    var context: [String: TemplateContext.Value] {
        var context: [String: TemplateContext.Value] = [
            "now": .text("\(now.milliseconds)"),
            // A script replaces `{time}` and `{days}` by the time left.
            "time_left": .sentence(TicketPageSentence.timeLeft, ["time": "{time}"]),
            "days_left": .sentence(TicketPageSentence.daysLeft, ["days": "{days}", "time": "{time}"]),
        ]
        if !badges.isEmpty {
            context["has_badges"] = .section(TemplateContext(["badges": .list(badges.map(\.context))]))
        }
        if let price = priceRange { context["price_range"] = .sentence(price) }
        return context
    }

    /// The prices in words: “free”, a single price, or the lowest and the highest price. Nil for an event without
    /// ticket types, or with prices in several currencies.
    private var priceRange: Sentence? {
        let prices = types.compactMap(\.type.price).filter { $0.minorUnits > 0 }
            .sorted { $0.minorUnits < $1.minorUnits }
        guard let least = prices.first, let most = prices.last else {
            return types.isEmpty ? nil : Sentence(PublicSentence.free)
        }
        guard Set(prices.map(\.currency)).count == 1 else { return nil }
        if prices.count < types.count { return Sentence(PublicSentence.freeUpTo, ["price": .money(most)]) }
        guard least != most else { return .verbatim(most.text(in: language.locale)) }
        return Sentence(TicketPageSentence.priceRange, ["least": .money(least), "most": .money(most)])
    }
}
