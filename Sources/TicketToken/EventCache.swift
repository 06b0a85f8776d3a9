import Ticketing

/// What was set up for an event under an issuer key: 64 places, each the last that wanted it.
///
/// Bounded by its shape. A verifier fills it only after a proof held, so that noise at a gate evicts nothing.
struct EventCache<Value> {
    private static var bits: UInt32 { 6 }

    private var places: [(tag: UInt64, value: Value)?] = Array(repeating: nil, count: 1 << Int(bits))

    func value(key: UInt8, event: EventNumber) -> Value? {
        guard let place = places[EventCache.place(key, event)], place.tag == EventCache.tag(key, event) else {
            return nil
        }
        return place.value
    }

    mutating func keep(_ value: Value, key: UInt8, event: EventNumber) {
        places[EventCache.place(key, event)] = (EventCache.tag(key, event), value)
    }

    private static func tag(_ key: UInt8, _ event: EventNumber) -> UInt64 { UInt64(key) << 32 | UInt64(event.rawValue) }

    private static func place(_ key: UInt8, _ event: EventNumber) -> Int {
        Int(((event.rawValue ^ UInt32(key) << 16) &* 0x9E37_79B1) >> (32 - bits))
    }
}
