public import Store
import TicketToken
public import Ticketing

/// The reservation that the link in a message opens.
public struct LinkedReservation: Sendable {
    public let event: Event
    /// The organizer's name.
    public let organizer: String
    public let order: Order
    /// The event's ticket types, in the order in which they are listed.
    public let types: [TicketType]
    public let state: State
    /// The time until which the tickets must be paid at the door. Nil if the tickets are free, or if the event has
    /// neither a payment deadline nor a door time nor a start.
    public let payBy: Instant?
    /// Whether the visitor has asked for the organizer's news, and agrees to get news by confirming the reservation.
    public let asksForNews: Bool
    /// The other events for which the visitor's address has tickets, and which overlap with this event or are too close
    /// to it in time.
    public let conflicts: [(event: Event, conflict: TicketConflict)]
    /// The poster and the logo of the event.
    public let pictures: [StoredPicture]

    public enum State: Sendable {
        /// The tickets are reserved until this time.
        case waiting(until: Instant)
        /// The tickets were reserved until this time. The visitor can still confirm, as long as tickets are left.
        case lapsed(Instant)
        /// The order is confirmed. The link is nil if all signing keys are retired.
        case confirmed(OrderLink?)
        case cancelled
    }
}

extension Storefront {
    /// How long the link in a message works after the reservation has lapsed, in seconds. Some messages arrive late.
    public static let lateConfirmationSeconds: Int64 = 24 * 3600
    /// The maximum number of links that are sent to one mailbox in an hour. The number is limited, because anyone can
    /// enter any address. This limit and the limits below count the links for all events together.
    public static let maximumLinksPerHour = 5
    /// The maximum number of links that are sent to one mailbox or phone number in 24 hours.
    public static let maximumLinksPerDay = 10
    /// The maximum number of links that are sent to one phone number in an hour.
    public static let maximumTextLinksPerHour = 3
    /// The maximum number of links that are sent to all phone numbers together in an hour. The number is limited,
    /// because each text message costs money.
    public static let maximumTextLinksOfAllPerHour = 60
    private static let maximumEventsPerPass = 20
    private static let maximumOrdersPerPass = 100

    /// The reservation that a link opens; nil if the link is invalid or too old. Changes nothing, because programs that
    /// check mail for viruses open the links.
    public func reservation(_ secret: ConfirmationSecret) throws -> LinkedReservation? {
        let now = now()
        return try store.read { connection in
            guard let proof = try connection.addressProofs.unlocked(hash: secret.hash),
                let subject = ReservationProof(proof, at: now),
                let event = try connection.events.with(number: subject.event)?.forVisitors,
                let order = try connection.orders.with(number: subject.order, of: event.number)
            else { return nil }
            return LinkedReservation(
                event: event, organizer: try Storefront.organizer(of: event, connection), order: order,
                types: try connection.ticketTypes.all(of: event.number), state: try state(of: order, at: now),
                payBy: order.total > 0 ? VisitorReservations.expiry(of: event) : nil,
                asksForNews: try order.awaitsConfirmation
                    && connection.newsConsents.request(with: order.number, of: event.number) != nil,
                conflicts: try connection.conflictingEvents(of: [proof.address], with: event),
                pictures: try connection.pictures.all(of: event.number))
        }
    }

    private func state(of order: Order, at now: Instant) throws -> LinkedReservation.State {
        if order.isEnded { return .cancelled }
        guard let confirmation = order.confirmation, order.awaitsConfirmation else {
            return .confirmed(try OrderLink(to: order.number, of: order.event, ring))
        }
        return order.hasExpired(at: now) ? .lapsed(confirmation.deadline) : .waiting(until: confirmation.deadline)
    }

    /// Confirms the reservation that a link opens, and issues its tickets. If the visitor has asked for the organizer's
    /// news, the confirmation is also the consent to get news. If the reservation has lapsed, its tickets are issued
    /// only as long as enough are left. Does nothing if the reservation is already confirmed.
    ///
    /// - Returns: the order's link.
    /// - Throws: `StorefrontError`, for example `reservationLapsed`; `ManagementError.quantityExceeded` or
    ///   `capacityExceeded` if the reservation has lapsed and other buyers took the last tickets;
    ///   `SalesError.orderFaults` if it has lapsed and its types are no longer on sale.
    public func confirmReservation(_ secret: ConfirmationSecret) throws -> OrderLink {
        let key = try ManagementServices.signingKey(of: ring, publicKeys)
        let now = now()
        guard
            let known = try store.read({ try $0.addressProofs.unlocked(hash: secret.hash) }),
            let subject = ReservationProof(known, at: now)
        else { throw StorefrontError.notFound }
        let organizer = try organizer(of: subject.event)
        let order = try visitorServices.transact(.confirmReservation, in: organizer) { work in
            // The rows are locked in this order: the row of the link (`AddressProof`), the order, the ticket types, the
            // event.
            guard let proof = try work.connection.addressProofs.with(hash: secret.hash),
                let order = try work.connection.orders.locked(number: subject.order, of: subject.event),
                let event = try work.connection.events.with(number: subject.event)
            else { throw StorefrontError.notFound }
            guard !order.isEnded else { throw StorefrontError.reservationCancelled }
            guard order.awaitsConfirmation else { return order }
            guard event.isPublic else { throw StorefrontError.notFound }
            let confirmed = try work.confirm(order, of: event, key: key, ring)
            _ = try work.connection.addressProofs.use(proof, at: work.now)
            return confirmed
        }
        guard let link = try OrderLink(to: order.number, of: order.event, ring) else {
            throw ManagementError.noSigningKey
        }
        return link
    }

    /// Releases the tickets of a reservation that its visitor has not confirmed, and cancels the order. Does nothing if
    /// the order is already cancelled.
    ///
    /// - Throws: `StorefrontError.notFound` if the link is invalid or too old, or if the reservation is confirmed.
    public func releaseReservation(_ secret: ConfirmationSecret) throws {
        let now = now()
        guard
            let known = try store.read({ try $0.addressProofs.unlocked(hash: secret.hash) }),
            let subject = ReservationProof(known, at: now)
        else { throw StorefrontError.notFound }
        try visitorServices.transact(.cancelOrder, in: try organizer(of: subject.event)) { work in
            // The rows are locked in the same order as in `confirmReservation`.
            guard let proof = try work.connection.addressProofs.with(hash: secret.hash),
                let order = try work.connection.orders.locked(number: subject.order, of: subject.event)
            else { throw StorefrontError.notFound }
            guard !order.isEnded else { return }
            guard order.awaitsConfirmation else { throw StorefrontError.notFound }
            _ = try work.cancel(order, note: nil)
            _ = try work.connection.addressProofs.use(proof, at: work.now)
        }
    }

    /// Ends lapsed reservations: reservations that were not confirmed in time, and reservations that were not paid at
    /// the door in time. Frees their capacity, and notifies the buyers who did not pay. Then cancels the orders whose
    /// links do not work any more. Ends the reservations of at most 20 events, and cancels at most 100 orders; call the
    /// method again for the rest.
    ///
    /// - Returns: the number of ended reservations plus the number of cancelled orders.
    public static func lapseExpired(_ store: Store, at now: Instant) throws -> Int {
        let events = try store.read {
            try $0.orders.eventsWithLapsedReservations(
                at: now, secondsAfterDoors: VisitorReservations.secondsAfterDoors, limit: maximumEventsPerPass)
        }
        let late = try store.read {
            try $0.orders.neverConfirmed(
                by: now.advanced(bySeconds: -lateConfirmationSeconds), limit: maximumOrdersPerPass)
        }
        guard !events.isEmpty || !late.isEmpty else { return 0 }
        let services = ManagementServices(user: try visitor(in: store, at: now), store: store, now: { now })
        let ended = try events.reduce(0) { ended, found in
            try ended
                + services.transact(.expireHold, in: found.organizer) { work in
                    try work.stock(of: found.event).releaseExpiredReservations()
                }
        }
        return try Dictionary(grouping: late) { $0.event }.reduce(ended) { ended, group in
            try ended
                + services.transact(.expireHold, in: group.value[0].organizer) { work in
                    try work.cancelUnconfirmed(group.value.map { $0.order }.sorted(), of: group.key)
                }
        }
    }
}

/// The order that a confirmation link is about, read from the row of the link (`AddressProof`). The field `subject` of
/// the row is `email MAILBOX EVENT/ORDER` or `sms NUMBER EVENT/ORDER`. So the links to a mailbox or phone number can be
/// counted by the beginning of this field.
private struct ReservationProof {
    let event: EventNumber
    let order: OrderNumber

    /// Reads the order from the row of a link. Nil if the link does not confirm a reservation, or has expired.
    init?(_ proof: AddressProof, at now: Instant) {
        let parts = proof.subject.split(separator: " ").last?.split(separator: "/") ?? []
        guard proof.purpose == .confirmReservation, now < proof.expires, parts.count == 2,
            let event = UInt32(parts[0]).flatMap(EventNumber.init),
            let order = UInt32(parts[1]).flatMap(OrderNumber.init)
        else { return nil }
        self.event = event
        self.order = order
    }

    static func subject(of order: Order, to address: String) -> String {
        "\(MessageLimit.owner(of: address))\(order.event)/\(order.number)"
    }
}

extension MessageLimit {
    fileprivate static func ofLinks(to address: String) -> [MessageLimit] {
        let owner = owner(of: address)
        func limit(_ subject: String, _ links: Int, seconds: Int64 = 3600) -> MessageLimit {
            MessageLimit(purpose: .confirmReservation, subject: subject, messages: links, seconds: seconds)
        }
        let day = limit(owner, Storefront.maximumLinksPerDay, seconds: 24 * 3600)
        guard owner.hasPrefix(textMessages) else { return [day, limit(owner, Storefront.maximumLinksPerHour)] }
        return [
            day, limit(owner, Storefront.maximumTextLinksPerHour),
            limit(textMessages, Storefront.maximumTextLinksOfAllPerHour),
        ]
    }
}

extension Order {
    fileprivate var isEnded: Bool { status == .cancelled || status == .refunded }
}

extension UnitOfWork {
    /// Checks that another link may be sent to an address. The number of links to one mailbox or phone number is
    /// limited per hour and per 24 hours. If messages to the address were stopped, for example because one was
    /// undeliverable, the dispatcher does not send the link, but the link still counts. Call `serialize` first, so that
    /// the later of two concurrent requests counts the link of the earlier request.
    ///
    /// - Throws: `StorefrontError.tooManyMessages`.
    func requireFewLinks(to address: String) throws {
        let isFull = try MessageLimit.ofLinks(to: address).contains {
            try $0.end(connection.addressProofs, at: now) != nil
        }
        if isFull { throw StorefrontError.tooManyMessages }
    }

    /// Sends the link with which a visitor confirms an order. Members of the organizer can read the notice, so the
    /// notice does not name the other events for which the address has tickets. Only the page that the link opens names
    /// these events.
    func sendLink(for confirmation: OrderConfirmation, of order: Order, at event: Event) throws {
        let secret = try ConfirmationSecret()
        try connection.addressProofs.add(
            AddressProof(
                hash: secret.hash, purpose: .confirmReservation, address: confirmation.address,
                subject: ReservationProof.subject(of: order, to: confirmation.address), created: now,
                expires: confirmation.deadline.advanced(bySeconds: Storefront.lateConfirmationSeconds)))
        try AddressVerification(.confirmReservation, connection, at: now).prune()
        try notify(
            confirmation.address, .reservationToConfirm, of: event.number,
            payload: AuditFields(present: [
                ("link", "/confirm/\(secret.text)"), ("order", "\(order.number)"), ("tickets", "\(order.tickets)"),
                ("total", order.money(order.total)?.description), ("expires", confirmation.deadline.auditValue),
                ("title", event.details.title),
            ]), uniqueCause: "\(order.number)")
    }

    /// Issues the tickets of an order that its visitor has confirmed.
    ///
    /// - Parameter order: the order, which must be locked and wait for its confirmation.
    fileprivate func confirm(_ order: Order, of event: Event, key: UInt8, _ ring: KeyRing) throws -> Order {
        if let over = event.closedReason(at: now) { throw over }
        let isFree = order.total == 0
        if !isFree, VisitorReservations.haveExpired(of: event, at: now) { throw StorefrontError.reservationsEnded }
        let types = try connection.ticketTypes.all(of: event.number)
        let stock = stock(of: event.number)
        let need = Stock.StockRequirement(order)
        var reserved = order
        try stock.releaseExpiredReservation(of: &reserved)
        if !reserved.holdsReservation {
            try requireSameTerms(order, of: event, types: types)
            try stock.allocate(need)
        } else {
            try stock.issueReserved(need)
        }
        try connection.knownKeys.record(ring.checkValues)
        var issued = try issue(reserved, Payment(isFree ? .complimentary : .atTheDoor), types: types, key: key)
        issued.confirmation?.confirmed = now
        try connection.orders.update(issued)
        try agreeToNews(with: issued, of: event)
        // The calls of `stock` above have locked the event's row. So the later of two concurrent confirmations also
        // counts the tickets of the earlier confirmation.
        try requireAddressLimit(for: issued)
        try record(
            AuditSubject(.order, order.number), of: event.number, before: reserved.auditFields,
            after: issued.auditFields)
        try notifyBuyer(issued, title: event.details.title)
        return issued
    }

    /// Checks that the types of a lapsed order are still on sale, for the same price and the same number of people.
    ///
    /// - Throws: `StorefrontError.reservationLapsed`, or `SalesError.orderFaults`.
    private func requireSameTerms(_ order: Order, of event: Event, types: [TicketType]) throws {
        for line in order.lines {
            guard let type = types.first(where: { $0.number == line.type }), type.isReservable,
                type.price?.minorUnits ?? 0 == line.price, type.admits == line.admits
            else { throw StorefrontError.reservationLapsed }
            if let reason = type.organizerSaleBlock(event: event, now: now) {
                throw SalesError.orderFaults([.notOnSale(type.name, reason)])
            }
        }
    }

    /// Cancels unconfirmed orders whose reservations have lapsed and whose links no longer work.
    ///
    /// - Returns: the number of cancelled orders.
    fileprivate func cancelUnconfirmed(_ numbers: [OrderNumber], of event: EventNumber) throws -> Int {
        try numbers.reduce(0) { count, number in
            // Orders that were paid or cancelled after the list was read are skipped.
            guard let order = try connection.orders.locked(number: number, of: event), order.awaitsConfirmation,
                !order.holdsReservation
            else { return count }
            _ = try cancel(order, note: nil)
            return count + 1
        }
    }

    /// Notifies the buyer that a reservation has lapsed, because it was not paid in time.
    func notifyOfLapse(_ order: Order) throws {
        guard let contact = order.contact else { return }
        try notify(
            contact, .reservationLapsed, of: order.event,
            payload: AuditFields(present: [
                ("order", "\(order.number)"), ("tickets", "\(order.tickets)"),
                ("total", order.money(order.total)?.description),
            ]), uniqueCause: "\(order.number)")
    }
}
