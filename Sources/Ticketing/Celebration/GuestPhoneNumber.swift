/// Phone numbers in guest lists. Unlike a `PhoneNumber`, such a number may be local, without a country code.
public enum GuestPhoneNumber {
    /// The digits of a phone number (4 to 15), preceded by a `+` if the text starts with one. Nil if the text is not a
    /// phone number.
    public static func normalized(of text: String) -> String? {
        var digits = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "0"..."9": digits.unicodeScalars.append(scalar)
            case "+" where digits.isEmpty: digits = "+"
            case " ", "-", "(", ")", ".", "/", "\u{A0}": continue
            default: return nil
            }
        }
        return (4...15).contains(digits.utf8.count(where: { $0 != UInt8(ascii: "+") })) ? digits : nil
    }
}
