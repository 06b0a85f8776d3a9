import Ticketing

/// Columns as the domain's values. Inlined, so that each call knows its type: a scan reads some fifty of them.
/// A value that the domain does not know makes the store damaged, never a default.
extension SQLRow {
    @inline(__always)
    func value<Value: RawRepresentable>(_ column: Int, _ type: Value.Type = Value.self) throws -> Value
    where Value.RawValue: FixedWidthInteger {
        guard let raw = Value.RawValue(exactly: integer(column)), let value = Value(rawValue: raw) else {
            throw StoreError.unknownValue("\(integer(column))", of: "\(Value.self)")
        }
        return value
    }

    @inline(__always)
    func value<Value: RawRepresentable>(_ column: Int, _ type: Value.Type = Value.self) throws -> Value
    where Value.RawValue == String {
        guard let value = Value(rawValue: text(column)) else {
            throw StoreError.unknownValue(text(column), of: "\(Value.self)")
        }
        return value
    }

    func byte(_ column: Int) throws -> UInt8 {
        guard let value = UInt8(exactly: integer(column)) else {
            throw StoreError.unknownValue("\(integer(column))", of: "a byte")
        }
        return value
    }

    func instant(_ column: Int) -> Instant { Instant(milliseconds: integer(column)) }

    func optionalInstant(_ column: Int) -> Instant? { isNull(column) ? nil : instant(column) }

    func email(_ column: Int) throws -> EmailAddress? { isNull(column) ? nil : try address(column) }

    func phone(_ column: Int) throws -> PhoneNumber? { isNull(column) ? nil : try address(column) }

    private func address<Address: RawRepresentable>(_ column: Int) throws -> Address where Address.RawValue == String {
        try value(column)
    }

    func window(from column: Int) -> ValidityWindow {
        ValidityWindow(from: optionalInstant(column), until: optionalInstant(column + 1))
    }
}

extension SQLValue {
    static func instant(_ value: Instant) -> SQLValue { .integer(value.milliseconds) }
    static func optional(_ value: Instant?) -> SQLValue { value.map { .integer($0.milliseconds) } ?? .null }
}
