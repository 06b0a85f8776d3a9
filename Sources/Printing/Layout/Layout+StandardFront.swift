import Drawing

extension Layout {
    /// The boxes of the default front, for layouts that specify only measurements, such as layouts for sheets of
    /// labels. The symbol is on the left, and to its right are the holder, ticket type, event, date and code. On a
    /// ticket in portrait format, the symbol is on top and the texts are below it.
    ///
    /// - Parameter page: The paper size. No box is placed at the paper's edge, where most printers cannot print.
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
                width: side, height: side), rotation: .none)
        let area =
            isUpright
            ? LayoutBox.Area(x: left, y: top + side + 1, width: width, height: height - side - 1)
            : LayoutBox.Area(x: left + side + 1, y: top, width: width - side - 1, height: height)
        return [symbol] + lines(in: area, family: family, alignment: isUpright ? .centre : .start)
    }

    /// The boxes of the texts, in three groups from top to bottom: holder and ticket type, event and date, code.
    private static func lines(
        in area: LayoutBox.Area, family: String, alignment: FittedText.Style.Alignment
    ) -> [LayoutBox] {
        // On labels of small height, no text gets the height of two lines. Otherwise, the letters of all texts would be
        // too small.
        let height = area.height * PaperLength.pointsPerMillimetre
        let isLow = height / (leading * total(isLow: false)) < smallestForTwoLines
        let size = min(height / (leading * total(isLow: isLow)), largest)
        let unit = size * leading / PaperLength.pointsPerMillimetre
        var y = area.y + (area.height - unit * total(isLow: isLow)) / 2
        return rows.map { row in
            y += row.space * unit
            let height = row.size * row.height(isLow: isLow) * unit
            defer { y += height }
            return LayoutBox(
                content: .text(
                    // The end of a text that does not fit is cut off. On labels of small height, “not paid” and the
                    // number of people therefore come first, because gate staff need them more than the ticket type.
                    TextTemplate(list: isLow ? row.fields.reversed() : row.fields),
                    FittedText.Style(
                        font: Font(size: size * row.size, weight: row.weight, family: family),
                        smallest: min(size * row.size, 4),
                        // If a long text is broken into lines, its font size is reduced, so that all its lines fit
                        // into its box.
                        lines: row.mostLines(isLow: isLow), alignment: alignment,
                        // If a text does not use all its lines, the free space is above it, so that the rows of its
                        // group stay together. In a row with additional height, the free space is above and below the
                        // text.
                        vertical: row.extra > 0 ? .middle : .bottom), .black),
                area: LayoutBox.Area(x: area.x, y: y, width: area.width, height: height), rotation: .none)
        }
    }

    private struct Row {
        let fields: [TicketField]
        /// The font size of this row, as a multiple of the base font size.
        let size: Double
        var weight = Font.Weight.regular
        var lines = 1
        /// The height of the row on labels of small height, in lines.
        var lowHeight = 1.0
        /// Additional height of a row of one line, in lines. It lets a long text break into two lines whose letters are
        /// only a little smaller.
        var extra = 0.0
        /// The space above the row, in lines of the base font size.
        var space = 0.0

        /// The height of the row, in lines of its font size.
        func height(isLow: Bool) -> Double { (isLow ? lowHeight : Double(lines)) + extra }

        /// The number of lines into which a text can be broken. In a row with the height of two lines, a text can be
        /// broken into three lines, or into two lines on labels of small height.
        func mostLines(isLow: Bool) -> Int {
            if lines > 1 { return isLow ? 2 : lines + 1 }
            return extra > 0 && !isLow ? 2 : 1
        }
    }

    private static let rows = [
        Row(fields: [.holder], size: 1.3, weight: .bold, lines: 2),
        Row(fields: [.type, .people, .due], size: 1, extra: 0.3),
        // On labels of small height, the title has room for two lines of the smallest letters, because it must not be
        // truncated.
        Row(fields: [.event], size: 0.9, weight: .bold, lines: 2, lowHeight: 1.4),
        Row(fields: [.date], size: 0.9),
        Row(fields: [.code], size: 1, weight: .bold, space: 0.3),
    ]
    /// The line height of most fonts, as a multiple of the font size.
    private static let leading = 1.4
    /// The maximum base font size, in points.
    private static let largest = 12.0
    /// The smallest base font size, in points, at which long texts get two lines.
    private static let smallestForTwoLines = 5.5

    /// The height of all rows together, in lines of the base font size.
    private static func total(isLow: Bool) -> Double {
        rows.reduce(0) { $0 + $1.space + $1.size * $1.height(isLow: isLow) }
    }
}

extension Layout.Grid {
    /// The width of the edge that most printers cannot print, in millimetres.
    private static let unprintable = 5.0

    /// The empty margins of each ticket: `across` on the left and right, `down` above and below. Nothing is drawn in
    /// these margins, because printers cannot print at the sheet's edge.
    fileprivate func whiteEdges(of ticket: Layout.Size, on page: Layout.Size) -> (across: Double, down: Double) {
        // A page with a single ticket is a label or a receipt, which roll printers print up to the edge.
        guard count > 1 else { return (0, 0) }
        let right = left + Double(columns) * ticket.width + Double(columns - 1) * columnGap
        let bottom = top + Double(rows) * ticket.height + Double(rows - 1) * rowGap
        return (
            Layout.Grid.unprintable - max(0, min(left, page.width - right)),
            Layout.Grid.unprintable - max(0, min(top, page.height - bottom))
        )
    }
}
