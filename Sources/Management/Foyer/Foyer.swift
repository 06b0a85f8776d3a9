public import Store
public import TicketToken
public import Ticketing

/// Where people are whom nobody knows: they look at what is published, reserve, and do with a link what it opens. It has
/// narrow rules of its own; what they make is made as in the office, and stands in the audit trail by the visitor.
///
/// ```swift
/// let foyer = try Foyer(to: store, signingWith: ring, clock: now)
/// for found in try foyer.events(EventSearch(text: "lake"), limit: 20) { print(found.event.details.title) }
/// ```
public struct Foyer: Sendable {
    /// What the visitor is called in the audit trail.
    public static let visitorName = "a guest of the web"

    let store: Store
    let ring: KeyRing
    let publicKeys: PublicKeyUse
    let now: @Sendable () -> Instant
    /// Works as the visitor, who has no role anywhere: everything is authorized here.
    let desk: Office

    /// - Parameter ring: signs what is reserved and passed on, and makes the links.
    public init(
        to store: Store, signingWith ring: KeyRing, publicKeys: PublicKeyUse = .refused,
        clock now: @escaping @Sendable () -> Instant
    ) throws {
        self.store = store
        self.ring = ring
        self.publicKeys = publicKeys
        self.now = now
        desk = Office(user: try Foyer.visitor(in: store, at: now()), store: store, now: now)
    }

    private init(_ foyer: Foyer, over store: Store, signingWith ring: KeyRing) {
        self.store = store
        self.ring = ring
        (publicKeys, now) = (foyer.publicKeys, foyer.now)
        desk = Office(user: foyer.desk.user, store: store, now: now)
    }

    /// The same over another connection to its store, with the keys that there are by now.
    public func over(_ store: Store, signingWith ring: KeyRing) -> Foyer {
        Foyer(self, over: store, signingWith: ring)
    }

    /// The one user who stands for all that come from the web; made by the first foyer.
    private static func visitor(in store: Store, at now: Instant) throws -> User {
        if let known = try store.read({ try $0.users.visitor() }) { return known }
        return try store.write { connection in
            var random = SystemRandomNumberGenerator()
            let made = User(id: .random(using: &random), name: visitorName)
            if try connection.users.addVisitor(made, at: now) {
                let work = Work(.addUser, by: made.id, in: nil, at: now, mark: ChangeMark(nil), connection)
                try work.record(AuditSubject(.user, made.id), after: ["name": made.name])
                try work.trail.write()
                return made
            }
            guard let known = try connection.users.visitor() else {
                throw StoreError.changedMeanwhile("the visitor can't be added")
            }
            return known
        }
    }
}
