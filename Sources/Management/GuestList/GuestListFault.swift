public import Languages
public import Spreadsheet
public import Ticketing

/// A fault in a guest list, and its position.
public struct GuestListFault: Error, Hashable, Sendable, SentenceConvertible {
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
        /// The list lacks a required column. `found` contains the headings of the list.
        case missingColumn(found: [String])
        /// The list has no column of ticket types, and no type was chosen for all rows. `ignored` contains the headings
        /// of the columns that were not recognized.
        case noTypeColumn(ignored: [String])
        /// No cell of the first row is a known heading. The value is the row's first cell that is not empty.
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
        /// The row has more cells than the header, probably because a cell with a comma has no quotes around it.
        case tooManyFields(Int, header: Int)
        case notAPhone(String)
        case notCompanions(String)
        case notYesOrNo(String)
        /// An earlier row matches the same guest.
        case sameGuest(line: Int)
        /// The row matches several guests.
        case ambiguousGuest(String, candidates: [Sentence])
    }

    enum Text: String, SentenceKey {
        static let subject = "guestListFault"

        // Positions
        case cell = "line {line}, column {column}"
        case cellOfSheet = "line {line}, column {column} of sheet “{sheet}”"
        case otherSheets = "other sheets in the workbook: {sheets}"
        case moreSheets = "other sheets in the workbook: {sheets} and {number} more"
        case quoted = "“{name}”"

        // Faults of the whole list
        case missingColumn = "there is no such column"
        case noTypeColumn = "no column is the ticket type"
        case emptyList = "the list is empty"
        case foundColumns = "the list has {columns}"
        case noHeader =
            "line {line} is not a header: none of its fields, such as “{field}”, is the name of a column; put a line such as “name,email” above it"
        case noHeaderOfSheet =
            "line {line} of sheet “{sheet}” is not a header: none of its fields, such as “{field}”, is the name of a column"
        case noRows = "the list has no rows below its header"

        // Faults of a cell
        case missing = "the field is empty"
        case unknownType = "there is no ticket type “{name}”; the event has {known}"
        case notANumberOfPeople = "“{text}” is not a number of people from 1 to 16"
        case tooManyFields =
            "the row has {number} fields, but the header has {header}; a comma inside a field needs quotes around it"
        case notAPhone = "“{text}” is not a telephone number of 4 to 15 digits"
        case notCompanions = "“{text}” is not a number of companions from 0 to {limit}"
        case notYesOrNo = "“{text}” is neither yes nor no; write yes, x, 1, no or 0"
        case sameGuest = "the same guest as in line {line}; a different household or e-mail would distinguish them"
        case ambiguousGuest = "“{name}” may be {candidates}"
        case guest = "guest {number}, {name}"

        // Summaries of the faults of one kind in one column
        case summary = "column {column}: {fault}"
        case missingColumnSummary = "no such column"
        case noHeaderSummary = "no header"
        case noRowsSummary = "no rows"
        case missingSummary = "empty"
        case unknownTypeSummary = "not a ticket type of this event"
        case notANumberOfPeopleSummary = "not a number of people from 1 to 16"
        case notAnEmailSummary = "not an e-mail address"
        case sheetSummary = "not readable"
        case textSummary = "text that is not allowed"
        case tooManyFieldsSummary = "more fields than the header"
        case notAPhoneSummary = "not a telephone number"
        case notCompanionsSummary = "not a number of companions"
        case notYesOrNoSummary = "neither yes nor no"
        case sameGuestSummary = "the same guest again"
        case ambiguousGuestSummary = "could be several guests"
    }

    private static let maximumWorksheetNames = 10

    /// A phrase that lists the other worksheets; nil if there is only one worksheet.
    private var otherWorksheets: Sentence? {
        guard let worksheets else { return nil }
        let names = worksheets.others.prefix(GuestListFault.maximumWorksheetNames).map {
            Sentence(Text.quoted, ["name": .text($0.singleLineExcerpt)])
        }
        let sheets = SentenceArgument.sentence(.list(names, separator: ", "))
        let more = worksheets.others.count - names.count
        return more > 0
            ? Sentence(Text.moreSheets, ["sheets": sheets, "number": .number(more)])
            : Sentence(Text.otherSheets, ["sheets": sheets])
    }

    /// The line, the column, and the worksheet if there are several.
    private var place: Sentence {
        var arguments: [String: SentenceArgument] = ["line": "\(line)", "column": .text(column)]
        guard let worksheets else { return Sentence(Text.cell, arguments) }
        arguments["sheet"] = .text(worksheets.read.singleLineExcerpt)
        return Sentence(Text.cellOfSheet, arguments)
    }

    public var sentence: Sentence {
        switch fault {
        case .missingColumn(let found):
            let columns = found.map(\.singleLineExcerpt).joined(separator: ", ")
            let parts = [
                Sentence(Text.missingColumn),
                found.isEmpty ? Sentence(Text.emptyList) : Sentence(Text.foundColumns, ["columns": .text(columns)]),
                otherWorksheets,
            ]
            return .list([place, .list(parts.compactMap(\.self), separator: "; ")], separator: ": ")
        case .noHeader(let first):
            var arguments: [String: SentenceArgument] = [
                "line": "\(line)", "field": .text(first.singleLineExcerpt),
            ]
            guard let worksheets, let otherWorksheets else { return Sentence(Text.noHeader, arguments) }
            arguments["sheet"] = .text(worksheets.read.singleLineExcerpt)
            return .list([Sentence(Text.noHeaderOfSheet, arguments), otherWorksheets], separator: "; ")
        case .noTypeColumn: return Sentence(Text.noTypeColumn)
        case .noRows: return Sentence(Text.noRows)
        case .missing: return inCell(Text.missing)
        case .unknownType(let name, let known):
            return inCell(
                Text.unknownType,
                [
                    "name": .text(name.singleLineExcerpt),
                    "known": .text(known.map(\.singleLineExcerpt).joined(separator: ", ")),
                ])
        case .notANumberOfPeople(let text):
            return inCell(Text.notANumberOfPeople, ["text": .text(text.singleLineExcerpt)])
        case .notAnEmail(let text):
            return inCell(Sentence(FaultSentence.notAnEmail, ["text": .text(text.singleLineExcerpt)]))
        case .sheet(let reason): return inCell(reason.sentence)
        case .text(let fault): return inCell(fault.sentence)
        case .tooManyFields(let count, let header):
            return inCell(Text.tooManyFields, ["number": .number(count), "header": .number(header)])
        case .notAPhone(let text): return inCell(Text.notAPhone, ["text": .text(text.singleLineExcerpt)])
        case .notCompanions(let text):
            return inCell(
                Text.notCompanions, ["text": .text(text.singleLineExcerpt), "limit": .number(Guest.mostCompanions)])
        case .notYesOrNo(let text): return inCell(Text.notYesOrNo, ["text": .text(text.singleLineExcerpt)])
        case .sameGuest(let line): return inCell(Text.sameGuest, ["line": "\(line)"])
        case .ambiguousGuest(let name, let candidates):
            return inCell(
                Text.ambiguousGuest,
                ["name": .text(name.singleLineExcerpt), "candidates": .sentence(.either(candidates))])
        }
    }

    /// The position without the worksheet, and a fault.
    private func inCell(_ fault: Sentence) -> Sentence {
        .list(
            [Sentence(Text.cell, ["line": "\(line)", "column": .text(column)]), fault], separator: ": ")
    }

    private func inCell(_ fault: Text, _ arguments: [String: SentenceArgument] = [:]) -> Sentence {
        inCell(Sentence(fault, arguments))
    }

    /// The text that describes all faults of the same kind in the same column.
    var summary: Sentence {
        Sentence(Text.summary, ["column": .text(column), "fault": .sentence(fault.summaryText)])
    }
}

extension GuestListFault.Fault {
    fileprivate var summaryText: GuestListFault.Text {
        switch self {
        case .missingColumn, .noTypeColumn: .missingColumnSummary
        case .noHeader: .noHeaderSummary
        case .noRows: .noRowsSummary
        case .missing: .missingSummary
        case .unknownType: .unknownTypeSummary
        case .notANumberOfPeople: .notANumberOfPeopleSummary
        case .notAnEmail: .notAnEmailSummary
        case .sheet: .sheetSummary
        case .text: .textSummary
        case .tooManyFields: .tooManyFieldsSummary
        case .notAPhone: .notAPhoneSummary
        case .notCompanions: .notCompanionsSummary
        case .notYesOrNo: .notYesOrNoSummary
        case .sameGuest: .sameGuestSummary
        case .ambiguousGuest: .ambiguousGuestSummary
        }
    }
}
