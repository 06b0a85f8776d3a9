/// A kind of ticket of one event, such as Regular, VIP or Family of four. Its details can be read as if they were
/// properties of the type: `type.price` is `type.details.price`. Code that runs at every scan writes `details`
/// explicitly, because dynamic member lookup is slower.
@dynamicMemberLookup
public struct TicketType: Hashable, Sendable {
    public let event: EventNumber
    public let number: TicketTypeNumber
    /// The number of issued tickets that are active: neither cancelled nor refunded.
    public var issued: Int
    /// The number of tickets that pending orders have reserved, including expired reservations that were not released
    /// yet.
    public var reserved: Int
    public var details: TicketTypeDetails

    public init(
        event: EventNumber, number: TicketTypeNumber, issued: Int = 0, reserved: Int = 0, details: TicketTypeDetails
    ) {
        self.event = event
        self.number = number
        self.issued = issued
        self.reserved = reserved
        self.details = details
    }

    public subscript<Value>(dynamicMember path: WritableKeyPath<TicketTypeDetails, Value>) -> Value {
        get { details[keyPath: path] }
        set { details[keyPath: path] = newValue }
    }

    public var isFree: Bool { (details.price?.minorUnits ?? 0) == 0 }

    /// Whether visitors may reserve tickets of this type on the event's public page. This is allowed if the type is
    /// free of charge, or if the organizer allows reservations that are paid at the door.
    public var isReservable: Bool { isFree || details.allowsDoorReservations }

    /// Whether a gate accepts tickets of this type.
    public func isAccepted(at gate: String) -> Bool {
        // A fast path: most types are accepted at every gate, and this method runs at every scan.
        guard !details.gates.isEmpty else { return true }
        let folded = gate.folded
        return details.gates.contains { $0.folded == folded }
    }
}

/// The time in which a type is on sale, from `opens` up to but not including `closes`.
public struct SalesWindow: Hashable, Sendable {
    /// The time at which sales open; nil if they open when the event is published.
    public var opens: Instant?
    /// The time at which sales close; nil if they close when the event starts.
    public var closes: Instant?

    public init(opens: Instant? = nil, closes: Instant? = nil) {
        self.opens = opens
        self.closes = closes
    }

    public static let untilEventStart = SalesWindow()
}

/// The range of the number of tickets of one type in an order.
public struct OrderRange: Hashable, Sendable {
    public var least: Int
    /// The largest number of tickets; nil if only `Order.mostTickets` limits the number.
    public var most: Int?

    public init(least: Int = 1, most: Int? = nil) {
        self.least = least
        self.most = most
    }

    public static let any = OrderRange()

    public func contains(_ count: Int) -> Bool { count >= least && most.map { count <= $0 } ?? true }
}
