/// Counts what is unpacked, and refuses what no list is: a small file that becomes a huge one.
///
/// What the archive says of itself is not believed: bytes are counted as they come.
struct UnpackingBudget {
    private let fileSize: Int
    private var unpacked = 0

    init(fileSize: Int) { self.fileSize = fileSize }

    /// - Parameters:
    ///   - entry: bytes of this entry, `count` included.
    ///   - packed: what they are packed in, as far as the archive can be right about it.
    mutating func take(_ count: Int, entry: Int, packed: Int) throws {
        unpacked += count
        guard unpacked <= SheetLimits.unpacked else {
            throw SheetFault(.unpacksTooLarge(limit: SheetLimits.unpacked))
        }
        let isTooDense =
            UnpackingBudget.isTooDense(entry, in: min(packed, fileSize))
            || UnpackingBudget.isTooDense(unpacked, in: fileSize)
        guard !isTooDense else { throw SheetFault(.unpacksTooDense(ratio: SheetLimits.ratio)) }
    }

    private static func isTooDense(_ unpacked: Int, in packed: Int) -> Bool {
        unpacked > SheetLimits.ratioGrace && unpacked > packed * SheetLimits.ratio
    }
}
