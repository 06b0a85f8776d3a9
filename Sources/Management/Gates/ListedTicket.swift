import Store
public import Ticketing

/// A ticket that a gate would still let in, for a list on paper.
public struct ListedTicket: Sendable {
    public let ticket: Ticket
    /// The name it is listed by: of the household where several guests share it. Nil without one.
    public let name: String?
    /// The guests behind that name who are invited, with the number of their companions: `Grace Nakato +1`. Empty where
    /// `name` says it already.
    public let guests: [String]
    /// People who may still come in on it.
    public let free: Int

    public init(ticket: Ticket, name: String?, guests: [String] = [], free: Int) {
        self.ticket = ticket
        self.name = name
        self.guests = guests
        self.free = free
    }
}

/// The totals of a list on paper.
public struct PaperListSummary: Hashable, Sendable {
    public var tickets = 0
    public var people = 0
    /// Tickets that are left out because they are not paid: a gate refuses them.
    public var unpaid = 0
}

/// Chooses the tickets of a list on paper, by the rules of the gate.
struct PaperListing {
    private let event: Event
    private let function: Int?
    /// The gates that the list is for; empty for any.
    private let gates: [String]
    private let showsNames: Bool
    private let types: [TicketTypeNumber: TicketType]
    private let now: Instant

    /// Tickets that were read together.
    struct Page {
        /// The last of them.
        var last: Ticket?
        var listed: [ListedTicket] = []
        var unpaid = 0
    }

    /// How many tickets are read together: between two pages the store is free for others.
    private static let pageLength = 1000

    /// - Parameters:
    ///   - function: the number of the function that the list is for; nil at an event without functions.
    ///   - pack: the pack that knows the tickets; nil for the office.
    /// - Throws: `PaperError` unless it is a list of one of the event's functions.
    init(of event: Event, function: Int?, pack: Pack?, at now: Instant, _ connection: any StoreConnection) throws {
        let functions = try connection.functions.all(of: event.number)
        let listed = function ?? pack?.function
        guard functions.contains(where: { $0.number == listed }) || functions.isEmpty && listed == nil else {
            throw PaperError.function(known: functions.map(\.name))
        }
        if let only = pack?.function, listed != only {
            throw PaperError.otherFunction(packed: functions.first { $0.number == only }?.name ?? "\(only)")
        }
        self.event = event
        self.function = listed
        gates = pack?.gates ?? []
        showsNames = pack?.showsNames ?? true
        types = Dictionary(
            try connection.ticketTypes.all(of: event.number).map { ($0.number, $0) }, uniquingKeysWith: { $1 })
        self.now = now
    }

    /// Hands over the tickets that a gate would still let in.
    ///
    /// - Parameter read: reads a page in one state of the store.
    func forEach(
        _ order: PaperOrder, reading read: ((any StoreConnection) throws -> Page) throws -> Page,
        _ body: (ListedTicket) throws -> Void
    ) throws -> PaperListSummary {
        var summary = PaperListSummary()
        for query in order == .name ? [TicketQuery.withHolder, .all] : [.all] {
            var last: Ticket?
            repeat {
                let page = try read { try readPage(order, query, after: last, $0) }
                for ticket in page.listed {
                    summary.tickets += 1
                    summary.people += ticket.free
                    try body(ticket)
                }
                summary.unpaid += page.unpaid
                last = page.last
            } while last != nil
        }
        return summary
    }

    private func readPage(
        _ order: PaperOrder, _ query: TicketQuery, after last: Ticket?, _ connection: any StoreConnection
    ) throws -> Page {
        let tickets = try connection.ticketSearch.page(
            of: event.number, matching: query, after: last, limit: PaperListing.pageLength)
        // Behind the names come the tickets without one.
        let isRest = order == .name && query == .all
        let current = tickets.filter { $0.status == .issued && mayComeIn($0) && (!isRest || $0.holder == nil) }
        let serials = current.map(\.serial)
        let places = try connection.places.of(serials, event: event.number, function: function ?? 0)
        let guests = try function.map { number in
            try connection.invitations.guests(on: serials, of: event.number, function: number)
        }
        var page = Page(last: tickets.last)
        for ticket in current {
            let own = guests?[ticket.serial]
            let free = free(ticket, own, places[ticket.serial] ?? [])
            guard free > 0 else { continue }
            guard ticket.sale?.due == nil else {
                page.unpaid += 1
                continue
            }
            let (name, others) = names(ticket, own ?? [])
            page.listed.append(ListedTicket(ticket: ticket, name: name, guests: others, free: free))
        }
        return page
    }

    private func mayComeIn(_ ticket: Ticket) -> Bool {
        let type = types[ticket.type]
        if let type, !gates.isEmpty, !gates.contains(where: { type.isTaken(at: $0) }) { return false }
        // The type's rules replace the token's own window, as at the gate.
        let window = type?.details.window ?? ticket.window
        return window.until.map { now < $0 } ?? true
    }

    /// People who may still come in, by the places that are taken.
    private func free(_ ticket: Ticket, _ guests: [Invitations.GuestAtFunction]?, _ places: [Place]) -> Int {
        var allowed = Int(ticket.admits.rawValue)
        if let guests {
            allowed = min(allowed, guests.filter(\.isInvited).reduce(0) { $0 + 1 + $1.companions })
        }
        let reentry = types[ticket.type]?.details.reentry ?? .afterExit
        // Its people come in whenever they come: those inside are taken to have left.
        guard reentry != .always else { return allowed }
        let day = reentry == .daily ? EventDay(now, in: event.zone).firstPlace : 0
        return PlaceRule(reentry: reentry, allowed: allowed, day: day).free(places).count
    }

    private func names(_ ticket: Ticket, _ guests: [Invitations.GuestAtFunction]) -> (String?, [String]) {
        guard showsNames, !guests.isEmpty else { return (ticket.holder, []) }
        let invited = guests.filter(\.isInvited).map { $0.companions > 0 ? "\($0.name) +\($0.companions)" : $0.name }
        // A code that no household shares is called like all of its guests.
        let isHousehold = ticket.holder != nil && ticket.holder != guests.map(\.name).joined(separator: ", ")
        return isHousehold ? (ticket.holder, invited) : (invited.joined(separator: ", "), [])
    }
}
