/// A SQLite database without tables, such as another program could have created.
public enum EmptyDatabase {
    /// One page of 4 KiB, with application id 0.
    public static let bytes: [UInt8] = {
        var page = [UInt8](repeating: 0, count: 4096)
        let header: [Int: [UInt8]] = [
            0: Array("SQLite format 3\0".utf8),
            // These are the page size, the write and read versions, the reserved bytes, and the payload fractions.
            16: [0x10, 0x00, 1, 1, 0, 64, 32, 32],
            // These are the change counter, the number of pages, the text encoding, and the value of the change
            // counter at the last write.
            27: [1], 31: [1], 59: [1], 95: [1],
            // The page is an empty leaf of a b-tree, and its content area begins at the end of the page.
            100: [13, 0, 0, 0, 0, 0x10, 0x00],
        ]
        for (offset, bytes) in header { page.replaceSubrange(offset..<offset + bytes.count, with: bytes) }
        return page
    }()
}
