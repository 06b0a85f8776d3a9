import Foundation
import Presenting
import Ticketing

/// What paper is printed with, beside the store.
public struct PrintSupplies: Sendable {
    let ring: KeyRingSource
    /// Layouts of one's own.
    let layouts: String
    /// Where files are put until somebody takes them.
    let output: String

    /// - Parameters:
    ///   - ring: what tickets are signed with.
    ///   - dataFolder: in it stand `layouts`, and `prints`, which is made when it is needed.
    public init(ring: @escaping KeyRingSource, dataFolder: String) {
        self.ring = ring
        layouts = "\(dataFolder)/layouts"
        output = "\(dataFolder)/prints"
    }

    /// The path of a new batch's file: nobody has another of that name.
    func newPath() throws -> String {
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

    /// Whether a file is one of those, and not one that somebody has put elsewhere at the command line.
    func holds(_ path: String) -> Bool {
        path.hasPrefix("\(output)/") && !path.dropFirst(output.count + 1).contains("/")
    }
}

/// Why a server can't print.
enum PrintFault: ExplainedError {
    case noSupplies
    case noFolder
    case elsewhere(batch: Int)
    case changed(batch: Int)
    case underWay(batch: Int)
    case unknownFile(Int, batch: Int)
    case sheets(String)
    case offset(String)
    case language(String)
    case tooManySheets(Int)
    case notSure

    static let mostSheets = 200

    var description: String {
        switch self {
        case .noSupplies: "this server has no keys, and can't print"
        case .noFolder: "the data folder has no room for printed files"
        case .elsewhere(let batch): "batch \(batch) was printed at the command line, into a file of its own"
        case .changed(let batch): "the file of batch \(batch) is not what was released"
        case .underWay(let batch): "batch \(batch) is being printed"
        case .unknownFile(let number, let batch): "batch \(batch) has no file \(number)"
        case .sheets(let text): "“\(text)” names no sheets; write 37, 37-40 or 3,8,12-14"
        case .offset(let text): "“\(text)” is no offset; write millimetres to the right and down, such as 1.5,-0.5"
        case .language(let text): "“\(text)” is no language; write en-GB, fr or sw-UG"
        case .tooManySheets(let count): "\(count) sheets are too many at once; name \(PrintFault.mostSheets) at most"
        case .notSure: "what is printed on those sheets will open no gate; tick the box to say that this is meant"
        }
    }

    /// At the field of the form that it is about; nil where it is about none.
    var fieldFault: FieldFault? {
        switch self {
        case .sheets: FieldFault("sheets", "numbers of sheets, such as 37, 37-40 or 3,8,12-14")
        case .tooManySheets: FieldFault("sheets", "\(PrintFault.mostSheets) sheets at once at most")
        case .notSure: FieldFault("sure", "tick it to say that this is meant")
        case .offset: FieldFault("offset", "millimetres to the right and down, such as 1.5,-0.5")
        case .language: FieldFault("language", "a language such as en-GB, fr or sw-UG")
        case .noSupplies, .noFolder, .elsewhere, .changed, .underWay, .unknownFile: nil
        }
    }

    var kind: ErrorKind {
        switch self {
        case .noSupplies, .noFolder: .trouble
        case .elsewhere, .changed, .underWay: .refused
        case .unknownFile: .unknown
        case .sheets, .offset, .language, .tooManySheets, .notSure: .badInput
        }
    }
}
