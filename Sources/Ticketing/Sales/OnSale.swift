/// Whether a ticket type can be bought now, or why not (MANAGEMENT, "Ticket types").
public enum OnSale: Hashable, Sendable {
    /// Until when, and how long that is; nil when its event has no start yet.
    case yes(until: Instant?, TimeLeft?)
    case no(Reason)

    public enum Reason: Hashable, Sendable {
        case notPublished
        case notYetOpen(opens: Instant)
        case closed(Instant)
        case started(Instant)
        case soldOut
        case hidden

        /// The name in JSON.
        public var name: String {
            switch self {
            case .notPublished: "not_published"
            case .notYetOpen: "not_yet_open"
            case .closed: "closed"
            case .started: "started"
            case .soldOut: "sold_out"
            case .hidden: "hidden"
            }
        }
    }

    /// What is left of the sale.
    public enum TimeLeft: String, Hashable, Sendable, CaseIterable {
        case overADay = "over_a_day"
        case underADay = "under_a_day"
        case underAnHour = "under_an_hour"

        /// - Parameter milliseconds: more than 0. A day to the millisecond is still over a day, and so with an hour.
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
    /// Whether the type can be bought. The first reason in the order of `OnSale.Reason`'s cases is the one that is told.
    ///
    /// - Parameters:
    ///   - held: places that pending orders hold which have not expired.
    ///   - now: the moment that is asked about.
    public func availability(event: Event, held: Int, now: Instant) -> OnSale {
        guard event.status == .published else { return .no(.notPublished) }
        if let opens = details.sales.opens, now < opens { return .no(.notYetOpen(opens: opens)) }
        if let closes = details.sales.closes, now >= closes { return .no(.closed(closes)) }
        if let end = event.details.end, now >= end { return .no(.closed(end)) }
        if details.sales.closes == nil, let start = event.details.start, now >= start { return .no(.started(start)) }
        if let quantity = details.quantity, issued + held >= quantity { return .no(.soldOut) }
        if details.isHidden { return .no(.hidden) }
        let until = [details.sales.closes ?? event.details.start, event.details.end].compactMap(\.self).min()
        return .yes(until: until, until.map { OnSale.TimeLeft(milliseconds: $0.milliseconds - now.milliseconds) })
    }

    /// Why even the office may not sell it; nil when it may. It sells what is hidden, and the store says what is left.
    public func officeStop(event: Event, now: Instant) -> OnSale.Reason? {
        guard case .no(let reason) = availability(event: event, held: 0, now: now) else { return nil }
        switch reason {
        case .hidden, .soldOut: return nil
        case .notPublished, .notYetOpen, .closed, .started: return reason
        }
    }
}
