import Cryptography
import HTTPTypes
import NIOCore

/// The fields of a form (application/x-www-form-urlencoded), by name, in the order in which they were sent.
struct FormFields: Sendable {
    /// How many fields a form may have.
    static let most = 200

    /// As they were sent.
    let all: [(name: String, value: String)]

    /// - Throws: `Problem` 415 for another type, 400 for what is not written as forms are, or is not UTF-8.
    init(_ body: ByteBuffer, _ headers: HTTPFields) throws {
        guard FormFields.isForm(headers) else {
            throw Problem(.unsupportedMediaType, "Forms are taken as application/x-www-form-urlencoded.")
        }
        try self.init(body)
    }

    /// Reads what `encoded` wrote.
    ///
    /// - Throws: `Problem` 400.
    init(encoded: String) throws { try self.init(ByteBuffer(string: encoded)) }

    private init(_ body: ByteBuffer) throws {
        var fields: [(name: String, value: String)] = []
        if body.readableBytes > 0 {
            let pairs = body.readableBytesView.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
            guard pairs.count <= FormFields.most else {
                throw Problem(.badRequest, "A form has at most \(FormFields.most) fields.")
            }
            for pair in pairs {
                let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
                fields.append((try FormFields.text(parts[0]), parts.count > 1 ? try FormFields.text(parts[1]) : ""))
            }
        }
        all = fields
    }

    init(all: [(name: String, value: String)]) { self.all = all }

    static func isForm(_ headers: HTTPFields) -> Bool {
        headers[.contentType].map(mediaType) == "application/x-www-form-urlencoded"
    }

    /// The value of a field that is there once; nil without it.
    ///
    /// - Throws: `Problem` 400 for one that is there twice: which of them was meant nobody knows.
    func one(_ name: String) throws -> String? {
        let all = all(name)
        guard all.count <= 1 else { throw Problem(.badRequest, "A field was sent twice.") }
        return all.first
    }

    func has(_ name: String) -> Bool { all.contains { $0.name == name } }

    /// Every value of a field.
    func all(_ name: String) -> [String] { all.filter { $0.name == name }.map(\.value) }

    var isEmpty: Bool { all.isEmpty }

    /// Without those whose names are left out.
    func without(_ isLeftOut: (String) -> Bool) -> FormFields { FormFields(all: all.filter { !isLeftOut($0.name) }) }

    /// As browsers write forms.
    var encoded: String {
        all.map { "\(FormFields.encode($0.name))=\(FormFields.encode($0.value))" }.joined(separator: "&")
    }

    /// For a query or a form.
    static func encode(_ text: String) -> String {
        var letters: [UInt8] = []
        letters.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                letters.append(byte)
            default:
                letters.append(UInt8(ascii: "%"))
                letters.append(digits[Int(byte >> 4)])
                letters.append(digits[Int(byte & 15)])
            }
        }
        return String(decoding: letters, as: UTF8.self)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    /// Without parameters.
    static func mediaType(_ text: String) -> String {
        String(text.prefix { $0 != ";" && $0 != " " }).lowercased()
    }

    private static func text(_ bytes: ByteBufferView.SubSequence) throws -> String {
        var plain: [UInt8] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            switch bytes[index] {
            case UInt8(ascii: "+"): plain.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard index + 2 < bytes.endIndex, let high = digit(bytes[index + 1]), let low = digit(bytes[index + 2])
                else { throw broken }
                plain.append(high << 4 | low)
                index += 2
            case let byte: plain.append(byte)
            }
            index += 1
        }
        guard let text = String(validating: plain, as: UTF8.self), !text.utf8.contains(0) else { throw broken }
        return text
    }

    private static let broken = Problem(.badRequest, "The form is not written as forms are.")

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
