package import FileAccess
package import Printing

/// Draws place cards or table cards into a PDF file. The file is written completely or not at all.
package struct CardPrinter {
    package let layout: LoadedLayout
    package let paper: PaperKind
    /// The fields that are the same on every card.
    package let fields: [TicketField: String]
    package let language: PaperLanguage
    package let offset: PaperOffset
    package let progress: PrintRunMonitor

    package init(
        layout: LoadedLayout, paper: PaperKind, fields: [TicketField: String], language: PaperLanguage,
        offset: PaperOffset, progress: PrintRunMonitor
    ) {
        self.layout = layout
        self.paper = paper
        self.fields = fields
        self.language = language
        self.offset = offset
        self.progress = progress
    }

    package func sheets(of cards: [PrintedCard]) -> Int { imposition(cards).sheets }

    package func print(_ cards: [PrintedCard], into path: String, existing: AtomicFile.Existing) throws
        -> RenderingWarnings
    {
        var notes = RenderingWarnings()
        try AtomicFile.write(to: path, existing: existing) { partial in
            let file = try CardSheetPDF(
                layout.layout, of: paper, event: fields, artwork: layout.artwork, direction: language.direction,
                offset: (offset.x, offset.y)
            ) { try partial.append($0) }
            let imposition = imposition(cards)
            progress.report(.drawing(sheets: imposition.sheets))
            defer { progress.report(.over) }
            for sheet in 0..<imposition.sheets {
                try file.add(
                    imposition.positions(onSheet: sheet).map { position in
                        position.map { numbered(cards[$0], at: $0, sheet: sheet) }
                    })
                progress.report(.done(sheet + 1))
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
        card.fields[.numberText] = TicketFieldValues.numberText("\(position + 1)", in: language.tag)
        card.fields[.sheet] = "\(sheet + 1)"
        return card
    }
}
