/// Values by key; when there are too many, the least recently used tenth of them is evicted.
struct RecentlyUsed<Value> {
    private struct Entry {
        var value: Value
        var used: UInt64
    }

    private let most: Int
    private var entries: [String: Entry] = [:]
    private var uses: UInt64 = 0

    /// - Parameter most: 10 or more.
    init(most: Int) { self.most = most }

    subscript(key: String) -> Value? {
        get { entries[key]?.value }
        set {
            uses += 1
            guard let newValue else {
                entries[key] = nil
                return
            }
            if entries.count >= most, entries[key] == nil { evict() }
            entries[key] = Entry(value: newValue, used: uses)
        }
    }

    var count: Int { entries.count }

    private mutating func evict() {
        for (key, _) in entries.sorted(by: { $0.value.used < $1.value.used }).prefix(most / 10) { entries[key] = nil }
    }
}
