public import Languages

/// An error in a spreadsheet, with its location.
public struct WorksheetError: Error, Hashable, Sendable, SentenceConvertible {
    /// The row number, from 1, as the spreadsheet program shows it; nil if the error concerns the whole file.
    public let line: Int?
    /// The column number, from 1; nil if the error concerns the whole row.
    public let column: Int?
    public let reason: Reason

    public init(line: Int? = nil, column: Int? = nil, _ reason: Reason) {
        self.line = line
        self.column = column
        self.reason = reason
    }

    public enum Reason: Error, Hashable {
        // Errors in one row. The next row can still be read.

        /// The cell contains an error value, such as `#N/A`.
        case errorValue(String)
        /// The cell has a formula without a saved value.
        case formulaWithoutValue
        case notADate(String)
        case notANumber(String)
        /// The cell refers to a text that is not in the workbook’s list of shared texts.
        case missingText(String)
        case notUTF8
        case tooManyColumns(limit: Int)

        // Errors in one row that also make all later rows unreadable.

        case strayQuote
        case unclosedQuote
        case rowTooLong(limit: Int)
        case tooManyRows(limit: Int)
        case notUTF16

        // Errors that concern the whole file.

        case fileTooLarge(limit: Int)
        /// The rows need more than `limit` bytes of memory.
        case needsTooMuchMemory(limit: Int)
        /// The file is neither a workbook nor a text in UTF-8 or UTF-16.
        case notText
        /// The file is an old `.xls` file or a password-protected workbook. The two can't be distinguished, because
        /// both begin with the same bytes.
        case legacyOrEncrypted
        /// The workbook is read from a pipe. A zip archive is read from the directory at its end, but a pipe can be
        /// read only from its start.
        case notSeekable
        case openDocument
        case binaryWorkbook
        case notAWorkbook(missing: String)
        /// The workbook has no worksheets. `part` is the part of the file that lists them.
        case noSheets(part: String)
        case encrypted(part: String)
        case documentType(part: String)
        case unpacksTooLarge(limit: Int)
        case unpacksTooDense(ratio: Int)
        case tooMuchText(limit: Int)
        case partTooLarge(part: String, limit: Int)
        case noVisibleSheet
        case noSuchSheet(String, found: [String])
        /// A part of the file cannot be read. `why` is the reason, for example the message of a library.
        case damaged(part: Sentence, why: Sentence)
    }

    /// Whether this error makes further reading of the worksheet impossible. After any other error,
    /// `WorksheetReader.next` can read the next row.
    public var isFatal: Bool {
        switch reason {
        case .errorValue, .formulaWithoutValue, .notADate, .notANumber, .missingText, .notUTF8, .tooManyColumns: false
        default: true
        }
    }

    enum Text: String, SentenceKey {
        static let subject = "worksheetError"

        case cell = "line {line}, column {column}: {reason}"
        case line = "line {line}: {reason}"
        case spreadsheet = "the spreadsheet: {reason}"
    }

    public var sentence: Sentence {
        switch (line, column) {
        case (let line?, let column?):
            Sentence(
                Text.cell,
                [
                    "line": "\(line)", "column": .text(ColumnLetters.name(of: column)),
                    "reason": .sentence(reason.sentence),
                ])
        case (let line?, nil):
            Sentence(Text.line, ["line": "\(line)", "reason": .sentence(reason.sentence)])
        case (nil, _): Sentence(Text.spreadsheet, ["reason": .sentence(reason.sentence)])
        }
    }
}

extension WorksheetError.Reason: SentenceConvertible {
    enum Text: String, SentenceKey {
        static let subject = "worksheetReason"

        case errorValue = "the cell contains the error {text}; correct it or empty the cell"
        case formulaWithoutValue =
            "the formula has no saved value; open the file in a spreadsheet program and save it, or paste the values"
        case notADate = "“{number}” is formatted as a date but is not one"
        case notANumber = "“{text}” is stored as a number but is not one"
        case missingText =
            "the cell’s text is missing from the file (number {number} in the workbook’s list of shared texts); open the file in a spreadsheet program and save it again"
        case notUTF8 = "the text is not UTF-8; save the list as “CSV UTF-8”"
        case notUTF16 = "the text begins as UTF-16 but is not valid; save the list as “CSV UTF-8”"
        case tooManyColumns = "a row can have at most {limit} columns"
        case strayQuote = "a quote is misplaced; inside a quoted field, write each quote twice"
        case unclosedQuote = "a quote opens here but is never closed"
        case rowTooLong = "the line has more than {limit} bytes; is this a list?"
        case tooManyRows = "there are more than {limit} rows below the first row; split the list"
        case fileTooLarge = "the file is larger than {limit} MiB; split the list"
        case needsTooMuchMemory = "the rows need more than {limit} MiB of memory; split the list"
        case notText = "the file is neither a workbook nor text in UTF-8; {remedy}"
        case legacyOrEncrypted = "the file is an old .xls, or locked with a password; {remedy}, without a password"
        case notSeekable = "a workbook can't be read from a pipe; save it to a file first"
        case openDocument = "the file is an OpenDocument spreadsheet (.ods); {remedy}"
        case binaryWorkbook = "the file is a binary workbook (.xlsb); {remedy}"
        case notAWorkbook = "the file is an archive but not a workbook: it lacks {part}; {remedy}"
        case noSheets = "the file is an archive but not a workbook: {part} lists no worksheets; {remedy}"
        case encrypted = "the part {part} of the file is encrypted; {remedy}, without a password"
        case documentType =
            "the part {part} of the file declares a document type (DOCTYPE), which no spreadsheet program writes; {remedy}"
        case unpacksTooLarge = "the file unpacks to more than {limit} MiB; split the list"
        case unpacksTooDense =
            "the file unpacks to more than {ratio} times its size, which no ordinary spreadsheet does; {remedy}"
        case tooMuchText = "the texts take more than {limit} MiB; save the list as “CSV UTF-8”"
        case partTooLarge = "the part {part} of the file unpacks to more than {limit} MiB; save the list as “CSV UTF-8”"
        case noVisibleSheet = "all sheets are hidden; unhide a sheet, or select a sheet by name"
        case noNamedSheets = "there is no sheet “{name}”; a CSV file has no named sheets"
        case noSuchSheet = "there is no sheet “{name}”; the sheets are {names}"
        case damaged = "{part} can't be read ({reason}); {remedy}"
        case remedy = "save the list as .xlsx or “CSV UTF-8”"

        // Damaged parts
        case archive = "the archive"
        case sheet = "the sheet"

        // Reasons why a part can't be read
        case entryCount = "it has {count} entries"
        case noMemory = "no memory"
        case atLine = "line {line}: {reason}"
        case longTag = "a tag has more than {limit} bytes"
        case deepElements = "elements are nested too deeply"
        case manyNames = "too many different names of XML tags and attributes"
        case rowOrder = "row {next} follows row {row}"
        case cellPlace = "cell {cell} is out of place in row {row}"
        case mergedCells = "more than {limit} merged cells"
    }

    /// The problem and its solution, without the location.
    public var sentence: Sentence {
        switch self {
        case .errorValue(let text): Sentence(Text.errorValue, ["text": .text(text.singleLineExcerpt)])
        case .formulaWithoutValue: Sentence(Text.formulaWithoutValue)
        case .notADate(let number): Sentence(Text.notADate, ["number": .text(number.singleLineExcerpt)])
        case .notANumber(let text): Sentence(Text.notANumber, ["text": .text(text.singleLineExcerpt)])
        case .missingText(let number): Sentence(Text.missingText, ["number": .text(number.singleLineExcerpt)])
        case .notUTF8: Sentence(Text.notUTF8)
        case .notUTF16: Sentence(Text.notUTF16)
        case .tooManyColumns(let limit): Sentence(Text.tooManyColumns, ["limit": .number(limit)])
        case .strayQuote: Sentence(Text.strayQuote)
        case .unclosedQuote: Sentence(Text.unclosedQuote)
        case .rowTooLong(let limit): Sentence(Text.rowTooLong, ["limit": .number(limit)])
        case .tooManyRows(let limit): Sentence(Text.tooManyRows, ["limit": .number(limit)])
        case .fileTooLarge(let limit): Sentence(Text.fileTooLarge, ["limit": .number(limit >> 20)])
        case .needsTooMuchMemory(let limit): Sentence(Text.needsTooMuchMemory, ["limit": .number(limit >> 20)])
        case .notText: Self.advising(.notText)
        case .legacyOrEncrypted: Self.advising(.legacyOrEncrypted)
        case .notSeekable: Sentence(Text.notSeekable)
        case .openDocument: Self.advising(.openDocument)
        case .binaryWorkbook: Self.advising(.binaryWorkbook)
        case .notAWorkbook(let missing):
            Self.advising(.notAWorkbook, ["part": .text(missing.singleLineExcerpt)])
        case .noSheets(let part): Self.advising(.noSheets, ["part": .text(part.singleLineExcerpt)])
        case .encrypted(let part): Self.advising(.encrypted, ["part": .text(part.singleLineExcerpt)])
        case .documentType(let part): Self.advising(.documentType, ["part": .text(part.singleLineExcerpt)])
        case .unpacksTooLarge(let limit): Sentence(Text.unpacksTooLarge, ["limit": .number(limit >> 20)])
        case .unpacksTooDense(let ratio): Self.advising(.unpacksTooDense, ["ratio": .number(ratio)])
        case .tooMuchText(let limit): Sentence(Text.tooMuchText, ["limit": .number(limit >> 20)])
        case .partTooLarge(let part, let limit):
            Sentence(Text.partTooLarge, ["part": .text(part.singleLineExcerpt), "limit": .number(limit >> 20)])
        case .noVisibleSheet: Sentence(Text.noVisibleSheet)
        case .noSuchSheet(let name, let found) where found.isEmpty:
            Sentence(Text.noNamedSheets, ["name": .text(name.singleLineExcerpt)])
        case .noSuchSheet(let name, let found):
            Sentence(
                Text.noSuchSheet,
                [
                    "name": .text(name.singleLineExcerpt),
                    "names": .text(found.map(\.singleLineExcerpt).joined(separator: ", ")),
                ])
        case .damaged(let part, let why):
            Self.advising(.damaged, ["part": .sentence(part), "reason": .sentence(why)])
        }
    }

    private static func advising(_ text: Text, _ arguments: [String: SentenceArgument] = [:]) -> Sentence {
        Sentence(text, arguments.merging(["remedy": .sentence(Text.remedy)]) { $1 })
    }

    static func damagedEntry(_ name: String, _ why: Sentence) -> Self {
        .damaged(part: .verbatim(name.singleLineExcerpt), why: why)
    }
}
