/// Finds the longest common prefix of two chains. A record's hash covers all earlier records, so a binary search finds
/// the prefix's length.
enum CommonChainPrefix {
    /// Finds the length of the longest common prefix.
    ///
    /// - Parameters:
    ///   - known: the expected length of the prefix, or of a part of it. The search begins at this length if the two
    ///     records at this position have the same hash.
    ///   - length: the largest possible length of the prefix.
    ///   - mine: returns the hash of one chain at a sequence number; nil if the chain has no such record.
    ///   - theirs: returns the hash of the other chain at a sequence number; nil if the chain has no such record.
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
