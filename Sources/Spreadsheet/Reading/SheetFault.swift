/// What is wrong with a spreadsheet, and where.
public struct SheetFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// Counted from 1, as the spreadsheet shows it; nil for what is wrong with the file as a whole.
    public let line: Int?
    /// Counted from 1; nil where it is the whole line.
    public let column: Int?
    public let reason: Reason

    public init(line: Int? = nil, column: Int? = nil, _ reason: Reason) {
        self.line = line
        self.column = column
        self.reason = reason
    }

    public enum Reason: Error, Hashable {
        // One row; the next can be read.

        /// `#N/A` and the like.
        case errorValue(String)
        /// The program that wrote the file did not compute it, and neither do we.
        case formulaWithoutValue
        case notADate(String)
        case notANumber(String)
        case notUTF8
        case tooManyColumns(limit: Int)

        // The file from here on.

        case strayQuote
        case unclosedQuote
        case rowTooLong(limit: Int)
        case tooManyRows(limit: Int)
        case notUTF16

        // The file as a whole.

        case fileTooLarge(limit: Int)
        /// Neither a workbook nor text.
        case notText
        /// `.xls`, or a workbook that is locked with a password: both begin alike.
        case oldOrLocked
        /// A workbook that comes through a pipe: its directory is at its end.
        case aPipe
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
        /// What a library says of a part that can't be read.
        case damaged(part: String, why: String)
    }

    /// Whether nothing can be read after it; else `SheetReader.next` goes on with the next row.
    public var endsReading: Bool {
        switch reason {
        case .errorValue, .formulaWithoutValue, .notADate, .notANumber, .notUTF8, .tooManyColumns: false
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

extension SheetFault.Reason: CustomStringConvertible {
    private static let remedy = "save it as .xlsx or “CSV UTF-8”"

    /// What is wrong and what to do, without the place.
    public var description: String {
        switch self {
        case .errorValue(let text): "the cell holds the error \(text.inOneLine); mend it or empty the cell"
        case .formulaWithoutValue:
            "a formula without its value; open the file in a spreadsheet program and save it, or paste the values"
        case .notADate(let number): "“\(number.inOneLine)” is formatted as a date and is none"
        case .notANumber(let text): "“\(text.inOneLine)” is stored as a number and is none"
        case .notUTF8: "the text is not UTF-8; save the list as “CSV UTF-8”"
        case .notUTF16: "the text is neither UTF-16, as it begins, nor UTF-8; save the list as “CSV UTF-8”"
        case .tooManyColumns(let limit): "a row has at most \(limit) columns"
        case .strayQuote: "a quote stands where none may; a quote inside a quoted field is written twice"
        case .unclosedQuote: "a quote opens here and never closes"
        case .rowTooLong(let limit): "the line has more than \(limit) bytes; is this a list?"
        case .tooManyRows(let limit): "there are more than \(limit) rows below the first; split the list"
        case .fileTooLarge(let limit): "it is larger than \(limit >> 20) MiB; split it"
        case .notText: "it is neither a workbook nor text in UTF-8; \(Self.remedy)"
        case .oldOrLocked: "it is an old .xls, or locked with a password; \(Self.remedy), without a password"
        case .aPipe: "a workbook can't be read from a pipe; save it to a file first"
        case .openDocument: "it is an OpenDocument spreadsheet (.ods); \(Self.remedy)"
        case .binaryWorkbook: "it is a binary workbook (.xlsb); \(Self.remedy)"
        case .notAWorkbook(let missing):
            "it is an archive, but no workbook: there is no \(missing.inOneLine); \(Self.remedy)"
        case .encrypted(let part): "\(part.inOneLine) in it is encrypted; \(Self.remedy), without a password"
        case .documentType(let part):
            "\(part.inOneLine) in it declares a document type (DOCTYPE), which no spreadsheet program writes; \(Self.remedy)"
        case .unpacksTooLarge(let limit): "it unpacks to more than \(limit >> 20) MiB; split it"
        case .unpacksTooDense(let ratio):
            "it unpacks to more than \(ratio) times its size, as no list does; \(Self.remedy)"
        case .tooMuchText(let limit): "its texts take more than \(limit >> 20) MiB; save it as “CSV UTF-8”"
        case .partTooLarge(let part, let limit):
            "\(part.inOneLine) in it unpacks to more than \(limit >> 20) MiB; save it as “CSV UTF-8”"
        case .noVisibleSheet: "all of its sheets are hidden; show one, or name it"
        case .noSuchSheet(let name, let found):
            "there is no sheet “\(name.inOneLine)”; "
                + (found.isEmpty
                    ? "it has no named sheets" : "it has \(found.map(\.inOneLine).joined(separator: ", "))")
        case .damaged(let part, let why): "\(part.inOneLine) can't be read (\(why.inOneLine)); \(Self.remedy)"
        }
    }
}
