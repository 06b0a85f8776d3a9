import Ticketing

extension Money {
    /// The amount with thousands separators, such as `180,000 UGX`.
    package var displayText: String {
        let parts = description.split(separator: " ", maxSplits: 1)
        let amount = parts[0].split(separator: ".", maxSplits: 1)
        var groups: [Substring] = []
        var rest = amount[0]
        while rest.count > 3 {
            groups.insert(rest.suffix(3), at: 0)
            rest = rest.dropLast(3)
        }
        let whole = ([rest] + groups).joined(separator: ",")
        return ([whole] + amount.dropFirst().map(String.init)).joined(separator: ".") + " \(currency)"
    }
}
