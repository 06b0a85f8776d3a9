/// An e-mail address in lower case.
///
/// Only addresses that ordinary mail servers accept are allowed: one `@`, a domain with a dot, and no spaces, quotes or
/// control characters.
public struct EmailAddress: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The maximum length in bytes (RFC 5321).
    public static let longest = 254
    private static let longestLocalPart = 64

    public let rawValue: String

    /// Converts the address to lower case and removes surrounding white space. Nil if the text is not an address.
    public init?(rawValue text: String) {
        let words = text.isPlain ? text : text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let folded = words.lowercased()
        let parts = folded.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, folded.utf8.count <= EmailAddress.longest,
            (1...EmailAddress.longestLocalPart).contains(parts[0].count),
            folded.unicodeScalars.allSatisfy(EmailAddress.isAllowed)
        else { return nil }
        let labels = parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let hyphen = UInt8(ascii: "-")
        guard labels.count > 1, labels.allSatisfy({ !$0.isEmpty && $0.first != hyphen && $0.last != hyphen }),
            parts[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy({ !$0.isEmpty }),
            words.isPlain || !folded.contains(where: EmailAddress.joinsDelimiter)
        else { return nil }
        rawValue = folded
    }

    public var description: String { rawValue }

    /// The address as a URL with the scheme `mailto` (RFC 6068), in ASCII. Characters with another meaning in the URL,
    /// such as `?`, are percent-encoded.
    public var mailtoURL: String {
        "mailto:"
            + rawValue.utf8.map { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "@"), UInt8(ascii: "."), UInt8(ascii: "-"),
                    UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "+"):
                    String(UnicodeScalar(byte))
                default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
                }
            }.joined()
    }

    /// A form of the address that is the same for all addresses of one mailbox. It has no tag after a “+” and, for
    /// Gmail, no dots before the `@`.
    public var mailbox: String {
        let parts = rawValue.split(separator: "@")
        var (local, domain) = (String(parts[0].prefix { $0 != "+" }), String(parts[1]))
        if ["gmail.com", "googlemail.com"].contains(domain) {
            (local, domain) = (local.filter { $0 != "." }, "gmail.com")
        }
        return local.isEmpty ? rawValue : "\(local)@\(domain)"
    }

    /// Whether a character is a delimiter with a combining mark. Such a delimiter looks like another character.
    private static func joinsDelimiter(_ character: Character) -> Bool {
        let scalars = character.unicodeScalars
        return scalars.count > 1 && scalars.first.map("@.-".unicodeScalars.contains) ?? false
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\"", "(", ")", ",", ":", ";", "<", ">", "[", "\\", "]": return false
        case "!"..."~": return true
        default: break
        }
        return switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator,
            .paragraphSeparator:
            false
        default: true
        }
    }
}
