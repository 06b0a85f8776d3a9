extension Order {
    /// Whether a text that people type finds the order: the beginning of its number or of the buyer's e-mail address, digits
    /// of the telephone, or words of the buyer's name or their beginnings, in any order, letter case and accents aside.
    public func isFound(by text: String) -> Bool {
        let typed = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !typed.isEmpty else { return false }
        if typed.utf8.allSatisfy({ (0x30...0x39).contains($0) }), "\(number)".hasPrefix(typed) { return true }
        if let email = buyer.email?.rawValue, email.hasPrefix(typed.lowercased()) { return true }
        let digits = typed.filter { $0 >= "0" && $0 <= "9" }
        let isNumber = digits.count >= 3 && typed.allSatisfy { $0.isNumber || "+-() ".contains($0) }
        if isNumber, let phone = buyer.phone?.rawValue, phone.contains(digits) { return true }
        let names = NameKeys.words(of: buyer.name)
        return NameKeys.words(of: typed).allSatisfy { word in names.contains { $0.hasPrefix(word) } }
    }
}
