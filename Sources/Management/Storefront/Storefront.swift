import Languages
public import Store
public import TicketToken
public import Ticketing

/// The public site: anonymous visitors browse published events, reserve tickets, and use the links of tickets, orders
/// and invitations. Visitors have no role and no rights; `Storefront` itself decides what a visitor can do. In the
/// audit trail, one user, here called “the visitor”, represents all visitors.
///
/// ```swift
/// let storefront = try Storefront(to: store, signingWith: ring, clock: now)
/// for found in try storefront.events(EventSearch(text: "lake"), limit: 20) { print(found.event.details.title) }
/// ```
public struct Storefront: Sendable {
    /// The name that the audit trail shows for the visitor.
    public static let visitorName = "a guest of the web"

    let store: Store
    let ring: KeyRing
    let publicKeys: PublicKeyUse
    let now: @Sendable () -> Instant
    /// Whether the server can send a message by a channel.
    public let confirmsReservations: @Sendable (Notice.Channel) throws -> Bool
    /// Reads the conditions on which the server accepts subscriptions for push messages. The result is nil if the
    /// server sends no push messages.
    let pushTerms: @Sendable () throws -> PushTerms?
    /// The services with which the visitor acts. They are used without a check of rights.
    let visitorServices: ManagementServices

    /// Creates the public site of a store. Adds the visitor to the store's users if the visitor is missing.
    ///
    /// - Parameters:
    ///   - ring: the keys that sign links and the tickets that visitors reserve or transfer.
    ///   - confirmsReservations: whether the server can send a message by a channel. If so, visitors must confirm their
    ///     reservations with the link in the message. By default, the server sends no messages.
    ///   - pushTerms: reads the conditions for push messages. By default, the server sends no push messages.
    ///   - noticePolicy: reads the numbers that determine when messages about sales are queued.
    public init(
        to store: Store, signingWith ring: KeyRing, publicKeys: PublicKeyUse = .refused,
        clock now: @escaping @Sendable () -> Instant,
        confirmsReservations: @escaping @Sendable (Notice.Channel) throws -> Bool = { _ in false },
        pushTerms: @escaping @Sendable () throws -> PushTerms? = { nil },
        noticePolicy: @escaping @Sendable () -> NoticePolicy = { .standard }
    ) throws {
        self.store = store
        self.ring = ring
        self.publicKeys = publicKeys
        self.now = now
        self.confirmsReservations = confirmsReservations
        self.pushTerms = pushTerms
        visitorServices = ManagementServices(user: try Storefront.visitor(in: store, at: now()), store: store, now: now)
            .applying(noticePolicy)
    }

    private init(_ storefront: Storefront, over store: Store, signingWith ring: KeyRing) {
        self.store = store
        self.ring = ring
        (publicKeys, now) = (storefront.publicKeys, storefront.now)
        (confirmsReservations, pushTerms) = (storefront.confirmsReservations, storefront.pushTerms)
        visitorServices = storefront.visitorServices.using(store)
    }

    /// A copy of this storefront with another connection to the store and other keys.
    public func using(_ store: Store, signingWith ring: KeyRing) -> Storefront {
        Storefront(self, over: store, signingWith: ring)
    }

    /// Returns the visitor, and creates this user when it is first needed.
    static func visitor(in store: Store, at now: Instant) throws -> User {
        if let known = try store.read({ try $0.users.visitor() }) { return known }
        return try store.write { connection in
            var random = SystemRandomNumberGenerator()
            let made = User(id: .random(using: &random), name: visitorName)
            if try connection.users.addVisitor(made, at: now) {
                let work = UnitOfWork(.addUser, by: made.id, in: nil, at: now, mark: IdempotencyMark(nil), connection)
                try work.record(AuditSubject(.user, made.id), after: ["name": made.name])
                try work.auditBuffer.flush()
                return made
            }
            guard let known = try connection.users.visitor() else {
                throw StoreError.concurrentChange(Sentence(StorefrontError.Text.visitorNotAdded))
            }
            return known
        }
    }
}
