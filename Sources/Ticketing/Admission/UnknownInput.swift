public import Languages

/// The likely kind of a scanned text that is not a ticket.
///
/// A kind contains at most one printable character of the text, so that a hostile QR code cannot show a message to gate
/// staff.
public enum UnknownInput: Hashable, Sendable {
    case empty
    case tooShort
    /// The text has more than `limit` bytes.
    case tooLong(limit: Int)
    case notText
    /// The text has letters of a script in which tickets are never written.
    case otherScript
    case invalidLetter(Character)

    /// An EAN code of 8 or 13 digits.
    case ean(digits: Int)
    case upc
    /// A GTIN of 14 digits, from a carton.
    case gtin
    case webAddress
    /// A URL that ends with a slash. In the URL of a ticket, the token follows the last slash.
    case webAddressEnd
    case otherSymbol
    case otherSystem
    case otherSystemSigned

    /// The code that is printed below a ticket’s symbol.
    case ticketCode
    /// A token that was cut off after `letters` of `length` letters.
    case cutOff(letters: Int, length: Int)
    case liveCodeCutOff
    /// A text of `letters` letters that starts like a token of `length` letters.
    case tooManyLetters(letters: Int, length: Int)
    case impossibleValues

    /// A text that a scanner typed with the keyboard layout of the given name.
    indirect case typed(UnknownInput, layout: Sentence)
}
