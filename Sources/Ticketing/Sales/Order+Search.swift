extension Order {
    /// Whether a search text matches the order. The text may be the start of the order number, or the start of the
    /// buyer's e-mail address. It may also be three or more consecutive digits of the buyer's phone number, or words of
    /// the buyer's name in any order. The beginning of a word is enough. Case and accents are ignored.
    public func matches(by text: String) -> Bool {
        let typed = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !typed.isEmpty else { return false }
        if typed.utf8.allSatisfy({ (0x30...0x39).contains($0) }), "\(number)".hasPrefix(typed) { return true }
        if let email = buyer.email, email.hasPrefix(typed.lowercased()) { return true }
        let digits = typed.filter { $0 >= "0" && $0 <= "9" }
        let isNumber = digits.count >= 3 && typed.allSatisfy { $0.isNumber || "+-() ".contains($0) }
        if isNumber, let phone = buyer.phone, phone.contains(digits) { return true }
        let names = NameSearchKeys.words(of: buyer.name)
        return NameSearchKeys.words(of: typed).allSatisfy { word in names.contains { $0.hasPrefix(word) } }
    }
}
