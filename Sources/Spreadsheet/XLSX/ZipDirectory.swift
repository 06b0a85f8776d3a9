import FileAccess
import Languages

/// Checks the number of entries in the directory of a ZIP archive before libzip opens the archive. libzip allocates
/// memory for all entries, and millions of entries would need gigabytes.
enum ZipDirectory {
    private static let end: [UInt8] = [0x50, 0x4B, 5, 6]
    private static let end64: [UInt8] = [0x50, 0x4B, 6, 6]
    private static let locator64: [UInt8] = [0x50, 0x4B, 6, 7]
    /// The maximum total size of the end-of-directory record, its comment, and the ZIP64 locator before that record
    /// (APPNOTE 4.3.15, 4.3.16).
    private static let tail = 20 + 22 + 65535

    static func checkCount(file: BlockReader, size: Int) throws {
        let start = max(0, size - tail)
        let bytes = try file.bytes(from: start, count: size - start)
        for index in bytes.indices.dropLast(19) where bytes[index] == 0x50 && bytes[index + 1] == 0x4B {
            let record = bytes[index...]
            if record.starts(with: end) {
                try check(number(record, at: 10, bytes: 2), escape: 0xFFFF)
            } else if record.starts(with: locator64) {
                let offset = Int(clamping: number(record, at: 8, bytes: 8))
                let end = try file.bytes(from: offset, count: 56)
                guard end.count == 56, end.starts(with: end64) else { continue }
                try check(number(end[...], at: 32, bytes: 8), escape: nil)
            }
        }
    }

    /// Throws `WorksheetError` if `count` is too high.
    ///
    /// - Parameter escape: The value of `count` that means “see the ZIP64 record”; nil if `count` comes from the ZIP64
    ///   record itself.
    private static func check(_ count: UInt64, escape: UInt64?) throws {
        guard count <= WorksheetLimits.entries || count == escape else {
            throw WorksheetError(
                .damaged(
                    part: Sentence(WorksheetError.Reason.Text.archive),
                    why: Sentence(WorksheetError.Reason.Text.entryCount, ["count": "\(count)"])))
        }
    }

    private static func number(_ record: ArraySlice<UInt8>, at offset: Int, bytes: Int) -> UInt64 {
        record.dropFirst(offset).prefix(bytes).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
