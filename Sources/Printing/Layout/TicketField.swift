/// What is printed with a layout.
public enum PaperKind: String, Hashable, Sendable, CaseIterable {
    case tickets
    /// A card for each seat at a function.
    case placeCards = "place cards"
    /// A card for each table of a function.
    case tableCards = "table cards"
}

/// What a text on a ticket or a card may say.
public enum TicketField: String, CaseIterable, Sendable {
    // The same on every ticket
    case event, date, end, doors, venue, address, city, organizer
    /// The date in few letters; it also takes the place of one that has no room.
    case shortDate = "short_date"
    /// The part of a celebration that cards are for: the same on every card.
    case function
    // Each ticket's own
    case type, holder, code, price, order, admits
    /// “admits 5”; empty on a ticket for one.
    case people
    /// “not paid” where something is to be paid at the door.
    case due
    // Each seat's own, and the table that a card is for
    case guest, meal, party, table
    /// Who sits at a table. Alone in its box it has a line for each name.
    case names
    /// Its place in the run, from 1, and the sheet it is on.
    case number, sheet

    /// Whether it says when: a half of that helps nobody.
    var isTime: Bool { [.date, .shortDate, .end, .doors].contains(self) }

    var isOfEvent: Bool {
        switch self {
        case .event, .date, .shortDate, .end, .doors, .venue, .address, .city, .organizer, .function: true
        default: false
        }
    }

    /// Where it means something.
    var papers: Set<PaperKind> {
        switch self {
        case .event, .date, .shortDate, .end, .doors, .venue, .address, .city, .organizer, .number, .sheet:
            Set(PaperKind.allCases)
        case .type, .holder, .code, .price, .order, .admits, .people, .due: [.tickets]
        case .function, .table: [.placeCards, .tableCards]
        case .guest, .meal, .party: [.placeCards]
        case .names: [.tableCards]
        }
    }
}
