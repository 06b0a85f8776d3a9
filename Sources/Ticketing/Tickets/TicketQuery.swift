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
    /// such a number. In a gate pack, this finds tickets only if the pack has hashes of phone numbers.
    case phoneEnding(String)
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
    /// address, an order number, a name, the end of a phone number or the beginning of a code.
    public static func interpretations(typed text: String) -> [TicketQuery] {
        let first = TicketQuery(typed: text)
        let order = UInt32(text.filter { !$0.isWhitespace }).flatMap { OrderNumber(rawValue: $0) }
        var meanings = [first]
        let others: [TicketQuery?] = [
            order.map { .order($0) }, .holder(text), phoneEnding(typed: text), code(beginning: text),
        ]
        for query in others.compactMap(\.self) where first != .all && !meanings.contains(query) {
            meanings.append(query)
        }
        return meanings
    }

    /// A query for the tickets of people whose phone numbers end with the typed digits. Spaces in the text are ignored.
    /// Nil if the rest of the text is not 4 to 6 digits.
    public static func phoneEnding(typed text: String) -> TicketQuery? {
        let digits = text.filter { !$0.isWhitespace }
        guard NameSearchKeys.phoneEndingLengths.contains(digits.utf8.count),
            digits.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
        else { return nil }
        return .phoneEnding(digits)
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
