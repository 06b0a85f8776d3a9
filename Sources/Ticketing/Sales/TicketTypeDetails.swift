public import Languages

/// The details that an organizer enters for a ticket type.
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
    /// Whether a gate requires a live code after the token: five characters that change every 30 seconds, so that a
    /// screenshot is not enough (TOKEN §6).
    public var requiresLiveCode: Bool
    /// The time in which the ticket type is on sale.
    public var sales: SalesWindow
    /// The range of the number of tickets of this type in one order.
    public var perOrder = OrderRange.any
    /// The names of the gates that accept tickets of this type; empty for every gate. The comparison ignores case and
    /// accents.
    public var gates: [String] = []
    /// Whether the ticket type is hidden from buyers. Members can still sell it.
    public var isHidden: Bool
    /// Whether visitors may reserve tickets on the public page and pay at the door. This setting is ignored if the type
    /// is free of charge.
    public var allowsDoorReservations = false
    public var minimumAge: EventDetails.MinimumAge?
    /// The rule for repeated entry with a ticket of this type.
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
public enum TicketTypeFault: Hashable, Sendable, SentenceConvertible {
    /// A value outside the limits of its field.
    case limit(FieldFault)
    case nameTaken(String)
    case priceTooHigh(limit: Money)
    /// The type has another currency than the event. All types of an event have the same currency.
    case otherCurrency(String, event: String)
    /// The type has no price, although tickets were sold for money. A type with sold tickets must keep its currency, so
    /// it needs a price, which may be 0.
    case soldForMoney(Money)
    case quantityBelowSold(Int, issued: Int, reserved: Int)
    case windowReversed
    case salesReversed
    case perOrder(least: Int, most: Int)
    case gate(String, TextFault)
    case tooManyGates(Int, limit: Int)

    /// This fault as a `FieldFault`, with the name of the faulty field.
    public var fieldFault: FieldFault {
        switch self {
        case .limit(let fault): fault
        case .nameTaken(let name): FieldFault("name", FaultSentence.typeNameTaken, ["name": .text(name)])
        case .priceTooHigh(let limit): FieldFault("price", FaultSentence.highestPrice, ["price": .money(limit)])
        case .otherCurrency(let currency, let event):
            FieldFault(
                "price", FaultSentence.otherCurrency, ["eventCurrency": .text(event), "currency": .text(currency)])
        case .soldForMoney(let price):
            FieldFault(
                "price", FaultSentence.soldForMoney, ["price": .money(price), "currency": .text(price.currency)])
        case .quantityBelowSold(let quantity, let issued, let reserved):
            FieldFault(
                "quantity", FaultSentence.quantityBelowSold,
                ["quantity": .number(quantity), "issued": .number(issued), "reserved": .number(reserved)])
        case .windowReversed: FieldFault("valid-until", FaultSentence.windowReversed)
        case .salesReversed: FieldFault("closes", FaultSentence.salesReversed)
        case .perOrder(let least, let most):
            FieldFault("most", FaultSentence.mostBelowLeast, ["most": .number(most), "least": .number(least)])
        case .gate(let name, let fault):
            FieldFault("gates", FaultSentence.gateName, ["gate": .text(name), "fault": .sentence(fault.sentence)])
        case .tooManyGates(let count, let limit):
            FieldFault("gates", FaultSentence.tooManyGates, ["gates": .number(count), "limit": .number(limit)])
        }
    }

    /// The fault as a text that begins with the command-line option. The option has the name of the field. Only the
    /// option for the field `gates` has another name, `gate`.
    public var sentence: Sentence {
        let fault = fieldFault
        return fault.field == "gates" ? FieldFault("gate", fault.allowed).sentence : fault.sentence
    }
}

extension TicketTypeDetails {
    /// The highest price, in minor units. Because of this limit and `largestQuantity`, every sum of prices in an event
    /// fits into `Int64`.
    public static let highestPrice: Int64 = 100_000_000_000
    public static let largestQuantity = 10_000_000
    public static let mostGates = 64

    /// All faults of these details.
    ///
    /// - Parameters:
    ///   - others: the other ticket types of the event.
    ///   - edited: the ticket type whose details are replaced by these details; nil for a new type.
    ///   - kept: the currency of the event's earlier orders, which the event must keep; nil if no order had a currency.
    public func faults(
        among others: [TicketType], edited: TicketType? = nil, soldIn kept: String? = nil
    ) -> [TicketTypeFault] {
        var faults = limitFaults.map { TicketTypeFault.limit($0) }
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
        if let quantity, quantity >= 0, let edited, quantity < edited.issued + edited.reserved {
            faults.append(.quantityBelowSold(quantity, issued: edited.issued, reserved: edited.reserved))
        }
        if let from = window.from, let until = window.until, until <= from { faults.append(.windowReversed) }
        if let opens = sales.opens, let closes = sales.closes, closes <= opens { faults.append(.salesReversed) }
        if let most = perOrder.most, most < perOrder.least {
            faults.append(.perOrder(least: perOrder.least, most: most))
        }
        faults += gates.compactMap { gate in TextFault.of(gate).map { .gate(gate, $0) } }
        if gates.count > TicketTypeDetails.mostGates {
            faults.append(.tooManyGates(gates.count, limit: TicketTypeDetails.mostGates))
        }
        return faults
    }
}
