/// A kind of ticket of one event: Regular, VIP, Family of four.
public struct TicketType: Hashable, Sendable {
    public let event: EventNumber
    public let number: TicketTypeNumber
    /// Unique in its event, letter case aside.
    public var name: String
    /// Nil is free of charge.
    public var price: Money?
    /// How many there are; nil is no limit but the venue's.
    public var quantity: Int?
    /// How many of them are issued and stand.
    public var issued: Int
    /// How many of them pending orders hold, those that have expired and were not given back yet included.
    public var held: Int
    public var admits: Admits
    /// When its tickets open a gate; a rule here replaces a token's own window (TOKEN §2).
    public var window: ValidityWindow
    /// Whether a gate demands a live code after the token (TOKEN §6).
    public var demandsLiveCode: Bool
    /// When it is sold.
    public var sales: SalesWindow
    /// How many one order may have of it.
    public var perOrder: OrderRange
    /// The gates that take its tickets, letter case aside; none is every gate.
    public var gates: [String]
    /// Not shown to buyers; the office sells it all the same.
    public var isHidden: Bool
    public var minimumAge: EventDetails.MinimumAge?

    public init(
        event: EventNumber, number: TicketTypeNumber, name: String, price: Money? = nil, quantity: Int? = nil,
        issued: Int = 0, held: Int = 0, admits: Admits = .one, window: ValidityWindow = .always,
        demandsLiveCode: Bool = false, sales: SalesWindow = .untilTheStart, perOrder: OrderRange = .any,
        gates: [String] = [], isHidden: Bool = false, minimumAge: EventDetails.MinimumAge? = nil
    ) {
        self.event = event
        self.number = number
        self.name = name
        self.price = price
        self.quantity = quantity
        self.issued = issued
        self.held = held
        self.admits = admits
        self.window = window
        self.demandsLiveCode = demandsLiveCode
        self.sales = sales
        self.perOrder = perOrder
        self.gates = gates
        self.isHidden = isHidden
        self.minimumAge = minimumAge
    }

    /// Whether a gate takes its tickets.
    public func isTaken(at gate: String) -> Bool {
        // Most types are taken everywhere, and this is asked at each scan.
        guard !gates.isEmpty else { return true }
        let folded = gate.folded
        return gates.contains { $0.folded == folded }
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
