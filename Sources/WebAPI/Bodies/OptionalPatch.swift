import Foundation
import Ticketing

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

    /// Sets a required field. An absent value leaves the field unchanged. Null is a fault.
    func apply(into field: inout Value, _ name: String, _ faults: inout FieldFaults) {
        switch self {
        case .absent: break
        case .null: faults.require(false, name, "never null")
        case .value(let value): field = value
        }
    }

    func apply<Read>(
        into field: inout Read?, _ name: String, _ allowed: String, _ faults: inout FieldFaults,
        _ parsed: (Value) -> Read?
    ) {
        switch self {
        case .absent: break
        case .null: field = nil
        case .value(let value):
            guard let read = parsed(value) else { return faults.require(false, name, allowed) }
            field = read
        }
    }

    /// Parses a required field; returns nil if the field is absent. Null is a fault.
    ///
    /// - Parameter allowed: describes the valid values; the description becomes part of the fault.
    func parsed<Read>(
        _ name: String, _ allowed: String, _ faults: inout FieldFaults, _ parsed: (Value) -> Read?
    ) -> Read? {
        switch self {
        case .absent: return nil
        case .null:
            faults.require(false, name, allowed)
            return nil
        case .value(let value):
            let found = parsed(value)
            faults.require(found != nil, name, allowed)
            return found
        }
    }

    func apply<Read: CaseIterable & RawRepresentable>(
        into field: inout Read, _ name: String, _ faults: inout FieldFaults, _ parsed: (Value) -> Read?
    ) {
        let allowed = Read.allCases.map { "\($0.rawValue)" }.joined(separator: ", ")
        switch self {
        case .absent: break
        case .null: faults.require(false, name, allowed)
        case .value(let value):
            guard let read = parsed(value) else { return faults.require(false, name, allowed) }
            field = read
        }
    }
}

extension KeyedDecodingContainer {
    func patch<Value: Decodable & Sendable>(_ key: Key) throws -> OptionalPatch<Value> {
        guard contains(key) else { return .absent }
        return try decodeNil(forKey: key) ? .null : .value(decode(Value.self, forKey: key))
    }
}

extension Instant {
    static let expectedFormat = "a time such as 2030-01-01T18:00:00+03:00"

    /// Parses an RFC 3339 time with an offset; nil if the text is malformed.
    init?(internet text: String) {
        let formatter = ISO8601DateFormatter()
        guard let date = formatter.date(from: text) else { return nil }
        self.init(seconds: Int64(date.timeIntervalSince1970))
    }
}
