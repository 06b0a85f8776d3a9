/// The kind of item that is printed with a layout.
public enum PaperKind: String, Hashable, Sendable, CaseIterable {
    case tickets
    /// One card for each seat at a sub-event.
    case placeCards = "place cards"
    /// One card for each table of a sub-event.
    case tableCards = "table cards"
}

/// A field that a text on a ticket or a card can contain.
public enum TicketField: String, CaseIterable, Sendable {
    // Fields of the event, the same on every ticket
    case event, date, end, doors, venue, address, city, organizer
    /// The date in short form. It also replaces the value of `date` if that value does not fit.
    case shortDate = "short_date"
    /// The name of the sub-event for which the cards are printed, the same on every card.
    case subEvent = "sub_event"
    // Fields of the ticket
    case type, holder, code, price, order, admits
    /// The number of people whom the ticket admits, such as “admits 5”; empty on a ticket for one person.
    case people
    /// “not paid” if an amount is due at the door.
    case due
    // Fields of the seat or the table
    case guest, meal, party, table
    /// The names of the guests at a table. If a box contains only this field, each name gets a separate line.
    case names
    /// The printed number of the ticket or card, and the number of its sheet from 1.
    case number, sheet

    /// Whether the field is a date or a time. Such a field is never truncated, because part of a date could be mistaken
    /// for another date.
    var isTime: Bool { [.date, .shortDate, .end, .doors].contains(self) }

    var isPerEvent: Bool {
        switch self {
        case .event, .date, .shortDate, .end, .doors, .venue, .address, .city, .organizer, .subEvent: true
        default: false
        }
    }

    /// The kinds of items on which the field exists.
    var papers: Set<PaperKind> {
        switch self {
        case .event, .date, .shortDate, .end, .doors, .venue, .address, .city, .organizer, .number, .sheet:
            Set(PaperKind.allCases)
        case .type, .holder, .code, .price, .order, .admits, .people, .due: [.tickets]
        case .subEvent, .table: [.placeCards, .tableCards]
        case .guest, .meal, .party: [.placeCards]
        case .names: [.tableCards]
        }
    }
}
