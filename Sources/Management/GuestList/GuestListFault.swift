public import Spreadsheet
public import Ticketing

/// What is wrong with a guest list, and where.
public struct GuestListFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// Counted from 1; the header is line 1.
    public let line: Int
    /// The column's name, or its letters where it has none.
    public let column: String
    public let fault: Fault
    /// The sheet that was read and the others, where a missing header may be a choice of the wrong sheet; else nil.
    public let sheets: SheetReader.Sheets?

    /// - Parameter sheets: of a workbook; those of a workbook with one sheet are left out.
    public init(line: Int, column: String, fault: Fault, sheets: SheetReader.Sheets? = nil) {
        self.line = line
        self.column = column
        self.fault = fault
        self.sheets = sheets?.others.isEmpty == false ? sheets : nil
    }

    /// A spreadsheet's fault under the column's name; nil when it is not of one place.
    public init?(_ fault: SheetFault, header: [String]) {
        guard let line = fault.line, let column = fault.column else { return nil }
        let name = column <= header.count ? header[column - 1] : ""
        self.init(
            line: line, column: name.isEmpty ? ColumnLetters.name(of: column) : name, fault: .sheet(fault.reason))
    }

    public enum Fault: Hashable, Sendable {
        case missingColumn(found: [String])
        /// No field of the first row is the name of a column; its first field.
        case noHeader(first: String)
        /// A header, and nothing below it.
        case noRows
        case missing
        case unknownType(String, known: [String])
        case notANumberOfPeople(String)
        case notAnEmail(String)
        /// What a spreadsheet's reader finds.
        case sheet(SheetFault.Reason)
        /// A name or another text that can't be kept as it is.
        case text(NameFault)
        /// More fields than the header has names: most likely an unquoted comma.
        case tooManyFields(Int, header: Int)
        case notAPhone(String)
        case notCompanions(String)
        case notYesOrNo(String)
        /// A row above is the same guest.
        case sameGuest(line: Int)
        /// Several guests may be meant.
        case ambiguousGuest(String, candidates: [String])
    }

    /// The other sheets that a text names.
    private static let mostSheets = 10

    /// The sheet that was read, and the names of the others; both empty where there is no choice.
    private var sheetWords: (read: String, others: String) {
        guard let sheets else { return ("", "") }
        let names = sheets.others.prefix(GuestListFault.mostSheets).map { "“\($0.inOneLine)”" }
        let more = sheets.others.count - names.count
        let others = names.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
        return (" of sheet “\(sheets.read.inOneLine)”", "; the workbook also has \(others)")
    }

    public var description: String {
        let place = "line \(line), column \(column)"
        return switch fault {
        case .missingColumn(let found):
            "\(place)\(sheetWords.read): there is no such column"
                + (found.isEmpty
                    ? "; the list is empty" : "; the list has \(found.map(\.inOneLine).joined(separator: ", "))")
                + sheetWords.others
        case .noHeader(let first):
            "line \(line)\(sheetWords.read) is not a header: none of its fields, such as “\(first.inOneLine)”, "
                + "is the name of a column"
                + (sheets == nil ? "; put a line such as “name,email” above it" : sheetWords.others)
        case .noRows: "the list has no rows below its header"
        case .missing: "\(place): nothing is there"
        case .unknownType(let name, let known):
            "\(place): there is no ticket type “\(name.inOneLine)”; there is \(known.map(\.inOneLine).joined(separator: ", "))"
        case .notANumberOfPeople(let text): "\(place): “\(text.inOneLine)” is no number of people from 1 to 16"
        case .notAnEmail(let text): "\(place): “\(text.inOneLine)” is no e-mail address, such as grace@example.org"
        case .sheet(let reason): "\(place): \(reason)"
        case .text(let fault): "\(place): \(fault)"
        case .tooManyFields(let count, let header):
            "\(place): the row has \(count) fields and the header \(header); a comma inside a field needs quotes around it"
        case .notAPhone(let text): "\(place): “\(text.inOneLine)” is no telephone number: 4 to 15 digits"
        case .notCompanions(let text):
            "\(place): “\(text.inOneLine)” is no number of companions from 0 to \(Guest.mostCompanions)"
        case .notYesOrNo(let text): "\(place): “\(text.inOneLine)” is neither yes nor no; write yes, x, 1, no or 0"
        case .sameGuest(let line):
            "\(place): the guest of line \(line) again; another household or e-mail would tell them apart"
        case .ambiguousGuest(let name, let candidates):
            "\(place): “\(name.inOneLine)” may be \(candidates.map(\.inOneLine).joined(separator: " or "))"
        }
    }

    /// The same for all rows that have the fault in this column: what a sum of faults counts.
    var kind: String {
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
