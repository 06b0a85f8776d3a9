package import Management
package import Ticketing

/// Tickets that go to one address: an order's, a household's, or one alone.
package struct TicketBundle: Sendable {
    /// What a file of all of it is called, without its ending: a code or a number, never a name.
    package let name: String
    package let tickets: [Ticket]
    /// Those that were handed on to somebody else, who alone is to have them.
    package let handedOn: [TicketCode]

    package init(_ ticket: Ticket) {
        name = ticket.code.description
        tickets = [ticket]
        handedOn = []
    }

    package init(name: String, tickets: [Ticket], handedOn: [TicketCode] = []) {
        self.name = name
        self.tickets = tickets
        self.handedOn = handedOn
    }
}

extension Ticket {
    /// Whether it was never handed on, or came back: only a transfer changes holder and address, and gives a new issue.
    fileprivate func isStill(with holders: Set<String>, _ address: EmailAddress?) -> Bool {
        issue == 0 || holder.map(holders.contains) == true && email == address
    }

    fileprivate func isStill(with buyer: Buyer) -> Bool { isStill(with: [buyer.name], buyer.email) }
}

/// A household's codes, and whom they may have been issued to.
private struct HouseholdCodes {
    private(set) var serials: Set<Serial> = []
    private var holders: [Serial: Set<String>] = [:]
    private var guests: [Serial: [String]] = [:]

    mutating func add(_ invited: InvitedGuest) {
        guard let serial = invited.guest.serial else { return }
        serials.insert(serial)
        guests[serial, default: []].append(invited.guest.name)
        holders[serial, default: []].formUnion([invited.guest.name] + (invited.household.map { [$0] } ?? []))
    }

    func isStillTheirs(_ ticket: Ticket) -> Bool {
        let all = guests[ticket.serial, default: []].joined(separator: ", ")
        return ticket.isStill(with: holders[ticket.serial, default: []].union([all]), nil)
    }
}

extension Office {
    /// The issued tickets of an order that its buyer has.
    ///
    /// - Throws: `TicketBundleError` when there are none.
    package func bundle(ofOrder number: OrderNumber, of event: Event) throws -> TicketBundle {
        let order = try order(number, of: event)
        let issued = try tickets(of: order, of: event).filter { $0.status == .issued }
        guard !issued.isEmpty else {
            throw TicketBundleError.emptyOrder(number, event: event.slug)
        }
        let bundle = TicketBundle(
            name: "order-\(number)", tickets: issued.filter { $0.isStill(with: order.buyer) },
            handedOn: issued.filter { !$0.isStill(with: order.buyer) }.map(\.code))
        return try Office.refuseEmpty(bundle, "order \(number)", of: event)
    }

    /// The issued tickets of a household, by its number or its whole name; where one is called by another's number, that
    /// number is meant.
    ///
    /// - Throws: `TicketBundleError` when there is no such household, several of that name, or no ticket that is issued.
    package func bundle(ofHousehold name: String, of event: Event) throws -> TicketBundle {
        var numbered: HouseholdCodes?
        var named: [Int: HouseholdCodes] = [:]
        let folded = name.folded
        try forEachGuest(of: event) { invited in
            guard let household = invited.guest.household else { return }
            if Int(name) == household {
                numbered = numbered ?? HouseholdCodes()
                numbered?.add(invited)
            } else if invited.household?.folded == folded {
                named[household, default: HouseholdCodes()].add(invited)
            }
        }
        if let numbered, let number = Int(name) { named = [number: numbered] }
        guard let (number, codes) = named.first.map({ ($0.key, $0.value) }) else {
            throw TicketBundleError.unknownHousehold(name, event: event.slug)
        }
        guard named.count == 1 else {
            throw TicketBundleError.severalHouseholds(name, numbers: named.keys.sorted())
        }
        let issued = try codes.serials.sorted().map { try ticket(TicketCode($0), of: event) }
            .filter { $0.status == .issued }
        guard !issued.isEmpty else {
            throw TicketBundleError.emptyHousehold(number, event: event.slug)
        }
        let bundle = TicketBundle(
            name: "household-\(number)", tickets: issued.filter(codes.isStillTheirs),
            handedOn: issued.filter { !codes.isStillTheirs($0) }.map(\.code))
        return try Office.refuseEmpty(bundle, "household \(number)", of: event)
    }

    private static func refuseEmpty(_ bundle: TicketBundle, _ what: String, of event: Event) throws -> TicketBundle {
        guard bundle.tickets.isEmpty, let code = bundle.handedOn.first else { return bundle }
        throw TicketBundleError.handedOn(what, first: code, event: event.slug)
    }

    /// All issued tickets: those of an order together, those of a household together, the others alone, and so those that
    /// were handed on.
    package func bundles(of event: Event) throws -> [TicketBundle] {
        var households: [Int: HouseholdCodes] = [:]
        var numbers: [Serial: Int] = [:]
        try forEachGuest(of: event) { invited in
            guard let number = invited.guest.household, let serial = invited.guest.serial else { return }
            numbers[serial] = number
            households[number, default: HouseholdCodes()].add(invited)
        }
        var buyers: [OrderNumber: Buyer] = [:]
        /// Only tickets that got another token ask for their buyer.
        func buyer(_ number: OrderNumber) throws -> Buyer {
            if let known = buyers[number] { return known }
            let buyer = try order(number, of: event).buyer
            buyers[number] = buyer
            return buyer
        }
        var together: [String: [Ticket]] = [:]
        var names: [String] = []
        try forEachTicket(of: event) { ticket in
            guard ticket.status == .issued else { return }
            var name = ticket.code.description
            if let number = ticket.sale?.order {
                if try ticket.issue == 0 || ticket.isStill(with: buyer(number)) { name = "order-\(number)" }
            } else if let number = numbers[ticket.serial], households[number]?.isStillTheirs(ticket) == true {
                name = "household-\(number)"
            }
            if together[name] == nil { names.append(name) }
            together[name, default: []].append(ticket)
        }
        return names.map { TicketBundle(name: $0, tickets: together[$0, default: []]) }
    }
}
