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

    /// The subject of a page of an event or an organizer, for the title of the window; nil on its overview, and elsewhere.
    var deskTitle: String? {
        let parts = target.prefix { $0 != "?" }.split(separator: "/").map(String.init)
        guard parts.count > 3, parts[0] == "desk" else { return nil }
        return switch parts[1] {
        case "e": eventTitle(parts[3], parts.dropFirst(4).first)
        case "organizers": organizerTitle(parts[3])
        default: nil
        }
    }

    /// Parts of paths that name one thing, and what it is; the first that a path has tells.
    private static let things = [
        ("code", "Ticket"), ("order", "Order"), ("batch", "Batch"), ("guest", "Guest"), ("type", "Type"),
        ("function", "Function"),
    ]

    private func eventTitle(_ tab: String, _ page: String?) -> String? {
        for (name, words) in Visit.things {
            if let value = part(name) { return "\(words) \(value)" }
        }
        return switch tab {
        case "edit": "Edit: \(EventStep(rawValue: page ?? "")?.label ?? "")"
        case "new-type": "New type"
        case "types": "Types"
        case "orders": "Orders"
        case "tickets", "issue": "Tickets"
        case "guests": "Guests"
        case "functions": "Functions"
        case "print": "Paper"
        case "devices": "Phones"
        case "history": "History"
        case "notices": "Messages"
        case "import": page == ListKind.tickets.rawValue ? "Import tickets" : "Import guests"
        case "duplicate": "Duplicate"
        case "cancel": "Cancel"
        case "delete": "Delete"
        default: nil
        }
    }

    private func organizerTitle(_ page: String) -> String? {
        switch page {
        case "members": "Members"
        case "verify": "Verification"
        case "tokens": "Tokens"
        case "webhooks": part("webhook") == nil ? "Webhooks" : "Webhook"
        case "shift": "Move events"
        default: nil
        }
    }
}
