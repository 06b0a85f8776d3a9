import Foundation
import Ticketing

/// A field that may be absent, or null.
enum Given<Value: Decodable & Sendable>: Sendable {
    case absent
    case null
    case value(Value)

    /// Into a field that may be empty.
    func put(into field: inout Value?) {
        switch self {
        case .absent: break
        case .null: field = nil
        case .value(let value): field = value
        }
    }

    /// Into a field that is never empty.
    func put(into field: inout Value, _ name: String, _ faults: inout FieldFaults) {
        switch self {
        case .absent: break
        case .null: faults.demand(false, name, "never null")
        case .value(let value): field = value
        }
    }

    func put<Read>(
        into field: inout Read?, _ name: String, _ allowed: String, _ faults: inout FieldFaults,
        _ read: (Value) -> Read?
    ) {
        switch self {
        case .absent: break
        case .null: field = nil
        case .value(let value):
            guard let read = read(value) else { return faults.demand(false, name, allowed) }
            field = read
        }
    }

    /// What is there, read; nil without it. Null is a fault.
    func read<Read>(
        _ name: String, _ allowed: String, _ faults: inout FieldFaults, _ read: (Value) -> Read?
    ) -> Read? {
        switch self {
        case .absent: return nil
        case .null:
            faults.demand(false, name, allowed)
            return nil
        case .value(let value):
            let found = read(value)
            faults.demand(found != nil, name, allowed)
            return found
        }
    }

    func put<Read: CaseIterable & RawRepresentable>(
        into field: inout Read, _ name: String, _ faults: inout FieldFaults, _ read: (Value) -> Read?
    ) {
        let allowed = Read.allCases.map { "\($0.rawValue)" }.joined(separator: ", ")
        switch self {
        case .absent: break
        case .null: faults.demand(false, name, allowed)
        case .value(let value):
            guard let read = read(value) else { return faults.demand(false, name, allowed) }
            field = read
        }
    }
}

extension KeyedDecodingContainer {
    func given<Value: Decodable & Sendable>(_ key: Key) throws -> Given<Value> {
        guard contains(key) else { return .absent }
        return try decodeNil(forKey: key) ? .null : .value(decode(Value.self, forKey: key))
    }
}

extension Instant {
    static let example = "a moment such as 2030-01-01T18:00:00+03:00"

    /// Reads RFC 3339, with an offset. Nil for anything else.
    init?(internet text: String) {
        let formatter = ISO8601DateFormatter()
        guard let date = formatter.date(from: text) else { return nil }
        self.init(seconds: Int64(date.timeIntervalSince1970))
    }
}
