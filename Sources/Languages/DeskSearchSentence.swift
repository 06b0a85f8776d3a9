/// The texts of the search in all events of a user, and of the keyboard shortcuts of the desk.
public enum DeskSearchSentence: String, SentenceKey {
    public static let subject = "deskSearch"

    // The search
    case title = "Search everywhere"
    case label = "Order number, ticket code, name, event or page"
    case keysAbout = "Order numbers and complete ticket codes are found in all your events."
    case namesAbout = "Names are found in the {events} events closest to now."
    case buyersAbout = "Buyers without tickets are found among the {orders} newest orders of each of these events."
    case guestsAbout =
        "In each of these events, guests are found among the first {guests} guests whose names contain the typed words."
    case results = "Results"
    case found = "{count} result|{count} results"
    case shortened = "Each list ends after {limit} results. Type more to narrow the search."
    case nothing = "Nothing found."
    case pages = "Pages"
    case notAnswered = "The server did not answer. Press Enter to try again."

    // The keyboard shortcuts
    case shortcuts = "Keyboard shortcuts"
    case keyControlK = "Ctrl K"
    case keyCommandK = "⌘ K"
    case keyList = "Search the list of the page"
    case keyShortcuts = "Show the keyboard shortcuts"
    case keysOfResults = "↑ ↓ Enter"
    case openResult = "Open a result"
    case keyEscape = "Esc"
    case leave = "Close"
    case singleKeys = "Use the shortcuts / and ?"
}
