/// Which ticket of a run stands in which cell of which sheet.
public struct Imposition: Hashable, Sendable {
    public enum Order: String, CaseIterable, Sendable {
        /// Sheet by sheet, on each from the upper left, row by row.
        case rows
        /// Cell by cell: when the pile of sheets is cut, each stack lies in order, and so do the stacks one on the other.
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

    /// The place in the run, from 0; nil where a cell stays empty. Sheets and cells count from 0.
    public func position(sheet: Int, cell: Int) -> Int? {
        let position =
            switch order {
            case .rows: sheet * cellsPerSheet + cell
            case .cutStack: cell * sheets + sheet
            }
        return position < count ? position : nil
    }

    /// The sheet of a place in the run.
    public func sheet(ofPosition position: Int) -> Int {
        switch order {
        case .rows: position / cellsPerSheet
        case .cutStack: position % sheets
        }
    }

    /// The places on a sheet, cell by cell.
    public func positions(onSheet sheet: Int) -> [Int?] {
        (0..<cellsPerSheet).map { position(sheet: sheet, cell: $0) }
    }
}
