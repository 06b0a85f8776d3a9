import Ticketing

extension Money {
    /// The amount with thousands separators, such as `180,000 UGX`.
    package var displayText: String {
        let parts = description.split(separator: " ", maxSplits: 1)
        let amount = parts[0].split(separator: ".", maxSplits: 1)
        var groups: [Substring] = []
        var remainingDigits = amount[0]
        while remainingDigits.count > 3 {
            groups.insert(remainingDigits.suffix(3), at: 0)
            remainingDigits = remainingDigits.dropLast(3)
        }
        let integerPart = ([remainingDigits] + groups).joined(separator: ",")
        return ([integerPart] + amount.dropFirst().map(String.init)).joined(separator: ".") + " \(currency)"
    }
}
