import Spreadsheet

/// Reads a list: a row of headings, then rows under them. Faults are told by the column's name.
struct ListReader {
    let heading: HeaderNames
    private let needed: String
    private let line: Int
    private let reader: SheetReader

    /// Opens a list and reads its headings.
    ///
    /// - Parameters:
    ///   - sheet: of a workbook; nil is the first that is not hidden.
    ///   - column: the name of a column that must be there, for the fault of an empty list.
    /// - Throws: `GuestListFault`; `SheetFault` for what is no list at all; `SystemError` when the file can't be opened.
    init(_ list: ListFile, sheet: String? = nil, needing column: String) throws {
        needed = column
        reader = try list.open(sheet: sheet)
        do {
            guard let first = try reader.next() else {
                throw GuestListFault(
                    line: 1, column: column, fault: .missingColumn(found: []), sheets: reader.sheets)
            }
            line = first.line
            heading = HeaderNames(first.fields)
        } catch let fault as SheetFault {
            throw GuestListFault(fault, header: []) ?? fault
        }
    }

    /// Nil for a list that is no workbook.
    var sheets: SheetReader.Sheets? { reader.sheets }

    /// What a list without the needed column says.
    ///
    /// - Parameter columns: those that it has; without any, its first row is probably no header.
    func missingColumn(beside columns: some Collection<Int>) -> GuestListFault {
        let first = heading.names.first { !HeaderNames.plain($0).isEmpty }
        if columns.isEmpty, let first {
            return GuestListFault(line: line, column: needed, fault: .noHeader(first: first), sheets: sheets)
        }
        return GuestListFault(line: line, column: needed, fault: .missingColumn(found: heading.names), sheets: sheets)
    }

    /// Hands over the rows that hold something, one by one, and to `onFaults` what is wrong with each faulty one. The body
    /// may throw one `GuestListFault`, or several as `RowFaults`.
    ///
    /// - Throws: `GuestListFault` or `SheetFault` where nothing more can be read; whatever else `body` throws.
    func forEachRow(_ body: (SheetReader.Row) throws -> Void, onFaults: ([GuestListFault]) throws -> Void) throws {
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
            } catch let fault as SheetFault {
                guard let named = GuestListFault(fault, header: heading.names) else { throw fault }
                guard !fault.endsReading else { throw named }
                try onFaults([named])
            }
        }
    }
}
