/// An http or https URL that is allowed in all parts of a mail: header fields, attributes and plain text.
public struct MailURL: Hashable, Sendable {
    public let text: String

    /// Nil if the text is not an http or https URL of printable ASCII characters that URLs allow (RFC 3986).
    public init?(_ text: String) {
        guard text.utf8.starts(with: "https://".utf8) || text.utf8.starts(with: "http://".utf8),
            text.utf8.allSatisfy(MailURL.isAllowed)
        else { return nil }
        self.text = text
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "^"),
            UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
            false
        default: (0x21...0x7E).contains(byte)
        }
    }
}
