import Drawing

extension Layout {
    /// What is on a ticket whose layout has no boxes of its own, so that a sheet of labels is described by its measures
    /// alone: the symbol at the left (on upright ones on top), beside it holder, type, event, date and code.
    static func standardFront(_ ticket: Size, family: String) -> [LayoutBox] {
        let margin = min(3, min(ticket.width, ticket.height) * 0.06)
        let (width, height) = (ticket.width - 2 * margin, ticket.height - 2 * margin)
        guard width > 0, height > 0 else { return [] }
        let isUpright = height > width
        let side = isUpright ? min(width, height * 0.55) : min(height, width * 0.42)
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

    /// The lines beside the symbol, in three groups: whose it is, what it is for, and its code.
    private static func lines(
        in area: LayoutBox.Area, family: String, alignment: FittedText.Style.Alignment
    ) -> [LayoutBox] {
        // On low labels each has one line: two would leave neither room.
        let isLow = area.height * Millimetres.points / (leading * total(lines: 2)) < smallestForTwoLines
        let size = min(area.height * Millimetres.points / (leading * total(lines: isLow ? 1 : 2)), largest)
        let unit = size * leading / Millimetres.points
        var y = area.y + (area.height - unit * total(lines: isLow ? 1 : 2)) / 2
        return rows.map { row in
            let lines = isLow ? 1 : row.lines
            y += row.space * unit
            let height = row.size * Double(lines) * unit
            defer { y += height }
            return LayoutBox(
                content: .text(
                    Template(row.field),
                    FittedText.Style(
                        font: Font(size: size * row.size, weight: row.weight, family: family),
                        smallest: min(size * row.size, 4),
                        // Where names are long, one line more in the same room.
                        lines: row.lines > 1 ? lines + 1 : 1, alignment: alignment,
                        // Downwards: a line that is not taken leaves space between groups, not within one.
                        vertical: .bottom), .black),
                area: LayoutBox.Area(x: area.x, y: y, width: area.width, height: height), turn: .none)
        }
    }

    private struct Row {
        let field: TicketField
        /// As a share of the common size of type.
        let size: Double
        var weight = Font.Weight.regular
        var lines = 1
        /// Above it, in lines of the common size.
        var space = 0.0
    }

    private static let rows = [
        Row(field: .holder, size: 1.3, weight: .bold, lines: 2), Row(field: .type, size: 1),
        Row(field: .event, size: 0.9, weight: .bold, lines: 2, space: 0.3), Row(field: .date, size: 0.9),
        Row(field: .code, size: 1, weight: .bold, space: 0.3),
    ]
    /// Fonts of most scripts take this many times their size for a line.
    private static let leading = 1.4
    /// The common size of type, in points.
    private static let largest = 12.0
    private static let smallestForTwoLines = 5.5

    /// The height of all rows, in lines of the common size.
    private static func total(lines: Int) -> Double {
        rows.reduce(0) { $0 + $1.space + $1.size * Double(min($1.lines, lines)) }
    }
}
