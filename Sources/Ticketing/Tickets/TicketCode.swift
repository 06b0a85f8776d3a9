/// A ticket's serial in a form for people: 8 letters and digits of Crockford's Base32, written `4F7K-29QX` (TOKEN §4).
///
/// A code says which ticket is meant, but does not prove that the ticket is authentic. The ticket's token proves that.
///
/// ```swift
/// let code = TicketCode(typed: "4f7k 29qx")
/// print(code?.description ?? "not a code")
/// ```
public struct TicketCode: Hashable, Sendable, CustomStringConvertible {
    public let serial: Serial

    /// A regular expression (ECMA-262) for `description`.
    public static let pattern = "^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$"
    /// A regular expression (ECMA-262) that matches exactly the texts that `init(typed:)` accepts.
    public static let typedPattern = "^(?![0Oo -]*$)[ -]*([0-9A-TV-Za-tv-z][ -]*){8}$"

    public init(_ serial: Serial) { self.serial = serial }

    /// Parses a code that a person typed. Ignores case, hyphens and spaces, and reads I and L as 1, and O as 0.
    ///
    /// Nil if the text contains any other character, does not have exactly 8 letters and digits, or has only zeros.
    public init?(typed text: some StringProtocol) {
        var value: UInt64 = 0
        var letters = 0
        for byte in text.utf8 where byte != UInt8(ascii: "-") && byte != UInt8(ascii: " ") {
            guard let digit = Crockford.value(typed: byte), letters < 8 else { return nil }
            value = value << 5 | UInt64(digit)
            letters += 1
        }
        guard letters == 8, let serial = Serial(rawValue: value) else { return nil }
        self.serial = serial
    }

    public var description: String {
        let letters = (0..<8).map { Crockford.alphabet[Int(serial.rawValue >> (35 - 5 * UInt64($0)) & 31)] }
        return String(decoding: letters[..<4] + [UInt8(ascii: "-")] + letters[4...], as: UTF8.self)
    }
}
