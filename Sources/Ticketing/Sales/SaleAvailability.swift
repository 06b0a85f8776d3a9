/// Whether a ticket type can be bought now, and the reason if it can't be bought (Docs/Management.md, "Ticket types").
public enum SaleAvailability: Hashable, Sendable {
    /// The type can be bought. The associated values are the time when the sale ends, and the time left until then.
    /// Both are nil if the end of the sale is not known.
    case yes(until: Instant?, TimeLeft?)
    case no(Reason)

    /// Whether the type can be bought now.
    public var isOnSale: Bool {
        switch self {
        case .yes: true
        case .no: false
        }
    }

    public enum Reason: Hashable, Sendable {
        case notPublished
        case notYetOpen(opens: Instant)
        case closed(Instant)
        case started(Instant)
        case soldOut
        case hidden

        /// A reason without its values. The raw values are used in JSON.
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            case notPublished = "not_published"
            case notYetOpen = "not_yet_open"
            case closed, started
            case soldOut = "sold_out"
            case hidden
        }

        public var kind: Kind {
            switch self {
            case .notPublished: .notPublished
            case .notYetOpen: .notYetOpen
            case .closed: .closed
            case .started: .started
            case .soldOut: .soldOut
            case .hidden: .hidden
            }
        }

        /// The name of the reason in JSON.
        public var name: String { kind.rawValue }
    }

    /// A rough indication of the time left until the sale ends.
    public enum TimeLeft: String, Hashable, Sendable, CaseIterable {
        case overADay = "over_a_day"
        case underADay = "under_a_day"
        case underAnHour = "under_an_hour"

        /// Chooses the indication for a time left.
        ///
        /// - Parameter milliseconds: the time left, greater than 0. Exactly one day gives `overADay`, and exactly one
        ///   hour gives `underADay`.
        init(milliseconds: Int64) {
            switch milliseconds {
            case ..<3_600_000: self = .underAnHour
            case ..<86_400_000: self = .underADay
            default: self = .overADay
            }
        }
    }
}

extension TicketType {
    /// Whether the type can be bought. If several reasons apply, the result contains the first of these reasons, in the
    /// order of the cases of `SaleAvailability.Reason`.
    ///
    /// - Parameter reserved: the number of tickets reserved by pending orders that have not expired.
    public func availability(event: Event, reserved: Int, now: Instant) -> SaleAvailability {
        guard event.status == .published else { return .no(.notPublished) }
        if let opens = details.sales.opens, now < opens { return .no(.notYetOpen(opens: opens)) }
        if let closes = details.sales.closes, now >= closes { return .no(.closed(closes)) }
        if let end = event.details.end, now >= end { return .no(.closed(end)) }
        if details.sales.closes == nil, let start = event.details.start, now >= start { return .no(.started(start)) }
        if let quantity = details.quantity, issued + reserved >= quantity { return .no(.soldOut) }
        if details.isHidden { return .no(.hidden) }
        let until = [details.sales.closes ?? event.details.start, event.details.end].compactMap(\.self).min()
        return .yes(
            until: until, until.map { SaleAvailability.TimeLeft(milliseconds: $0.milliseconds - now.milliseconds) })
    }

    /// The reason why even the organizer's members may not sell this type; nil if they may sell it. Members may sell
    /// hidden types. This method does not check whether enough tickets are left, because the store checks that when it
    /// saves the order.
    public func organizerSaleBlock(event: Event, now: Instant) -> SaleAvailability.Reason? {
        guard case .no(let reason) = availability(event: event, reserved: 0, now: now) else { return nil }
        switch reason {
        case .hidden, .soldOut: return nil
        case .notPublished, .notYetOpen, .closed, .started: return reason
        }
    }
}
