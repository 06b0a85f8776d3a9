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
    /// The time when the doors open, as a sentence such as “doors 17:00”; empty if there is no such time.
    case doorsText = "doors_text"
    /// The date in short form. It also replaces the value of `date` if that value does not fit.
    case shortDate = "short_date"
    /// The name of the sub-event for which the cards are printed, the same on every card.
    case subEvent = "sub_event"
    // Fields of the ticket
    case type, holder, code, price, order, admits
    /// The number of people whom the ticket admits, such as “admits 5”; empty on a ticket for one person.
    case people
    /// “not paid” if an amount is due at the door; otherwise empty.
    case due
    // Fields of the seat or the table
    case guest, meal, party, table
    /// The table as a sentence such as “Table 4”; empty if the guest has no table.
    case tableText = "table_text"
    /// The word “Table”, the same on every card.
    case tableLabel = "table_label"
    /// The names of the guests at a table. If a box contains only this field, each name gets a separate line.
    case names
    /// The printed number of the ticket or card, and the number of its sheet, counted from 1.
    case number, sheet
    /// The printed number as a sentence such as “No. 37”.
    case numberText = "number_text"

    /// Whether the field is a date or a time. A text that consists only of such fields is never truncated, because part
    /// of a date could be mistaken for another date.
    var isTime: Bool { [.date, .shortDate, .end, .doors, .doorsText].contains(self) }

    /// Whether the value is a part of the event's place.
    var isPlace: Bool { [.venue, .address, .city].contains(self) }

    /// Whether the value is one of the program's translated sentences. The sentence must enclose names in directional
    /// formatting characters (`TextTemplate.isolated`). These characters are therefore kept in a sentence, but removed
    /// from other values.
    var isSentence: Bool {
        switch self {
        case .doorsText, .people, .due, .tableText, .tableLabel, .numberText: true
        default: false
        }
    }

    var isPerEvent: Bool {
        switch self {
        case .event, .date, .shortDate, .end, .doors, .doorsText, .venue, .address, .city, .organizer, .subEvent,
            .tableLabel:
            true
        default: false
        }
    }

    /// The kinds of items on which the field exists.
    var papers: Set<PaperKind> {
        switch self {
        case .event, .date, .shortDate, .end, .doors, .doorsText, .venue, .address, .city, .organizer, .number, .sheet,
            .numberText:
            Set(PaperKind.allCases)
        case .type, .holder, .code, .price, .order, .admits, .people, .due: [.tickets]
        case .subEvent, .table, .tableText, .tableLabel: [.placeCards, .tableCards]
        case .guest, .meal, .party: [.placeCards]
        case .names: [.tableCards]
        }
    }
}
