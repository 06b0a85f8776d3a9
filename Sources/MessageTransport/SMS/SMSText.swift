/// The text of an SMS and the number of parts in which it is sent (3GPP TS 23.038 and 23.040). A text whose characters
/// are all in the GSM 7-bit alphabet is sent in this alphabet; any other text is sent in UCS-2, with fewer characters
/// in a part. The text itself is never changed.
public struct SMSText: Hashable, Sendable {
    public let text: String
    /// Whether all characters are in the GSM 7-bit alphabet.
    public let isGSM: Bool

    public init(_ text: String) {
        self.text = text
        isGSM = text.unicodeScalars.allSatisfy { SMSText.septets(of: $0) != nil }
    }

    /// The length: septets in the GSM alphabet, otherwise UTF-16 code units.
    public var length: Int { units.reduce(0, +) }

    /// The greatest length of a message with one part.
    public var singlePartLimit: Int { isGSM ? 160 : 70 }

    /// The greatest length of each part of a message with several parts. Each of these parts has a header of 6 bytes.
    private var multiPartLimit: Int { isGSM ? 153 : 67 }

    /// The number of parts in which the message is sent, and for which the sender pays. A character of two septets or
    /// two code units is never divided between two parts.
    public var parts: Int {
        guard length > singlePartLimit else { return 1 }
        var (parts, used) = (1, 0)
        for unit in units {
            if used + unit > multiPartLimit { (parts, used) = (parts + 1, 0) }
            used += unit
        }
        return parts
    }

    /// The length of each character.
    private var units: some Sequence<Int> {
        text.unicodeScalars.lazy.map { isGSM ? SMSText.septets(of: $0) ?? 0 : UTF16.width($0) }
    }

    /// The number of septets of a character in the GSM 7-bit alphabet; nil if the alphabet does not have the character.
    /// A character of the extension table needs two septets, because an escape comes before it.
    public static func septets(of scalar: Unicode.Scalar) -> Int? {
        alphabet.contains(scalar) ? 1 : extended.contains(scalar) ? 2 : nil
    }

    /// The GSM 7-bit default alphabet, row by row as in the table of TS 23.038 §6.2.1.
    private static let alphabet = Set(
        """
        @£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§\
        ¿abcdefghijklmnopqrstuvwxyzäöñüà
        """.unicodeScalars)
    /// The characters of the extension table (§6.2.1.1).
    private static let extended = Set("\u{0C}^{}\\[~]|€".unicodeScalars)
}
