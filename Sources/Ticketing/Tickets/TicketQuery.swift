/// A search for tickets of an event.
public enum TicketQuery: Hashable, Sendable {
    case all
    /// Tickets with a holder, sorted by the holder's name.
    case withHolder
    /// Tickets whose holder, guest or buyer has a matching name: every word of this text is the beginning of some word
    /// of the name. The order of the words does not matter. Case, accents and character width are ignored.
    case holder(String)
    /// Tickets whose holder, guest or buyer has an e-mail address that begins with this text. Case is ignored.
    case email(String)
    /// Tickets whose buyer has a phone number that ends with these 4 to 6 digits, and tickets that admit a guest with
    /// such a number. In a gate pack, this query finds tickets only if the pack has hashes of phone numbers.
    case phoneEnding(String)
    /// Tickets whose buyer has this phone number, and tickets that admit a guest with this number. A number without a
    /// country code also matches numbers that end with its digits. A gate pack has hashes of the last digits only. In a
    /// pack, this query therefore finds the same tickets as `phoneEnding` with the last six digits.
    case phone(TypedPhoneNumber)
    /// The tickets of an order.
    case order(OrderNumber)
    /// Tickets whose serials are in this range. A ticket code is the serial in letters and digits, so all codes with
    /// the same beginning have serials in one range.
    case code(ClosedRange<UInt64>)

    /// Interprets a search text. A text in the form of a complete ticket code is read as a code if it contains a
    /// hyphen or a digit. A text that contains `@` is read as an e-mail address. An empty text finds all tickets. Any
    /// other text is read as a name.
    public init(typed text: String) {
        if let code = TicketCode(typed: text), text.contains("-") || text.contains(where: \.isNumber) {
            self = .code(code.serial.rawValue...code.serial.rawValue)
        } else if text.contains("@") {
            self = .email(text)
        } else {
            self = text.folded.isEmpty ? .all : .holder(text)
        }
    }

    /// All interpretations of a search text, the most likely one first. A text can be a complete code, an e-mail
    /// address, an order number, a name, a phone number or its end, or the beginning of a code.
    public static func interpretations(typed text: String) -> [TicketQuery] {
        let first = TicketQuery(typed: text)
        let order = UInt32(text.filter { !$0.isWhitespace }).flatMap { OrderNumber(rawValue: $0) }
        var meanings = [first]
        let others: [TicketQuery?] = [
            order.map { .order($0) }, .holder(text), phone(typed: text), code(beginning: text),
        ]
        for query in others.compactMap(\.self) where first != .all && !meanings.contains(query) {
            meanings.append(query)
        }
        return meanings
    }

    /// A query for the tickets of people with the typed phone number, or with a number that ends with the typed 4 to 6
    /// digits. Spaces in the text are ignored. Nil if the rest of the text is neither a phone number nor 4 to 6 digits.
    public static func phone(typed text: String) -> TicketQuery? {
        let digits = text.filter { !$0.isWhitespace }
        if NameSearchKeys.phoneEndingLengths.contains(digits.utf8.count),
            digits.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
        {
            return .phoneEnding(digits)
        }
        return TypedPhoneNumber(typed: digits).map { .phone($0) }
    }

    /// A query for the tickets whose codes begin with a text. Hyphens and spaces in the text are ignored. Nil if no
    /// characters or more than 8 characters remain, or if a character cannot be in a ticket code.
    public static func code(beginning text: String) -> TicketQuery? {
        var value: UInt64 = 0
        var letters: UInt64 = 0
        for byte in text.utf8 where byte != UInt8(ascii: "-") && byte != UInt8(ascii: " ") {
            guard let digit = Crockford.value(typed: byte), letters < 8 else { return nil }
            value = value << 5 | UInt64(digit)
            letters += 1
        }
        guard letters > 0 else { return nil }
        let open = 5 * (8 - letters)
        return .code(value << open...(value + 1) << open - 1)
    }
}
