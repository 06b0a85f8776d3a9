/// What a spreadsheet may have at most. All but the size are counted while it streams.
enum SheetLimits {
    /// The file, in bytes.
    static let file = 256 << 20
    /// All that is unpacked of it, in bytes.
    static let unpacked = 1 << 30
    /// Bytes unpacked for each byte packed, past the first `ratioGrace` bytes.
    static let ratio = 200
    static let ratioGrace = 1 << 20
    /// Rows that hold something, below the first.
    static let rows = 1_000_000
    /// What the format itself allows (ECMA-376, as every spreadsheet program keeps it).
    static let columns = 16_384
    /// The text of one row, in bytes. In CSV, what is longer over several lines is a quote that was never closed.
    static let rowText = 1 << 20
    /// The table of shared strings in memory, in bytes.
    static let sharedStrings = 128 << 20
    /// A part that is neither a sheet nor the shared strings, unpacked, in bytes.
    static let smallPart = 16 << 20
    /// Entries of the archive; real workbooks have some dozens.
    static let entries = 10_000
}
