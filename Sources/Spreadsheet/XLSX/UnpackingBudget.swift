/// Counts decompressed bytes, and rejects decompression bombs: small files that become huge when they are decompressed.
///
/// The bytes are counted while they are decompressed, because the sizes in the archive's headers can be false.
struct UnpackingBudget {
    private let fileSize: Int
    private let limit: Int
    private var unpacked = 0

    init(fileSize: Int, limit: Int = WorksheetLimits.unpacked) {
        self.fileSize = fileSize
        self.limit = limit
    }

    /// Adds `count` to the number of decompressed bytes. Throws `WorksheetError` if the new number exceeds a limit.
    ///
    /// - Parameters:
    ///   - entry: The number of bytes decompressed so far from the current entry (file in the archive), including the
    ///     `count` bytes.
    ///   - packed: The compressed size of that entry according to the archive.
    mutating func consume(_ count: Int, entry: Int, packed: Int) throws {
        unpacked += count
        guard unpacked <= limit else { throw WorksheetError(.unpacksTooLarge(limit: limit)) }
        let isTooDense =
            UnpackingBudget.isTooDense(entry, in: min(packed, fileSize))
            || UnpackingBudget.isTooDense(unpacked, in: fileSize)
        guard !isTooDense else { throw WorksheetError(.unpacksTooDense(ratio: WorksheetLimits.ratio)) }
    }

    private static func isTooDense(_ unpacked: Int, in packed: Int) -> Bool {
        unpacked > WorksheetLimits.ratioGrace && unpacked > packed * WorksheetLimits.ratio
    }
}
