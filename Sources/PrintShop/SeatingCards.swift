package import Management
package import Printing

/// The contents of place cards (one for each guest and companion) and table cards (one for each table) for a sub-event.
package struct SeatingCards {
    private let seating: Seating

    package init(_ seating: Seating) { self.seating = seating }

    package func placeCards(by order: Seating.CardOrder) -> [PrintedCard] {
        seating.seats(by: order).map { seat in
            PrintedCard(
                name: seat.guest.name,
                fields: [
                    .guest: seat.name, .meal: seat.meal ?? "", .party: seat.household ?? "", .table: seat.table ?? "",
                ])
        }
    }

    package var tableCards: [PrintedCard] {
        seating.tables.map { PrintedCard(name: $0.name, fields: [.table: $0.name], names: $0.seats.map(\.name)) }
    }
}
