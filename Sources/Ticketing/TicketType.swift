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
    public var admits: Admits
    /// When its tickets open a gate; a rule here replaces a token's own window (TOKEN §2).
    public var window: ValidityWindow
    /// Whether a gate demands a live code after the token (TOKEN §6).
    public var demandsLiveCode: Bool

    public init(
        event: EventNumber, number: TicketTypeNumber, name: String, price: Money? = nil, quantity: Int? = nil,
        issued: Int = 0, admits: Admits = .one, window: ValidityWindow = .always, demandsLiveCode: Bool = false
    ) {
        self.event = event
        self.number = number
        self.name = name
        self.price = price
        self.quantity = quantity
        self.issued = issued
        self.admits = admits
        self.window = window
        self.demandsLiveCode = demandsLiveCode
    }

    /// The same type of another event, with nothing issued.
    public func copied(to event: EventNumber) -> TicketType {
        TicketType(
            event: event, number: number, name: name, price: price, quantity: quantity, admits: admits, window: window,
            demandsLiveCode: demandsLiveCode)
    }
}
