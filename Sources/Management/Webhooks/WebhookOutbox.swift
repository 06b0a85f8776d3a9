import Store
import Ticketing

/// Queues messages for webhooks within a transaction.
struct WebhookOutbox {
    /// The number of messages that are written together.
    private static let batchSize = 1000
    /// The roles that allow a member to create webhooks. A webhook gets no messages while its creator has none of these
    /// roles.
    static let roles = Role.allCases.filter { $0.grants(Operation.makeWebhook.requiredRight) }

    private let connection: any StoreConnection
    private let now: Instant
    private let webhooks: [Webhook]
    private var random = SystemRandomNumberGenerator()

    init(_ webhooks: [Webhook], at now: Instant, _ connection: any StoreConnection) {
        self.webhooks = webhooks
        self.now = now
        self.connection = connection
    }

    /// Creates an outbox for all webhooks of an event's organizer.
    init(of event: EventNumber, at now: Instant, _ connection: any StoreConnection) throws {
        let organizer = try connection.events.organizer(of: event)
        self.init(
            try organizer.map {
                try connection.webhooks.active(of: $0, whileTheyAre: WebhookOutbox.roles)
            } ?? [], at: now, connection)
    }

    func wants(_ kind: Webhook.Kind, at event: EventNumber) -> Bool {
        webhooks.contains { $0.isSubscribed(kind, at: event) }
    }

    /// Something that happened to a ticket, such as a cancellation or an admission. Each webhook that is subscribed to
    /// this kind of occurrence gets a message about it.
    struct WebhookOccurrence {
        let kind: Webhook.Kind
        let event: EventNumber
        let at: Instant
        let fields: [String: String]
    }

    mutating func add(_ occurrences: [WebhookOccurrence]) throws {
        for start in Swift.stride(from: 0, to: occurrences.count, by: WebhookOutbox.batchSize) {
            let part = occurrences[start..<min(start + WebhookOutbox.batchSize, occurrences.count)]
            var deliveries: [WebhookDelivery] = []
            for webhook in webhooks {
                for occurrence in part where webhook.isSubscribed(occurrence.kind, at: occurrence.event) {
                    deliveries.append(
                        WebhookDelivery(
                            id: .random(using: &random), webhook: webhook.id, kind: occurrence.kind,
                            event: occurrence.event, at: occurrence.at, payload: occurrence.fields, created: now,
                            nextTry: now))
                }
            }
            if !deliveries.isEmpty { try connection.webhookDeliveries.add(deliveries) }
        }
    }

    mutating func add(
        _ kind: Webhook.Kind, _ tickets: [Ticket], _ names: TicketTypeNames, more: [String: String] = [:]
    ) throws {
        guard let event = tickets.first?.event, wants(kind, at: event) else { return }
        try add(
            tickets.map { ticket in
                var fields = more
                fields["ticket"] = ticket.code.description
                fields["type"] = "\(ticket.type)"
                fields["type_name"] = try names[ticket.type]
                fields["admits"] = "\(ticket.admits)"
                fields["issue"] = "\(ticket.issue)"
                return WebhookOccurrence(kind: kind, event: event, at: now, fields: fields)
            })
    }
}

/// The names of an event's ticket types, which are read when they are first needed.
final class TicketTypeNames {
    private let event: EventNumber
    private let connection: any StoreConnection
    private var known: [TicketTypeNumber: String]?

    init(of event: EventNumber, _ connection: any StoreConnection) {
        self.event = event
        self.connection = connection
    }

    subscript(_ number: TicketTypeNumber) -> String? {
        get throws {
            if let known { return known[number] }
            let all = try connection.ticketTypes.all(of: event)
            let names = Dictionary(all.map { ($0.number, $0.name) }) { first, _ in first }
            known = names
            return names[number]
        }
    }
}

extension UnitOfWork {
    func enqueueWebhooks(_ kind: Webhook.Kind, _ tickets: [Ticket], more: [String: String] = [:]) throws {
        guard let event = tickets.first?.event else { return }
        var outbox = try WebhookOutbox(of: event, at: now, connection)
        try outbox.add(kind, tickets, TicketTypeNames(of: event, connection), more: more)
    }

    /// Queues webhook messages about many tickets of an event, page by page.
    ///
    /// - Parameter next: returns the next tickets after the given serial, or the first tickets if the serial is nil.
    ///   Returns an empty array when no tickets are left.
    func enqueueWebhooks(
        _ kind: Webhook.Kind, of event: EventNumber, more: [String: String], next: (Serial?) throws -> [Ticket]
    ) throws {
        var outbox = try WebhookOutbox(of: event, at: now, connection)
        guard outbox.wants(kind, at: event) else { return }
        let names = TicketTypeNames(of: event, connection)
        var last: Serial?
        while true {
            let page = try next(last)
            guard let end = page.last else { return }
            try outbox.add(kind, page, names, more: more)
            last = end.serial
        }
    }
}
