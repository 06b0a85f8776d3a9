import Languages
import Store
public import TicketToken
public import Ticketing

extension WebhookDetails {
    /// Checks the settings, and returns the parsed URL.
    ///
    /// - Throws: `ManagementError.invalid` with all faults.
    fileprivate func checked() throws -> WebhookAddress {
        let read = WebhookAddress(address)
        var faults = FieldFaults()
        if read == nil { faults.add([FieldFault("url", WebhookAddress.requirement)]) }
        faults.add(limitFaults)
        if let read {
            faults.require(
                read.isEncrypted || allowance == .privateAllowed, "url", FaultSentence.encryptedOnly)
            // Only an IP address is checked here. The IP addresses of a host name can change, so they are checked
            // before each delivery.
            if case .address(let address) = read.host, let fault = read.fault(at: address, allowance) {
                faults.add([FieldFault("url", Sentence(fault))])
            }
        }
        guard let read, faults.all.isEmpty else { throw ManagementError.invalid(faults.all) }
        return read
    }
}

/// A webhook, and the number of its deliveries that are still to be sent.
public struct WebhookStatus: Sendable {
    public let webhook: Webhook
    public let waiting: Int
}

/// Webhooks of an organizer and their deliveries: creating, listing and ending them.
public struct WebhookService: Sendable {
    let services: ManagementServices

    /// Creates a webhook. The webhook receives messages about tickets as long as the user who creates it is an owner of
    /// the organizer.
    ///
    /// - Parameters:
    ///   - event: the only event whose tickets the messages are about; nil for all events of the organizer.
    ///   - ring: the key ring. The webhook's secret is derived from the ring's signing key, which must not be a public
    ///     demonstration key.
    /// - Throws: `ManagementError.invalid` with all faults; `tooManyWebhooks`; `localOwnerOnly` if the webhook is
    ///   allowed to use private addresses but the user is not the local owner.
    public func createWebhook(
        _ draft: WebhookDetails, of organizer: Organizer, event: Event? = nil, signingWith ring: KeyRing
    ) throws -> (secret: WebhookSecret, webhook: Webhook) {
        let address = try draft.checked()
        return try services.perform(.makeWebhook, in: organizer.number) { work in
            let connection = work.connection
            if draft.allowance == .privateAllowed {
                guard services.grants.isEmpty else { throw ManagementError.localOwnerOnly }
                try services.requireLocalOwner(connection)
            }
            let key = try ManagementServices.signingKey(of: ring, .refused)
            if let event, try connection.events.organizer(of: event.number) != organizer.number {
                throw ManagementError.unknownEvent("\(event.number)", known: [])
            }
            guard try connection.webhooks.all(of: organizer.number).count(where: { $0.ended == nil }) < Webhook.most
            else { throw ManagementError.tooManyWebhooks }
            var random = SystemRandomNumberGenerator()
            let webhook = Webhook(
                id: .random(using: &random), organizer: organizer.number, address: address,
                kinds: draft.kinds, addressPolicy: draft.allowance, key: key, madeBy: services.user.id,
                created: work.now
            ).with { $0.event = event?.number }
            try connection.knownKeys.record(ring.checkValues)
            try connection.webhooks.add(webhook)
            try work.record(AuditSubject(.webhook, webhook.id), of: webhook.event, after: webhook.auditFields)
            return (try ring.webhookSecret(of: webhook.id, key: key), webhook)
        }
    }

    /// The webhooks of an organizer, including ended ones, ordered by creation time.
    public func webhooks(of organizer: Organizer) throws -> [WebhookStatus] {
        try services.read(.showWebhooks, in: organizer.number) { connection in
            try connection.webhooks.all(of: organizer.number).map {
                WebhookStatus(webhook: $0, waiting: try connection.webhookDeliveries.pendingCount(of: $0.id))
            }
        }
    }

    /// A webhook and its latest deliveries, sent or pending, newest first.
    ///
    /// - Throws: `ManagementError.unknownWebhook`.
    public func webhook(
        _ id: WebhookID, of organizer: Organizer, latest limit: Int
    ) throws -> (state: WebhookStatus, deliveries: [WebhookDelivery]) {
        try services.read(.showWebhooks, in: organizer.number) { connection in
            guard let webhook = try connection.webhooks.with(id: id, of: organizer.number) else {
                throw ManagementError.unknownWebhook(id)
            }
            let state = WebhookStatus(
                webhook: webhook, waiting: try connection.webhookDeliveries.pendingCount(of: webhook.id))
            return (state, try connection.webhookDeliveries.latest(of: webhook.id, limit: limit))
        }
    }

    /// The signing secret of a webhook, for setting up its receiver.
    ///
    /// - Throws: `ManagementError.unknownWebhook`; `SigningError` if the webhook's key is missing from the ring or
    ///   retired.
    public func secret(
        ofWebhook id: WebhookID, of organizer: Organizer, signingWith ring: KeyRing
    ) throws -> WebhookSecret {
        try services.read(.showWebhooks, in: organizer.number) { connection in
            guard let webhook = try connection.webhooks.with(id: id, of: organizer.number) else {
                throw ManagementError.unknownWebhook(id)
            }
            return try ring.webhookSecret(of: webhook.id, key: webhook.key)
        }
    }

    /// Ends a webhook immediately, and abandons its pending deliveries. Does nothing if the webhook has already ended.
    ///
    /// - Throws: `ManagementError.unknownWebhook`.
    public func endWebhook(_ id: WebhookID, of organizer: Organizer) throws {
        try services.perform(.endWebhook, in: organizer.number) { work in
            guard let webhook = try work.connection.webhooks.with(id: id, of: organizer.number) else {
                throw ManagementError.unknownWebhook(id)
            }
            try work.end(webhook, why: nil)
        }
    }
}

extension UnitOfWork {
    /// Ends a webhook, and abandons its pending deliveries.
    ///
    /// - Parameter answer: the response of a receiver that wants no more messages; nil if a person ends the webhook.
    func end(_ webhook: Webhook, why answer: WebhookResult?) throws {
        guard try connection.webhooks.end(webhook.id, of: webhook.organizer, at: now) else { return }
        try connection.webhookDeliveries.abandon(
            of: webhook.id, createdUntil: Instant(milliseconds: Int64(1) << 52),
            answer: answer ?? .noResponse(.webhookEnded),
            at: now)
        try record(
            AuditSubject(.webhook, webhook.id), of: webhook.event,
            after: AuditFields(present: [("ended", now.auditValue), ("answer", answer?.code)]))
    }
}

extension Webhook {
    /// The audit trail gets the URL without its path, because the path could contain a secret of the receiver.
    fileprivate var auditFields: AuditFields {
        [
            "address": address.origin, "kinds": kinds.sorted().map(\.rawValue).joined(separator: " "),
            "allows_private": addressPolicy == .privateAllowed ? "yes" : "no", "key": "\(key)",
        ]
    }
}
