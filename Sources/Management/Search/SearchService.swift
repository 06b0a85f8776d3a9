import Store
import Ticketing

/// Searches all events of a user at once.
public struct SearchService: Sendable {
    let services: ManagementServices

    /// The number of events in which names are searched: the events closest to the present (`Event.closest`).
    public static let eventsWithNames = 20
    /// The number of orders that a search examines in each of these events to find buyers without tickets: the newest
    /// orders of the event.
    public static let newestOrders = 200
    /// The maximum number of guests that a search examines in each of these events.
    public static let examinedGuests = 5000

    /// Finds orders, tickets, guests and events by a typed text, in this sequence. Each kind has at most `limit` hits.
    /// An order, ticket or guest is found only if the user’s role at the event’s organizer includes the right to see
    /// it.
    ///
    /// - An order number and a complete ticket code are found in all events, by primary key.
    /// - A name, the beginning of a code, an e-mail address or a phone number is found only in the events that are
    ///   closest to the present (at most `eventsWithNames`). The words in the names of ticket holders, of guests with
    ///   tickets and of buyers with tickets are indexed, and so are the e-mail addresses and phone numbers of these
    ///   people. Other buyers are found only in the newest orders of an event (at most `newestOrders`). Other guests
    ///   are found only among the event’s first guests whose names contain the words anywhere (at most
    ///   `examinedGuests`). If every word of the text has only one letter, no names are found.
    /// - An event is found if each word begins a word of its title, venue or city.
    ///
    /// Deleted events are not searched. Case and accents are ignored.
    public func everywhere(typed text: String, limit: Int) throws -> [SearchHit] {
        let words = NameSearchKeys.words(of: text)
        guard !words.isEmpty, limit > 0 else { return [] }
        let now = services.now()
        return try services.store.read { connection in
            let events = try connection.events.all(of: services.user.id).filter {
                $0.deleted == nil && services.isWithinGrants($0)
            }
            var rights: [OrganizerNumber: Set<Role.Right>] = [:]
            for organizer in Set(events.map(\.organizer)) {
                rights[organizer] = try services.rights(in: organizer, connection)
            }
            var search = SearchEverywhere(
                text: text, words: words, limit: limit, events: Event.closest(events, to: now), rights: rights,
                connection: connection)
            try search.findKeys()
            try search.findNames()
            search.findEvents()
            return search.hits
        }
    }
}

/// One search, in one snapshot of the store.
private struct SearchEverywhere {
    /// The minimum length, in UTF-8 bytes, of the longest word in a search for names. Too many names begin with any
    /// single letter.
    private static let leastNameBytes = 2
    /// The number of tickets to read for each hit, because several tickets can belong to one order.
    private static let ticketsPerHit = 4

    let text: String
    let words: [String]
    let limit: Int
    /// The events to search, the closest first.
    let events: [Event]
    let rights: [OrganizerNumber: Set<Role.Right>]
    let connection: any StoreConnection

    private var orders: [SearchHit] = []
    private var tickets: [SearchHit] = []
    private var guests: [SearchHit] = []
    private var titles: [SearchHit] = []
    private var foundOrders: Set<OrderKey> = []
    private var foundTickets: Set<TicketKey> = []

    private struct OrderKey: Hashable {
        let event: EventNumber
        let number: OrderNumber
    }

    private struct TicketKey: Hashable {
        let event: EventNumber
        let serial: Serial
    }

    init(
        text: String, words: [String], limit: Int, events: [Event], rights: [OrganizerNumber: Set<Role.Right>],
        connection: any StoreConnection
    ) {
        self.text = text
        self.words = words
        self.limit = limit
        self.events = events
        self.rights = rights
        self.connection = connection
    }

    var hits: [SearchHit] { orders + tickets + guests + titles }

    private func isAllowed(_ operation: Operation, _ event: Event) -> Bool {
        rights[event.organizer, default: []].contains(operation.requiredRight)
    }

    /// Finds orders by number, and tickets by code, in all events.
    mutating func findKeys() throws {
        let digits = text.filter { !$0.isWhitespace }
        if let number = UInt32(digits).flatMap({ OrderNumber(rawValue: $0) }) {
            let open = events.filter { isAllowed(.showOrders, $0) }
            let found = Set(try connection.orders.events(withOrder: number, among: open.map(\.number)))
            for event in open where found.contains(event.number) {
                if let order = try connection.orders.with(number: number, of: event.number) { add(order, event) }
            }
        }
        if let code = TicketCode(typed: text) {
            let open = events.filter { isAllowed(.showTickets, $0) }
            let found = Set(try connection.tickets.events(withTicket: code.serial, among: open.map(\.number)))
            for event in open where found.contains(event.number) {
                if let ticket = try connection.tickets.with(serial: code.serial, of: event.number) {
                    add(ticket, event)
                }
            }
        }
    }

    /// Finds orders, tickets and guests by name in the closest events.
    mutating func findNames() throws {
        guard words.contains(where: { $0.utf8.count >= SearchEverywhere.leastNameBytes }) else { return }
        let matching = OrderSearchText(text)
        for event in events.prefix(SearchService.eventsWithNames) {
            guard orders.count < limit || tickets.count < limit || guests.count < limit else { return }
            let matches =
                isAllowed(.showTickets, event)
                ? try TicketTextSearch.tickets(
                    text, of: event.number, limit: limit * SearchEverywhere.ticketsPerHit, connection) : []
            if isAllowed(.showOrders, event), orders.count < limit {
                try findBuyers(matching, of: matches, event)
            }
            for ticket in matches where !isOfFoundOrder(ticket) { add(ticket, event) }
            if isAllowed(.showGuests, event), guests.count < limit {
                let found = try connection.guests.page(
                    of: event.number, naming: text, after: nil, limit: limit - guests.count,
                    examining: SearchService.examinedGuests)
                guests += found.map {
                    SearchHit(event: event, subject: .guest(number: $0.number, name: $0.name))
                }
            }
        }
    }

    /// Finds orders by their buyer or by the beginning of their number. Examines the newest orders of an event, and the
    /// orders of the tickets in `matches`.
    private mutating func findBuyers(_ matching: OrderSearchText, of matches: [Ticket], _ event: Event) throws {
        var numbers: [OrderNumber] = []
        for number in matches.compactMap({ $0.sale?.order }) where !numbers.contains(number) { numbers.append(number) }
        let newest = try connection.orders.numbers(
            amongNewest: SearchService.newestOrders, of: event.number, matching: matching)
        numbers += newest.filter { !numbers.contains($0) }.prefix(limit)
        for order in try connection.orders.all(numbers, of: event.number)
        where matching.matches(order.number, order.buyer) {
            add(order, event)
        }
    }

    mutating func findEvents() {
        let found = events.filter { event in
            let texts = [event.details.title, event.details.venue, event.details.city].compactMap(\.self)
            let known = texts.flatMap { NameSearchKeys.words(of: $0) }
            return words.allSatisfy { word in known.contains { $0.hasPrefix(word) } }
        }
        titles = found.prefix(limit).map { SearchHit(event: $0, subject: .event) }
    }

    private func isOfFoundOrder(_ ticket: Ticket) -> Bool {
        guard let sale = ticket.sale else { return false }
        return foundOrders.contains(OrderKey(event: ticket.event, number: sale.order))
    }

    private mutating func add(_ order: Order, _ event: Event) {
        guard orders.count < limit,
            foundOrders.insert(OrderKey(event: event.number, number: order.number)).inserted
        else { return }
        orders.append(SearchHit(event: event, subject: .order(order)))
    }

    private mutating func add(_ ticket: Ticket, _ event: Event) {
        guard tickets.count < limit,
            foundTickets.insert(TicketKey(event: event.number, serial: ticket.serial)).inserted
        else { return }
        tickets.append(SearchHit(event: event, subject: .ticket(ticket)))
    }
}
