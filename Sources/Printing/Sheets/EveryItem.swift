public import Languages

/// The words that replace the names of tickets or cards in a warning or an error that affects all of them.
public enum EveryItem: String, SentenceKey {
    public static let subject = "everyItem"

    case ticket = "every ticket"
    case card = "every card"
    case page = "every page"
}
