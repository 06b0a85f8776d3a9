import Ticketing

/// Thrown if a value in a row is not valid for its column. The driver that reads the row converts this error into a
/// `StoreError` with the names of the table and the column.
struct InvalidColumnValue: Error {
    let column: Int
    let value: String
    /// The kind of value that the column must contain: a description such as “count”, or the name of a Swift type.
    let kind: String
}

/// Reads the columns of a row as values of this program's types. If a value is invalid for its type, the store is
/// damaged. An invalid value therefore causes an error, and is never replaced by a default. The generic methods are
/// inlined, so that the compiler specializes each call.
///
/// - Throws: `InvalidColumnValue`.
extension SQLRow {
    @inline(__always)
    func value<Value: RawRepresentable>(_ column: Int, _ type: Value.Type = Value.self) throws -> Value
    where Value.RawValue: FixedWidthInteger {
        guard let raw = Value.RawValue(exactly: integer(column)), let value = Value(rawValue: raw) else {
            throw InvalidColumnValue(column: column, value: "\(integer(column))", kind: "\(Value.self)")
        }
        return value
    }

    @inline(__always)
    func value<Value: RawRepresentable>(_ column: Int, _ type: Value.Type = Value.self) throws -> Value
    where Value.RawValue == String {
        guard let value = Value(rawValue: text(column)) else {
            throw InvalidColumnValue(column: column, value: text(column), kind: "\(Value.self)")
        }
        return value
    }

    func byte(_ column: Int) throws -> UInt8 {
        guard let value = UInt8(exactly: integer(column)) else {
            throw InvalidColumnValue(column: column, value: "\(integer(column))", kind: "byte")
        }
        return value
    }

    /// A count or a sequential number.
    @inline(__always)
    func number(_ column: Int) throws -> Int { Int(try bounded(column, as: "number")) }

    func optionalNumber(_ column: Int) throws -> Int? { isNull(column) ? nil : try number(column) }

    /// A number that is used as a divisor, so it must be at least 1.
    func divisor(_ column: Int) throws -> Int {
        let value = try number(column)
        guard value > 0 else { throw InvalidColumnValue(column: column, value: "\(value)", kind: "positive number") }
        return value
    }

    /// The number of people in a record of the ledger, or the number of a slot in such a record. The value must be
    /// below 2⁴⁰, so that sums over millions of records fit into 64 bits.
    @inline(__always)
    func count(_ column: Int) throws -> Int {
        guard let value = Int(exactly: integer(column)), (0..<1 << 40).contains(value) else {
            throw InvalidColumnValue(column: column, value: "\(integer(column))", kind: "count")
        }
        return value
    }

    func optionalCount(_ column: Int) throws -> Int? { isNull(column) ? nil : try count(column) }

    @inline(__always)
    func instant(_ column: Int) throws -> Instant { Instant(milliseconds: try bounded(column, as: "time")) }

    func optionalInstant(_ column: Int) throws -> Instant? { isNull(column) ? nil : try instant(column) }

    /// A flag that is stored as 0 or 1.
    func flag(_ column: Int) throws -> Bool {
        switch integer(column) {
        case 0: false
        case 1: true
        case let other: throw InvalidColumnValue(column: column, value: "\(other)", kind: "flag")
        }
    }

    /// The sequence number of a record in a hash chain. A number above 2⁵³ is refused, so that the number of the next
    /// record never overflows.
    func sequence(_ column: Int) throws -> Int64 {
        guard integer(column) >= 0 else {
            throw InvalidColumnValue(column: column, value: "\(integer(column))", kind: "sequence number")
        }
        return try bounded(column, as: "sequence number")
    }

    /// A hybrid clock (a time that never goes back, even if the wall clock is set back; Docs/Gate.md) from 0 to
    /// `HybridClock.last`.
    func hybridClock(_ column: Int) throws -> HybridClock {
        guard (0...HybridClock.last.rawValue).contains(integer(column)) else {
            throw InvalidColumnValue(column: column, value: "\(integer(column))", kind: "hybrid clock")
        }
        return HybridClock(rawValue: integer(column))
    }

    /// A number within ±2⁵³. Sums and differences of such numbers fit into 64 bits.
    @inline(__always)
    private func bounded(_ column: Int, as kind: String) throws -> Int64 {
        let value = integer(column)
        guard value.magnitude <= 1 << 53 else {
            throw InvalidColumnValue(column: column, value: "\(value)", kind: kind)
        }
        return value
    }

    func email(_ column: Int) throws -> EmailAddress? { isNull(column) ? nil : try value(column) }

    func window(from column: Int) throws -> ValidityWindow {
        ValidityWindow(from: try optionalInstant(column), until: try optionalInstant(column + 1))
    }
}

extension SQLValue {
    static func instant(_ value: Instant) -> SQLValue { .integer(value.milliseconds) }
    static func optional(_ value: Instant?) -> SQLValue { value.map { .integer($0.milliseconds) } ?? .null }
}
