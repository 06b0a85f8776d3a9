package import Management
package import Ticketing

/// The result of printing place cards or table cards for a sub-event, as JSON.
package struct CardRunJSON {
    package let event: Event
    package let subEvent: SubEvent
    package let per: String
    package let layout: String
    package let seating: Seating
    package let cards: Int
    package let sheets: Int
    package let file: String

    package init(
        event: Event, subEvent: SubEvent, per: String, layout: String, seating: Seating, cards: Int, sheets: Int,
        file: String
    ) {
        self.event = event
        self.subEvent = subEvent
        self.per = per
        self.layout = layout
        self.seating = seating
        self.cards = cards
        self.sheets = sheets
        self.file = file
    }

    package var json: JSON {
        .object([
            ("event", .int(event.number.rawValue)), ("sub_event", .string(subEvent.name)), ("per", .string(per)),
            ("layout", .string(layout)), ("cards", .int(cards)), ("sheets", .int(sheets)),
            ("people", .int(seating.seats.count)), ("without_table", .int(seating.withoutTable.count)),
            ("file", .string(file)),
        ])
    }
}
