import Cryptography
import Foundation
import HTTPTypes
import NIOCore

/// The names and values of a form’s fields (application/x-www-form-urlencoded).
package struct FormFields: Sendable {
    /// The fields in the order in which they were sent.
    package let values: [(name: String, value: String)]
    /// The positions of each field in `values`.
    private let positions: [String: [Int]]

    /// Parses the body of a request with the given headers.
    ///
    /// - Parameter limit: The maximum number of fields.
    /// - Throws: `Problem` 415 if the body is not application/x-www-form-urlencoded; 400 for malformed form data, text
    ///   that is not UTF-8, or too many fields.
    init(_ body: ByteBuffer, _ headers: HTTPFields, limit: Int = BodyLimit.form.fields) throws {
        guard FormFields.isForm(headers) else {
            throw Problem(.unsupportedMediaType, .notAForm)
        }
        try self.init(body, limit: limit)
    }

    /// Parses a text in the format of the property `encoded`.
    ///
    /// - Parameter limit: The maximum number of fields.
    /// - Throws: `Problem` 400 if the text is malformed or has too many fields.
    init(encoded: String, limit: Int = BodyLimit.form.fields) throws {
        try self.init(ByteBuffer(string: encoded), limit: limit)
    }

    private init(_ body: ByteBuffer, limit: Int) throws {
        var fields: [(name: String, value: String)] = []
        if body.readableBytes > 0 {
            let pairs = body.readableBytesView.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
            guard pairs.count <= limit else {
                throw Problem(.badRequest, .tooManyFields, ["limit": .number(limit)])
            }
            for pair in pairs {
                let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
                fields.append(
                    (try FormFields.decoded(parts[0]), parts.count > 1 ? try FormFields.decoded(parts[1]) : ""))
            }
        }
        self.init(values: fields)
    }

    package init(values: [(name: String, value: String)]) {
        self.values = values
        positions = Dictionary(grouping: values.indices) { values[$0].name }
    }

    static func isForm(_ headers: HTTPFields) -> Bool {
        headers[.contentType].map(mediaType) == "application/x-www-form-urlencoded"
    }

    /// The amount of money that a user has entered, with its currency, such as `50000 UGX`. A form sends the amount and
    /// the currency as two fields (`FormField.Input.money`). Empty if the amount is empty; nil if the field is absent.
    ///
    /// - Throws: `Problem` 400 if one of the fields occurs twice.
    package func money(_ name: String) throws -> String? {
        guard let amount = try value(name)?.trimmingCharacters(in: .whitespaces) else { return nil }
        guard let currency = try value(FormField.currencyName(of: name)), !amount.isEmpty else { return amount }
        // If the user has also typed a currency into the field for the amount, the typed currency counts.
        return amount.contains(where: \.isLetter) ? amount : "\(amount) \(currency)"
    }

    /// The value of a field; nil if the field is absent.
    ///
    /// - Throws: `Problem` 400 if the field occurs twice, because the sender's intention is then ambiguous.
    package func value(_ name: String) throws -> String? {
        let all = values(name)
        guard all.count <= 1 else { throw Problem(.badRequest, .repeatedField) }
        return all.first
    }

    package func has(_ name: String) -> Bool { positions[name] != nil }

    /// All values of a field.
    package func values(_ name: String) -> [String] { positions[name, default: []].map { values[$0].value } }

    var isEmpty: Bool { values.isEmpty }

    /// The form without the fields for whose names `isLeftOut` returns true.
    package func without(_ isLeftOut: (String) -> Bool) -> FormFields {
        FormFields(values: values.filter { !isLeftOut($0.name) })
    }

    /// The fields as application/x-www-form-urlencoded text.
    package var encoded: String {
        values.map { "\(FormFields.encode($0.name))=\(FormFields.encode($0.value))" }.joined(separator: "&")
    }

    /// Percent-encodes a text for use in a query or a form.
    package static func encode(_ text: String) -> String {
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

    /// The media type of a Content-Type header, in lower case, without parameters.
    package static func mediaType(_ text: String) -> String {
        String(text.prefix { $0 != ";" && $0 != " " }).lowercased()
    }

    private static func decoded(_ bytes: ByteBufferView.SubSequence) throws -> String {
        var plain: [UInt8] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            switch bytes[index] {
            case UInt8(ascii: "+"): plain.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard index + 2 < bytes.endIndex, let high = digit(bytes[index + 1]), let low = digit(bytes[index + 2])
                else { throw malformed }
                plain.append(high << 4 | low)
                index += 2
            case let byte: plain.append(byte)
            }
            index += 1
        }
        guard let text = String(validating: plain, as: UTF8.self), !text.utf8.contains(0) else { throw malformed }
        return text
    }

    private static let malformed = Problem(.badRequest, .malformedForm)

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
