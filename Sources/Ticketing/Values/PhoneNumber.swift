/// A phone number in international form (E.164): `+256700123456`.
public struct PhoneNumber: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The allowed number of digits, including the country code.
    public static let lengths = 7...15

    public let rawValue: String

    /// Parses a phone number. Spaces, hyphens, dots and parentheses are removed. Nil if the rest is not a plus sign
    /// followed by 7 to 15 digits, or if the first digit is 0.
    public init?(rawValue text: String) {
        let kept = text.filter { !" -.()\u{A0}".contains($0) }
        guard kept.first == "+" else { return nil }
        let digits = kept.dropFirst()
        guard digits.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains), !digits.hasPrefix("0"),
            PhoneNumber.lengths.contains(digits.utf8.count)
        else { return nil }
        rawValue = kept
    }

    public var description: String { rawValue }
}
