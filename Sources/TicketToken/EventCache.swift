import Ticketing

/// A cache with 64 slots. Each cached value depends on an event and an issuer key. A new value replaces the previous
/// value in its slot.
///
/// Verifiers store a value only after a token was authenticated, so scans of invalid tokens at a gate evict nothing.
struct EventCache<Value> {
    private static var bits: UInt32 { 6 }

    private var slots: [(tag: UInt64, value: Value)?] = Array(repeating: nil, count: 1 << Int(bits))

    func value(key: UInt8, event: EventNumber) -> Value? {
        guard let entry = slots[EventCache.slot(key, event)], entry.tag == EventCache.tag(key, event) else {
            return nil
        }
        return entry.value
    }

    mutating func store(_ value: Value, key: UInt8, event: EventNumber) {
        slots[EventCache.slot(key, event)] = (EventCache.tag(key, event), value)
    }

    private static func tag(_ key: UInt8, _ event: EventNumber) -> UInt64 { UInt64(key) << 32 | UInt64(event.rawValue) }

    private static func slot(_ key: UInt8, _ event: EventNumber) -> Int {
        Int(((event.rawValue ^ UInt32(key) << 16) &* 0x9E37_79B1) >> (32 - bits))
    }
}
