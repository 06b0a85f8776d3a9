import Ticketing

/// A value that can't be what its column is for. The driver that reads the row knows the table and the column's name, and
/// makes a `StoreError` of it.
struct ColumnFault: Error {
    let column: Int
    let value: String
    /// What it is not, in words or as a type's name.
    let kind: String
}

/// Columns as the domain's values. Inlined, so that each call knows its type: a scan reads some fifty of them.
/// A value that the domain does not know makes the store damaged, never a default.
///
/// - Throws: `ColumnFault`.
extension SQLRow {
    @inline(__always)
    func value<Value: RawRepresentable>(_ column: Int, _ type: Value.Type = Value.self) throws -> Value
    where Value.RawValue: FixedWidthInteger {
        guard let raw = Value.RawValue(exactly: integer(column)), let value = Value(rawValue: raw) else {
            throw ColumnFault(column: column, value: "\(integer(column))", kind: "\(Value.self)")
        }
        return value
    }

    @inline(__always)
    func value<Value: RawRepresentable>(_ column: Int, _ type: Value.Type = Value.self) throws -> Value
    where Value.RawValue == String {
        guard let value = Value(rawValue: text(column)) else {
            throw ColumnFault(column: column, value: text(column), kind: "\(Value.self)")
        }
        return value
    }

    func byte(_ column: Int) throws -> UInt8 {
        guard let value = UInt8(exactly: integer(column)) else {
            throw ColumnFault(column: column, value: "\(integer(column))", kind: "byte")
        }
        return value
    }

    /// A count or a running number.
    @inline(__always)
    func number(_ column: Int) throws -> Int { Int(try bounded(column, as: "number")) }

    func optionalNumber(_ column: Int) throws -> Int? { isNull(column) ? nil : try number(column) }

    /// A number that something is divided by.
    func divisor(_ column: Int) throws -> Int {
        let value = try number(column)
        guard value > 0 else { throw ColumnFault(column: column, value: "\(value)", kind: "number from 1") }
        return value
    }

    /// People, or a place, in the ledger: below 2⁴⁰, so that what follows from millions of records is within 64 bits.
    @inline(__always)
    func count(_ column: Int) throws -> Int {
        guard let value = Int(exactly: integer(column)), (0..<1 << 40).contains(value) else {
            throw ColumnFault(column: column, value: "\(integer(column))", kind: "count")
        }
        return value
    }

    func optionalCount(_ column: Int) throws -> Int? { isNull(column) ? nil : try count(column) }

    @inline(__always)
    func instant(_ column: Int) throws -> Instant { Instant(milliseconds: try bounded(column, as: "moment")) }

    func optionalInstant(_ column: Int) throws -> Instant? { isNull(column) ? nil : try instant(column) }

    /// 0 or 1.
    func flag(_ column: Int) throws -> Bool {
        switch integer(column) {
        case 0: false
        case 1: true
        case let other: throw ColumnFault(column: column, value: "\(other)", kind: "truth value")
        }
    }

    /// A place in a chain, of which there is a next one.
    func sequence(_ column: Int) throws -> Int64 {
        guard integer(column) >= 0 else {
            throw ColumnFault(column: column, value: "\(integer(column))", kind: "sequence number")
        }
        return try bounded(column, as: "sequence number")
    }

    /// A reading from 0 to `HybridClock.last`.
    func hybridClock(_ column: Int) throws -> HybridClock {
        guard (0...HybridClock.last.rawValue).contains(integer(column)) else {
            throw ColumnFault(column: column, value: "\(integer(column))", kind: "hybrid clock")
        }
        return HybridClock(rawValue: integer(column))
    }

    /// What is counted and every moment is far within ±2⁵³, and so are sums and differences of such numbers within 64
    /// bits: what is beyond was never written by this program.
    @inline(__always)
    private func bounded(_ column: Int, as kind: String) throws -> Int64 {
        let value = integer(column)
        guard value.magnitude <= 1 << 53 else {
            throw ColumnFault(column: column, value: "\(value)", kind: kind)
        }
        return value
    }

    func email(_ column: Int) throws -> EmailAddress? { isNull(column) ? nil : try address(column) }

    func phone(_ column: Int) throws -> PhoneNumber? { isNull(column) ? nil : try address(column) }

    private func address<Address: RawRepresentable>(_ column: Int) throws -> Address where Address.RawValue == String {
        try value(column)
    }

    func window(from column: Int) throws -> ValidityWindow {
        ValidityWindow(from: try optionalInstant(column), until: try optionalInstant(column + 1))
    }
}

extension SQLValue {
    static func instant(_ value: Instant) -> SQLValue { .integer(value.milliseconds) }
    static func optional(_ value: Instant?) -> SQLValue { value.map { .integer($0.milliseconds) } ?? .null }
}
