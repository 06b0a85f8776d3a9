extension Order {
    /// Whether a search text matches the order (`OrderSearchText`).
    public func matches(by text: String) -> Bool { OrderSearchText(text).matches(number, buyer) }
}

/// A search text for orders, prepared for the comparison with many orders.
public struct OrderSearchText: Sendable {
    /// The text with single spaces between its words.
    private let typed: String
    private let lowercased: String
    /// Whether the text consists of the digits 0 to 9 only.
    private let isNumber: Bool
    /// At least three digits that can be a part of a phone number; nil if the text has other characters.
    private let digits: String?
    private let phone: TypedPhoneNumber?
    private let words: [String]

    public init(_ text: String) {
        typed = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        lowercased = typed.lowercased()
        isNumber = typed.utf8.allSatisfy { (0x30...0x39).contains($0) }
        let digits = typed.filter { $0 >= "0" && $0 <= "9" }
        let isPart = digits.count >= 3 && typed.allSatisfy { $0.isNumber || "+-() ".contains($0) }
        self.digits = isPart ? digits : nil
        phone = TypedPhoneNumber(typed: typed)
        words = NameSearchKeys.words(of: typed)
    }

    /// Whether the text matches an order. The text may be the start of the order number, or the start of the buyer's
    /// e-mail address. It may also be three or more consecutive digits of the buyer's phone number, or words of the
    /// buyer's name in any order. The beginning of a word is enough. Case and accents are ignored. A complete phone
    /// number can be typed with or without its country code.
    public func matches(_ number: OrderNumber, _ buyer: Buyer) -> Bool {
        guard !typed.isEmpty else { return false }
        if isNumber, "\(number)".hasPrefix(typed) { return true }
        if let email = buyer.email, email.hasPrefix(lowercased) { return true }
        if let digits, let phone = buyer.phone, phone.contains(digits) { return true }
        if let phone, let known = buyer.phone, phone.matches(known) { return true }
        // A text of invisible characters has no words. It matches no order.
        guard !words.isEmpty else { return false }
        let names = NameSearchKeys.words(of: buyer.name)
        return words.allSatisfy { word in names.contains { $0.hasPrefix(word) } }
    }
}
