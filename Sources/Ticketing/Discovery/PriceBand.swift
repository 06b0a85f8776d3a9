/// How expensive an event is, compared with the other events in its currency (Docs/Discovery.md, “Price bands”).
public enum PriceBand: String, Hashable, Sendable, CaseIterable {
    case free, budget, moderate, premium
}

struct PriceBands {
    /// For each currency, the prices of the cheapest tickets of the events, in ascending order, in minor units.
    private let prices: [String: [Int64]]

    /// - Parameter prices: the price of the cheapest ticket of each event that has a price.
    init(_ prices: [Money]) {
        self.prices = Dictionary(grouping: prices, by: \.currency).mapValues { $0.map(\.minorUnits).sorted() }
    }

    /// The band of a price. It is `free` for nil and 0. Otherwise it depends on the share of events with a lower price
    /// in the same currency: `budget` if the share is less than a third, `moderate` if it is less than two thirds, and
    /// `premium` otherwise.
    func band(of price: Money?) -> PriceBand {
        guard let price, price.minorUnits > 0 else { return .free }
        let all = prices[price.currency] ?? []
        let cheaper = PriceBands.count(below: price.minorUnits, in: all)
        if cheaper * 3 < all.count { return .budget }
        return cheaper * 3 < all.count * 2 ? .moderate : .premium
    }

    private static func count(below limit: Int64, in sorted: [Int64]) -> Int {
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] < limit { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
