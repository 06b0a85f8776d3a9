import Store
public import Ticketing

extension NoticeService {
    /// The people whom messages about a change do not reach, and why. Every member who can see the event may read the
    /// number of these people. Only members who may read orders see names and addresses.
    ///
    /// - Parameters:
    ///   - people: the people whom the change concerns.
    ///   - kind: the kind of the messages.
    public func unreached(
        _ people: MessagePeople, by kind: Notice.Kind, of event: Event
    ) throws -> UnreachedPeople {
        let unreached = try services.read(.showEvent, on: event) {
            try $0.notices.unreached(people, by: kind, of: event.number)
        }
        return try shown(unreached, of: event)
    }

    /// Whether a message about a change could go to a phone number or, if `atPhones` is false, to an e-mail address.
    /// This can be true even if the own addresses of all recipients are of the other kind: if a recipient has a second
    /// address, or if messages to the own address were stopped and another address is used.
    ///
    /// - Parameters:
    ///   - people: the people whom the change concerns.
    ///   - kind: the kind of the messages.
    public func mayReach(
        _ people: MessagePeople, by kind: Notice.Kind, of event: Event, atPhones: Bool
    ) throws -> Bool {
        try services.read(.showEvent, on: event) {
            try $0.notices.mayReach(people, by: kind, of: event.number, atPhones: atPhones)
        }
    }

    /// The people whom messages about cancelled or refunded tickets do not reach. Such messages go to the holders of
    /// the tickets, and to the buyers to whom money is now owed. A buyer to whom several of the tickets still belong
    /// counts once.
    public func unreached(afterEnding ended: EndedTickets, of event: Event) throws -> UnreachedPeople {
        let unsold = ended.tickets.filter { $0.sale == nil }
        let unreached = try services.read(.showEvent, on: event) { connection in
            let people = try connection.notices.unreached(
                .holders(unsold.map(\.serial)), by: .ticketCancelled, of: event.number)
            let sold = Dictionary(grouping: ended.tickets.filter { $0.sale != nil }) { $0.sale?.order }
            return try ended.orders.reduce(into: people) { sum, order in
                let tickets = sold[order.number, default: []]
                let owed = tickets.contains { $0.sale?.due == nil && ($0.sale?.price?.minorUnits ?? 0) > 0 }
                sum.add(
                    try connection.notices.unreached(
                        afterEnding: tickets, of: order, toBuyer: owed ? .refundOwed : nil))
            }
        }
        return try shown(unreached, of: event)
    }

    /// The people whom messages about a cancelled order do not reach. Such messages go to the buyer and, for tickets
    /// that the buyer has passed on, to the holders. The result is empty if the order was never confirmed, because no
    /// message goes to an address that nobody has confirmed.
    ///
    /// - Parameter order: an order that `OrderService.cancelOrder` has cancelled.
    public func unreached(afterCancelling order: Order, of event: Event) throws -> UnreachedPeople {
        let unreached = try services.read(.showEvent, on: event) { connection in
            if let confirmation = order.confirmation, confirmation.confirmed == nil, order.payment == nil {
                return UnreachedPeople()
            }
            let tickets = try connection.tickets.all(of: order.number, of: event.number).filter {
                $0.status == .cancelled
            }
            // All tickets that ended with the order have the same time in `statusSince`.
            let end = tickets.compactMap(\.statusSince).max()
            return try connection.notices.unreached(
                afterEnding: tickets.filter { $0.statusSince == end }, of: order, toBuyer: .orderCancelled)
        }
        return try shown(unreached, of: event)
    }

    /// Returns `unreached`, without names and addresses if the user may not read orders.
    func shown(_ unreached: UnreachedPeople, of event: Event) throws -> UnreachedPeople {
        guard !unreached.named.isEmpty else { return unreached }
        do {
            try services.authorize(.showOrders, on: event)
            return unreached
        } catch ManagementError.forbidden, ManagementError.notGranted {
            return unreached.withoutNames
        }
    }

    /// The number of people to whom messages are queued if an event is cancelled or deleted now. A person who gets
    /// several messages counts once.
    public func recipientsOfEnd(of event: Event) throws -> RecipientCount {
        let phase = event.phase(at: services.now())
        return try services.read(.showEvent, on: event) { connection in
            guard phase != .completed, phase != .cancelled else { return RecipientCount(people: 0) }
            let count = try connection.notices.recipientsOfEnd(of: event.number)
            return services.recipientCount(count.all, phones: count.phones)
        }
    }

    /// The people whom messages about an edit of an event do not reach. The result is empty if the edit caused no
    /// messages.
    public func unreached(after edit: EventEditResult) throws -> UnreachedPeople {
        try unreached(by: .eventMoved, of: edit.event, if: edit.notifiesHolders)
    }

    /// The people whom messages about the cancellation or deletion of an event do not reach. The result is empty if the
    /// cancellation or deletion concerned nobody.
    public func unreached(after end: EventEndResult) throws -> UnreachedPeople {
        try unreached(by: .eventCancelled, of: end.event, if: end.concernsPeople)
    }

    /// The people whom messages about a restored event do not reach. The result is empty if no messages were queued.
    public func unreached(after restoration: EventRestoration) throws -> UnreachedPeople {
        try unreached(by: .eventRestored, of: restoration.event, if: restoration.notices > 0)
    }

    private func unreached(
        by kind: Notice.Kind, of event: Event, if isAnnounced: Bool
    ) throws -> UnreachedPeople {
        guard isAnnounced else {
            try services.authorize(.showEvent, on: event)
            return UnreachedPeople()
        }
        return try unreached(.everyone, by: kind, of: event)
    }
}

extension Notices {
    /// The people whom messages about cancelled or refunded tickets of an order do not reach.
    ///
    /// - Parameter kind: the kind of the message that the buyer gets about the order; nil if the buyer gets only the
    ///   messages about the tickets.
    fileprivate func unreached(
        afterEnding tickets: [Ticket], of order: Order, toBuyer kind: Notice.Kind?
    ) throws -> UnreachedPeople {
        let own = tickets.filter { $0.belongs(with: order.confirmedBuyer) }
        let others = tickets.filter { $0.holder != nil && !$0.belongs(with: order.confirmedBuyer) }
        let holders = (kind == nil ? Array(own.prefix(1)) : []) + others
        var found = try unreached(.holders(holders.map(\.serial)), by: .ticketCancelled, of: order.event)
        if let kind { found.add(try unreached(.buyer(order.number), by: kind, of: order.event)) }
        return found
    }
}
