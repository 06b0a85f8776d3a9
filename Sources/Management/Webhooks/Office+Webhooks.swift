import Store
public import TicketToken
public import Ticketing

/// What a webhook is to be, as it was typed.
public struct WebhookDraft: Sendable {
    public var address: String
    public var kinds: Set<Webhook.Kind>
    public var allowance: Webhook.Allowance

    public init(address: String, kinds: Set<Webhook.Kind>, allowance: Webhook.Allowance = .publicOnly) {
        self.address = address
        self.kinds = kinds
        self.allowance = allowance
    }

    /// - Throws: `ManagementError.invalid` with every fault.
    fileprivate func checked() throws -> WebhookAddress {
        let read = WebhookAddress(address)
        var faults = FieldFaults()
        faults.demand(read != nil, "url", WebhookAddress.allowed)
        faults.demand(!kinds.isEmpty, "kinds", Webhook.Kind.allCases.map(\.rawValue).joined(separator: ", "))
        if let read {
            faults.demand(
                read.isEncrypted || allowance == .privateToo, "url", "https, unless it may lead to private addresses")
            // Names are looked up when something is sent, and may lead elsewhere each time.
            if case .address(let address) = read.host, let fault = read.fault(at: address, allowance) {
                faults.demand(false, "url", fault)
            }
        }
        guard let read, faults.all.isEmpty else { throw ManagementError.invalid(faults.all) }
        return read
    }
}

/// A webhook, and how much waits for it.
public struct WebhookState: Sendable {
    public let webhook: Webhook
    public let waiting: Int
}

extension Office {
    /// Makes a webhook: from now on it is told what becomes of tickets, as long as the user is an owner.
    ///
    /// - Parameters:
    ///   - event: nil is every event of the organizer.
    ///   - ring: its signing key makes the secret; one that everybody knows makes none.
    /// - Throws: `ManagementError.invalid` with every fault; `tooManyWebhooks`; `localOwnerOnly` where it may lead to private
    ///   addresses: what they are is for the owner of the server to know.
    public func makeWebhook(
        _ draft: WebhookDraft, of organizer: Organizer, event: Event? = nil, signingWith ring: KeyRing
    ) throws -> (secret: WebhookSecret, webhook: Webhook) {
        let address = try draft.checked()
        return try perform(.makeWebhook, in: organizer.number) { work in
            let connection = work.connection
            if draft.allowance == .privateToo {
                guard grants.isEmpty else { throw ManagementError.localOwnerOnly }
                try demandLocalOwner(connection)
            }
            let key = try Office.signingKey(of: ring, .refused)
            if let event, try connection.events.organizer(of: event.number) != organizer.number {
                throw ManagementError.unknownEvent("\(event.number)", known: [])
            }
            guard try connection.webhooks.all(of: organizer.number).count(where: { $0.ended == nil }) < Webhook.most
            else { throw ManagementError.tooManyWebhooks }
            var random = SystemRandomNumberGenerator()
            let webhook = Webhook(
                id: .random(using: &random), organizer: organizer.number, event: event?.number, address: address,
                kinds: draft.kinds, allowance: draft.allowance, key: key, madeBy: user.id, created: work.now)
            try connection.knownKeys.remember(ring.checkValues)
            try connection.webhooks.add(webhook)
            try work.record(AuditSubject(.webhook, webhook.id), of: webhook.event, after: webhook.auditFields)
            return (try ring.webhookSecret(of: webhook.id, key: key), webhook)
        }
    }

    /// The webhooks of an organizer, by when they were made: also what has ended.
    public func webhooks(of organizer: Organizer) throws -> [WebhookState] {
        try look(.showWebhooks, in: organizer.number) { connection in
            try connection.webhooks.all(of: organizer.number).map {
                WebhookState(webhook: $0, waiting: try connection.webhookDeliveries.waiting(of: $0.id))
            }
        }
    }

    /// One of them, and the last that it was told or is to be told, newest first.
    ///
    /// - Throws: `ManagementError.unknownWebhook`.
    public func webhook(
        _ id: WebhookID, of organizer: Organizer, latest limit: Int
    ) throws -> (state: WebhookState, deliveries: [WebhookDelivery]) {
        try look(.showWebhooks, in: organizer.number) { connection in
            guard let webhook = try connection.webhooks.with(id: id, of: organizer.number) else {
                throw ManagementError.unknownWebhook(id)
            }
            let state = WebhookState(
                webhook: webhook, waiting: try connection.webhookDeliveries.waiting(of: webhook.id))
            return (state, try connection.webhookDeliveries.latest(of: webhook.id, limit: limit))
        }
    }

    /// What a webhook proves itself with, for who sets its receiver up.
    ///
    /// - Throws: `ManagementError.unknownWebhook`; `SigningError` where its key is gone.
    public func secret(
        ofWebhook id: WebhookID, of organizer: Organizer, signingWith ring: KeyRing
    ) throws -> WebhookSecret {
        try look(.showWebhooks, in: organizer.number) { connection in
            guard let webhook = try connection.webhooks.with(id: id, of: organizer.number) else {
                throw ManagementError.unknownWebhook(id)
            }
            return try ring.webhookSecret(of: webhook.id, key: webhook.key)
        }
    }

    /// Ends a webhook at once: nothing is sent any more, also not what waits. What has ended stays as it is.
    ///
    /// - Throws: `ManagementError.unknownWebhook`.
    public func endWebhook(_ id: WebhookID, of organizer: Organizer) throws {
        try perform(.endWebhook, in: organizer.number) { work in
            guard let webhook = try work.connection.webhooks.with(id: id, of: organizer.number) else {
                throw ManagementError.unknownWebhook(id)
            }
            try work.end(webhook, why: nil)
        }
    }
}

extension Work {
    /// Ends a webhook, and gives up what waits for it.
    ///
    /// - Parameter answer: of the receiver that wants nothing more; nil where a person ends it.
    func end(_ webhook: Webhook, why answer: String?) throws {
        guard try connection.webhooks.end(webhook.id, of: webhook.organizer, at: now) else { return }
        try connection.webhookDeliveries.giveUp(
            of: webhook.id, since: Instant(milliseconds: Int64(1) << 52), answer: answer ?? "the webhook has ended",
            at: now)
        try record(
            AuditSubject(.webhook, webhook.id), of: webhook.event,
            after: AuditFields(present: [("ended", now.auditText), ("answer", answer)]))
    }
}

extension Webhook {
    /// Without the path: it may hold what only the receiver is to know.
    fileprivate var auditFields: AuditFields {
        [
            "address": address.origin, "kinds": kinds.sorted().map(\.rawValue).joined(separator: " "),
            "allows_private": allowance == .privateToo ? "yes" : "no", "key": "\(key)",
        ]
    }
}
