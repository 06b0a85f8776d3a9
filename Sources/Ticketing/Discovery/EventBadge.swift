/// A short remark about an event in a list.
public enum EventBadge: Hashable, Sendable {
    /// The event has begun and is not over.
    case happeningNow
    /// The sales of all ticket types that are on sale end within a day. The associated value is the number of minutes
    /// until the last sale ends, at least 1.
    case salesEnd(minutes: Int)
    /// Only a few tickets are left in total, of all ticket types that are on sale: 1 to `mostLeft`.
    case left(Int)
    /// Every ticket type that visitors see is sold out.
    case soldOut

    /// Visitors see the number of tickets left only if it is at most this number.
    public static let mostLeft = 20

    /// The remarks about an event, in the order in which they are shown.
    ///
    /// - Parameters:
    ///   - sales: one element for each ticket type that visitors see. The element says whether the type is on sale.
    ///   - left: the number of tickets left, of all ticket types that are on sale; nil if it is unknown or unlimited.
    ///   - now: the current time.
    public static func all(
        of event: Event, sales: [SaleAvailability], left: Int?, at now: Instant
    ) -> [EventBadge] {
        var badges: [EventBadge] = []
        if event.phase(at: now) == .ongoing { badges.append(.happeningNow) }
        let open = sales.filter(\.isOnSale)
        if open.isEmpty {
            let isSoldOut = !sales.isEmpty && sales.allSatisfy { $0 == .no(.soldOut) }
            return badges + (isSoldOut ? [.soldOut] : [])
        }
        if let left, (1...mostLeft).contains(left) { badges.append(.left(left)) }
        if let minutes = minutesLeft(open, at: now) { badges.append(.salesEnd(minutes: minutes)) }
        return badges
    }

    /// The number of minutes until the last of several sales ends. Nil if this sale goes on for a day or longer, or if
    /// the end of any of the sales is unknown.
    private static func minutesLeft(_ sales: [SaleAvailability], at now: Instant) -> Int? {
        var last = now
        for sale in sales {
            guard case .yes(let until?, _) = sale else { return nil }
            last = max(last, until)
        }
        let milliseconds = last.milliseconds - now.milliseconds
        guard milliseconds < 86_400_000 else { return nil }
        return max(1, Int((milliseconds + 59_999) / 60_000))
    }
}
