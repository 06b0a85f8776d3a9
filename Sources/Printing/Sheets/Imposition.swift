/// The arrangement of a print run's tickets on sheets. It assigns each position in the run to a sheet and to a cell
/// (the place of one ticket on the sheet).
public struct Imposition: Hashable, Sendable {
    public enum FillOrder: String, CaseIterable, Sendable {
        /// The first tickets fill the first sheet, row by row from the upper left; the next tickets fill the second
        /// sheet, and so on.
        case rows
        /// The first tickets are in the first cells of all sheets, the next tickets in the second cells, and so on.
        /// When the pile of sheets is cut, each cell gives a stack of consecutive tickets. If the stacks are placed on
        /// top of each other, all tickets are in order.
        case cutStack = "cut-stack"
    }

    public let order: FillOrder
    public let cellsPerSheet: Int
    public let count: Int

    public init(_ order: FillOrder, cellsPerSheet: Int, count: Int) {
        self.order = order
        self.cellsPerSheet = cellsPerSheet
        self.count = count
    }

    public var sheets: Int { (count + cellsPerSheet - 1) / cellsPerSheet }

    /// The position in the print run, from 0, of the ticket in a cell; nil for an empty cell. Sheets and cells are
    /// counted from 0.
    public func position(sheet: Int, cell: Int) -> Int? {
        let position =
            switch order {
            case .rows: sheet * cellsPerSheet + cell
            case .cutStack: cell * sheets + sheet
            }
        return position < count ? position : nil
    }

    /// The sheet, counted from 0, that contains the ticket at a position of the print run.
    public func sheet(ofPosition position: Int) -> Int {
        switch order {
        case .rows: position / cellsPerSheet
        case .cutStack: position % sheets
        }
    }

    /// The positions on a sheet, cell by cell.
    public func positions(onSheet sheet: Int) -> [Int?] {
        (0..<cellsPerSheet).map { position(sheet: sheet, cell: $0) }
    }
}
