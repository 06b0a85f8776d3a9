package import Languages
import Ticketing

extension FoundEvent {
    /// The prices of the event’s tickets in words: `Free`, `from UGX 50,000`, or `Free – UGX 180,000` if some tickets
    /// are free and the most expensive ticket costs UGX 180,000. Nil if no ticket type is visible.
    package func priceText(in language: Language) -> String? {
        guard hasTypes else { return nil }
        func sentence(_ sentence: PublicSentence, _ price: Money) -> String {
            language.text(sentence, ["price": .text(price.text(in: language.locale))])
        }
        return switch (cheapest, dearest) {
        case (nil, nil): language.text(PublicSentence.free)
        case (nil, let dearest?): sentence(.freeUpTo, dearest)
        case (let cheapest?, _): sentence(.fromPrice, cheapest)
        }
    }
}
