/// The bytes that a chain's hash covers: fields in order, integers as 8 bytes, texts with their length before them, an
/// absent value as length or integer −1.
struct CanonicalBytes {
    private(set) var bytes: [UInt8] = []

    /// - Parameters:
    ///   - domain: keeps the hashes of one kind of record apart from all others.
    ///   - previousHash: of the record before.
    init(_ domain: StaticString, after previousHash: [UInt8]) {
        bytes.reserveCapacity(256)
        bytes.append(contentsOf: domain.description.utf8)
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
