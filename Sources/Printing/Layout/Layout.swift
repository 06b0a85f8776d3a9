public import Drawing

/// Describes a printed sheet: the paper, the positions of the tickets on the paper, and the boxes on each ticket.
/// Positions are measured from the upper left corner. Lengths are in millimetres, and font sizes are in points.
///
/// A layout is a JSON file. `Docs/Printing.md` lists its keys, and `Samples/Layouts` has layouts for common sheets.
public struct Layout: Sendable {
    /// The title shown in lists of layouts.
    public var title: String
    /// The printer’s resolution in dots per inch. The edges of symbols are aligned to the printer’s dots.
    public var dpi: Double
    public var page: Size
    public var ticket: Size
    public var grid: Grid
    public var marks: Marks
    /// The width of the bleed, a strip around each ticket; 0 for a layout without bleed. Fills and pictures may extend
    /// into the strip. The strip is cut off, so a colour reaches the edge of the ticket even if the cut is not exact.
    public var bleed: Double
    /// The boxes on the front of each ticket.
    public var front: [LayoutBox]
    /// The boxes on the back; empty for single-sided tickets.
    public var back: [LayoutBox]

    public struct Size: Hashable, Sendable {
        public var width: Double
        public var height: Double
    }

    /// The arrangement of tickets on a sheet, in columns and rows.
    public struct Grid: Hashable, Sendable {
        public var columns: Int
        public var rows: Int
        /// The distances of the first ticket from the left and the upper edge of the sheet.
        public var left: Double
        public var top: Double
        /// The gap between adjacent columns.
        public var columnGap: Double
        public var rowGap: Double

        public var count: Int { columns * rows }
    }

    /// The marks that show where to cut.
    public enum Marks: String, CaseIterable, Sendable {
        case none
        /// Short lines in the margin, at the corners of the tickets.
        case crop
        /// A hairline around each ticket.
        case outline
    }

    public var cellsPerSheet: Int { grid.count }

    /// The upper left corner of a cell (the place of one ticket on the sheet). Cells are counted row by row, from 0 at
    /// the upper left.
    public func origin(ofCell cell: Int) -> (x: Double, y: Double) {
        let (row, column) = cell.quotientAndRemainder(dividingBy: grid.columns)
        return (
            grid.left + Double(column) * (ticket.width + grid.columnGap),
            grid.top + Double(row) * (ticket.height + grid.rowGap)
        )
    }

    /// For a cell on the back of the sheet, the cell on the front that belongs to the same ticket. The printer flips
    /// the sheet on its long edge, which swaps left and right on portrait paper, and top and bottom on landscape paper.
    public func cell(behind cell: Int) -> Int {
        let (row, column) = cell.quotientAndRemainder(dividingBy: grid.columns)
        return isLandscape
            ? (grid.rows - 1 - row) * grid.columns + column : row * grid.columns + grid.columns - 1 - column
    }

    var isLandscape: Bool { page.width > page.height }

    /// The rectangle around all tickets on the sheet, without bleed.
    var ticketArea: LayoutBox.Area {
        let last = origin(ofCell: grid.count - 1)
        return LayoutBox.Area(
            x: grid.left, y: grid.top, width: last.x + ticket.width - grid.left,
            height: last.y + ticket.height - grid.top)
    }
}

/// One element of a ticket, such as a text or the symbol, and the box in which it is drawn.
public struct LayoutBox: Sendable {
    public var content: Content
    /// The box, in millimetres from the ticket's upper left corner.
    public var area: Area
    /// The clockwise rotation of the content within its box.
    public var rotation: Rotation

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
            // Boxes that only touch each other do not overlap. The tolerance absorbs rounding errors.
            let touch = 1e-6
            return x < other.x + other.width - touch && other.x < x + width - touch
                && y < other.y + other.height - touch && other.y < y + height - touch
        }
    }

    public init(content: Content, area: Area, rotation: Rotation = .none) {
        self.content = content
        self.area = area
        self.rotation = rotation
    }

    public enum Rotation: Int, CaseIterable, Sendable {
        case none = 0
        case right = 90
        case upsideDown = 180
        case left = 270

        var quarters: Int { rawValue / 90 }
        var isSideways: Bool { self == .right || self == .left }
    }

    public enum Content: Sendable {
        case text(TextTemplate, FittedText.Style, Canvas.Colour)
        /// The ticket's QR symbol with its quiet zone, centred in the box.
        case symbol(SymbolStyle)
        /// A PNG, JPEG or SVG, identified by its path as written in the layout file.
        case picture(String)
        /// A filled box, used for lines and bars of colour.
        case fill(Canvas.Colour)
        /// A dashed line along the longer side of the box, where the paper is torn or folded.
        case perforation(Canvas.Colour)
    }
}
