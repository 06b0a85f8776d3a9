package import WebHost

extension PageRequest {
    /// The event tab and the window title of one of the organizers’ pages.
    package var deskLocation: PageLocation { PageLocation(tab: deskTab, title: deskPageTitle) }

    /// The current event tab, for the template `desk-top`; nil on pages without event tabs.
    private var deskTab: String? {
        let parts = target.prefix { $0 != "?" }.split(separator: "/")
        guard parts.count >= 3, parts[0] == "desk", parts[1] == "e" else { return nil }
        switch parts.dropFirst(3).first {
        case nil: return "overview"
        case "new-type": return "types"
        case "issue": return "tickets"
        case let part?: return String(part)
        }
    }

    /// The subject of a page of an event or organizer, such as `Order 1234`, for the window title; nil on overview
    /// pages and on pages that belong to no event or organizer.
    private var deskPageTitle: String? {
        let parts = target.prefix { $0 != "?" }.split(separator: "/").map(String.init)
        guard parts.count > 3, parts[0] == "desk" else { return nil }
        return switch parts[1] {
        case "e": eventTitle(parts[3], parts.dropFirst(4).first)
        case "organizers": organizerTitle(parts[3])
        default: nil
        }
    }

    /// Path parameters that identify one object, each with its label. If a path has several of these parameters, the
    /// one that comes first in this list is used.
    private static let subjectLabels = [
        ("code", "Ticket"), ("order", "Order"), ("batch", "Batch"), ("guest", "Guest"), ("type", "Ticket type"),
    ]

    private func eventTitle(_ tab: String, _ page: String?) -> String? {
        for (name, label) in PageRequest.subjectLabels {
            if let value = pathParameter(name) { return "\(label) \(value)" }
        }
        return switch tab {
        case "edit": "Edit: \(EventStep(rawValue: page ?? "")?.label ?? "")"
        case "new-type": "New ticket type"
        case "types": "Ticket types"
        case "orders": "Orders"
        case "tickets", "issue": "Tickets"
        case "guests": "Guests"
        case "print": "Print"
        case "devices": "Phones"
        case "history": "History"
        case "notices": "Messages"
        case "import": page == ImportKind.tickets.rawValue ? "Import tickets" : "Import guests"
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
        case "tokens": "API tokens"
        case "webhooks": pathParameter("webhook") == nil ? "Webhooks" : "Webhook"
        case "shift": "Move events"
        default: nil
        }
    }
}
