import Ticketing

extension StoreConnection {
    var ticketSearchKeys: TicketSearchKeys { TicketSearchKeys(connection: self) }
}

/// The search keys (`NameSearchKeys`) of tickets. A search key is an e-mail address, the end of a phone number or a
/// part of a name. Such a part begins with any word of the name, and ends at the end of the name. The keys are made
/// from the name and e-mail address of the ticket's holder. They are also made from the names, e-mail addresses and
/// phone numbers of the ticket's buyer and of the guests that the ticket admits. `Tickets` and `Guests` update the keys
/// with every change.
struct TicketSearchKeys {
    let connection: any StoreConnection

    private static let insertion = """
        INSERT INTO ticket_name (event, serial, name, packed) VALUES ($1, $2, $3, $4)
        ON CONFLICT (event, serial, name) DO NOTHING
        """

    private struct Keys {
        let event: EventNumber
        let serial: Serial
        /// The keys that the main store and gate packs have.
        private var packed: Set<String> = []
        /// The keys that only the main store has.
        private var staying: Set<String> = []

        init(event: EventNumber, serial: Serial) {
            self.event = event
            self.serial = serial
        }

        mutating func add(name: String?, email: String?, phone: String? = nil) {
            if let name { packed.formUnion(NameSearchKeys.of(name: name)) }
            add(email: email, phone: phone)
        }

        mutating func add(buyer: String?, email: String?, phone: String?) {
            if let buyer { staying.formUnion(NameSearchKeys.of(name: buyer)) }
            add(email: email, phone: phone)
        }

        private mutating func add(email: String?, phone: String?) {
            if let email { staying.insert(NameSearchKeys.of(email: email)) }
            if let key = phone.flatMap(NameSearchKeys.of(phone:)) { staying.insert(key) }
        }

        var rows: [[SQLValue]] {
            func row(_ key: String, _ packed: Int) -> [SQLValue] {
                [.int(event.rawValue), .int(serial.rawValue), .text(key), .int(packed)]
            }
            return packed.sorted().map { row($0, 1) } + staying.subtracting(packed).sorted().map { row($0, 0) }
        }
    }

    private struct OrderKey: Hashable {
        let event: EventNumber
        let number: OrderNumber

        init?(of ticket: Ticket) {
            guard let sale = ticket.sale else { return nil }
            event = ticket.event
            number = sale.order
        }
    }

    /// Adds the keys of new tickets. The buyer of a new ticket is also its holder, so there are no separate keys for
    /// the name and e-mail address of the buyer.
    func add(_ tickets: [Ticket]) throws {
        let phones = try phones(ofBuyersOf: tickets)
        try insert(
            tickets.compactMap { ticket -> Keys? in
                let phone = OrderKey(of: ticket).flatMap { phones[$0] }
                guard ticket.holder != nil || ticket.email != nil || phone != nil else { return nil }
                var keys = Keys(event: ticket.event, serial: ticket.serial)
                keys.add(name: ticket.holder, email: ticket.email?.rawValue, phone: phone)
                return keys
            })
    }

    /// The phone numbers of the buyers of tickets, by order. Orders without a phone number are omitted.
    private func phones(ofBuyersOf tickets: [Ticket]) throws -> [OrderKey: String] {
        var phones: [OrderKey: String] = [:]
        for order in Set(tickets.compactMap { OrderKey(of: $0) }) {
            try connection.forEachRow(
                "SELECT phone FROM ticket_order WHERE event = $1 AND number = $2 AND phone IS NOT NULL",
                [.int(order.event.rawValue), .int(order.number.rawValue)]
            ) { phones[order] = $0.text(0) }
        }
        return phones
    }

    /// Adds the search keys of guests to the tickets of these guests.
    func add(_ guests: [Guest], of event: EventNumber) throws {
        try insert(
            guests.compactMap { guest in
                guest.serial.map { serial in
                    var keys = Keys(event: event, serial: serial)
                    keys.add(name: guest.name, email: guest.details.email, phone: guest.details.phone)
                    return keys
                }
            })
    }

    private func insert(_ keys: [Keys]) throws {
        let rows = keys.flatMap(\.rows)
        guard !rows.isEmpty else { return }
        try connection.execute(TicketSearchKeys.insertion, rows: rows)
    }

    func refresh(_ serials: [Serial], of event: EventNumber) throws {
        for part in SerialList.chunks(serials) {
            let list = SerialList(part, from: 2)
            let values = [.int(event.rawValue)] + list.values
            try connection.execute(
                "DELETE FROM ticket_name WHERE event = $1 AND serial IN (\(list.placeholders))", values)
            var keys: [Serial: Keys] = [:]
            try connection.forEachRow(
                """
                SELECT t.serial, t.holder, t.email, o.buyer, o.email, o.phone FROM ticket t
                LEFT JOIN ticket_order o ON o.event = t.event AND o.number = t.ticket_order
                WHERE t.event = $1 AND t.serial IN (\(list.placeholders))
                """, values
            ) { row in
                let serial: Serial = try row.value(0)
                keys[serial, default: Keys(event: event, serial: serial)].add(
                    name: row.optionalText(1), email: row.optionalText(2))
                keys[serial]?.add(
                    buyer: row.optionalText(3), email: row.optionalText(4), phone: row.optionalText(5))
            }
            try connection.forEachRow(
                """
                SELECT serial, name, email, phone FROM guest WHERE event = $1 AND serial IN (\(list.placeholders))
                """, values
            ) { row in
                keys[try row.value(0)]?.add(name: row.text(1), email: row.optionalText(2), phone: row.optionalText(3))
            }
            try insert(keys.values.sorted { $0.serial < $1.serial })
        }
    }

    /// Adds the keys of all tickets, for stores and packs that were created before this table existed.
    func backfill(_ progress: (Int) -> Void) throws {
        var last: (event: EventNumber, serial: Serial)?
        var count = 0
        while true {
            let page: [(event: EventNumber, serial: Serial)] = try connection.all(
                """
                SELECT event, serial FROM ticket WHERE (event, serial) > ($1, $2) ORDER BY event, serial LIMIT 5000
                """, [.int(last?.event.rawValue ?? 0), .int(last?.serial.rawValue ?? 0)]
            ) { (try $0.value(0), try $0.value(1)) }
            guard let end = page.last else { return }
            for (event, tickets) in Dictionary(grouping: page, by: \.event) {
                try refresh(tickets.map(\.serial), of: event)
            }
            count += page.count
            progress(count)
            last = end
        }
    }
}
