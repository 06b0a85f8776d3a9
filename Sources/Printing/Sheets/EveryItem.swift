public import Languages

/// What is affected if a warning or an error is not about single tickets or cards. A raw value takes the place of the
/// names of tickets or cards.
public enum EveryItem: String, SentenceKey {
    public static let subject = "everyItem"

    case ticket = "every ticket"
    case card = "every card"
    case page = "every page"
}
