/// A complete phone number that somebody has typed to find the tickets of a person. It can be written with or without
/// its country code.
public struct TypedPhoneNumber: Hashable, Sendable {
    /// The digits, without a plus sign and without the zeros at the beginning.
    public let digits: String
    /// Whether the number begins with its country code: it was typed with `+` or `00`.
    public let hasCountryCode: Bool

    /// Parses a search text. Nil if the text is not a phone number, or has so few digits that it means the last digits
    /// of a number (`NameSearchKeys.phoneEndingLengths`).
    public init?(typed text: String) {
        guard let number = GuestPhoneNumber.normalized(of: text) else { return nil }
        let all = number.drop { $0 == "+" }
        let significant = all.drop { $0 == "0" }
        let least = NameSearchKeys.phoneEndingLengths.upperBound
        guard all.utf8.count > least, significant.utf8.count >= least else { return nil }
        digits = String(significant)
        hasCountryCode = number.hasPrefix("+") && all.first != "0" || all.hasPrefix("00")
    }

    /// Whether this is the number `phone`. A typed number without a country code matches every number that ends with
    /// the typed digits.
    ///
    /// - Parameter phone: a phone number in international form: `+256700123456`.
    func matches(_ phone: String) -> Bool {
        let all = phone.drop { $0 == "+" }
        return hasCountryCode ? all == digits : all.hasSuffix(digits)
    }

    /// The last six digits.
    public var ending: String { String(digits.suffix(NameSearchKeys.phoneEndingLengths.upperBound)) }
}
