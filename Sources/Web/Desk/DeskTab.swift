extension Visit {
    /// Under which of the tabs of an event this is, for the template `desk-top`; nil elsewhere.
    var deskTab: String? {
        let parts = target.prefix { $0 != "?" }.split(separator: "/")
        guard parts.count >= 3, parts[0] == "desk", parts[1] == "e" else { return nil }
        switch parts.dropFirst(3).first {
        case nil: return "overview"
        case "new-type": return "types"
        case "issue": return "tickets"
        case let part?: return String(part)
        }
    }

    /// What the page of an event shows, for the title of the window; nil on its overview, and elsewhere.
    var deskTitle: String? {
        guard let deskTab else { return nil }
        if let code = part("code") { return "Ticket \(code)" }
        if let order = part("order") { return "Order \(order)" }
        return switch deskTab {
        case "overview": nil
        case "edit": "Edit"
        case "types": "Types"
        case "orders": "Orders"
        case "tickets": "Tickets"
        case "guests": "Guests"
        case "functions": "Functions"
        case "print": "Paper"
        case "devices": "Phones"
        case "history": "History"
        case "notices": "Messages"
        case "import": "Import"
        case "duplicate": "Duplicate"
        case "cancel": "Cancel"
        case "delete": "Delete"
        default: nil
        }
    }
}
