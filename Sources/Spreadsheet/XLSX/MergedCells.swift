/// Cells of a sheet that are merged over several rows (ECMA-376, 18.3.1.55). They are told behind the rows, and so read
/// before them: in a pass of its own, where the sheet says that there are any.
final class MergedCells: XMLHandler {
    /// Each is of some bytes.
    private static let most = 1_000_000
    /// Columns in which cells are merged at a time.
    private static let mostColumns = 64
    private static let word = Array("mergeCell ".utf8)

    private struct Range {
        let column: Int
        let firstRow: Int
        let lastRow: Int
    }

    /// By first row, the last of them first.
    private var ranges: [Range] = []
    /// By column, those that go on: up to which row, and what their first cell says.
    private var open: [Int: (lastRow: Int, text: String)] = [:]

    /// - Parameter part: the sheet.
    init(of part: String, in archive: ZipArchive) throws {
        try archive.peeking {
            guard let entry = try archive.entry(part), try MergedCells.isTold(in: entry),
                let again = try archive.entry(part)
            else { return }
            try XMLStream(again, handler: self).readAll()
        }
        ranges.sort { $0.firstRow > $1.firstRow }
    }

    /// Looks for the word alone, which is much faster than to read what it stands in.
    private static func isTold(in entry: ZipEntry) throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var kept = 0
        while true {
            let count = try unsafe buffer.withUnsafeMutableBytes { bytes in
                try unsafe entry.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[kept...]))
            }
            guard count > 0 else { return false }
            let filled = buffer[..<(kept + count)]
            if filled.firstRange(of: word) != nil { return true }
            kept = min(word.count - 1, filled.count)
            buffer.replaceSubrange(0..<kept, with: Array(filled.suffix(kept)))
        }
    }

    func start(_ tag: XMLTag) throws {
        guard tag.isNamed("mergeCell"), let corners = tag["ref"]?.split(separator: ":"), corners.count == 2,
            let first = ColumnLetters.place(String(corners[0])), let last = ColumnLetters.place(String(corners[1])),
            last.row > first.row
        else { return }
        guard ranges.count < MergedCells.most else {
            throw SheetFault(.damaged(part: "the sheet", why: "more than \(MergedCells.most) merged cells"))
        }
        ranges.append(Range(column: first.column, firstRow: first.row, lastRow: last.row))
    }

    func text(_ bytes: UnsafeRawBufferPointer) {}

    func end(_ tag: XMLTag) -> XMLFlow { .goOn }

    /// Gives the cells of a row, which come in order, what their merged cells say. A row that says nothing of its own
    /// stays as it is.
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
