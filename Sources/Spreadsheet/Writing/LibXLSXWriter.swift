import CXLSXWriter
import Languages

/// Writes a workbook with libxlsxwriter. The library keeps only one row in memory, so rows must be written in order.
/// This class is the only Swift code that calls libxlsxwriter. To write cells, it calls only the functions for text and
/// numbers, so that no cell becomes a formula or a link.
@safe final class LibXLSXWriter {
    enum TextStyle {
        case heading
        case plain
    }

    enum NumberStyle: Hashable {
        case integer
        case decimal(places: Int)
        case date(WorksheetDate.Precision)

        fileprivate var format: String {
            switch self {
            case .integer: "0"
            case .decimal(let places): "#,##0" + (places > 0 ? "." + String(repeating: "0", count: places) : "")
            case .date(.day): "yyyy-mm-dd"
            case .date(.second): "yyyy-mm-dd hh:mm"
            case .date(.time): "hh:mm"
            }
        }
    }

    private let workbook: UnsafeMutablePointer<lxw_workbook>
    private let sheet: UnsafeMutablePointer<lxw_worksheet>
    private let bold: UnsafeMutablePointer<lxw_format>
    private let destination: String
    private var formats: [NumberStyle: UnsafeMutablePointer<lxw_format>] = unsafe [:]
    private var isClosed = false

    /// Begins a workbook with one empty worksheet.
    ///
    /// - Parameters:
    ///   - path: The path of the temporary file to write.
    ///   - destination: The path of the finished workbook, for error messages.
    init(path: String, destination: String, sheet name: String) throws {
        self.destination = destination
        var options = unsafe lxw_workbook_options()
        unsafe options.constant_memory = 1
        guard let workbook = unsafe workbook_new_opt(path, &options) else {
            throw WorksheetWriterError.library(Sentence(WorksheetWriterError.Text.noMemory), path: destination)
        }
        guard let sheet = unsafe workbook_add_worksheet(workbook, name),
            let bold = unsafe workbook_add_format(workbook)
        else {
            unsafe lxw_workbook_free(workbook)
            throw WorksheetWriterError.library(Sentence(WorksheetWriterError.Text.noSpace), path: destination)
        }
        unsafe self.workbook = workbook
        unsafe self.sheet = sheet
        unsafe self.bold = bold
        unsafe format_set_bold(bold)
        unsafe worksheet_freeze_panes(sheet, 1, 0)
        var properties = unsafe lxw_doc_properties()
        // The creation time is constant, so that the same rows always give the same bytes.
        unsafe properties.created = 315_532_800
        _ = unsafe workbook_set_properties(workbook, &properties)
    }

    deinit {
        if !isClosed { unsafe lxw_workbook_free(workbook) }
    }

    func setWidth(_ characters: Int, column: Int) {
        _ = unsafe worksheet_set_column(sheet, lxw_col_t(column), lxw_col_t(column), Double(characters), nil)
    }

    func text(_ text: String, _ row: Int, _ column: Int, _ style: TextStyle) throws {
        try check(
            unsafe worksheet_write_string(
                sheet, lxw_row_t(row), lxw_col_t(column), text, style == .heading ? bold : nil))
    }

    func number(_ number: Double, _ row: Int, _ column: Int, _ style: NumberStyle) throws {
        let format = unsafe try format(style)
        try check(unsafe worksheet_write_number(sheet, lxw_row_t(row), lxw_col_t(column), number, format))
    }

    /// Writes the file. After this call, no other method may be called.
    func close() throws {
        isClosed = true
        try check(unsafe workbook_close(workbook))
    }

    private func format(_ style: NumberStyle) throws -> UnsafeMutablePointer<lxw_format> {
        if let known = unsafe formats[style] { return unsafe known }
        guard let format = unsafe workbook_add_format(workbook) else {
            throw WorksheetWriterError.library(Sentence(WorksheetWriterError.Text.noMemory), path: destination)
        }
        unsafe format_set_num_format(format, style.format)
        unsafe formats[style] = format
        return unsafe format
    }

    private func check(_ error: lxw_error) throws {
        guard error == LXW_NO_ERROR else {
            throw WorksheetWriterError.library(
                .verbatim(unsafe String(cString: lxw_strerror(error))), path: destination)
        }
    }
}
