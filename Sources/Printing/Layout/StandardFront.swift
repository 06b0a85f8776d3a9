import Drawing

extension Layout {
    /// What is on a ticket whose layout has no boxes of its own, so that a sheet of labels is described by its measures
    /// alone: the symbol at the left (on upright ones on top), beside it holder, type, event, date and code.
    static func standardFront(_ ticket: Size, family: String) -> [LayoutBox] {
        let margin = min(3, min(ticket.width, ticket.height) * 0.06)
        let (width, height) = (ticket.width - 2 * margin, ticket.height - 2 * margin)
        guard width > 0, height > 0 else { return [] }
        let isUpright = height > width
        let side = isUpright ? min(width, height * 0.55) : min(height, width * 0.5)
        let symbol = LayoutBox(
            content: .symbol(SymbolStyle(level: .medium, quietZone: 4)),
            area: LayoutBox.Area(
                x: isUpright ? margin + (width - side) / 2 : margin,
                y: isUpright ? margin : margin + (height - side) / 2,
                width: side, height: side), turn: .none)
        let area =
            isUpright
            ? LayoutBox.Area(x: margin, y: margin + side + 1, width: width, height: height - side - 1)
            : LayoutBox.Area(x: margin + side + 1, y: margin, width: width - side - 1, height: height)
        return [symbol] + lines(in: area, family: family, alignment: isUpright ? .centre : .start)
    }

    /// The lines beside the symbol, each a share of the height.
    private static func lines(
        in area: LayoutBox.Area, family: String, alignment: FittedText.Style.Alignment
    ) -> [LayoutBox] {
        let rows: [(field: TicketField, share: Double, weight: Font.Weight, lines: Int)] = [
            (.holder, 0.3, .bold, 2), (.type, 0.17, .regular, 1), (.event, 0.2, .regular, 2),
            (.date, 0.16, .regular, 1), (.code, 0.17, .bold, 1),
        ]
        var y = area.y
        return rows.map { row in
            let height = area.height * row.share
            defer { y += height }
            // A line of type is about 1.4 times its size high.
            let size = min(height * Millimetres.points / 1.45, 14)
            return LayoutBox(
                content: .text(
                    Template(row.field),
                    FittedText.Style(
                        font: Font(size: size, weight: row.weight, family: family), smallest: min(size, 4.5),
                        lines: row.lines, alignment: alignment, vertical: .middle), .black),
                area: LayoutBox.Area(x: area.x, y: y, width: area.width, height: height), turn: .none)
        }
    }
}
