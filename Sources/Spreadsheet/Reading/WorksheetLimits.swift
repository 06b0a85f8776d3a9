/// The limits for a spreadsheet. The size of the file is checked first. The other limits are checked while the file is
/// read.
enum WorksheetLimits {
    /// The maximum size of the file, in bytes.
    static let file = 256 << 20
    /// The maximum total decompressed size of a workbook, in bytes.
    static let unpacked = 1 << 30
    /// The maximum ratio of the decompressed size to the size of the file. The ratio is not checked for the first
    /// `ratioGrace` decompressed bytes.
    static let ratio = 200
    static let ratioGrace = 1 << 20
    /// The maximum number of non-empty rows below the first row.
    static let rows = 1_000_000
    /// The maximum number of columns. It equals the maximum of the XLSX format (ECMA-376).
    static let columns = 16_384
    /// The maximum size of the text of one row, in bytes. If a CSV row that consists of several lines exceeds this
    /// limit, a quote that is never closed is the likely cause. The error is then reported as an unclosed quote.
    static let rowText = 1 << 20
    /// The maximum size of the table of shared strings (texts to which the cells of a workbook refer by number), in
    /// bytes.
    static let sharedStrings = 128 << 20
    /// The maximum decompressed size of a part (a file in the workbook's archive) other than worksheets and shared
    /// strings, in bytes.
    static let smallPart = 16 << 20
    /// The maximum number of files in the workbook's archive. Real workbooks have a few dozen.
    static let entries = 10_000
}
