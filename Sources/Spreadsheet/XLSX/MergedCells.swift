import Languages

/// The cells of a worksheet that are merged over several rows (ECMA-376, 18.3.1.55). The worksheet's XML lists the
/// merged cells after the rows, but the list is needed first. The XML of such a worksheet is therefore read twice.
final class MergedCells: XMLHandler {
    /// The maximum number of merged ranges.
    private static let most = 1_000_000
    /// The maximum number of merged ranges that `open` contains at a time. Further ranges are ignored.
    private static let mostColumns = 64
    private static let tagName = Array("mergeCell ".utf8)

    private struct Range {
        let column: Int
        let firstRow: Int
        let lastRow: Int
    }

    /// The merged ranges that begin below the current row, sorted by first row in descending order.
    private var ranges: [Range] = []
    /// The merged ranges that have begun and can continue in the next row. The key is the first column of the range.
    /// The value is the last row and the text of the range.
    private var open: [Int: (lastRow: Int, text: String)] = [:]

    init(of part: String, in archive: ZipReader) throws {
        try archive.withoutCharge {
            guard let entry = try archive.entry(part), try MergedCells.hasMergedCells(in: entry),
                let again = try archive.entry(part)
            else { return }
            try XMLStream(again, handler: self).readAll()
        }
        ranges.sort { $0.firstRow > $1.firstRow }
    }

    /// Whether the worksheet contains merged cells. Searching for the element's name is much faster than parsing the
    /// XML.
    private static func hasMergedCells(in entry: ZipEntry) throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var kept = 0
        while true {
            let count = try unsafe buffer.withUnsafeMutableBytes { bytes in
                try unsafe entry.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[kept...]))
            }
            guard count > 0 else { return false }
            let filled = buffer[..<(kept + count)]
            if filled.firstRange(of: tagName) != nil { return true }
            kept = min(tagName.count - 1, filled.count)
            buffer.replaceSubrange(0..<kept, with: Array(filled.suffix(kept)))
        }
    }

    func start(_ tag: XMLTag) throws {
        guard tag.isNamed("mergeCell"), let corners = tag["ref"]?.split(separator: ":"), corners.count == 2,
            let first = ColumnLetters.parse(String(corners[0])), let last = ColumnLetters.parse(String(corners[1])),
            last.row > first.row
        else { return }
        guard ranges.count < MergedCells.most else {
            throw WorksheetError(
                .damaged(
                    part: Sentence(WorksheetError.Reason.Text.sheet),
                    why: Sentence(WorksheetError.Reason.Text.mergedCells, ["limit": .number(MergedCells.most)])))
        }
        ranges.append(Range(column: first.column, firstRow: first.row, lastRow: last.row))
    }

    func text(_ bytes: UnsafeRawBufferPointer) {}

    func end(_ tag: XMLTag) -> XMLFlow { .proceed }

    /// Writes the texts of merged ranges into the fields of a row. The rows must be passed in order. A row in which no
    /// other cell has a text stays empty.
    func fill(_ fields: inout [String], row: Int) {
        guard !fields.isEmpty, !ranges.isEmpty || !open.isEmpty else { return }
        let own = fields
        for (column, merged) in open {
            guard merged.lastRow >= row else {
                open[column] = nil
                continue
            }
            guard column > own.count || own[column - 1].isEmpty else { continue }
            while fields.count < column { fields.append("") }
            fields[column - 1] = merged.text
        }
        while let range = ranges.last, range.firstRow <= row {
            ranges.removeLast()
            guard range.firstRow == row, range.column <= own.count, open.count < MergedCells.mostColumns else {
                continue
            }
            open[range.column] = (range.lastRow, own[range.column - 1])
        }
    }
}
