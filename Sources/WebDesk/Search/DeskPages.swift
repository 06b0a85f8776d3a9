import Languages
import Management
import Ticketing
import WebHost

/// The pages of the desk that a search finds by their names.
enum DeskPages {
    /// A page of an event or organizer.
    struct Page: Sendable {
        let label: Sentence
        /// The path below the path of the event or organizer; empty for the overview page.
        let path: String
        let operation: Management.Operation

        fileprivate init(label: Sentence, _ path: String, _ operation: Management.Operation) {
            self.label = label
            self.path = path
            self.operation = operation
        }

        fileprivate init(_ key: some SentenceKey, _ path: String, _ operation: Management.Operation) {
            self.init(label: Sentence(key), path, operation)
        }
    }

    struct Found: Sendable {
        let label: Sentence
        let path: String
        /// The title of the page’s event, or the name of the page’s organizer; nil for a page of the user.
        let place: String?
    }

    /// The pages that every user may open.
    static let ofUser: [(label: Sentence, path: String)] = [
        (Sentence(DeskShellSentence.home), "/desk"), (Sentence(DeskSentence.events), "/desk/events"),
        (Sentence(DeskEventListSentence.calendar), EventCalendarPage.path),
        (Sentence(DeskSentence.messages), NoticeCentrePage.path), (Sentence(DeskSentence.account), "/desk/account"),
    ]

    static func pages(of event: Event) -> [Page] {
        let sell = [Sentence(DeskBoxOfficeSentence.title), Sentence(DeskBoxOfficeSentence.sell)]
        return [
            Page(DeskSentence.overview, "", .showEvent), Page(DeskSentence.orders, "/orders", .showOrders),
            Page(label: .list(sell, separator: " · "), "/sell", .createOrder),
            Page(DeskSentence.tickets, "/tickets", .showTickets), Page(DeskSentence.guests, "/guests", .showGuests),
            Page(DeskSeatingSentence.title, "/seating", .showGuests),
            Page(DeskSeatingSentence.households, "/households", .showGuests),
            Page(DeskHeadcountSentence.numbers, "/headcount", .showHeadcount),
            Page(DeskCheckInSentence.title, "/check-in", .showLedger),
            Page(DeskSentence.phones, "/devices", .showDevices), Page(DeskSentence.print, "/print", .showBatches),
            Page(DeskSentence.messages, "/notices", .readNotices),
            Page(DeskOutboxSentence.writeMessage, "/write", .writeMessage),
            Page(DeskTemplateSentence.reminders, "/reminders", .editReminder),
            Page(DeskReportSentence.title, "/reports", .reportSales),
            Page(DeskSentence.ticketTypes, "/types", .showTypes),
            Page(label: SubEventLabel(event.details.kind).plural, "/sub-events", .showSubEvents),
            Page(DeskPictureSentence.title, "/pictures", .setPicture),
            Page(DeskSentence.edit, "/edit/basics", .editEvent), Page(DeskSentence.history, "/history", .showHistory),
        ]
    }

    static func pages(of organizer: Organizer) -> [Page] {
        [
            Page(label: .verbatim(organizer.name), "", .showOrganizer),
            Page(DeskReportSentence.money, "/money", .reportSales),
            Page(DeskShellSentence.team, "/members", .manageMembers),
            Page(DeskShellSentence.settings, "/settings", .editOrganizer),
            Page(DeskSubjectPictureSentence.organizer, "/picture", .editOrganizer),
            Page(DeskSentence.newEvent, "/new", .createEvent),
            Page(DeskOrganizerSentence.moveEvents, "/shift", .shiftEvents),
            Page(DeskSentence.messages, "/notices", .readNotices),
            Page(DeskTemplateSentence.templates, "/templates", .editTemplate),
            Page(DeskOrganizerSentence.verification, "/verify", .verifyOrganizer),
            Page(DeskOrganizerSentence.apiTokens, "/tokens", .showAPITokens),
            Page(DeskOrganizerSentence.webhooks, "/webhooks", .showWebhooks),
            Page(DeskOrganizerSentence.auditTrail, "/audit", .readAudit),
        ]
    }

    /// The pages that match a text and that the user may open; at most `limit`. Each word of the text must be the
    /// beginning of a word in the page’s name, or in the name of its event or organizer. At least one word of the text
    /// must be the beginning of a word in the page’s name.
    ///
    /// - Parameters:
    ///   - language: the language of the names of pages.
    ///   - events: the events whose pages are searched, the most important first.
    static func found(
        by text: String, in language: Language, events: [Event], _ services: ManagementServices, limit: Int
    ) throws -> [Found] {
        let words = NameSearchKeys.words(of: text)
        guard !words.isEmpty else { return [] }
        func isFound(_ label: Sentence, in place: String?) -> Bool {
            let own = NameSearchKeys.words(of: label.text(in: language))
            let all = own + (place.map { NameSearchKeys.words(of: $0) } ?? [])
            return words.contains { word in own.contains { $0.hasPrefix(word) } }
                && words.allSatisfy { word in all.contains { $0.hasPrefix(word) } }
        }
        var found = ofUser.filter { isFound($0.label, in: nil) }
            .map { Found(label: $0.label, path: $0.path, place: nil) }
        var roles: [OrganizerNumber: Role?] = [:]
        func add(_ pages: [Page], of organizer: OrganizerNumber, below path: String, in place: String) throws {
            for page in pages where found.count < limit && isFound(page.label, in: place) {
                let role: Role? = try roles[organizer] ?? services.role(in: organizer)
                roles[organizer] = .some(role)
                guard let role, role.grants(page.operation.requiredRight) else { continue }
                found.append(
                    Found(
                        label: page.label, path: path + page.path,
                        place: page.label == .verbatim(place) ? nil : place))
            }
        }
        for event in events {
            try add(pages(of: event), of: event.organizer, below: event.deskPath, in: event.details.title)
        }
        for organizer in try services.organizers.organizers() {
            try add(pages(of: organizer), of: organizer.number, below: organizer.deskPath, in: organizer.name)
        }
        return Array(found.prefix(limit))
    }
}
