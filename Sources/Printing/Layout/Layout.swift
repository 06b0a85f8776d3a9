public import Drawing

/// Where everything stands on a sheet: the paper, the tickets on it, and the boxes on each. All lengths are in
/// millimetres from the upper left corner, sizes of type in points.
///
/// A layout is a JSON file; `Docs/Printing.md` lists its keys, `Samples/Layouts` has one for every common sheet.
public struct Layout: Sendable {
    /// What it is, for lists of layouts.
    public var title: String
    /// Dots an inch of the printer: symbols are laid on its dots.
    public var dpi: Double
    public var page: Size
    public var ticket: Size
    public var grid: Grid
    public var marks: Marks
    /// What is on each ticket.
    public var front: [LayoutBox]
    /// What is on its other side; empty for one side alone.
    public var back: [LayoutBox]

    public struct Size: Hashable, Sendable {
        public var width: Double
        public var height: Double
    }

    /// The tickets of a sheet, from the upper left, row by row.
    public struct Grid: Hashable, Sendable {
        public var columns: Int
        public var rows: Int
        /// Where the first ticket is.
        public var left: Double
        public var top: Double
        /// Between two tickets.
        public var columnGap: Double
        public var rowGap: Double

        public var count: Int { columns * rows }
    }

    /// What shows where to cut.
    public enum Marks: String, CaseIterable, Sendable {
        case none
        /// Short lines in the margin, at the corners of the tickets.
        case crop
        /// A hairline around each ticket.
        case outline
    }

    public var cellsPerSheet: Int { grid.count }

    /// The upper left corner of a cell, counted row by row from 0.
    public func origin(ofCell cell: Int) -> (x: Double, y: Double) {
        let (row, column) = cell.quotientAndRemainder(dividingBy: grid.columns)
        return (
            grid.left + Double(column) * (ticket.width + grid.columnGap),
            grid.top + Double(row) * (ticket.height + grid.rowGap)
        )
    }

    /// The cell behind a cell of the front, when the sheet is turned over its long edge: left and right change places on
    /// upright paper, top and bottom on paper that lies on its side.
    public func cell(behind cell: Int) -> Int {
        let (row, column) = cell.quotientAndRemainder(dividingBy: grid.columns)
        return isLandscape
            ? (grid.rows - 1 - row) * grid.columns + column : row * grid.columns + grid.columns - 1 - column
    }

    var isLandscape: Bool { page.width > page.height }
}

/// Something on a ticket, in a box of its own.
public struct LayoutBox: Sendable {
    public var content: Content
    /// In millimetres, from the ticket's upper left corner.
    public var area: Area
    /// Quarters that the content is turned clockwise within its box.
    public var turn: Turn

    public struct Area: Hashable, Sendable {
        public var x: Double
        public var y: Double
        public var width: Double
        public var height: Double

        public init(x: Double, y: Double, width: Double, height: Double) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }

        func overlaps(_ other: Area) -> Bool {
            // What only touches does not overlap, whatever the rounding.
            let touch = 1e-6
            return x < other.x + other.width - touch && other.x < x + width - touch
                && y < other.y + other.height - touch && other.y < y + height - touch
        }
    }

    public init(content: Content, area: Area, turn: Turn = .none) {
        self.content = content
        self.area = area
        self.turn = turn
    }

    public enum Turn: Int, CaseIterable, Sendable {
        case none = 0
        case right = 90
        case over = 180
        case left = 270

        var quarters: Int { rawValue / 90 }
        var liesOnItsSide: Bool { self == .right || self == .left }
    }

    public enum Content: Sendable {
        case text(Template, FittedText.Style, Canvas.Colour)
        /// The ticket's symbol, in the middle of its box, with its quiet zone.
        case symbol(SymbolStyle)
        /// A PNG or SVG, by its path as the layout has it.
        case picture(String)
        /// A filled box: a line, a bar of colour.
        case fill(Canvas.Colour)
        /// A dashed line along the box's longer side, where paper is torn or folded.
        case perforation(Canvas.Colour)
    }
}
