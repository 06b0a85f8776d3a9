/// Finds the longest common prefix of two chains, which may both continue after it. A hash covers all earlier records,
/// so a binary search finds the length.
enum CommonChainPrefix {
    /// - Parameters:
    ///   - known: a length that both are expected to share; used if their hashes agree there.
    ///   - length: the length of the shorter chain, or of either.
    ///   - mine: the hash of one chain at a sequence number; nil if it has none.
    ///   - theirs: the same for the other chain.
    /// - Returns: the length of the common prefix.
    static func length(
        from known: Int64 = 0, upTo length: Int64, _ mine: (Int64) throws -> [UInt8]?,
        _ theirs: (Int64) throws -> [UInt8]?
    ) throws -> Int64 {
        var shared: Int64 = 0
        var last = max(0, length)
        if (1...max(1, last)).contains(known), let hash = try mine(known), try theirs(known) == hash { shared = known }
        while shared < last {
            let middle = last - (last - shared) / 2
            if let hash = try mine(middle), try theirs(middle) == hash {
                shared = middle
            } else {
                last = middle - 1
            }
        }
        return shared
    }
}
