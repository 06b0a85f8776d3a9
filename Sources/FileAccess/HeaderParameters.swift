/// The value of a header field with its parameters (RFC 2045 §5.1), as browsers write it: `form-data; name="list"`.
struct HeaderParameters {
    /// The value without its parameters, in lower case.
    let value: String
    /// The values of the parameters. The keys are the parameters' names in lower case.
    let parameters: [String: String]

    /// Parses the bytes. Nil if the bytes are malformed or not UTF-8, or if a parameter occurs twice.
    init?(_ bytes: ArraySlice<UInt8>) {
        var rest = HeaderParameters.trimmed(bytes)
        let value = rest.prefix { HeaderParameters.isTokenByte($0) || $0 == UInt8(ascii: "/") }
        guard !value.isEmpty else { return nil }
        self.value = String(decoding: value, as: UTF8.self).lowercased()
        rest = HeaderParameters.trimmed(rest[value.endIndex...])
        var parameters: [String: String] = [:]
        while let first = rest.first {
            guard first == UInt8(ascii: ";") else { return nil }
            rest = HeaderParameters.trimmed(rest.dropFirst())
            let name = rest.prefix(while: HeaderParameters.isTokenByte)
            rest = rest[name.endIndex...]
            guard !name.isEmpty, rest.first == UInt8(ascii: "="),
                let text = HeaderParameters.value(parsing: &rest)
            else { return nil }
            let key = String(decoding: name, as: UTF8.self).lowercased()
            guard parameters.updateValue(text, forKey: key) == nil else { return nil }
            rest = HeaderParameters.trimmed(rest)
        }
        self.parameters = parameters
    }

    /// Removes an `=` and the value after it from the start of `rest`, and returns the value. Nil if the value is
    /// malformed.
    private static func value(parsing rest: inout ArraySlice<UInt8>) -> String? {
        rest = rest.dropFirst()
        guard rest.first == UInt8(ascii: "\"") else {
            let token = rest.prefix(while: isTokenByte)
            rest = rest[token.endIndex...]
            return token.isEmpty ? nil : String(decoding: token, as: UTF8.self)
        }
        rest = rest.dropFirst()
        var text: [UInt8] = []
        while let byte = rest.popFirst() {
            guard byte != UInt8(ascii: "\"") else { return String(validating: text, as: UTF8.self) }
            // Browsers do not escape a backslash in a file name; `\"` is their only escape.
            if byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "\"") {
                text.append(rest.removeFirst())
            } else {
                guard isText(byte) else { return nil }
                text.append(byte)
            }
        }
        return nil
    }

    /// Whether a byte is allowed in an HTTP token, such as the name of a header field (RFC 9110 §5.6.2).
    static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    /// Whether a byte is a tab, or is not a control character.
    static func isText(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\t") || byte >= 0x20 && byte != 0x7F }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let rest = bytes.drop(while: isSpace)
        return rest.lastIndex { !isSpace($0) }.map { rest[...$0] } ?? []
    }
}
