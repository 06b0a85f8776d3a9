import Store
import Ticketing

/// What the webhooks of one organizer are to be told within a transaction.
struct WebhookOutbox {
    /// Deliveries that are written at once.
    private static let stride = 1000
    /// Who may have webhooks: what they are told goes to whom they name.
    static let roles = Role.allCases.filter { $0.grants(Operation.makeWebhook.right) }

    private let connection: any StoreConnection
    private let now: Instant
    private let webhooks: [Webhook]
    private var random = SystemRandomNumberGenerator()

    init(_ webhooks: [Webhook], at now: Instant, _ connection: any StoreConnection) {
        self.webhooks = webhooks
        self.now = now
        self.connection = connection
    }

    /// Of the organizer whose event it is.
    init(of event: EventNumber, at now: Instant, _ connection: any StoreConnection) throws {
        let organizer = try connection.events.organizer(of: event)
        self.init(
            try organizer.map {
                try connection.webhooks.standing(of: $0, whileTheyAre: WebhookOutbox.roles)
            } ?? [], at: now, connection)
    }

    func wants(_ kind: Webhook.Kind, at event: EventNumber) -> Bool { webhooks.contains { $0.wants(kind, at: event) } }

    /// Something that happened, before it is known who is told.
    struct Happening {
        let kind: Webhook.Kind
        let event: EventNumber
        let at: Instant
        let facts: [String: String]
    }

    mutating func add(_ happenings: [Happening]) throws {
        for start in Swift.stride(from: 0, to: happenings.count, by: WebhookOutbox.stride) {
            let part = happenings[start..<min(start + WebhookOutbox.stride, happenings.count)]
            var deliveries: [WebhookDelivery] = []
            for webhook in webhooks {
                for happening in part where webhook.wants(happening.kind, at: happening.event) {
                    deliveries.append(
                        WebhookDelivery(
                            id: .random(using: &random), webhook: webhook.id, kind: happening.kind,
                            event: happening.event, at: happening.at, facts: happening.facts, created: now,
                            nextTry: now))
                }
            }
            if !deliveries.isEmpty { try connection.webhookDeliveries.add(deliveries) }
        }
    }

    /// What became of tickets of one event.
    mutating func add(
        _ kind: Webhook.Kind, _ tickets: [Ticket], _ names: TypeNames, more: [String: String] = [:]
    ) throws {
        guard let event = tickets.first?.event, wants(kind, at: event) else { return }
        try add(
            tickets.map { ticket in
                var facts = more
                facts["ticket"] = ticket.code.description
                facts["type"] = "\(ticket.type)"
                facts["type_name"] = try names[ticket.type]
                facts["admits"] = "\(ticket.admits)"
                facts["issue"] = "\(ticket.issue)"
                return Happening(kind: kind, event: event, at: now, facts: facts)
            })
    }
}

/// What an event's ticket types are called, read when somebody asks.
final class TypeNames {
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

extension Work {
    /// Tells webhooks what became of tickets of one event.
    func tellWebhooks(_ kind: Webhook.Kind, _ tickets: [Ticket], more: [String: String] = [:]) throws {
        guard let event = tickets.first?.event else { return }
        var outbox = try WebhookOutbox(of: event, at: now, connection)
        try outbox.add(kind, tickets, TypeNames(of: event, connection), more: more)
    }

    /// Tells webhooks what becomes of many tickets of an event.
    ///
    /// - Parameter next: those behind one, by serial; none at the end.
    func tellWebhooks(
        _ kind: Webhook.Kind, of event: EventNumber, more: [String: String], next: (Serial?) throws -> [Ticket]
    ) throws {
        var outbox = try WebhookOutbox(of: event, at: now, connection)
        guard outbox.wants(kind, at: event) else { return }
        let names = TypeNames(of: event, connection)
        var last: Serial?
        while true {
            let page = try next(last)
            guard let end = page.last else { return }
            try outbox.add(kind, page, names, more: more)
            last = end.serial
        }
    }
}
