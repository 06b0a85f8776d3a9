import Foundation
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

    /// A new, unique path in the output folder for a batch’s files.
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

    /// Whether a file is in the output folder. A batch that was printed at the command line can have its files in
    /// another folder.
    func contains(_ path: String) -> Bool {
        path.hasPrefix("\(output)/") && !path.dropFirst(output.count + 1).contains("/")
    }
}

/// An error of printing.
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

    var description: String {
        switch self {
        case .notConfigured: "this server has no keys, so it can’t print"
        case .noFolder: "the folder for printed files can’t be created"
        case .printedElsewhere(let batch):
            "batch \(batch) was printed at the command line, so the server does not have its files"
        case .changed(let batch): "the file of batch \(batch) was changed after it was printed"
        case .inProgress(let batch): "batch \(batch) is being printed"
        case .unknownFile(let number, let batch): "batch \(batch) has no file \(number)"
        case .sheets(let text): "“\(text)” is not a list of sheets; write 37, 37-40 or 3,8,12-14"
        case .offset(let text): "“\(text)” is not an offset; write millimetres to the right and down, such as 1.5,-0.5"
        case .language(let text): "“\(text)” is not a language; write en-GB, fr or sw-UG"
        case .tooManySheets(let count): "\(count) sheets are too many at once; enter at most \(PrintFault.maxSheets)"
        case .notConfirmed: "gates will refuse the tickets printed on those sheets; tick the box to confirm"
        }
    }

    var subject: ErrorSubject { .printBatch }

    var fields: [FieldFault] {
        switch self {
        case .sheets: [FieldFault("sheets", "sheet numbers such as 37, 37-40 or 3,8,12-14")]
        case .tooManySheets: [FieldFault("sheets", "at most \(PrintFault.maxSheets) sheets at once")]
        case .notConfirmed: [FieldFault("sure", "tick the box to confirm")]
        case .offset: [FieldFault("offset", "millimetres to the right and down, such as 1.5,-0.5")]
        case .language: [FieldFault("language", "a language such as en-GB, fr or sw-UG")]
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
