/// An area of the desk. Most areas have an entry in the navigation beside the page (the template `desk-areas`). Each
/// raw value is a part of the name of a template value, such as `in_check_in`.
enum DeskArea: String {
    case home, events, orders, tickets, guests
    case checkIn = "check_in"
    case print, messages, money, reports, team, settings
    /// The pages about the signed-in person's own account, which have no entry in the navigation.
    case account
    /// The search in all events, whose link is in the header.
    case search

    /// The area of a page; nil for a path outside of the desk.
    ///
    /// - Parameter target: The path of the page, with or without a query.
    init?(ofPath target: String) {
        let parts = target.prefix { $0 != "?" }.split(separator: "/").map(String.init)
        guard parts.first == "desk" else { return nil }
        let page = parts.dropFirst(3).first
        switch parts.dropFirst().first {
        case "e": self = DeskArea.ofEventPage(page, parts.dropFirst(4).first)
        case "organizers": self = DeskArea.ofOrganizerPage(page)
        case "events", "calendar": self = .events
        case "notices", "message-settings": self = .messages
        case "reviews": self = .settings
        case "account": self = .account
        case "search": self = .search
        // This page asks the user to choose an event or organizer. The next part of the path names the area to which
        // the page belongs.
        case "choose": self = parts.dropFirst(2).first.flatMap { DeskArea(rawValue: $0) } ?? .home
        default: self = .home
        }
    }

    /// - Parameters:
    ///   - page: The part of the path after the event, such as `orders`; nil for the overview.
    ///   - subject: The next part of the path, such as the kind of an import.
    private static func ofEventPage(_ page: String?, _ subject: String?) -> DeskArea {
        switch page {
        case "orders", "sell": .orders
        case "tickets", "issue": .tickets
        case "guests", "seating", "households", "headcount", "headcount.csv": .guests
        case "import": subject == ImportKind.tickets.rawValue ? .tickets : .guests
        case "devices", "check-in": .checkIn
        case "print": .print
        case "notices", "write", "reminders": .messages
        case "reports": .reports
        default: .events
        }
    }

    private static func ofOrganizerPage(_ page: String?) -> DeskArea {
        switch page {
        case "new", "shift": .events
        case "notices", "templates": .messages
        case "money": .money
        case "members": .team
        default: .settings
        }
    }
}
