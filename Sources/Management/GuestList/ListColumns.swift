public import Spreadsheet

/// The columns of a list: what they are called, what they may be, and what their headings say that they are.
public struct ListColumns: Sendable {
    /// What a column may be.
    public struct Meaning: Sendable, Equatable {
        /// For programs and forms.
        public let key: String
        /// For people.
        public let label: String
    }

    /// Rows that are shown, so that people see what stands in a column.
    private static let rowsShown = 5

    public let headings: [String]
    public let known: [Meaning]
    /// For each column in its order, the key of what it is; nil where its heading does not say.
    public let guessed: [String?]
    /// The first rows that can be read.
    public let firstRows: [SheetReader.Row]

    init(_ reader: ListReader, known: [Meaning], guessed: [(key: String, index: Int)]) throws {
        headings = reader.heading.names
        self.known = known
        var keys = [String?](repeating: nil, count: headings.count)
        for (key, index) in guessed { keys[index] = key }
        self.guessed = keys
        var rows: [SheetReader.Row] = []
        struct Enough: Error {}
        do {
            try reader.forEachRow {
                rows.append($0)
                if rows.count == ListColumns.rowsShown { throw Enough() }
            } onFaults: { _ in
            }
        } catch is Enough {
            // These will do.
        } catch is GuestListFault {
            // Who reads all of the list tells what it is.
        }
        firstRows = rows
    }
}
