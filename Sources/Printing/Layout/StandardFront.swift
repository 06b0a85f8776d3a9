import Drawing

extension Layout {
    /// What is on a ticket whose layout has no boxes of its own, so that a sheet of labels is described by its measures
    /// alone: the symbol at the left (on upright ones on top), beside it holder, type, event, date and code.
    ///
    /// - Parameter page: its paper, of which most printers leave the edge white.
    static func standardFront(_ ticket: Size, in grid: Grid, on page: Size, family: String) -> [LayoutBox] {
        let margin = min(3, min(ticket.width, ticket.height) * 0.06)
        let (across, down) = grid.whiteEdges(of: ticket, on: page)
        let (left, top) = (max(margin, across), max(margin, down))
        let (width, height) = (ticket.width - 2 * left, ticket.height - 2 * top)
        guard width > 0, height > 0 else { return [] }
        let isUpright = height > width
        let side = isUpright ? min(width, height * 0.55) : min(height, width * 0.42)
        let symbol = LayoutBox(
            content: .symbol(SymbolStyle(level: .medium, quietZone: 4)),
            area: LayoutBox.Area(
                x: isUpright ? left + (width - side) / 2 : left,
                y: isUpright ? top : top + (height - side) / 2,
                width: side, height: side), turn: .none)
        let area =
            isUpright
            ? LayoutBox.Area(x: left, y: top + side + 1, width: width, height: height - side - 1)
            : LayoutBox.Area(x: left + side + 1, y: top, width: width - side - 1, height: height)
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
                    // Where there is least room, what comes last is shortened: how many come in is not.
                    Template(list: isLow ? row.fields.reversed() : row.fields),
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
        let fields: [TicketField]
        /// As a share of the common size of type.
        let size: Double
        var weight = Font.Weight.regular
        var lines = 1
        /// Above it, in lines of the common size.
        var space = 0.0
    }

    private static let rows = [
        Row(fields: [.holder], size: 1.3, weight: .bold, lines: 2), Row(fields: [.type, .people, .due], size: 1),
        Row(fields: [.event], size: 0.9, weight: .bold, lines: 2, space: 0.3), Row(fields: [.date], size: 0.9),
        Row(fields: [.code], size: 1, weight: .bold, space: 0.3),
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

extension Layout.Grid {
    /// What most printers leave white at the paper's edge, in millimetres.
    private static let unprintable = 5.0

    /// How much of each ticket's sides is to stay white, so that no ticket of the sheet has ink there.
    fileprivate func whiteEdges(of ticket: Layout.Size, on page: Layout.Size) -> (across: Double, down: Double) {
        // Printers of rolls print to the edge.
        guard count > 1 else { return (0, 0) }
        let right = left + Double(columns) * ticket.width + Double(columns - 1) * columnGap
        let bottom = top + Double(rows) * ticket.height + Double(rows - 1) * rowGap
        return (
            Layout.Grid.unprintable - max(0, min(left, page.width - right)),
            Layout.Grid.unprintable - max(0, min(top, page.height - bottom))
        )
    }
}
