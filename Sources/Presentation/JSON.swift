/// A JSON value (RFC 8259). Members of objects keep their order.
package enum JSON: Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case string(String)
    case array([JSON])
    case object([(String, JSON)])

    package static func optional(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
    package static func optional(_ number: (some BinaryInteger)?) -> JSON {
        number.map { .integer(Int64($0)) } ?? .null
    }
    package static func int(_ number: some BinaryInteger) -> JSON { .integer(Int64(number)) }

    /// Returns this object with more members at its end. If this value is not an object, it is returned unchanged.
    package func adding(_ more: [(String, JSON)]) -> JSON {
        if case .object(let members) = self { .object(members + more) } else { self }
    }

    package var text: String {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the value as UTF-8.
    package func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
        case .integer(let value): bytes.append(contentsOf: String(value).utf8)
        case .string(let value): JSON.quote(value, to: &bytes)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                element.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                // Member names come from this program and need no escaping.
                bytes.append(UInt8(ascii: "\""))
                bytes.append(contentsOf: member.0.utf8)
                bytes.append(contentsOf: "\":".utf8)
                member.1.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func quote(_ value: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        if value.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
            bytes.append(contentsOf: value.utf8)
        } else {
            for scalar in value.unicodeScalars { bytes.append(contentsOf: escaped(scalar).utf8) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Escapes a character if JSON requires it, or if the character could move a terminal's cursor or change the
    /// direction of text.
    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"": return "\\\""
        case "\\": return "\\\\"
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\t": return "\\t"
        case _ where scalar.isFreeOfControlCharacters: return String(scalar)
        default:
            return String(scalar).utf16.map { unit in
                let digits = String(unit, radix: 16)
                return "\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)"
            }.joined()
        }
    }
}
