import Ticketing

/// A cache with 64 places for values such as derived keys. Each value belongs to one event and one issuer key, which
/// determine its place. A new value replaces the value in its place.
///
/// Verifiers store a value only after a token was authenticated, so invalid tokens never replace a value.
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
