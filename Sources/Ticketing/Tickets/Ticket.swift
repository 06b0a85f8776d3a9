/// One ticket as the office knows it. Its token can be written anew from what stands here.
public struct Ticket: Hashable, Sendable {
    public let event: EventNumber
    public var serial: Serial
    public let type: TicketTypeNumber
    public var admits: Admits
    /// The number of the issuer key that signs its token.
    public var key: UInt8
    /// 0 when first issued; each re-issue adds 1 and replaces all before it (TOKEN §2).
    public var issue: UInt8
    /// When the last re-issue was made.
    public var reissued: Instant?
    /// The window as the token carries it.
    public var window: ValidityWindow
    public var holder: String?
    /// Where the holder is reached.
    public var email: EmailAddress?
    public var note: String?
    /// Nil for a ticket that was issued without an order.
    public var sale: Sale?
    public var status: Status
    /// When the status last changed, and why.
    public var statusSince: Instant?
    public var statusNote: String?
    public let issuedAt: Instant

    /// Only an issued ticket opens a gate. One that was passed on is issued to its new holder; its old token is superseded.
    public enum Status: String, Hashable, Sendable, CaseIterable {
        case issued, cancelled, refunded, blocked

        /// Whether the ticket keeps its place.
        public var stands: Bool { self == .issued || self == .blocked }
    }

    /// What the ticket was sold for.
    public struct Sale: Hashable, Sendable {
        public let order: OrderNumber
        /// What is or was to be paid for this ticket; nil is free of charge.
        public let price: Money?
        /// What is still to be paid before a gate lets its holder in.
        public var due: Money?

        public init(order: OrderNumber, price: Money?, due: Money? = nil) {
            self.order = order
            self.price = price
            self.due = due
        }
    }

    public init(
        event: EventNumber, serial: Serial, type: TicketTypeNumber, admits: Admits, key: UInt8, issue: UInt8 = 0,
        reissued: Instant? = nil, window: ValidityWindow = .always, holder: String? = nil,
        email: EmailAddress? = nil, note: String? = nil, sale: Sale? = nil, status: Status = .issued,
        statusSince: Instant? = nil, statusNote: String? = nil, issuedAt: Instant
    ) {
        self.event = event
        self.serial = serial
        self.type = type
        self.admits = admits
        self.key = key
        self.issue = issue
        self.reissued = reissued
        self.window = window
        self.holder = holder
        self.email = email
        self.note = note
        self.sale = sale
        self.status = status
        self.statusSince = statusSince
        self.statusNote = statusNote
        self.issuedAt = issuedAt
    }

    public var code: TicketCode { TicketCode(serial) }
}
