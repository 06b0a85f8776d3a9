public import Management
public import Store
public import TicketToken
public import Ticketing

/// Reads the current keys.
public typealias KeyRingSource = @Sendable () throws -> KeyRing

/// The configuration of a server: store, keys and services.
public struct ServerConfiguration: Sendable {
    /// Opens another connection to the store. Each connection serves one thread at a time.
    package let openStore: @Sendable () throws -> Store
    package let now: @Sendable () -> Instant
    /// The keys that sign tickets and links; nil disables the public site.
    package let keyRing: KeyRingSource?
    let passes: TicketFileConfiguration?
    let identityKey: (@Sendable () throws -> IdentityKey)?
    package let webhooks: WebhookSending

    /// Whether this server sends the deliveries of webhooks.
    public enum WebhookSending: Sendable { case byAnotherServer, byThisServer }

    /// - Parameters:
    ///   - passes: certificates for wallet passes, and the sender of mails. With nil, the server makes no wallet passes
    ///     and sends mails from the event's contact.
    ///   - identityKey: reads the key that hashes the numbers of identity documents; nil disables the check of
    ///     documents.
    ///   - webhooks: the server that sends the deliveries of webhooks; by default, another server.
    public init(
        clock now: @escaping @Sendable () -> Instant, keyRing: KeyRingSource? = nil,
        passes: TicketFileConfiguration? = nil,
        identityKey: (@Sendable () throws -> IdentityKey)? = nil, webhooks: WebhookSending = .byAnotherServer,
        openStore: @escaping @Sendable () throws -> Store
    ) {
        self.keyRing = keyRing
        self.passes = passes
        self.identityKey = identityKey
        self.webhooks = webhooks
        self.openStore = openStore
        self.now = now
    }
}
