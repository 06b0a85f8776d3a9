import FileAccess
import Foundation
import HTTPTypes
import Languages
import Management
import NIOCore
import Printing
import Spreadsheet
import Ticketing
import WebHost

/// The format of a downloaded list. The raw values are the extensions of the files.
enum ListFormat: String, CaseIterable {
    case csv, xlsx, pdf

    /// The name of the action in the bar below a list.
    var action: String { "export-\(rawValue)" }

    init?(action: String) {
        guard let format = ListFormat.allCases.first(where: { $0.action == action }) else { return nil }
        self = format
    }

    static let buttons = allCases.map { ListLayout.BulkAction(name: $0.action, label: $0.label) }

    private var label: Sentence {
        switch self {
        case .csv: Sentence(DeskListSentence.exportCSV)
        case .xlsx: Sentence(DeskListSentence.exportXLSX)
        case .pdf: Sentence(DeskListSentence.exportPDF)
        }
    }
}

/// A list as a file: CSV, a workbook, or a table on paper.
struct ListExport: Sendable {
    /// The largest number of rows of a PDF. The thread that draws PDFs also draws the tickets of visitors, so a PDF
    /// must not take long.
    static let maxPDFRows = 2000

    /// A finished CSV or XLSX file, or the texts of the table that `response` draws as a PDF.
    enum Content: Sendable {
        case file([UInt8])
        case table([[String]])
    }

    let name: String
    let title: Sentence
    /// The name of the worksheet. The file has only the first 31 characters of the name.
    let sheet: Sentence
    let columns: [ListColumn]
    let language: Language

    /// Reads the rows. Blocks the thread while the rows are read and written.
    ///
    /// - Parameter rows: A function that passes the cells of each row to `append`. It is called once.
    /// - Throws: `FieldFault` if a PDF would have more than `maxPDFRows` rows; any error of `rows` or of writing the
    ///   file.
    func content(
        _ format: ListFormat, rows: (_ append: ([ListCell]) throws -> Void) throws -> Void
    ) throws -> Content {
        let sheet = Worksheet(
            name: String(self.sheet.text(in: language).prefix(31)),
            columns: columns.map { WorksheetColumn($0.heading.text(in: language), $0.kind) })
        switch format {
        case .csv:
            var bytes: [UInt8] = []
            try CSVWriter.write(sheet, byteOrderMark: .utf8, into: { bytes += $0 }) { append in
                try withoutActuallyEscaping(append) { append in
                    try rows { cells in try append(cells.map { $0.cell(in: language) }) }
                }
            }
            return .file(bytes)
        case .xlsx:
            let path = FileManager.default.temporaryDirectory.appendingPathComponent("list-\(UUID()).xlsx").path
            defer { try? FileManager.default.removeItem(atPath: path) }
            try XLSXWriter.write(sheet, to: path, existing: .refuse) { append in
                try withoutActuallyEscaping(append) { append in
                    try rows { cells in try append(cells.map { $0.cell(in: language) }) }
                }
            }
            return .file(try BlockReader(path: path).rest())
        case .pdf:
            var table: [[String]] = []
            try rows { cells in
                guard table.count < ListExport.maxPDFRows else {
                    throw FieldFault(
                        [FieldFault].wholeForm, DeskListSentence.tooManyRows,
                        ["limit": .number(ListExport.maxPDFRows)])
                }
                table.append(cells.map { $0.text?.text(in: language) ?? "" })
            }
            return .table(table)
        }
    }

    func response(_ format: ListFormat, _ content: Content) async throws -> RouteResponse {
        let bytes: [UInt8]
        switch content {
        case .file(let file): bytes = file
        case .table(let rows):
            let table = TablePDF(
                title: title.text(in: language),
                columns: columns.map { .init($0.heading.text(in: language), isNumber: $0.isNumber) },
                language: PaperLanguage(language.rawValue))
            bytes = try await RenderingThread.run {
                var bytes: [UInt8] = []
                try table.write(rows) { bytes += $0 }
                return bytes
            }
        }
        return RouteResponse(headers: [.contentType: format.mediaType], body: .bytes(ByteBuffer(bytes: bytes)))
            .asAttachment(as: "\(name).\(format.rawValue)")
    }
}

extension ListExport {
    /// - Parameters:
    ///   - name: The last word in the name of the file, such as `orders`.
    ///   - title: The title of a PDF, which also has the time of the request.
    init(
        of event: Event, _ name: String, title: Sentence, sheet: Sentence, columns: [ListColumn],
        _ request: PageRequest
    ) {
        let time = request.now.minuteText(in: event.zone)
        self.init(
            name: "\(event.slug)-\(name)",
            title: Sentence(DeskListSentence.exportedOn, ["title": .sentence(title), "time": .text(time)]),
            sheet: sheet, columns: columns, language: request.deskLanguage)
    }
}

/// A list that was read for a download.
struct ListFile: Sendable {
    let format: ListFormat
    let export: ListExport
    let content: ListExport.Content

    init(
        _ format: ListFormat, _ export: ListExport, rows: (_ append: ([ListCell]) throws -> Void) throws -> Void
    ) throws {
        self.format = format
        self.export = export
        content = try export.content(format, rows: rows)
    }

    func response() async throws -> RouteResponse { try await export.response(format, content) }
}

extension Desk {
    /// - Parameter work: Reads the list. Its `FieldFault` becomes a response with the status 422, because a download
    ///   has no form that could show the fault.
    func downloadList(
        _ request: PageRequest, _ work: @escaping @Sendable (ManagementServices) throws -> ListFile
    ) async throws -> RouteResponse {
        let file = try await request.withServices(on: server.reportThreads) { services -> ListFile in
            do {
                return try work(services)
            } catch let fault as FieldFault {
                throw Problem(.unprocessableContent, fault.allowed)
            }
        }
        return try await file.response()
    }

    /// - Parameter operation: The operation that shows the list.
    func downloadList(
        _ request: PageRequest, of operation: Management.Operation,
        _ work: @escaping @Sendable (Event, ManagementServices) throws -> ListFile
    ) async throws -> RouteResponse {
        try await downloadList(request) { services in
            try work(services.event(of: request, for: operation), services)
        }
    }
}

extension ListFormat {
    fileprivate var mediaType: String {
        switch self {
        case .csv: MediaType.csv
        case .xlsx: MediaType.xlsx
        case .pdf: MediaType.pdf
        }
    }
}
