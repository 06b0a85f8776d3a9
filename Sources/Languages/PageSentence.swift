/// The sentences of pages that every visitor can open: the start page and error pages. Also the links and labels around
/// the content of each page.
public enum PageSentence: String, SentenceKey {
    public static let subject = "page"

    // Around the content of each page
    case skip = "Skip to content"
    case error = "Error: {title}"
    case language = "Language"
    case main = "Main"
    case desk = "Desk"
    case gate = "Gate"
    case account = "Account"
    case signOut = "Sign out"
    case currency = "Currency"
    case oneLess = "One less"
    case oneMore = "One more"

    // Start page
    case start = "Start"
    /// The title has a word joiner (U+2060) after its hyphen, because no line may end there.
    case startTitle = "Tickets and check-\u{2060}in for events"
    case events = "Events"
    case eventsAbout = "Find an event, reserve, and keep your ticket on your phone."
    case deskAbout = "For organizers: events, orders, guests, printing, reports."
    case gateAbout = "For staff at the door: scan with a camera or a USB scanner, or type codes."
    case pair = "Pair this device"
    case pairAbout = "With a code from the desk, this device can scan at one gate. No app needed."
    case ownTickets = "To open your own tickets, use the link that you received."

    // Forms that were sent twice
    case sameFormMinutes =
        "You sent the same form one minute ago. Nothing new was created. Tick the box to create another one.|You sent the same form {count} minutes ago. Nothing new was created. Tick the box to create another one."
    case sameFormSeconds =
        "You sent the same form one second ago. Nothing new was created. Tick the box to create another one.|You sent the same form {count} seconds ago. Nothing new was created. Tick the box to create another one."

    // Error pages
    case notFound = "Page not found"
    case notFoundAbout = "This page does not exist, or no longer exists."
    case busy = "Server busy"
    case busyAbout = "The server is busy. Try again in a moment."
    case tooManyRequests = "Too many requests"
    case tooManyRequestsAbout = "Try again in one second.|Try again in {count} seconds."
    case networkQuotaAbout =
        "Your network has reserved {limit} tickets within an hour. Try again in one minute.|Your network has reserved {limit} tickets within an hour. Try again in {count} minutes."
    case reference = "Reference for support: {id}"
}
