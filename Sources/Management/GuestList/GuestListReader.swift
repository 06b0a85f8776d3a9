import Spreadsheet

/// Reads a list that has a row of headings and then rows of values. Each fault names the heading of its column.
struct GuestListReader {
    let heading: HeaderRow
    private let requiredColumn: String
    private let line: Int
    private let reader: WorksheetReader

    /// Opens a list and reads its headings.
    ///
    /// - Parameters:
    ///   - sheet: the worksheet; nil for the first worksheet that is not hidden.
    ///   - column: the name of a required column. The fault contains this name if the list lacks the column.
    /// - Throws: `GuestListFault`; `WorksheetError` for an unsupported file; `SystemError` if the file cannot be
    ///   opened.
    init(_ list: GuestListFile, sheet: String? = nil, needing column: String) throws {
        requiredColumn = column
        reader = try list.open(sheet: sheet)
        do {
            guard let first = try reader.next() else {
                throw GuestListFault(
                    line: 1, column: column, fault: .missingColumn(found: []), worksheets: reader.sheets)
            }
            line = first.line
            heading = HeaderRow(first.fields)
        } catch let fault as WorksheetError {
            throw GuestListFault(fault, header: []) ?? fault
        }
    }

    /// The worksheets; nil for a CSV file.
    var sheets: WorksheetReader.Sheets? { reader.sheets }

    /// The fault of a list without the required column.
    ///
    /// - Parameter columns: the recognized columns. If no column is recognized, the first row is probably not a row of
    ///   headings.
    func missingColumn(recognized columns: some Collection<Int>) -> GuestListFault {
        let first = heading.names.first { !HeaderRow.normalized($0).isEmpty }
        if columns.isEmpty, let first {
            return GuestListFault(
                line: line, column: requiredColumn, fault: .noHeader(first: first), worksheets: sheets)
        }
        return GuestListFault(
            line: line, column: requiredColumn, fault: .missingColumn(found: heading.names), worksheets: sheets)
    }

    /// Passes the rows that are not empty to `body` one by one, and the faults of each faulty row to `onFaults`. `body`
    /// can throw one fault of its row as `GuestListFault`, or several faults as `RowFaults`.
    ///
    /// - Throws: `GuestListFault` or `WorksheetError` if the list cannot be read to its end; any other error that
    ///   `body` throws.
    func forEachRow(_ body: (WorksheetReader.Row) throws -> Void, onFaults: ([GuestListFault]) throws -> Void) throws {
        let width = heading.names.count
        while true {
            do {
                guard let row = try reader.next() else { return }
                guard row.fields.count <= width else {
                    throw GuestListFault(
                        line: row.line, column: ColumnLetters.name(of: width + 1),
                        fault: .tooManyFields(row.fields.count, header: width))
                }
                try body(row)
            } catch let row as RowFaults {
                try onFaults(row.faults)
            } catch let fault as GuestListFault {
                try onFaults([fault])
            } catch let fault as WorksheetError {
                guard let named = GuestListFault(fault, header: heading.names) else { throw fault }
                guard !fault.isFatal else { throw named }
                try onFaults([named])
            }
        }
    }
}
