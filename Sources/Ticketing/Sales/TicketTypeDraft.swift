/// What an organizer says of a ticket type, new or edited.
public struct TicketTypeDraft: Hashable, Sendable {
    /// Unique in its event, letter case aside.
    public var name: String
    /// Nil is free of charge.
    public var price: Money?
    /// How many there are; nil is no limit but the venue's.
    public var quantity: Int?
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
    /// Whether visitors may reserve it on the public page and pay at the door; of no effect for a type that is free.
    public var takesDoorReservations: Bool
    public var minimumAge: EventDetails.MinimumAge?
    /// How often its people may come in.
    public var reentry: Reentry
    /// The hours of each day at which its tickets open a gate; nil is all day.
    public var hours: DailyHours?
    /// What the person at a gate is told of each of its tickets.
    public var gateNote: String?

    public init(
        name: String, price: Money? = nil, quantity: Int? = nil, admits: Admits = .one,
        window: ValidityWindow = .always, demandsLiveCode: Bool = false, sales: SalesWindow = .untilTheStart,
        perOrder: OrderRange = .any, gates: [String] = [], isHidden: Bool = false,
        takesDoorReservations: Bool = false, minimumAge: EventDetails.MinimumAge? = nil, reentry: Reentry = .afterExit,
        hours: DailyHours? = nil,
        gateNote: String? = nil
    ) {
        self.name = name
        self.price = price
        self.quantity = quantity
        self.admits = admits
        self.window = window
        self.demandsLiveCode = demandsLiveCode
        self.sales = sales
        self.perOrder = perOrder
        self.gates = gates
        self.isHidden = isHidden
        self.takesDoorReservations = takesDoorReservations
        self.minimumAge = minimumAge
        self.reentry = reentry
        self.hours = hours
        self.gateNote = gateNote
    }
}

/// What is wrong with a ticket type, field by field, with what is allowed.
public enum TicketTypeFault: Hashable, Sendable, CustomStringConvertible {
    case name(NameFault)
    case nameTaken(String)
    case priceTooHigh(limit: Money)
    /// All types of an event have one currency.
    case otherCurrency(String, event: String)
    /// What was sold for money keeps its currency, and so a price; it may be 0.
    case soldForMoney(Money)
    case quantity(Int, limit: Int)
    case quantityBelowSold(Int, issued: Int, held: Int)
    case time(field: String)
    case windowReversed
    case salesReversed
    case perOrder(least: Int, most: Int?, limit: Int)
    case gate(String, NameFault)
    case tooManyGates(Int, limit: Int)
    case gateNote(NameFault)

    public var description: String {
        switch self {
        case .name(let fault): "name: \(fault)"
        case .nameTaken(let name): "name: the event has a type “\(name)” already"
        case .priceTooHigh(let limit): "price: at most \(limit)"
        case .otherCurrency(let currency, let event):
            "price: in \(currency), but the event sells in \(event); an event has one currency"
        case .soldForMoney(let price):
            "price: there are tickets that were sold for \(price); write 0 \(price.currency) to give it away from now on"
        case .quantity(let quantity, let limit): "quantity: \(quantity) is not from 0 to \(limit)"
        case .quantityBelowSold(let quantity, let issued, let held):
            "quantity: \(quantity) is less than what is sold: \(issued) issued, \(held) held by pending orders"
        case .time(let field): "\(field): \(Instant.allowedOfEvents)"
        case .windowReversed: "valid-until: not after valid-from"
        case .salesReversed: "closes: not after opens"
        case .perOrder(let least, let most, let limit):
            "least, most: \(least) to \(most.map(String.init) ?? "any") in an order; allowed is 1 ≤ least ≤ most ≤ \(limit)"
        case .gate(let name, let fault): "gate: “\(name)”: \(fault)"
        case .tooManyGates(let count, let limit): "gate: \(count) are too many; at most \(limit) are allowed"
        case .gateNote(let fault): "gate-note: \(fault)"
        }
    }
}

extension TicketTypeDraft {
    /// Prices and quantities up to here: no sum over an event is more than can be counted.
    public static let highestPrice: Int64 = 100_000_000_000
    public static let largestQuantity = 10_000_000
    public static let mostGates = 64

    /// Everything that is wrong with it, all at once.
    ///
    /// - Parameters:
    ///   - others: the other types of its event.
    ///   - edited: the type that it is to replace; nil for a new one.
    ///   - kept: the currency that its event keeps, since there was an order in it; nil while there was none.
    public func faults(
        among others: [TicketType], edited: TicketType? = nil, soldIn kept: String? = nil
    ) -> [TicketTypeFault] {
        var faults: [TicketTypeFault] = []
        if let fault = NameFault.of(name) { faults.append(.name(fault)) }
        if let other = others.first(where: { $0.name.lowercased() == name.lowercased() }) {
            faults.append(.nameTaken(other.name))
        }
        if let price, price.minorUnits > TicketTypeDraft.highestPrice {
            faults.append(
                .priceTooHigh(limit: Money(minorUnits: TicketTypeDraft.highestPrice, currency: price.currency)))
        }
        // What is sold keeps its price, and so its currency.
        let sold = edited.flatMap { $0.issued + $0.held > 0 ? $0.price : nil }
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
        faults += gates.compactMap { gate in NameFault.of(gate).map { .gate(gate, $0) } }
        if gates.count > TicketTypeDraft.mostGates {
            faults.append(.tooManyGates(gates.count, limit: TicketTypeDraft.mostGates))
        }
        if let fault = gateNote.flatMap({ NameFault.of($0) }) { faults.append(.gateNote(fault)) }
        return faults
    }

    private func quantityFaults(edited: TicketType?) -> [TicketTypeFault] {
        guard let quantity else { return [] }
        guard (0...TicketTypeDraft.largestQuantity).contains(quantity) else {
            return [.quantity(quantity, limit: TicketTypeDraft.largestQuantity)]
        }
        guard let edited, quantity < edited.issued + edited.held else { return [] }
        return [.quantityBelowSold(quantity, issued: edited.issued, held: edited.held)]
    }
}
