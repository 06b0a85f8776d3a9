import Management
import Ticketing

/// Tickets that go to one address: an order's, a household's, or one alone.
struct TicketBundle: Sendable {
    /// What a file of all of it is called, without its ending: a code or a number, never a name.
    let name: String
    let tickets: [Ticket]

    init(_ ticket: Ticket) {
        name = ticket.code.description
        tickets = [ticket]
    }

    init(name: String, tickets: [Ticket]) {
        self.name = name
        self.tickets = tickets
    }
}

extension Office {
    /// The issued tickets of an order.
    ///
    /// - Throws: `Failure` when there are none.
    func bundle(ofOrder number: OrderNumber, of event: Event) throws -> TicketBundle {
        let order = try order(number, of: event)
        let tickets = try tickets(of: order, of: event).filter { $0.status == .issued }
        guard !tickets.isEmpty else {
            throw Failure(
                .refused, "order \(number) has no tickets that are issued",
                hint: "eventpass order show \(event.slug) \(number)")
        }
        return TicketBundle(name: "order-\(number)", tickets: tickets)
    }

    /// The issued tickets of a household, by its number or its whole name.
    ///
    /// - Throws: `Failure` when there is no such household, several of that name, or no ticket that is issued.
    func bundle(ofHousehold name: String, of event: Event) throws -> TicketBundle {
        var serials: [Int: Set<Serial>] = [:]
        let folded = name.folded
        try forEachGuest(of: event) { invited in
            guard let household = invited.guest.household else { return }
            guard Int(name) == household || invited.household?.folded == folded else { return }
            serials[household, default: []].formUnion(invited.guest.serial.map { [$0] } ?? [])
        }
        guard let found = serials.first else {
            throw Failure(
                .badInput, "no household is called “\(name)”",
                hint: "eventpass guest list \(event.slug) --json | jq .household")
        }
        guard serials.count == 1 else {
            let numbers = serials.keys.sorted().map(String.init).joined(separator: ", ")
            throw Failure(.badInput, "several households are called “\(name)”", hint: "say its number: \(numbers)")
        }
        let tickets = try found.value.sorted().map { try ticket(TicketCode($0), of: event) }
            .filter { $0.status == .issued }
        guard !tickets.isEmpty else {
            throw Failure(
                .refused, "household \(found.key) has no code that is issued",
                hint: "eventpass guest invite \(event.slug) --all --function NAME")
        }
        return TicketBundle(name: "household-\(found.key)", tickets: tickets)
    }

    /// All issued tickets, those of an order together, those of a household together, the others alone.
    func bundles(of event: Event) throws -> [TicketBundle] {
        var households: [Serial: Int] = [:]
        try forEachGuest(of: event) { invited in
            if let serial = invited.guest.serial { households[serial] = invited.guest.household }
        }
        var together: [String: [Ticket]] = [:]
        var names: [String] = []
        try forEachTicket(of: event) { ticket in
            guard ticket.status == .issued else { return }
            let name =
                ticket.sale.map { "order-\($0.order)" } ?? households[ticket.serial].map { "household-\($0)" }
                ?? ticket.code.description
            if together[name] == nil { names.append(name) }
            together[name, default: []].append(ticket)
        }
        return names.map { TicketBundle(name: $0, tickets: together[$0, default: []]) }
    }
}
