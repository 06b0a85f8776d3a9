/// How long the longest beginning is that two chains share. A hash covers all before it, so that it is found by halving:
/// also where both went on after it.
enum CommonChainBeginning {
    /// - Parameters:
    ///   - known: how much they share at least, when their hashes agree there.
    ///   - length: of the shorter chain, or of one of them.
    ///   - mine: a chain's hash at a sequence number; nil when it has none.
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
