package import Management
package import Printing

/// A function's seats and tables as cards.
package struct SeatingCards {
    private let seating: Seating

    package init(_ seating: Seating) { self.seating = seating }

    package func places(by order: Seating.Order) -> [PrintedCard] {
        seating.seats(by: order).map { seat in
            PrintedCard(
                name: seat.guest.name,
                fields: [
                    .guest: seat.name, .meal: seat.meal ?? "", .party: seat.household ?? "", .table: seat.table ?? "",
                ])
        }
    }

    package var tables: [PrintedCard] {
        seating.tables.map { PrintedCard(name: $0.name, fields: [.table: $0.name], names: $0.seats.map(\.name)) }
    }
}
