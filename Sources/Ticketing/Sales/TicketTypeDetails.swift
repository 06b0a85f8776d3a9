/// The details of a ticket type that its organizer enters.
public struct TicketTypeDetails: Hashable, Sendable, Updatable {
    /// The name, which is unique in the event. The comparison ignores case.
    public var name: String
    /// The price of one ticket; nil if the type is free of charge.
    public var price: Money?
    /// The number of tickets for sale; nil if only the venue's capacity limits the number.
    public var quantity: Int?
    public var admits: Admits
    /// The time in which tickets of this type are valid. A gate that knows the type uses this window instead of the
    /// window in a token, even if this window has no limits (TOKEN §2).
    public var window: ValidityWindow
    /// Whether a gate requires a live code after the token (TOKEN §6).
    public var requiresLiveCode: Bool
    /// When the ticket type is on sale.
    public var sales: SalesWindow
    /// How many tickets of this type one order may contain.
    public var perOrder = OrderRange.any
    /// The names of the gates that accept tickets of this type; empty for every gate. The comparison ignores case.
    public var gates: [String] = []
    /// Whether the ticket type is hidden from buyers. Members can still sell it.
    public var isHidden: Bool
    /// Whether visitors may reserve tickets on the public page and pay at the door. This setting is ignored if the type
    /// is free of charge.
    public var allowsDoorReservations = false
    public var minimumAge: EventDetails.MinimumAge?
    /// How often a ticket's people may enter.
    public var reentry = Reentry.afterExit
    /// The hours during which tickets of this type are valid on each day; nil for all day.
    public var hours: DailyHours?
    /// A note that gate staff see for every ticket of this type.
    public var gateNote: String?

    public init(
        name: String, price: Money? = nil, quantity: Int? = nil, admits: Admits = .one,
        window: ValidityWindow = .always, requiresLiveCode: Bool = false, sales: SalesWindow = .untilEventStart,
        isHidden: Bool = false
    ) {
        self.name = name
        self.price = price
        self.quantity = quantity
        self.admits = admits
        self.window = window
        self.requiresLiveCode = requiresLiveCode
        self.sales = sales
        self.isHidden = isHidden
    }
}

/// A fault of one field of a ticket type, with the allowed values.
public enum TicketTypeFault: Hashable, Sendable, CustomStringConvertible {
    case name(TextFault)
    case nameTaken(String)
    case priceTooHigh(limit: Money)
    /// All types of an event have the same currency.
    case otherCurrency(String, event: String)
    /// A type with sold tickets keeps its currency. The type therefore needs a price, which may be 0.
    case soldForMoney(Money)
    case quantity(Int, limit: Int)
    case quantityBelowSold(Int, issued: Int, reserved: Int)
    case time(field: String)
    case windowReversed
    case salesReversed
    case perOrder(least: Int, most: Int?, limit: Int)
    case gate(String, TextFault)
    case tooManyGates(Int, limit: Int)
    case gateNote(TextFault)

    public var description: String {
        switch self {
        case .name(let fault): "name: \(fault)"
        case .nameTaken(let name): "name: the event has a type “\(name)” already"
        case .priceTooHigh(let limit): "price: at most \(limit)"
        case .otherCurrency(let currency, let event):
            "price: in \(currency), but the event sells in \(event); an event has one currency"
        case .soldForMoney(let price):
            "price: tickets were sold for \(price); enter 0 \(price.currency) to make new tickets free"
        case .quantity(let quantity, let limit): "quantity: \(quantity) is not from 0 to \(limit)"
        case .quantityBelowSold(let quantity, let issued, let reserved):
            """
            quantity: \(quantity) is less than the number of tickets sold: \(issued) issued, \(reserved) reserved by \
            pending orders
            """
        case .time(let field): "\(field): \(Instant.eventRangeDescription)"
        case .windowReversed: "valid-until: not after valid-from"
        case .salesReversed: "closes: not after opens"
        case .perOrder(let least, let most, let limit):
            "least, most: \(least) to \(most.map(String.init) ?? "any") in an order; allowed is 1 ≤ least ≤ most ≤ \(limit)"
        case .gate(let name, let fault): "gate: “\(name)”: \(fault)"
        case .tooManyGates(let count, let limit): "gate: \(count) gates; at most \(limit) are allowed"
        case .gateNote(let fault): "gate-note: \(fault)"
        }
    }
}

extension TicketTypeDetails {
    /// The highest price, in minor units. With this limit and `largestQuantity`, every sum of prices in an event fits
    /// into `Int64`.
    public static let highestPrice: Int64 = 100_000_000_000
    public static let largestQuantity = 10_000_000
    public static let mostGates = 64

    /// All faults of these details.
    ///
    /// - Parameters:
    ///   - others: the other ticket types of the event.
    ///   - edited: the ticket type that these details replace; nil for a new type.
    ///   - kept: the currency of the event's earlier orders, which the event must keep; nil if no order had a currency.
    public func faults(
        among others: [TicketType], edited: TicketType? = nil, soldIn kept: String? = nil
    ) -> [TicketTypeFault] {
        var faults: [TicketTypeFault] = []
        if let fault = TextFault.of(name) { faults.append(.name(fault)) }
        if let other = others.first(where: { $0.name.lowercased() == name.lowercased() }) {
            faults.append(.nameTaken(other.name))
        }
        if let price, price.minorUnits > TicketTypeDetails.highestPrice {
            faults.append(
                .priceTooHigh(limit: Money(minorUnits: TicketTypeDetails.highestPrice, currency: price.currency)))
        }
        // A type with sold tickets must keep its currency.
        let sold = edited.flatMap { $0.issued + $0.reserved > 0 ? $0.price : nil }
        if let sold, price == nil { faults.append(.soldForMoney(sold)) }
        if let price, let currency = kept ?? (sold ?? others.lazy.compactMap(\.price).first)?.currency,
            currency != price.currency
        {
            faults.append(.otherCurrency(price.currency, event: currency))
        }
        faults += quantityFaults(edited: edited)
        faults += faultyTimes
        if let from = window.from, let until = window.until, until <= from { faults.append(.windowReversed) }
        if let opens = sales.opens, let closes = sales.closes, closes <= opens { faults.append(.salesReversed) }
        let most = perOrder.most ?? Order.mostTickets
        if perOrder.least < 1 || most < perOrder.least || most > Order.mostTickets {
            faults.append(.perOrder(least: perOrder.least, most: perOrder.most, limit: Order.mostTickets))
        }
        faults += gates.compactMap { gate in TextFault.of(gate).map { .gate(gate, $0) } }
        if gates.count > TicketTypeDetails.mostGates {
            faults.append(.tooManyGates(gates.count, limit: TicketTypeDetails.mostGates))
        }
        if let fault = gateNote.flatMap({ TextFault.of($0) }) { faults.append(.gateNote(fault)) }
        return faults
    }

    private func quantityFaults(edited: TicketType?) -> [TicketTypeFault] {
        guard let quantity else { return [] }
        guard (0...TicketTypeDetails.largestQuantity).contains(quantity) else {
            return [.quantity(quantity, limit: TicketTypeDetails.largestQuantity)]
        }
        guard let edited, quantity < edited.issued + edited.reserved else { return [] }
        return [.quantityBelowSold(quantity, issued: edited.issued, reserved: edited.reserved)]
    }
}
