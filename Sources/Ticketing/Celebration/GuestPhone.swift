/// Telephone numbers as guest lists have them, local ones too; `PhoneNumber` is for those that can be called from anywhere.
public enum GuestPhone {
    /// A telephone number as its digits, with the `+` if it had one: 4 to 15 digits. Nil for what can't be one.
    public static func digits(of text: String) -> String? {
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
