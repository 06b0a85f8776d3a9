import FileAccess
import Printing

/// Draws cards into a file that is whole or not there.
struct CardPrinter {
    let layout: LoadedLayout
    let paper: PaperKind
    /// What is the same on every card.
    let fields: [TicketField: String]
    let offset: PaperOffset

    func sheets(of cards: [PrintedCard]) -> Int { imposition(cards).sheets }

    func print(_ cards: [PrintedCard], into path: String, existing: AtomicFile.Existing) throws -> DrawingNotes {
        var notes = DrawingNotes()
        try AtomicFile.write(to: path, existing: existing) { partial in
            let file = try CardFile(
                layout.layout, of: paper, event: fields, artwork: layout.artwork, offset: (offset.x, offset.y)
            ) { try partial.append($0) }
            let imposition = imposition(cards)
            var progress = Progress("drawing sheets", total: imposition.sheets)
            defer { progress.finish() }
            for sheet in 0..<imposition.sheets {
                try file.add(
                    imposition.positions(onSheet: sheet).map { position in
                        position.map { numbered(cards[$0], at: $0, sheet: sheet) }
                    })
                progress.update(sheet + 1)
            }
            notes = try file.finish()
        }
        return notes
    }

    private func imposition(_ cards: [PrintedCard]) -> Imposition {
        Imposition(.rows, cellsPerSheet: layout.layout.cellsPerSheet, count: cards.count)
    }

    private func numbered(_ card: PrintedCard, at position: Int, sheet: Int) -> PrintedCard {
        var card = card
        card.fields[.number] = "\(position + 1)"
        card.fields[.sheet] = "\(sheet + 1)"
        return card
    }
}
