/// The input for a new order: ticket quantities and the buyer's details, as a person entered them.
public struct OrderDraft: Hashable, Sendable {
    /// The quantity of each ticket type, with one entry for each type.
    public var lines: [Line]
    public var buyer: Buyer
    /// The payment; nil if the buyer pays later. In that case, the tickets are reserved for `Order.reservationSeconds`.
    /// Free tickets need no payment (`effectivePayment(among:)`).
    public var payment: Payment?
    /// The normalized e-mail address of the visitor who orders on the public page; nil for an order that a member of
    /// the organizer enters.
    public var publicBuyerEmail: String?
    /// The address from which the order must be confirmed before its tickets are issued; nil if no confirmation is
    /// needed. Until the confirmation, the tickets are reserved for `OrderConfirmation.minutes`.
    public var confirmationAddress: String?
    /// The buyer's date of birth as typed, `1990-05-17`; nil if it is unknown. It is only compared with the age limit,
    /// and never stored.
    public var born: String?
    /// Whether the order is a sale at the desk that is paid at once. The buyer of such an order need not have a name.
    public var isWalkIn = false

    public struct Line: Hashable, Sendable {
        public var type: TicketTypeNumber
        public var count: Int

        public init(type: TicketTypeNumber, count: Int) {
            self.type = type
            self.count = count
        }
    }

    public init(lines: [Line], buyer: Buyer, payment: Payment? = nil) {
        self.lines = lines
        self.buyer = buyer
        self.payment = payment
    }

    public init(
        lines: [Line], name: String, email: String? = nil, phone: String? = nil, payment: Payment? = nil
    ) {
        self.init(lines: lines, buyer: Buyer(name: name, email: email, phone: phone), payment: payment)
    }
}

extension OrderDraft {
    /// Makes an order from this input, or returns all faults at once.
    ///
    /// Hidden ticket types are allowed. The caller must check that enough tickets are left.
    ///
    /// - Parameters:
    ///   - number: the number of the new order.
    ///   - request: the idempotency id of the request; nil if the request has no id.
    public func order(
        _ number: OrderNumber, of event: Event, types: [TicketType], request: String?, at now: Instant
    ) -> Result<Order, OrderFaults> {
        var faults: [OrderFault] = []
        var lines: [OrderLine] = []
        var total: Money?
        if self.lines.isEmpty { faults.append(.noLines) }
        for line in self.lines.sorted(by: { $0.type < $1.type }) {
            guard let type = types.first(where: { $0.number == line.type }) else {
                faults.append(.unknownType(line.type))
                continue
            }
            if lines.last?.type == line.type { faults.append(.duplicateType(type.name)) }
            if line.count < 1 || !type.perOrder.contains(line.count) {
                faults.append(
                    .count(
                        line.count, of: type.name, least: type.perOrder.least,
                        most: type.perOrder.most ?? Order.mostTickets))
            }
            if let reason = type.organizerSaleBlock(event: event, now: now) {
                faults.append(.notOnSale(type.name, reason))
            }
            lines.append(
                OrderLine(type: type.number, count: line.count, price: type.price?.minorUnits ?? 0, admits: type.admits)
            )
            guard let price = type.price else { continue }
            guard let cost = price.times(line.count), let sum = total.map({ $0.plus(cost) }) ?? cost else {
                faults.append(.totalTooHigh)
                continue
            }
            total = sum
        }
        let tickets = self.lines.reduce(0) { sum, line in
            let (more, isTooMany) = sum.addingReportingOverflow(max(0, line.count))
            return isTooMany ? .max : more
        }
        if tickets > Order.mostTickets {
            faults.append(.tooManyTickets(tickets, limit: Order.mostTickets))
        }
        faults += (buyerFaults + (payment?.limitFaults ?? [])).map(OrderFault.field)
        if let fault = ageFault(of: event, types: types, at: now) { faults.append(fault) }
        guard faults.isEmpty else { return .failure(OrderFaults(faults)) }
        return .success(
            Order(
                event: event.number, number: number, buyer: buyer.normalized, lines: lines, currency: total?.currency,
                created: now, request: request,
                publicBuyerEmail: publicBuyerEmail
            ).with {
                $0.confirmation = confirmationAddress.map {
                    OrderConfirmation(address: $0, deadline: now.advanced(bySeconds: OrderConfirmation.seconds))
                }
                if payment == nil {
                    $0.expires = $0.confirmation?.deadline ?? now.advanced(bySeconds: Order.reservationSeconds)
                }
                $0.holdsReservation = payment == nil
                $0.payment = payment
            })
    }

    /// The payment of the order: the payment that a person entered or, if there is none and all tickets are free,
    /// `complimentary`. Nobody pays for free tickets, so they are issued at once. Nil if the buyer pays later.
    ///
    /// - Parameter types: the event's current ticket types.
    public func effectivePayment(among types: [TicketType]) -> Payment? {
        let isFree = lines.allSatisfy { line in types.contains { $0.number == line.type && $0.isFree } }
        return payment ?? (isFree && !lines.isEmpty ? Payment(.complimentary) : nil)
    }

    private var buyerFaults: [FieldFault] {
        let needsName = !isWalkIn || payment == nil || payment?.method == .atTheDoor
        return needsName || !buyer.name.isEmpty
            ? buyer.limitFaults : buyer.limitFaults.filter { $0.field != Buyer.requiredFields[0] }
    }

    private func ageFault(of event: Event, types: [TicketType], at now: Instant) -> OrderFault? {
        let ordered = types.filter { type in lines.contains { $0.type == type.number } }
        return AgeLimit.fault(ofBirth: born, for: ordered, at: event, now: now)
    }

    /// All faults of this input, without making an order.
    public func faults(of event: Event, types: [TicketType], at now: Instant) -> [OrderFault] {
        var random = SystemRandomNumberGenerator()
        return switch order(.random(using: &random), of: event, types: types, request: nil, at: now) {
        case .success: []
        case .failure(let faults): faults.all
        }
    }
}
