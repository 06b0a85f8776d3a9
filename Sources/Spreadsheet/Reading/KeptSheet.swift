/// A sheet that was read once: its rows and what is wrong with it, without the file that they stood in.
public struct KeptSheet: Sendable {
    /// What may be kept at most.
    public struct Bounds: Sendable {
        /// Below the first.
        public let rows: Int
        /// Of the first row.
        public let columns: Int
        /// What all of it takes in memory, in bytes.
        public let memory: Int
        /// What is unpacked of a workbook while it is read, in bytes.
        public let unpacked: Int

        public init(rows: Int, columns: Int, memory: Int, unpacked: Int) {
            self.rows = rows
            self.columns = columns
            self.memory = memory
            self.unpacked = unpacked
        }
    }

    enum Entry {
        case row(SheetReader.Row)
        case fault(SheetFault)
    }

    let entries: [Entry]

    /// Reads a whole sheet. What is wrong with one row is kept in its place; so is what ends the reading in the middle.
    ///
    /// - Throws: `SheetFault` for what is no sheet, or goes beyond the bounds; `SystemError` when the file can't be read.
    public init(path: String, sheet: SheetReader.Choice = .firstVisible, within bounds: Bounds) throws {
        let reader = try SheetReader(path: path, sheet: sheet, unpackingAtMost: bounds.unpacked)
        var entries: [Entry] = []
        var memory = 0
        reading: while true {
            do {
                guard let row = try reader.next() else { break }
                if entries.isEmpty, row.fields.count > bounds.columns {
                    throw SheetFault(line: row.line, .tooManyColumns(limit: bounds.columns))
                }
                memory += row.memory
                entries.append(.row(row))
            } catch let fault as SheetFault where fault.line != nil && !entries.isEmpty {
                memory += fault.memory
                entries.append(.fault(fault))
                if fault.endsReading { break reading }
            }
            guard entries.count <= bounds.rows + 1 else { throw SheetFault(.tooManyRows(limit: bounds.rows)) }
            guard memory <= bounds.memory else { throw SheetFault(.fileTooLarge(limit: bounds.memory)) }
        }
        self.entries = entries
    }

    /// How many rows there are below the first, faulty ones included.
    public var rows: Int { max(0, entries.count - 1) }
}

/// Hands them over again.
final class KeptRows: RowSource {
    private var rest: ArraySlice<KeptSheet.Entry>

    init(_ kept: KeptSheet) { rest = kept.entries[...] }

    func next() throws -> SheetReader.Row? {
        switch rest.popFirst() {
        case nil: return nil
        case .row(let row): return row
        case .fault(let fault): throw fault
        }
    }
}

extension SheetReader.Row {
    /// About.
    fileprivate var memory: Int { fields.reduce(64) { $0 + 16 + ($1.utf8.count > 15 ? $1.utf8.count + 32 : 0) } }
}

extension SheetFault {
    fileprivate var memory: Int { 128 + "\(reason)".utf8.count }
}
