package import Management
package import Ticketing

/// The tickets for one recipient: the tickets of an order or a household, or a single ticket.
package struct TicketBundle: Sendable {
    /// The file name without extension. It contains a code or a number, but never a person's name.
    package let name: String
    package let tickets: [Ticket]
    /// Tickets that are left out, because they were transferred to other people. Only the new holders are allowed to
    /// get them.
    package let transferred: [TicketCode]

    package init(_ ticket: Ticket) {
        name = ticket.code.description
        tickets = [ticket]
        transferred = []
    }

    package init(name: String, tickets: [Ticket], transferred: [TicketCode] = []) {
        self.name = name
        self.tickets = tickets
        self.transferred = transferred
    }
}

/// The tickets of a household: their serials, the names of the guests on each ticket, and the names of these guests'
/// households.
private struct HouseholdTickets {
    private(set) var serials: Set<Serial> = []
    private var households: [Serial: Set<String>] = [:]
    private var guests: [Serial: [String]] = [:]

    mutating func add(_ invited: InvitedGuest) {
        guard let serial = invited.guest.serial else { return }
        serials.insert(serial)
        guests[serial, default: []].append(invited.guest.name)
        if let household = invited.household { households[serial, default: []].insert(household) }
    }

    func isNotTransferred(_ ticket: Ticket) -> Bool {
        ticket.belongs(
            withGuests: guests[ticket.serial, default: []], households: households[ticket.serial, default: []])
    }
}

extension ManagementServices {
    /// The issued tickets of an order, except tickets that were transferred to other people.
    ///
    /// - Throws: `TicketBundleError` if no ticket remains to be exported.
    package func bundle(ofOrder number: OrderNumber, of event: Event) throws -> TicketBundle {
        let order = try orders.order(number, of: event)
        let issued = try orders.tickets(of: order, of: event).filter { $0.status == .issued }
        guard !issued.isEmpty else {
            throw TicketBundleError.emptyOrder(number, event: event.slug)
        }
        let bundle = TicketBundle(
            name: "order-\(number)", tickets: issued.filter { $0.belongs(with: order.confirmedBuyer) },
            transferred: issued.filter { !$0.belongs(with: order.confirmedBuyer) }.map(\.code))
        return try ManagementServices.requireNonEmpty(bundle) {
            .orderTransferred(number, first: $0, event: event.slug)
        }
    }

    /// The issued tickets of a household, except tickets that were transferred to other people. `name` is the
    /// household's number or its full name. If `name` is the number of one household and the name of another household,
    /// the household with this number is used.
    ///
    /// - Throws: `TicketBundleError` if there is no such household, if several households have the name, or if no
    ///   ticket remains to be exported.
    package func bundle(ofHousehold name: String, of event: Event) throws -> TicketBundle {
        var numbered: HouseholdTickets?
        var named: [Int: HouseholdTickets] = [:]
        let folded = name.folded
        try guests.forEachGuest(of: event) { invited in
            guard let household = invited.guest.household else { return }
            if Int(name) == household {
                numbered = numbered ?? HouseholdTickets()
                numbered?.add(invited)
            } else if invited.household?.folded == folded {
                named[household, default: HouseholdTickets()].add(invited)
            }
        }
        if let numbered, let number = Int(name) { named = [number: numbered] }
        guard let (number, codes) = named.first.map({ ($0.key, $0.value) }) else {
            throw TicketBundleError.unknownHousehold(name, event: event.slug)
        }
        guard named.count == 1 else {
            throw TicketBundleError.ambiguousHousehold(name, numbers: named.keys.sorted())
        }
        let issued = try codes.serials.sorted().map { try tickets.ticket(TicketCode($0), of: event) }
            .filter { $0.status == .issued }
        guard !issued.isEmpty else {
            throw TicketBundleError.emptyHousehold(number, event: event.slug)
        }
        let bundle = TicketBundle(
            name: "household-\(number)", tickets: issued.filter(codes.isNotTransferred),
            transferred: issued.filter { !codes.isNotTransferred($0) }.map(\.code))
        return try ManagementServices.requireNonEmpty(bundle) {
            .householdTransferred(number, first: $0, event: event.slug)
        }
    }

    /// - Parameter error: creates the error to throw if all tickets of the bundle were transferred. The argument is the
    ///   code of the first of these tickets.
    private static func requireNonEmpty(
        _ bundle: TicketBundle, _ error: (TicketCode) -> TicketBundleError
    ) throws -> TicketBundle {
        guard bundle.tickets.isEmpty, let code = bundle.transferred.first else { return bundle }
        throw error(code)
    }

    /// All issued tickets, bundled by order and by household. Each transferred ticket, and each ticket without an order
    /// or household, is a separate bundle.
    package func bundles(of event: Event) throws -> [TicketBundle] {
        var households: [Int: HouseholdTickets] = [:]
        var numbers: [Serial: Int] = [:]
        try guests.forEachGuest(of: event) { invited in
            guard let number = invited.guest.household, let serial = invited.guest.serial else { return }
            numbers[serial] = number
            households[number, default: HouseholdTickets()].add(invited)
        }
        var buyers: [OrderNumber: Buyer] = [:]
        /// The buyer of an order. Called only for reissued tickets, because only these can have been transferred.
        func buyer(_ number: OrderNumber) throws -> Buyer {
            if let known = buyers[number] { return known }
            let buyer = try orders.order(number, of: event).confirmedBuyer
            buyers[number] = buyer
            return buyer
        }
        var together: [String: [Ticket]] = [:]
        var names: [String] = []
        try tickets.forEachTicket(of: event) { ticket in
            guard ticket.status == .issued else { return }
            var name = ticket.code.description
            if let number = ticket.sale?.order {
                if try ticket.issue == 0 || ticket.belongs(with: buyer(number)) { name = "order-\(number)" }
            } else if let number = numbers[ticket.serial], households[number]?.isNotTransferred(ticket) == true {
                name = "household-\(number)"
            }
            if together[name] == nil { names.append(name) }
            together[name, default: []].append(ticket)
        }
        return names.map { TicketBundle(name: $0, tickets: together[$0, default: []]) }
    }
}
