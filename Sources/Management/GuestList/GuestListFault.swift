public import Spreadsheet
public import Ticketing

/// A fault in a guest list, and its position.
public struct GuestListFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, counted from 1; the header is line 1.
    public let line: Int
    /// The column's heading, or the column's letters if it has no heading.
    public let column: String
    public let fault: Fault
    /// The workbook's worksheets, if the fault can mean that the wrong worksheet was read; otherwise nil.
    public let worksheets: WorksheetReader.Sheets?

    /// Creates a fault at a position of the list.
    ///
    /// - Parameter worksheets: the worksheets; ignored if there is only one worksheet.
    public init(line: Int, column: String, fault: Fault, worksheets: WorksheetReader.Sheets? = nil) {
        self.line = line
        self.column = column
        self.fault = fault
        self.worksheets = worksheets?.others.isEmpty == false ? worksheets : nil
    }

    /// Converts a spreadsheet fault; nil if the fault has no position.
    public init?(_ fault: WorksheetError, header: [String]) {
        guard let line = fault.line, let column = fault.column else { return nil }
        let name = column <= header.count ? header[column - 1] : ""
        self.init(
            line: line, column: name.isEmpty ? ColumnLetters.name(of: column) : name, fault: .sheet(fault.reason))
    }

    public enum Fault: Hashable, Sendable {
        /// The list lacks a required column. `found` contains the headings of its columns.
        case missingColumn(found: [String])
        /// No field of the first row is a known heading. The value is the row's first field that is not empty.
        case noHeader(first: String)
        /// The list has a header but no rows.
        case noRows
        /// A required field is empty.
        case missing
        case unknownType(String, known: [String])
        case notANumberOfPeople(String)
        case notAnEmail(String)
        /// A fault that the spreadsheet reader found.
        case sheet(WorksheetError.Reason)
        /// A name or other text that cannot be stored.
        case text(TextFault)
        /// The row has more fields than the header, probably because a field with a comma has no quotes around it.
        case tooManyFields(Int, header: Int)
        case notAPhone(String)
        case notCompanions(String)
        case notYesOrNo(String)
        /// A row above matches the same guest.
        case sameGuest(line: Int)
        /// The row matches several guests.
        case ambiguousGuest(String, candidates: [String])
    }

    /// The maximum number of other worksheets that `description` lists.
    private static let maximumWorksheetNames = 10

    /// Two phrases: `read` names the worksheet that was read, and `others` lists the other worksheets. Both are empty
    /// if there is only one worksheet.
    private var worksheetDescriptions: (read: String, others: String) {
        guard let worksheets else { return ("", "") }
        let names = worksheets.others.prefix(GuestListFault.maximumWorksheetNames).map { "“\($0.singleLineExcerpt)”" }
        let more = worksheets.others.count - names.count
        let others = names.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
        return (" of sheet “\(worksheets.read.singleLineExcerpt)”", "; the workbook also has \(others)")
    }

    public var description: String {
        let cell = "line \(line), column \(column)"
        return switch fault {
        case .missingColumn(let found):
            "\(cell)\(worksheetDescriptions.read): there is no such column"
                + (found.isEmpty
                    ? "; the list is empty"
                    : "; the list has \(found.map(\.singleLineExcerpt).joined(separator: ", "))")
                + worksheetDescriptions.others
        case .noHeader(let first):
            "line \(line)\(worksheetDescriptions.read) is not a header: "
                + "none of its fields, such as “\(first.singleLineExcerpt)”, "
                + "is the name of a column"
                + (worksheets == nil ? "; put a line such as “name,email” above it" : worksheetDescriptions.others)
        case .noRows: "the list has no rows below its header"
        case .missing: "\(cell): the field is empty"
        case .unknownType(let name, let known):
            "\(cell): there is no ticket type “\(name.singleLineExcerpt)”; "
                + "the event has \(known.map(\.singleLineExcerpt).joined(separator: ", "))"
        case .notANumberOfPeople(let text):
            "\(cell): “\(text.singleLineExcerpt)” is not a number of people from 1 to 16"
        case .notAnEmail(let text):
            "\(cell): “\(text.singleLineExcerpt)” is not an e-mail address such as grace@example.org"
        case .sheet(let reason): "\(cell): \(reason)"
        case .text(let fault): "\(cell): \(fault)"
        case .tooManyFields(let count, let header):
            """
            \(cell): the row has \(count) fields and the header \(header); a comma inside a field needs quotes \
            around it
            """
        case .notAPhone(let text): "\(cell): “\(text.singleLineExcerpt)” is not a telephone number of 4 to 15 digits"
        case .notCompanions(let text):
            "\(cell): “\(text.singleLineExcerpt)” is not a number of companions from 0 to \(Guest.mostCompanions)"
        case .notYesOrNo(let text):
            "\(cell): “\(text.singleLineExcerpt)” is neither yes nor no; write yes, x, 1, no or 0"
        case .sameGuest(let line):
            "\(cell): the same guest as in line \(line); a different household or e-mail would distinguish them"
        case .ambiguousGuest(let name, let candidates):
            "\(cell): “\(name.singleLineExcerpt)” may be "
                + candidates.map(\.singleLineExcerpt).joined(separator: " or ")
        }
    }

    /// The text that describes all faults of the same kind in the same column. Such faults are counted together.
    var summaryKey: String {
        let fault =
            switch fault {
            case .missingColumn: "no such column"
            case .noHeader: "no header"
            case .noRows: "no rows"
            case .missing: "empty"
            case .unknownType: "not a ticket type of this event"
            case .notANumberOfPeople: "not a number of people from 1 to 16"
            case .notAnEmail: "not an e-mail address"
            case .sheet: "not readable"
            case .text: "not allowed as a text"
            case .tooManyFields: "more fields than the header"
            case .notAPhone: "not a telephone number"
            case .notCompanions: "not a number of companions"
            case .notYesOrNo: "neither yes nor no"
            case .sameGuest: "the same guest again"
            case .ambiguousGuest: "could be several guests"
            }
        return "column \(column): \(fault)"
    }
}
