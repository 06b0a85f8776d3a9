/// The limits for a spreadsheet. The size of the file is checked first. The other limits are checked while the file is
/// read.
enum WorksheetLimits {
    /// The size of the file, in bytes.
    static let file = 256 << 20
    /// The total decompressed size, in bytes.
    static let unpacked = 1 << 30
    /// The maximum ratio of the decompressed size to the size of the file. The ratio is checked after the first
    /// `ratioGrace` decompressed bytes.
    static let ratio = 200
    static let ratioGrace = 1 << 20
    /// The number of non-empty rows below the first row.
    static let rows = 1_000_000
    /// The number of columns that the format allows (ECMA-376).
    static let columns = 16_384
    /// The text of one row, in bytes. A CSV record of several lines that exceeds this limit is reported as an unclosed
    /// quote.
    static let rowText = 1 << 20
    /// The memory of the shared strings table, in bytes.
    static let sharedStrings = 128 << 20
    /// The decompressed size of parts other than worksheets and shared strings, in bytes.
    static let smallPart = 16 << 20
    /// The number of entries in the archive. Real workbooks have a few dozen.
    static let entries = 10_000
}
