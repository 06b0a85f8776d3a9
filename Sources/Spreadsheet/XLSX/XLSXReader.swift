import FileAccess

/// Reads a worksheet of a workbook (ECMA-376, SpreadsheetML) row by row. The initializer searches the whole worksheet
/// for merged cells (`MergedCells`). The rows are then read from the beginning.
final class XLSXReader: RowSource {
    private let rows: SheetRows
    private let stream: XMLStream
    let sheets: WorksheetReader.Sheets?

    init(file: BlockReader, path: String, sheet: WorksheetReader.SheetSelection, unpackingAtMost limit: Int) throws {
        let archive = try ZipReader(file: file, path: path, unpackingAtMost: limit)
        let workbook = try Workbook(in: archive)
        let part = try workbook.path(to: sheet)
        sheets = try workbook.names(sheet)
        rows = SheetRows(
            strings: try SharedStrings(path: workbook.sharedStringsPath, in: archive),
            styles: try NumberStyles(path: workbook.stylesPath, in: archive), epoch: workbook.epoch,
            merged: try MergedCells(of: part, in: archive))
        guard let entry = try archive.entry(part) else { throw WorksheetError(.notAWorkbook(missing: part)) }
        stream = try XMLStream(entry, handler: rows)
    }

    func next() throws -> WorksheetReader.Row? {
        while try stream.advance() {
            if let row = try rows.popRow() { return row }
        }
        return nil
    }
}
