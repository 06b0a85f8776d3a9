public import Languages
public import Spreadsheet

/// The columns of a list: their headings, the fields that can be assigned to the columns, and the guessed field of each
/// column.
public struct GuestListColumns: Sendable {
    /// A field that a column can contain.
    public struct ColumnMeaning: Sendable, Equatable {
        /// The field's name in programs and forms.
        public let key: String
        /// The field's name on pages.
        public let label: Sentence
    }

    /// The labels on pages for the fields that are not in `GuestDetails.fields`, such as a part of the name.
    enum Text: String, SentenceKey {
        static let subject = "guestListColumn"

        case first = "First name"
        case last = "Last name"
        case household = "Household"
        case type = "Ticket type"
    }

    private static let previewRowCount = 5

    public let headings: [String]
    public let known: [ColumnMeaning]
    /// The key of the field that each column probably contains, in column order; nil for a column whose heading is
    /// unknown.
    public let guessed: [String?]
    /// The first rows without faults.
    public let previewRows: [WorksheetReader.Row]

    init(_ reader: GuestListReader, known: [ColumnMeaning], guessed: [(key: String, index: Int)]) throws {
        headings = reader.heading.names
        self.known = known
        var keys = [String?](repeating: nil, count: headings.count)
        for (key, index) in guessed { keys[index] = key }
        self.guessed = keys
        var rows: [WorksheetReader.Row] = []
        struct Enough: Error {}
        do {
            try reader.forEachRow {
                rows.append($0)
                if rows.count == GuestListColumns.previewRowCount { throw Enough() }
            } onFaults: { _ in
            }
        } catch is Enough {
            // The preview is full.
        } catch is GuestListFault {
            // The import reports this fault when it reads the whole list.
        }
        previewRows = rows
    }
}
