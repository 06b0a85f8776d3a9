import Foundation
import Languages
import Presentation
import Ticketing
public import WebHost

/// The keys and folders for printing.
public struct PrintConfiguration: Sendable {
    let ring: KeyRingSource
    /// The folder with custom layouts.
    let layouts: String
    /// The folder for printed files.
    let output: String

    /// Makes a configuration with the folders `layouts` and `prints` in `dataFolder`.
    ///
    /// - Parameters:
    ///   - ring: Reads the keys that sign tickets.
    ///   - dataFolder: The folder that contains `layouts`. When the first batch is printed, the folder `prints` for
    ///     printed files is created in `dataFolder`.
    public init(ring: @escaping KeyRingSource, dataFolder: String) {
        self.ring = ring
        layouts = "\(dataFolder)/layouts"
        output = "\(dataFolder)/prints"
    }

    /// A new, unique path in the output folder for a batch’s files. Creates the folder if it does not exist.
    func newOutputPath() throws -> String {
        do {
            try FileManager.default.createDirectory(
                atPath: output, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw PrintFault.noFolder
        }
        var random = SystemRandomNumberGenerator()
        return
            "\(output)/\(String(random.next() as UInt64, radix: 36))\(String(random.next() as UInt64, radix: 36)).pdf"
    }

    /// Whether a file is in the output folder. A batch that was printed from the command line can have its files in
    /// another folder.
    func contains(_ path: String) -> Bool {
        path.hasPrefix("\(output)/") && !path.dropFirst(output.count + 1).contains("/")
    }
}

enum PrintFault: ExplainedError {
    case notConfigured
    case noFolder
    case printedElsewhere(batch: Int)
    case changed(batch: Int)
    case inProgress(batch: Int)
    case unknownFile(Int, batch: Int)
    case sheets(String)
    case offset(String)
    case language(String)
    case tooManySheets(Int)
    case notConfirmed

    static let maxSheets = 200

    enum Text: String, SentenceKey {
        static let subject = "printFault"

        case notConfigured = "this server has no keys, so it can’t print"
        case noFolder = "the folder for printed files can’t be created"
        case printedElsewhere = "batch {batch} was printed from the command line, so the server does not have its files"
        case changed = "the file of batch {batch} was changed after it was printed"
        case inProgress = "batch {batch} is being printed"
        case unknownFile = "batch {batch} has no file {file}"
        case sheets = "“{text}” is not a list of sheets; write sheet numbers such as 37, 37-40 or 3,8,12-14"
        case offset = "“{text}” is not an offset; write millimetres to the right and down, such as 1.5,-0.5"
        case language = "“{text}” is not a language; write a language such as en-GB, fr or sw-UG"
        case tooManySheets = "{count} sheets are too many at once; enter at most {limit}"
        case notConfirmed = "gates will refuse the QR codes printed on those sheets; tick the box to confirm"

        // Descriptions of the values that fields allow
        case sheetNumbers = "sheet numbers such as 37, 37-40 or 3,8,12-14"
        case sheetLimit = "at most {limit} sheets at once"
        case confirmation = "tick the box to confirm"
        case offsetForm = "millimetres to the right and down, such as 1.5,-0.5"
        case languageForm = "a language such as en-GB, fr or sw-UG"
    }

    var sentence: Sentence {
        switch self {
        case .notConfigured: Sentence(Text.notConfigured)
        case .noFolder: Sentence(Text.noFolder)
        case .printedElsewhere(let batch): Sentence(Text.printedElsewhere, ["batch": "\(batch)"])
        case .changed(let batch): Sentence(Text.changed, ["batch": "\(batch)"])
        case .inProgress(let batch): Sentence(Text.inProgress, ["batch": "\(batch)"])
        case .unknownFile(let number, let batch):
            Sentence(Text.unknownFile, ["file": "\(number)", "batch": "\(batch)"])
        case .sheets(let text): Sentence(Text.sheets, ["text": .text(text)])
        case .offset(let text): Sentence(Text.offset, ["text": .text(text)])
        case .language(let text): Sentence(Text.language, ["text": .text(text)])
        case .tooManySheets(let count):
            Sentence(Text.tooManySheets, ["count": .number(count), "limit": .number(PrintFault.maxSheets)])
        case .notConfirmed: Sentence(Text.notConfirmed)
        }
    }

    var subject: ErrorSubject { .printBatch }

    var fields: [FieldFault] {
        switch self {
        case .sheets: [FieldFault("sheets", Text.sheetNumbers)]
        case .tooManySheets: [FieldFault("sheets", Text.sheetLimit, ["limit": .number(PrintFault.maxSheets)])]
        case .notConfirmed: [FieldFault("sure", Text.confirmation)]
        case .offset: [FieldFault("offset", Text.offsetForm)]
        case .language: [FieldFault("language", Text.languageForm)]
        case .notConfigured, .noFolder, .printedElsewhere, .changed, .inProgress, .unknownFile: []
        }
    }

    var kind: ErrorKind {
        switch self {
        case .notConfigured, .noFolder: .systemFailure
        case .printedElsewhere, .changed, .inProgress: .ruleViolation
        case .unknownFile: .notFound
        case .sheets, .offset, .language, .tooManySheets, .notConfirmed: .invalidInput
        }
    }
}
