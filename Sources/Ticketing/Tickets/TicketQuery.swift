/// What tickets of an event are searched by.
public enum TicketQuery: Hashable, Sendable {
    case all
    /// Those with a holder, by the holder's name.
    case withHolder
    /// Words of the names on a ticket, or their beginnings, in any order: its holder's, its guests', its buyer's; letter
    /// case, accents and width aside.
    case holder(String)
    /// The beginning of an e-mail address of one of these people, letter case aside.
    case email(String)
    /// The tickets of an order.
    case order(OrderNumber)
    /// The serials that a code or the beginning of one stands for.
    case code(ClosedRange<UInt64>)

    /// What people type into one field: a whole code, something with an `@`, or a name.
    public init(typed text: String) {
        if let code = TicketCode(typed: text), text.contains("-") || text.contains(where: \.isNumber) {
            self = .code(code.serial.rawValue...code.serial.rawValue)
        } else if text.contains("@") {
            self = .email(text)
        } else {
            self = text.folded.isEmpty ? .all : .holder(text)
        }
    }

    /// What a text that people type into one field may mean, the likeliest first: a whole code, an e-mail address, the
    /// number of an order, a name, the beginning of a code.
    public static func meanings(typed text: String) -> [TicketQuery] {
        let first = TicketQuery(typed: text)
        let order = UInt32(text.filter { !$0.isWhitespace }).flatMap { OrderNumber(rawValue: $0) }
        var meanings = [first]
        for query in [order.map { .order($0) }, .holder(text), code(beginning: text)].compactMap(\.self)
        where first != .all && !meanings.contains(query) {
            meanings.append(query)
        }
        return meanings
    }

    /// The tickets whose code begins like this. Nil unless it is 1 to 8 letters of a code.
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
