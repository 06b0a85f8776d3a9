/// A SQLite database without tables, as other programs leave it.
public enum EmptyDatabase {
    /// One page of 4 KiB, with application id 0.
    public static let bytes: [UInt8] = {
        var page = [UInt8](repeating: 0, count: 4096)
        let header: [Int: [UInt8]] = [
            0: Array("SQLite format 3\0".utf8),
            // Page size; versions; fractions of payload.
            16: [0x10, 0x00, 1, 1, 0, 64, 32, 32],
            // Change counter; pages; encoding; version-valid-for.
            27: [1], 31: [1], 59: [1], 95: [1],
            // An empty leaf page of a b-tree, whose content area begins at the page's end.
            100: [13, 0, 0, 0, 0, 0x10, 0x00],
        ]
        for (offset, bytes) in header { page.replaceSubrange(offset..<offset + bytes.count, with: bytes) }
        return page
    }()
}
