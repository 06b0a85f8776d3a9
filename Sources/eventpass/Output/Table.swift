import Presentation

/// A text table. Columns are as wide as their widest cell, and control characters in cells are made visible.
struct Table {
    private let headings: [String]
    private let title: String?
    private let empty: String?
    private var rows: [[String]] = []

    /// Creates a table without rows.
    ///
    /// - Parameters:
    ///   - title: a line above the headings, for a command that shows several tables.
    ///   - empty: the sentence to show instead of a table without rows; nil for a table that always has rows.
    init(_ headings: String..., title: String? = nil, empty: String?) {
        self.init(headings: headings, title: title, empty: empty)
    }

    init(headings: [String], title: String? = nil, empty: String?) {
        self.headings = headings
        self.title = title
        self.empty = empty
    }

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
        if rows.isEmpty, let empty { return [empty] }
        return (title.map { [$0] } ?? []) + [terminal.paint(line(headings), .dim)] + rows.map(line)
    }

    func write(_ terminal: Terminal) throws {
        for line in lines(terminal) { try StandardOutput.line(line) }
    }
}
