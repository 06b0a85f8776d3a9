/// A field of a JSON object in a request: the field is absent, is null or has a value.
enum OptionalPatch<Value: Decodable & Sendable>: Sendable {
    case absent
    case null
    case value(Value)

    /// Sets an optional field. Null clears the field. An absent value leaves the field unchanged.
    func apply(into field: inout Value?) {
        switch self {
        case .absent: break
        case .null: field = nil
        case .value(let value): field = value
        }
    }
}

extension KeyedDecodingContainer {
    func patch<Value: Decodable & Sendable>(_ key: Key) throws -> OptionalPatch<Value> {
        guard contains(key) else { return .absent }
        return try decodeNil(forKey: key) ? .null : .value(decode(Value.self, forKey: key))
    }
}
