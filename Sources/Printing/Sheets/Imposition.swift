/// The assignment of the tickets of a print run to sheets and cells.
public struct Imposition: Hashable, Sendable {
    public enum Order: String, CaseIterable, Sendable {
        /// Sheet by sheet, and row by row on each sheet from the upper left.
        case rows
        /// Cell by cell. After the pile of sheets is cut, each stack is in order, and the stacks can be placed on top
        /// of each other.
        case cutStack = "cut-stack"
    }

    public let order: Order
    public let cellsPerSheet: Int
    public let count: Int

    public init(_ order: Order, cellsPerSheet: Int, count: Int) {
        self.order = order
        self.cellsPerSheet = cellsPerSheet
        self.count = count
    }

    public var sheets: Int { (count + cellsPerSheet - 1) / cellsPerSheet }

    /// The position in the run of the ticket in a cell, from 0; nil for an empty cell. Sheets and cells count from 0.
    public func position(sheet: Int, cell: Int) -> Int? {
        let position =
            switch order {
            case .rows: sheet * cellsPerSheet + cell
            case .cutStack: cell * sheets + sheet
            }
        return position < count ? position : nil
    }

    /// The sheet, from 0, that contains a position of the run.
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
