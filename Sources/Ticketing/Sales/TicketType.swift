/// A kind of ticket of one event: Regular, VIP, Family of four. What its organizer says of it reads as its own:
/// `type.price` is `type.details.price`. The gate, which asks at each scan, spells it out: that is the shorter way.
@dynamicMemberLookup
public struct TicketType: Hashable, Sendable {
    public let event: EventNumber
    public let number: TicketTypeNumber
    /// How many of them are issued and stand.
    public var issued: Int
    /// How many of them pending orders hold, those that have expired and were not given back yet included.
    public var held: Int
    public var details: TicketTypeDraft

    public init(
        event: EventNumber, number: TicketTypeNumber, issued: Int = 0, held: Int = 0, details: TicketTypeDraft
    ) {
        self.event = event
        self.number = number
        self.issued = issued
        self.held = held
        self.details = details
    }

    public subscript<Value>(dynamicMember path: WritableKeyPath<TicketTypeDraft, Value>) -> Value {
        get { details[keyPath: path] }
        set { details[keyPath: path] = newValue }
    }

    public var isFree: Bool { (details.price?.minorUnits ?? 0) == 0 }

    /// Whether visitors may reserve it on the public page: free of charge, or to be paid at the door.
    public var isReservable: Bool { isFree || details.takesDoorReservations }

    /// Whether a gate takes its tickets.
    public func isTaken(at gate: String) -> Bool {
        // Most types are taken everywhere, and this is asked at each scan.
        guard !details.gates.isEmpty else { return true }
        let folded = gate.folded
        return details.gates.contains { $0.folded == folded }
    }
}

/// When a type is sold: `opens ≤ t < closes`.
public struct SalesWindow: Hashable, Sendable {
    /// Nil is from its event's publication on.
    public var opens: Instant?
    /// Nil is at its event's start.
    public var closes: Instant?

    public init(opens: Instant? = nil, closes: Instant? = nil) {
        self.opens = opens
        self.closes = closes
    }

    public static let untilTheStart = SalesWindow()
}

/// How many tickets of a type one order may have.
public struct OrderRange: Hashable, Sendable {
    public var least: Int
    /// Nil is no limit but that of an order.
    public var most: Int?

    public init(least: Int = 1, most: Int? = nil) {
        self.least = least
        self.most = most
    }

    public static let any = OrderRange()

    public func contains(_ count: Int) -> Bool { count >= least && most.map { count <= $0 } ?? true }
}
