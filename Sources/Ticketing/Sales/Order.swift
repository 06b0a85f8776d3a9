/// What somebody buys at once: tickets of some types, at the prices of that moment (MANAGEMENT, "Orders").
public struct Order: Hashable, Sendable {
    /// How long a pending order holds its places, in seconds.
    public static let holdSeconds: Int64 = 30 * 60
    /// Tickets in one order.
    public static let mostTickets = 10_000
    public static let longestReference = 100

    public let event: EventNumber
    public let number: OrderNumber
    public let buyer: Buyer
    /// One for each type, by type.
    public var lines: [OrderLine]
    /// Of all prices; nil when every line is free of charge.
    public let currency: String?
    public var status: Status
    public let created: Instant
    /// When its hold ends; nil when it holds nothing that ends.
    public var expires: Instant?
    /// Whether its places are taken from those that are left, to be given back when it expires.
    public var isHolding: Bool
    public var payment: Payment?
    /// What was paid in minor units, and when; nil before.
    public var amountPaid: Int64?
    public var paid: Instant?
    /// What is to be given back of it, in minor units, over its whole life.
    public var refundOwed: Int64
    /// The part of that which was paid back, in minor units.
    public var refundPaid: Int64
    /// The id of the request that made it, and of the one that paid it.
    public let request: String?
    public var paymentRequest: String?
    /// The normalized address of the visitor who made it on the public page; nil for an order of the office.
    public let visitor: String?

    public enum Status: String, Hashable, Sendable, CaseIterable {
        case pending, paid, cancelled
        case partlyRefunded = "partly-refunded"
        case refunded
    }

    public init(
        event: EventNumber, number: OrderNumber, buyer: Buyer, lines: [OrderLine], currency: String?,
        status: Status = .pending, created: Instant, expires: Instant?, isHolding: Bool, payment: Payment? = nil,
        amountPaid: Int64? = nil, paid: Instant? = nil, refundOwed: Int64 = 0, refundPaid: Int64 = 0,
        request: String? = nil, paymentRequest: String? = nil, visitor: String? = nil
    ) {
        self.event = event
        self.number = number
        self.buyer = buyer
        self.lines = lines
        self.currency = currency
        self.status = status
        self.created = created
        self.expires = expires
        self.isHolding = isHolding
        self.payment = payment
        self.amountPaid = amountPaid
        self.paid = paid
        self.refundOwed = refundOwed
        self.refundPaid = refundPaid
        self.request = request
        self.paymentRequest = paymentRequest
        self.visitor = visitor
    }

    /// The prices of all lines, in minor units. Creating an order checked that they can be counted.
    public var total: Int64 { lines.reduce(0) { $0 &+ $1.price &* Int64($1.count) } }
    public var tickets: Int { lines.reduce(0) { $0 + $1.count } }
    public var people: Int { lines.reduce(0) { $0 + $1.count * Int($1.admits.rawValue) } }

    /// An amount of the order as money; nil when it has no currency, being free of charge.
    public func money(_ minorUnits: Int64) -> Money? { currency.map { Money(minorUnits: minorUnits, currency: $0) } }

    /// The amount still to be paid back, in minor units.
    public var refundLeft: Int64 {
        let (left, overflow) = refundOwed.subtractingReportingOverflow(refundPaid)
        return overflow ? 0 : max(0, left)
    }

    /// Whether its hold is over: at the very moment of `expires` it is.
    public func hasExpired(at now: Instant) -> Bool {
        guard status == .pending, let expires else { return false }
        return now >= expires
    }

    /// Whether its tickets are issued, and are still to be paid at the door.
    public var isPaidAtTheDoor: Bool { status == .pending && payment?.method == .atTheDoor }

    /// What the order is after some of its tickets have ended.
    ///
    /// - Parameters:
    ///   - standing: how many tickets are left that stand.
    ///   - owed: what is to be given back for those that ended, in minor units.
    public func status(standing: Int, owed: Int64) -> Status {
        switch status {
        case .paid, .partlyRefunded:
            if standing > 0 { return owed > 0 ? .partlyRefunded : status }
            return refundOwed + owed > 0 ? .refunded : .cancelled
        case .pending: return standing > 0 ? .pending : .cancelled
        case .cancelled, .refunded: return status
        }
    }
}

/// The tickets of one type in an order.
public struct OrderLine: Hashable, Sendable {
    public let type: TicketTypeNumber
    public let count: Int
    /// What one ticket costs, in minor units of the order's currency; 0 is free of charge.
    public let price: Int64
    /// How many people each ticket admits.
    public let admits: Admits

    public init(type: TicketTypeNumber, count: Int, price: Int64, admits: Admits) {
        self.type = type
        self.count = count
        self.price = price
        self.admits = admits
    }
}

/// Who buys, and how they are reached.
public struct Buyer: Hashable, Sendable {
    public var name: String
    public var email: EmailAddress?
    public var phone: PhoneNumber?

    public init(name: String, email: EmailAddress? = nil, phone: PhoneNumber? = nil) {
        self.name = name
        self.email = email
        self.phone = phone
    }

    /// Where notices go: the e-mail address before the telephone. Nil when neither is known.
    public var contact: String? { email?.rawValue ?? phone?.rawValue }
}

/// How an order is paid.
public struct Payment: Hashable, Sendable {
    public enum Method: String, Hashable, Sendable, CaseIterable {
        case cash
        /// Tickets are issued now, and refused at the gate until they are paid.
        case atTheDoor = "at-the-door"
        /// Nothing is paid.
        case complimentary
        case bankTransfer = "bank-transfer"
        case mobileMoney = "mobile-money"
        case card
    }

    public var method: Method
    /// A receipt's or a transfer's number.
    public var reference: String?

    public init(_ method: Method, reference: String? = nil) {
        self.method = method
        self.reference = reference
    }
}

/// The number of an order: random, not 0, unique in its event; hides how many were sold.
public struct OrderNumber: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
    public let rawValue: UInt32

    /// Nil for 0.
    public init?(rawValue: UInt32) {
        guard rawValue != 0 else { return nil }
        self.rawValue = rawValue
    }

    public static func random(using generator: inout some RandomNumberGenerator) -> OrderNumber {
        while true {
            if let number = OrderNumber(rawValue: generator.next()) { return number }
        }
    }

    public static func < (a: OrderNumber, b: OrderNumber) -> Bool { a.rawValue < b.rawValue }

    public var description: String { String(rawValue) }
}
