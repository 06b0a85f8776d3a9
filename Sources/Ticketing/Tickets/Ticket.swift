public import Languages

/// One ticket in the main store. The ticket's token is not stored, because the fields and the issuer key are enough to
/// compute it again.
public struct Ticket: Hashable, Sendable, Updatable {
    public let event: EventNumber
    public var serial: Serial
    public let type: TicketTypeNumber
    public var admits: Admits
    /// The number of the issuer key that signs the ticket's token.
    public var key: UInt8
    /// The issue number: 0 for the first token. Each re-issue adds 1 and invalidates all earlier tokens (TOKEN §2).
    public var issue: UInt8 = 0
    /// The time of the last re-issue; nil if the ticket was never re-issued.
    public var reissued: Instant?
    /// The validity window in the ticket's token.
    public var window: ValidityWindow
    public var holder: String?
    /// The holder's e-mail address.
    public var email: EmailAddress?
    public var note: String?
    /// The sale; nil for a ticket that was issued without an order.
    public var sale: Sale?
    public var status = Status.issued
    /// The time of the last change of the status. `statusNote` is the reason for that change.
    public var statusSince: Instant?
    public var statusNote: String?
    public let issuedAt: Instant

    /// Gates admit people only if the ticket has the status `issued`. A transferred ticket has this status, too: the
    /// ticket now belongs to the new holder, and its old token is no longer valid.
    public enum Status: String, LabelledValue {
        public static let subject = "ticketStatus"

        case issued, cancelled, refunded, blocked

        /// Whether the ticket still counts towards the number of tickets sold.
        public var isActive: Bool {
            switch self {
            case .issued, .blocked: true
            case .cancelled, .refunded: false
            }
        }
    }

    /// The sale of the ticket.
    public struct Sale: Hashable, Sendable {
        public let order: OrderNumber
        /// The price of this ticket, whether it is paid or not; nil if the ticket is free of charge.
        public let price: Money?
        /// The amount that must still be paid before a gate admits the holder; nil if nothing is due.
        public var due: Money?

        public init(order: OrderNumber, price: Money?, due: Money? = nil) {
            self.order = order
            self.price = price
            self.due = due
        }

        /// The part of the price that was paid, in minor units; 0 if nothing was paid.
        public var paidMinorUnits: Int64 { due == nil ? price?.minorUnits ?? 0 : 0 }
    }

    /// Whether money was paid for the ticket.
    public var isPaidFor: Bool { (sale?.paidMinorUnits ?? 0) > 0 }

    public init(
        event: EventNumber, serial: Serial, type: TicketTypeNumber, admits: Admits, key: UInt8,
        window: ValidityWindow = .always, holder: String? = nil, issuedAt: Instant
    ) {
        self.event = event
        self.serial = serial
        self.type = type
        self.admits = admits
        self.key = key
        self.window = window
        self.holder = holder
        self.issuedAt = issuedAt
    }

    public var code: TicketCode { TicketCode(serial) }
}
