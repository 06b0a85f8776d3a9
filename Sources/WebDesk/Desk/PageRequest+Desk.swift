import Languages
package import WebHost

extension PageRequest {
    /// The area, the event tab and the window title of a desk page.
    package var deskLocation: PageLocation {
        PageLocation(area: DeskArea(ofPath: target)?.rawValue, tab: deskTab, title: deskPageTitle)
    }

    /// The current event tab, for the template `event-nav`; nil on pages without event tabs.
    private var deskTab: String? {
        let parts = target.prefix { $0 != "?" }.split(separator: "/")
        guard parts.count >= 3, parts[0] == "desk", parts[1] == "e" else { return nil }
        switch parts.dropFirst(3).first {
        case nil: return "overview"
        case "new-type": return "types"
        case "issue": return "tickets"
        case "write", "reminders": return "notices"
        case "headcount", "seating", "households": return "guests"
        case "poster", "logo", "accent": return "pictures"
        case let part?: return String(part)
        }
    }

    /// The subject of a page of an event or organizer, such as `Order 1234`, for the window title. Nil on overview
    /// pages, and on pages that belong to no event or organizer.
    private var deskPageTitle: Sentence? {
        let parts = target.prefix { $0 != "?" }.split(separator: "/").map(String.init)
        guard parts.count > 3, parts[0] == "desk" else { return nil }
        return switch parts[1] {
        case "e": eventTitle(parts[3], parts.dropFirst(4).first)
        case "organizers": organizerTitle(parts[3])
        default: nil
        }
    }

    /// Path parameters that identify one object, each with the title of the object's page. If a path has several of
    /// these parameters, the parameter that comes first in this list is used.
    private static let subjectTitles: [(parameter: String, title: @Sendable (String) -> Sentence)] = [
        ("code", { Sentence(DeskSaleSentence.ticketTitle, ["code": .text($0)]) }),
        ("order", { Sentence(DeskSaleSentence.orderTitle, ["order_number": .text($0)]) }),
        ("batch", { Sentence(DeskPrintSentence.batchTitle, ["number": .text($0)]) }),
        ("guest", { Sentence(DeskMessageSentence.guestTitle, ["number": .text($0)]) }),
        ("type", { Sentence(DeskMessageSentence.typeTitle, ["number": .text($0)]) }),
    ]

    private func eventTitle(_ tab: String, _ page: String?) -> Sentence? {
        for (parameter, title) in PageRequest.subjectTitles {
            if let value = pathParameter(parameter) { return title(value) }
        }
        return switch tab {
        case "edit":
            EventStep(rawValue: page ?? "").map {
                Sentence(DeskMessageSentence.editTitle, ["step": .sentence($0.label)])
            }
        case "new-type": Sentence(DeskEventSentence.newType)
        case "types": Sentence(DeskSentence.ticketTypes)
        case "orders": Sentence(DeskSentence.orders)
        case "sell": Sentence(DeskBoxOfficeSentence.title)
        case "tickets", "issue": Sentence(DeskSentence.tickets)
        case "guests": Sentence(DeskSentence.guests)
        case "headcount": Sentence(DeskHeadcountSentence.numbers)
        case "seating": Sentence(DeskSeatingSentence.title)
        case "households": Sentence(DeskSeatingSentence.households)
        case "print": Sentence(DeskSentence.print)
        case "devices": Sentence(DeskSentence.phones)
        case "check-in": Sentence(DeskCheckInSentence.title)
        case "pictures", "poster", "logo", "accent": Sentence(DeskPictureSentence.title)
        case "history": Sentence(DeskSentence.history)
        case "reports": Sentence(DeskReportSentence.title)
        case "notices": Sentence(DeskSentence.messages)
        case "write": Sentence(DeskOutboxSentence.writeMessage)
        case "reminders": Sentence(DeskTemplateSentence.reminders)
        case "import":
            page == ImportKind.tickets.rawValue
                ? Sentence(DeskSaleSentence.importTickets) : Sentence(DeskGuestSentence.importGuests)
        case "duplicate": Sentence(DeskMessageSentence.duplicateTitle)
        case "cancel": Sentence(DeskSentence.cancel)
        case "delete": Sentence(DeskEventSentence.delete)
        default: nil
        }
    }

    private func organizerTitle(_ page: String) -> Sentence? {
        switch page {
        case "members": Sentence(DeskOrganizerSentence.members)
        case "money": Sentence(DeskReportSentence.money)
        case "settings": Sentence(DeskShellSentence.settings)
        case "picture": Sentence(DeskSubjectPictureSentence.organizer)
        case "notices": Sentence(DeskSentence.messages)
        case "templates": Sentence(DeskTemplateSentence.templates)
        case "verify": Sentence(DeskOrganizerSentence.verification)
        case "tokens": Sentence(DeskOrganizerSentence.apiTokens)
        case "webhooks":
            pathParameter("webhook") == nil
                ? Sentence(DeskOrganizerSentence.webhooks) : Sentence(DeskMessageSentence.webhookTitle)
        case "shift": Sentence(DeskOrganizerSentence.moveEvents)
        default: nil
        }
    }
}
