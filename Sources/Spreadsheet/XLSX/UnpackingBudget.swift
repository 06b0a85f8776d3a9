/// Counts what is unpacked, and refuses what no list is: a small file that becomes a huge one.
///
/// What the archive says of itself is not believed: bytes are counted as they come.
struct UnpackingBudget {
    private let fileSize: Int
    private let limit: Int
    private var unpacked = 0

    /// - Parameter limit: of all that is unpacked, in bytes.
    init(fileSize: Int, limit: Int = SheetLimits.unpacked) {
        self.fileSize = fileSize
        self.limit = limit
    }

    /// - Parameters:
    ///   - entry: bytes of this entry, `count` included.
    ///   - packed: what they are packed in, as far as the archive can be right about it.
    mutating func take(_ count: Int, entry: Int, packed: Int) throws {
        unpacked += count
        guard unpacked <= limit else { throw SheetFault(.unpacksTooLarge(limit: limit)) }
        let isTooDense =
            UnpackingBudget.isTooDense(entry, in: min(packed, fileSize))
            || UnpackingBudget.isTooDense(unpacked, in: fileSize)
        guard !isTooDense else { throw SheetFault(.unpacksTooDense(ratio: SheetLimits.ratio)) }
    }

    private static func isTooDense(_ unpacked: Int, in packed: Int) -> Bool {
        unpacked > SheetLimits.ratioGrace && unpacked > packed * SheetLimits.ratio
    }
}
