import Languages
package import Management
package import Printing

/// The contents of place cards (one for each guest and companion) and table cards (one for each table) for a sub-event.
package struct SeatingCards {
    private let seating: Seating
    private let language: PaperLanguage

    package init(_ seating: Seating, language: PaperLanguage) {
        self.seating = seating
        self.language = language
    }

    package func placeCards(by order: Seating.CardOrder) -> [PrintedCard] {
        seating.seats(by: order).map { seat in
            PrintedCard(
                name: seat.guest.name,
                fields: [
                    .guest: seat.name(in: language.words), .meal: seat.meal ?? "", .party: seat.household ?? "",
                    .table: seat.table ?? "", .tableText: seat.table.map(tableText) ?? "",
                ])
        }
    }

    package var tableCards: [PrintedCard] {
        seating.tables.map { table in
            PrintedCard(
                name: table.name, fields: [.table: table.name, .tableText: tableText(table.name)],
                names: table.seats.map { $0.name(in: language.words) })
        }
    }

    /// A sentence such as `Table 4`.
    private func tableText(_ name: String) -> String {
        language.text(PaperSentence.tableNamed, ["table": .text(TextTemplate.isolated(name))])
    }
}
