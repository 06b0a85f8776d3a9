import Languages
import Ticketing

extension Money {
    /// The amount in English, such as `UGX 180,000`, for pages of organizers.
    package var displayText: String { text(in: Language.english.locale) }
}
