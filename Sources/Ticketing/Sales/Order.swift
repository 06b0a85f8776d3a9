public import Languages

/// A purchase of tickets of one or more types. The order keeps the prices at the time of the purchase
/// (Docs/Management.md, "Orders").
public struct Order: Hashable, Sendable, Updatable {
    /// The time for which a pending order reserves its tickets, in seconds.
    public static let reservationSeconds: Int64 = 30 * 60
    /// The maximum number of tickets that one order may contain.
    public static let mostTickets = 10_000
    public static let longestReference = 100

    public let event: EventNumber
    public let number: OrderNumber
    public let buyer: Buyer
    /// One line for each ticket type, ordered by type number.
    public var lines: [OrderLine]
    /// The currency of all prices; nil if every line is free of charge.
    public let currency: String?
    public var status = Status.pending
    public let created: Instant
    /// The time when the order's reservation expires; nil if nothing is reserved, or if the reservation does not
    /// expire.
    public var expires: Instant?
    /// Whether the order's tickets are subtracted from the available quantity. After the reservation has expired, this
    /// stays true until a transaction releases the reservation.
    public var holdsReservation = false
    public var payment: Payment?
    /// The amount paid, in minor units. `paid` is the time of payment. Both are nil until the order is paid.
    public var amountPaid: Int64?
    public var paid: Instant?
    /// The total amount to refund over the life of the order, in minor units.
    public var refundOwed: Int64 = 0
    /// The part of `refundOwed` that was refunded, in minor units.
    public var refundPaid: Int64 = 0
    /// The idempotency id of the request that created the order; nil if no request created it, or if the request had no
    /// id.
    public let request: String?
    /// The idempotency id of the request that paid the order; nil if no request paid it, or if the request had no id.
    public var paymentRequest: String?
    /// The normalized e-mail address of the visitor who ordered on the public page; nil for an order that a member of
    /// the organizer entered.
    public let publicBuyerEmail: String?
    /// The confirmation by the visitor who ordered on the public page; nil for an order that needs no confirmation.
    public var confirmation: OrderConfirmation?

    public enum Status: String, LabelledValue {
        public static let subject = "orderStatus"

        case pending, paid, cancelled
        case partlyRefunded = "partly-refunded"
        case refunded
    }

    public init(
        event: EventNumber, number: OrderNumber, buyer: Buyer, lines: [OrderLine], currency: String?, created: Instant,
        request: String? = nil, publicBuyerEmail: String? = nil
    ) {
        self.event = event
        self.number = number
        self.buyer = buyer
        self.lines = lines
        self.currency = currency
        self.created = created
        self.request = request
        self.publicBuyerEmail = publicBuyerEmail
    }

    /// The sum of all lines, in minor units. It cannot overflow, because the sum is checked before the order is
    /// created.
    public var total: Int64 { lines.reduce(0) { $0 &+ $1.price &* Int64($1.count) } }
    public var tickets: Int { lines.reduce(0) { $0 + $1.count } }
    public var people: Int { lines.reduce(0) { $0 + $1.count * Int($1.admits.rawValue) } }

    /// An amount in the order's currency; nil if the order is free of charge and has no currency.
    public func money(_ minorUnits: Int64) -> Money? { currency.map { Money(minorUnits: minorUnits, currency: $0) } }

    /// The amount that remains to be refunded, in minor units.
    public var refundLeft: Int64 {
        let (left, overflow) = refundOwed.subtractingReportingOverflow(refundPaid)
        return overflow ? 0 : max(0, left)
    }

    /// Whether the order is pending and its reservation has expired: `now ≥ expires`.
    public func hasExpired(at now: Instant) -> Bool {
        guard status == .pending, let expires else { return false }
        return now >= expires
    }

    /// Whether the order was paid, and not all of its tickets are refunded.
    public var isRefundable: Bool { status == .paid || status == .partlyRefunded }

    /// Whether the order's tickets are issued but still have to be paid at the door.
    public var isDueAtTheDoor: Bool { status == .pending && payment?.method == .atTheDoor }

    /// The status of the order after some of its tickets were cancelled or refunded.
    ///
    /// - Parameters:
    ///   - activeTickets: the number of tickets that are still active.
    ///   - owed: the amount to refund for the cancelled or refunded tickets, in minor units.
    public func status(activeTickets: Int, owed: Int64) -> Status {
        switch status {
        case .paid, .partlyRefunded:
            if activeTickets > 0 { return owed > 0 ? .partlyRefunded : status }
            return refundOwed + owed > 0 ? .refunded : .cancelled
        case .pending: return activeTickets > 0 ? .pending : .cancelled
        case .cancelled, .refunded: return status
        }
    }
}

/// The tickets of one type in an order.
public struct OrderLine: Hashable, Sendable {
    public let type: TicketTypeNumber
    public let count: Int
    /// The price of one ticket, in minor units of the order's currency; 0 if free of charge.
    public let price: Int64
    /// The number of people whom each ticket admits.
    public let admits: Admits

    public init(type: TicketTypeNumber, count: Int, price: Int64, admits: Admits) {
        self.type = type
        self.count = count
        self.price = price
        self.admits = admits
    }
}

/// The buyer of an order, with contact details.
public struct Buyer: Hashable, Sendable {
    /// The buyer's name; empty if the order was sold and paid at the desk without a name (`OrderDraft.isWalkIn`).
    public var name: String
    /// The buyer's e-mail address: in an order, in the normalized form of `EmailAddress`; in a draft, as typed.
    public var email: String?
    /// The buyer's phone number: in an order, in the normalized form of `PhoneNumber`; in a draft, as typed.
    public var phone: String?

    public init(name: String, email: String? = nil, phone: String? = nil) {
        self.name = name
        self.email = email
        self.phone = phone
    }

    /// The recipient of notices: the e-mail address, or the phone number if there is no address; nil if the order has
    /// neither.
    public var contact: String? { email ?? phone }

    /// The parsed e-mail address; nil if it is missing or invalid.
    public var emailAddress: EmailAddress? { email.flatMap { EmailAddress(rawValue: $0) } }

    /// This buyer with the e-mail address and the phone number in normalized form. An invalid address or number is left
    /// out.
    public var normalized: Buyer {
        var buyer = self
        buyer.email = emailAddress?.rawValue
        buyer.phone = phone.flatMap { PhoneNumber(rawValue: $0)?.rawValue }
        return buyer
    }
}

/// How an order is paid.
public struct Payment: Hashable, Sendable {
    public enum Method: String, Hashable, Sendable, CaseIterable {
        case cash
        case card
        case mobileMoney = "mobile-money"
        case bankTransfer = "bank-transfer"
        /// The tickets are issued when the order is created, but gates refuse them until they are paid.
        case atTheDoor = "at-the-door"
        /// Nothing is paid, even if the tickets have a price.
        case complimentary

        /// The name on pages.
        public var label: Sentence {
            switch self {
            case .cash: .label(.cash)
            case .card: .label(.card)
            case .mobileMoney: .label(.mobileMoney)
            case .bankTransfer: .label(.bankTransfer)
            case .atTheDoor: .label(.atTheDoor)
            case .complimentary: .label(.complimentary)
            }
        }
    }

    public var method: Method
    /// The number of a receipt or a bank transfer.
    public var reference: String?

    public init(_ method: Method, reference: String? = nil) {
        self.method = method
        self.reference = reference
    }
}

/// The number of an order: random, not 0, unique in its event. Because the number is random, it does not reveal how
/// many orders there are.
public struct OrderNumber: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
    public let rawValue: UInt32

    /// Makes a number from its raw value. Nil for 0.
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
