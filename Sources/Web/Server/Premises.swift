public import Management
public import Store
public import TicketToken
public import Ticketing

/// The keys as they are now.
public typealias KeyRingSource = @Sendable () throws -> KeyRing

/// What a server works with; who starts it knows where that is.
public struct Premises: Sendable {
    /// Opens the store once more: a connection has one user at a time.
    let openStore: @Sendable () throws -> Store
    let now: @Sendable () -> Instant
    let gates: GateSupplies?

    /// What signs tickets and makes links; without it, nobody who is not signed in is let in.
    let keyRing: KeyRingSource?
    let printing: PrintSupplies?
    let passes: PassSupplies?
    let identityKey: (@Sendable () throws -> IdentityKey)?
    let webhooks: Webhooks

    /// Whether what webhooks are to be told is sent from here.
    public enum Webhooks: Sendable { case waiting, sent }

    /// - Parameters:
    ///   - gates: what they are opened with; nil is a server without any.
    ///   - printing: what paper is printed with; nil is a server that prints none.
    ///   - passes: what passes and mails are made with; nil is a server that makes none but mails of an event's contact.
    ///   - identityKey: what numbers of documents are hashed with; nil is a server that checks none.
    ///   - webhooks: by default, what they are to be told waits for another server.
    public init(
        clock now: @escaping @Sendable () -> Instant, keyRing: KeyRingSource? = nil, gates: GateSupplies? = nil,
        printing: PrintSupplies? = nil, passes: PassSupplies? = nil,
        identityKey: (@Sendable () throws -> IdentityKey)? = nil, webhooks: Webhooks = .waiting,
        openStore: @escaping @Sendable () throws -> Store
    ) {
        self.keyRing = keyRing
        self.gates = gates
        self.printing = printing
        self.passes = passes
        self.identityKey = identityKey
        self.webhooks = webhooks
        self.openStore = openStore
        self.now = now
    }
}
