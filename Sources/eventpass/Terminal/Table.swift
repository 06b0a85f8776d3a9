import Presenting

/// Rows under headings, in columns as wide as their widest cell. Cells are made visible.
struct Table {
    private let headings: [String]
    private var rows: [[String]] = []

    init(_ headings: String...) { self.headings = headings }

    mutating func add(_ cells: String?...) { add(cells) }

    mutating func add(_ cells: [String?]) { rows.append(cells.map { $0?.visible ?? "" }) }

    func lines(_ terminal: Terminal) -> [String] {
        let widths = headings.indices.map { column in
            ([headings] + rows).map { $0[column].count }.max() ?? 0
        }
        func line(_ cells: [String]) -> String {
            var text = ""
            for (column, cell) in cells.enumerated() {
                let padding = column == cells.count - 1 ? 0 : widths[column] - cell.count + 2
                text += cell + String(repeating: " ", count: padding)
            }
            return text
        }
        return [terminal.paint(line(headings), .dim)] + rows.map(line)
    }

    func write(_ terminal: Terminal) throws {
        for line in lines(terminal) { try StandardOutput.line(line) }
    }
}
