public import Ticketing

/// The address to which undeliverable mails return. After a plus sign, it contains a random token that identifies the
/// mail (VERP, variable envelope return path): `bounces+TOKEN@example.org`. This token is not the token of a ticket.
public struct ReturnAddress: Hashable, Sendable {
    /// The address without a token.
    public let base: EmailAddress
    private let local: [UInt8]
    private let domain: [UInt8]
    private static let longestToken = 64

    public init(_ base: EmailAddress) {
        self.base = base
        let parts = base.rawValue.utf8.split(separator: UInt8(ascii: "@"))
        (local, domain) = (Array(parts[0]), Array(parts[1]))
    }

    /// The return address of the mail that has this token.
    public func address(for token: String) -> String {
        "\(String(decoding: local, as: UTF8.self))+\(token)@\(String(decoding: domain, as: UTF8.self))"
    }

    /// Finds an address of this form in a text, such as the field `To` of a returned mail. Returns the token in the
    /// address; nil if the text contains no such address. The text may come from a stranger, so the token may be
    /// invented.
    public func token(in text: String) -> String? {
        let bytes = Array(text.utf8)
        let start = local + [UInt8(ascii: "+")]
        let end = [UInt8(ascii: "@")] + domain
        guard bytes.count >= start.count + end.count else { return nil }
        for index in 0...bytes.count - start.count {
            guard ReturnAddress.matches(bytes[index...], start),
                index == 0 || !ReturnAddress.isAddressByte(bytes[index - 1])
            else { continue }
            let token = bytes[(index + start.count)...].prefix(while: ReturnAddress.isTokenByte)
            let rest = bytes[token.endIndex...]
            guard (1...ReturnAddress.longestToken).contains(token.count), ReturnAddress.matches(rest, end),
                !(rest.dropFirst(end.count).first.map(ReturnAddress.isAddressByte) ?? false)
            else { continue }
            return String(decoding: token, as: UTF8.self)
        }
        return nil
    }

    /// Whether the bytes begin with `text`, regardless of case. `text` must be in lower case.
    private static func matches(_ bytes: ArraySlice<UInt8>, _ text: [UInt8]) -> Bool {
        bytes.count >= text.count
            && zip(bytes, text).allSatisfy { byte, letter in
                byte == letter || ((0x41...0x5A).contains(byte) && byte + 0x20 == letter)
            }
    }

    /// Letters, digits and hyphens.
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    private static func isAddressByte(_ byte: UInt8) -> Bool {
        isTokenByte(byte) || byte >= 0x80 || "!#$%&'*+-/=?^_`{|}~.@".utf8.contains(byte)
    }
}

extension MailSettings {
    /// The address to which undeliverable mails return; nil if no address for them is set.
    public var returnAddress: ReturnAddress? { bounces.map(ReturnAddress.init) }

    /// The return path of the mail that has this token. If no address for undeliverable mails is set, the return path
    /// is the sender’s address.
    public func returnPath(token: String) -> String { returnAddress?.address(for: token) ?? from.rawValue }
}
