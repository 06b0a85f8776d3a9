/// A cache of values by key. If the cache is full, a new key evicts a tenth of the entries, beginning with the entry
/// whose last write is oldest.
struct LRUCache<Value> {
    private struct Entry {
        var value: Value
        var used: UInt64
    }

    private let capacity: Int
    private var entries: [String: Entry] = [:]
    private var uses: UInt64 = 0

    /// - Parameter capacity: the largest number of entries; at least 10.
    init(capacity: Int) { self.capacity = capacity }

    subscript(key: String) -> Value? {
        get { entries[key]?.value }
        set {
            uses += 1
            guard let newValue else {
                entries[key] = nil
                return
            }
            if entries.count >= capacity, entries[key] == nil { evict() }
            entries[key] = Entry(value: newValue, used: uses)
        }
    }

    var count: Int { entries.count }

    private mutating func evict() {
        for (key, _) in entries.sorted(by: { $0.value.used < $1.value.used }).prefix(capacity / 10) {
            entries[key] = nil
        }
    }
}
