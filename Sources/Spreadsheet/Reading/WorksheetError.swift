/// An error in a spreadsheet, with its location.
public struct WorksheetError: Error, Hashable, Sendable, CustomStringConvertible {
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
        /// The cell has a formula without a saved value. This module does not compute formulas.
        case formulaWithoutValue
        case notADate(String)
        case notANumber(String)
        /// The cell refers to a text that is not in the workbook’s list of shared texts.
        case missingText(String)
        case notUTF8
        case tooManyColumns(limit: Int)

        // Errors in one row that make all later rows unreadable, too.

        case strayQuote
        case unclosedQuote
        case rowTooLong(limit: Int)
        case tooManyRows(limit: Int)
        case notUTF16

        // Errors that concern the whole file.

        case fileTooLarge(limit: Int)
        /// The file is neither a workbook nor a text in UTF-8 or UTF-16.
        case notText
        /// The file is an old `.xls` file or a password-protected workbook. They can't be distinguished, because both
        /// begin with the same bytes.
        case legacyOrEncrypted
        /// The workbook is read from a pipe. A workbook is a zip archive, and the directory of a zip archive is at its
        /// end. The directory must be read first, but a pipe can be read only from its start.
        case notSeekable
        case openDocument
        case binaryWorkbook
        case notAWorkbook(missing: String)
        case encrypted(part: String)
        case documentType(part: String)
        case unpacksTooLarge(limit: Int)
        case unpacksTooDense(ratio: Int)
        case tooMuchText(limit: Int)
        case partTooLarge(part: String, limit: Int)
        case noVisibleSheet
        case noSuchSheet(String, found: [String])
        /// A part of the file cannot be read. `why` is the reason, for example the message of a library.
        case damaged(part: String, why: String)
    }

    /// Whether this error makes further reading of the worksheet impossible. After any other error,
    /// `WorksheetReader.next` can read the next row.
    public var isFatal: Bool {
        switch reason {
        case .errorValue, .formulaWithoutValue, .notADate, .notANumber, .missingText, .notUTF8, .tooManyColumns: false
        default: true
        }
    }

    public var description: String {
        switch (line, column) {
        case (let line?, let column?): "line \(line), column \(ColumnLetters.name(of: column)): \(reason)"
        case (let line?, nil): "line \(line): \(reason)"
        case (nil, _): "the spreadsheet: \(reason)"
        }
    }
}

extension WorksheetError.Reason: CustomStringConvertible {
    private static let remedy = "save it as .xlsx or “CSV UTF-8”"

    /// The problem and its solution, without the location.
    public var description: String {
        switch self {
        case .errorValue(let text):
            "the cell contains the error \(text.singleLineExcerpt); correct it or empty the cell"
        case .formulaWithoutValue:
            "the formula has no saved value; open the file in a spreadsheet program and save it, or paste the values"
        case .notADate(let number): "“\(number.singleLineExcerpt)” is formatted as a date but is not one"
        case .notANumber(let text): "“\(text.singleLineExcerpt)” is stored as a number but is not one"
        case .missingText(let number):
            """
            the cell’s text is missing from the file (number \(number.singleLineExcerpt) in the workbook’s list of \
            shared texts); open the file in a spreadsheet program and save it again
            """
        case .notUTF8: "the text is not UTF-8; save the list as “CSV UTF-8”"
        case .notUTF16: "the text begins as UTF-16 but is not valid; save the list as “CSV UTF-8”"
        case .tooManyColumns(let limit): "a row can have at most \(limit) columns"
        case .strayQuote: "a quote is misplaced; inside a quoted field, write each quote twice"
        case .unclosedQuote: "a quote opens here but is never closed"
        case .rowTooLong(let limit): "the line has more than \(limit) bytes; is this a list?"
        case .tooManyRows(let limit): "there are more than \(limit) rows below the first row; split the list"
        case .fileTooLarge(let limit): "it is larger than \(limit >> 20) MiB; split it"
        case .notText: "it is neither a workbook nor text in UTF-8; \(Self.remedy)"
        case .legacyOrEncrypted: "it is an old .xls, or locked with a password; \(Self.remedy), without a password"
        case .notSeekable: "a workbook can't be read from a pipe; save it to a file first"
        case .openDocument: "it is an OpenDocument spreadsheet (.ods); \(Self.remedy)"
        case .binaryWorkbook: "it is a binary workbook (.xlsb); \(Self.remedy)"
        case .notAWorkbook(let missing):
            "it is an archive but not a workbook: it lacks \(missing.singleLineExcerpt); \(Self.remedy)"
        case .encrypted(let part): "\(part.singleLineExcerpt) in it is encrypted; \(Self.remedy), without a password"
        case .documentType(let part):
            "\(part.singleLineExcerpt) in it declares a document type (DOCTYPE), which no spreadsheet program writes; \(Self.remedy)"
        case .unpacksTooLarge(let limit): "it unpacks to more than \(limit >> 20) MiB; split it"
        case .unpacksTooDense(let ratio):
            "it unpacks to more than \(ratio) times its size, which no ordinary spreadsheet does; \(Self.remedy)"
        case .tooMuchText(let limit): "its texts take more than \(limit >> 20) MiB; save it as “CSV UTF-8”"
        case .partTooLarge(let part, let limit):
            "\(part.singleLineExcerpt) in it unpacks to more than \(limit >> 20) MiB; save it as “CSV UTF-8”"
        case .noVisibleSheet: "all its sheets are hidden; unhide one, or select one by name"
        case .noSuchSheet(let name, let found):
            "there is no sheet “\(name.singleLineExcerpt)”; "
                + (found.isEmpty
                    ? "a CSV file has no named sheets"
                    : "the sheets are \(found.map(\.singleLineExcerpt).joined(separator: ", "))")
        case .damaged(let part, let why):
            "\(part.singleLineExcerpt) can't be read (\(why.singleLineExcerpt)); \(Self.remedy)"
        }
    }
}
