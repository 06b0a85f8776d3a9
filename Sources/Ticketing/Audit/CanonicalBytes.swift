/// Encodes the bytes that the hash of a record covers: the record's fields in a fixed order. An integer takes 8
/// big-endian bytes. A text is preceded by its length. An absent integer is encoded as −1. An absent text is encoded as
/// the length −1.
struct CanonicalBytes {
    private(set) var bytes: [UInt8] = []

    /// Starts with the bytes that precede the record's fields.
    ///
    /// - Parameters:
    ///   - domain: a prefix that separates the hashes of different kinds of records.
    ///   - previousHash: the hash of the previous record.
    init(_ domain: StaticString, after previousHash: [UInt8]) {
        bytes.reserveCapacity(256)
        domain.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: previousHash)
    }

    mutating func append(_ value: Int64) { withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) } }

    mutating func append(_ text: String?) {
        guard let text else { return append(Int64(-1)) }
        append(Int64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    mutating func append(raw: [UInt8]) { bytes.append(contentsOf: raw) }
}
