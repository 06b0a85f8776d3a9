/// A worksheet that has been read completely into memory: its rows, and the errors that reading found.
public struct LoadedWorksheet: Sendable {
    /// The limits for loading a worksheet.
    public struct Limits: Sendable {
        /// The maximum number of rows below the first row.
        public let rows: Int
        /// The maximum number of columns in the first row.
        public let columns: Int
        /// The maximum size of the rows in memory, in bytes.
        public let memory: Int
        /// The maximum number of bytes that are decompressed from a workbook.
        public let unpacked: Int

        public init(rows: Int, columns: Int, memory: Int, unpacked: Int) {
            self.rows = rows
            self.columns = columns
            self.memory = memory
            self.unpacked = unpacked
        }
    }

    enum Entry {
        case row(WorksheetReader.Row)
        case fault(WorksheetError)
    }

    let entries: [Entry]

    /// Reads a whole worksheet. If a row after the first one has an error, the error is stored in place of the row. If
    /// such an error makes further reading impossible, the later rows are not read.
    ///
    /// - Throws: `WorksheetError` if the file is not a spreadsheet, if it exceeds the limits, or if its first row has
    ///   an error; `SystemError` if the file cannot be read.
    public init(path: String, sheet: WorksheetReader.SheetSelection = .firstVisible, within bounds: Limits) throws {
        let reader = try WorksheetReader(path: path, sheet: sheet, unpackingAtMost: bounds.unpacked)
        var entries: [Entry] = []
        var memory = 0
        reading: while true {
            do {
                guard let row = try reader.next() else { break }
                if entries.isEmpty, row.fields.count > bounds.columns {
                    throw WorksheetError(line: row.line, .tooManyColumns(limit: bounds.columns))
                }
                memory += row.memory
                entries.append(.row(row))
            } catch let fault as WorksheetError where fault.line != nil && !entries.isEmpty {
                memory += fault.memory
                entries.append(.fault(fault))
                if fault.isFatal { break reading }
            }
            guard entries.count <= bounds.rows + 1 else { throw WorksheetError(.tooManyRows(limit: bounds.rows)) }
            guard memory <= bounds.memory else { throw WorksheetError(.needsTooMuchMemory(limit: bounds.memory)) }
        }
        self.entries = entries
    }

    /// The number of rows below the first row, including rows with errors.
    public var rows: Int { max(0, entries.count - 1) }
}

/// Returns the rows of a loaded worksheet in order. If a row has an error, that error is thrown in its place.
final class LoadedRows: RowSource {
    private var rest: ArraySlice<LoadedWorksheet.Entry>

    init(_ kept: LoadedWorksheet) { rest = kept.entries[...] }

    func next() throws -> WorksheetReader.Row? {
        switch rest.popFirst() {
        case nil: return nil
        case .row(let row): return row
        case .fault(let fault): throw fault
        }
    }
}

extension WorksheetReader.Row {
    /// The approximate memory of the row, in bytes.
    fileprivate var memory: Int { fields.reduce(64) { $0 + 16 + ($1.utf8.count > 15 ? $1.utf8.count + 32 : 0) } }
}

extension WorksheetError {
    fileprivate var memory: Int { 128 + "\(reason)".utf8.count }
}
