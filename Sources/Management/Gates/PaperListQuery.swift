import Store
public import Ticketing

/// A ticket on a printed list. The list contains the tickets that a gate would still admit.
public struct PaperListTicket: Sendable {
    public let ticket: Ticket
    /// The name under which the ticket is listed, for example a household's name; nil if the ticket has no name.
    public let name: String?
    /// The invited guests on the ticket, with the number of their companions: `Grace Nakato +1`. Empty if `name`
    /// already lists the guests.
    public let guests: [String]
    /// The number of people whom the ticket still admits.
    public let remainingPeople: Int

    public init(ticket: Ticket, name: String?, guests: [String] = [], remainingPeople: Int) {
        self.ticket = ticket
        self.name = name
        self.guests = guests
        self.remainingPeople = remainingPeople
    }
}

/// The totals of a printed list.
public struct PaperListSummary: Hashable, Sendable {
    public var tickets = 0
    public var people = 0
    /// The number of tickets that are not listed because they are unpaid. Gates refuse unpaid tickets.
    public var unpaidTickets = 0
}

/// Selects the tickets of a printed list by the rules that gates use.
struct PaperListQuery {
    private let event: Event
    private let subEvent: Int?
    /// The gates that the list is for; empty if it is for all gates.
    private let gates: [String]
    private let showsNames: Bool
    private let types: [TicketTypeNumber: TicketType]
    private let now: Instant

    struct Page {
        /// The last ticket that was read for this page, even if the ticket is not listed; nil if no ticket was left to
        /// read.
        var last: Ticket?
        var listed: [PaperListTicket] = []
        var unpaidTickets = 0
    }

    /// The maximum number of tickets that are read for a page. The store is not locked between pages.
    private static let pageLength = 1000

    /// Determines the sub-event that the list is for, and reads the event's ticket types.
    ///
    /// - Parameters:
    ///   - subEvent: the number of the list's sub-event; nil for an event without sub-events.
    ///   - pack: the gate pack that has the tickets; nil for the main store.
    /// - Throws: `PaperCheckInError` if the event has no such sub-event, or if a sub-event must be chosen.
    init(of event: Event, subEvent: Int?, pack: GatePack?, at now: Instant, _ connection: any StoreConnection) throws {
        let subEvents = try connection.subEvents.all(of: event.number)
        let listed = subEvent ?? pack?.subEvent
        guard subEvents.contains(where: { $0.number == listed }) || subEvents.isEmpty && listed == nil else {
            throw PaperCheckInError.subEvent(known: subEvents.map(\.name))
        }
        if let only = pack?.subEvent, listed != only {
            throw PaperCheckInError.wrongSubEvent(packed: subEvents.first { $0.number == only }?.name ?? "\(only)")
        }
        self.event = event
        self.subEvent = listed
        gates = pack?.gates ?? []
        showsNames = pack?.includesHolderNames ?? true
        types = Dictionary(
            try connection.ticketTypes.all(of: event.number).map { ($0.number, $0) }, uniquingKeysWith: { $1 })
        self.now = now
    }

    /// Passes the tickets of the list to a closure.
    ///
    /// - Parameter read: reads a page in one snapshot of the store.
    func forEach(
        _ order: PaperListOrder, reading read: ((any StoreConnection) throws -> Page) throws -> Page,
        _ body: (PaperListTicket) throws -> Void
    ) throws -> PaperListSummary {
        var summary = PaperListSummary()
        for query in order == .name ? [TicketQuery.withHolder, .all] : [.all] {
            var last: Ticket?
            repeat {
                let page = try read { try readPage(order, query, after: last, $0) }
                for ticket in page.listed {
                    summary.tickets += 1
                    summary.people += ticket.remainingPeople
                    try body(ticket)
                }
                summary.unpaidTickets += page.unpaidTickets
                last = page.last
            } while last != nil
        }
        return summary
    }

    private func readPage(
        _ order: PaperListOrder, _ query: TicketQuery, after last: Ticket?, _ connection: any StoreConnection
    ) throws -> Page {
        let tickets = try connection.ticketSearch.page(
            of: event.number, matching: query, after: last, limit: PaperListQuery.pageLength)
        // A list that is ordered by name ends with the tickets without a name.
        let isRest = order == .name && query == .all
        let current = tickets.filter { $0.status == .issued && canEnter($0) && (!isRest || $0.holder == nil) }
        let serials = current.map(\.serial)
        let slots = try connection.slots.of(serials, event: event.number, subEvent: subEvent ?? 0)
        let guests = try subEvent.map { number in
            try connection.invitations.guests(on: serials, of: event.number, subEvent: number)
        }
        var page = Page(last: tickets.last)
        for ticket in current {
            let own = guests?[ticket.serial]
            let free = remainingPeople(ticket, own, slots[ticket.serial] ?? [])
            guard free > 0 else { continue }
            guard ticket.sale?.due == nil else {
                page.unpaidTickets += 1
                continue
            }
            let (name, others) = names(ticket, own ?? [])
            page.listed.append(PaperListTicket(ticket: ticket, name: name, guests: others, remainingPeople: free))
        }
        return page
    }

    private func canEnter(_ ticket: Ticket) -> Bool {
        let type = types[ticket.type]
        if let type, !gates.isEmpty, !gates.contains(where: { type.isAccepted(at: $0) }) { return false }
        // Like gates, use the validity window of the ticket type, not the window in the token.
        let window = type?.details.window ?? ticket.window
        return window.until.map { now < $0 } ?? true
    }

    /// The number of people who can still enter on the ticket, computed from the slots that are used.
    private func remainingPeople(_ ticket: Ticket, _ guests: [Invitations.GuestAtSubEvent]?, _ slots: [AdmissionSlot])
        -> Int
    {
        var allowed = Int(ticket.admits.rawValue)
        if let guests {
            allowed = min(allowed, guests.filter(\.isInvited).reduce(0) { $0 + 1 + $1.companions })
        }
        let reentry = types[ticket.type]?.details.reentry ?? .afterExit
        // With unlimited re-entry, gates let people in even if all slots are in use.
        guard reentry != .always else { return allowed }
        let day = reentry == .daily ? EventDay(now, in: event.zone).firstSlot : 0
        return AdmissionSlotRule(reentry: reentry, allowed: allowed, day: day).freeSlots(slots).count
    }

    private func names(_ ticket: Ticket, _ guests: [Invitations.GuestAtSubEvent]) -> (String?, [String]) {
        guard showsNames, !guests.isEmpty else { return (ticket.holder, []) }
        let invited = guests.filter(\.isInvited).map { $0.companions > 0 ? "\($0.name) +\($0.companions)" : $0.name }
        // If the guests on a ticket do not form a household, the name of the ticket's holder is the list of the guests'
        // names.
        let isHousehold = ticket.holder != nil && ticket.holder != guests.map(\.name).joined(separator: ", ")
        return isHousehold ? (ticket.holder, invited) : (invited.joined(separator: ", "), [])
    }
}
