public import Store
public import Ticketing

/// Where an organizer works: creates, publishes, issues, cancels. Every operation is done by its user, authorized once,
/// here, before anything else, and is one transaction.
///
/// ```swift
/// let office = try Office.signIn(to: store, clock: now)
/// let organizer = try office.createOrganizer(named: "Nile Nights")
/// print(organizer.slug)
/// ```
public struct Office: Sendable {
    public let user: User
    let store: Store
    let now: @Sendable () -> Instant
    /// What narrows it; empty where the user's roles alone decide.
    var grants: [Grant] = []
    /// The id of the one change that it makes; nil where each has an id of its own.
    var change: ChangeID?

    /// Makes the local owner of a new store. Does nothing when there is one.
    public static func setUp(_ store: Store, ownerName: String, at now: Instant) throws {
        var random = SystemRandomNumberGenerator()
        let owner = User(id: .random(using: &random), name: ownerName)
        try store.write { connection in
            guard try connection.users.addLocalOwner(owner, at: now) else { return }
            // Nobody was there before them: they have added themselves.
            let work = Work(.addUser, by: owner.id, in: nil, at: now, mark: ChangeMark(nil), connection)
            try work.record(AuditSubject(.user, owner.id), after: ["name": owner.name])
            try work.trail.write()
        }
    }

    /// Signs a user in: the local owner, or one that is named. Whoever has the data folder may be any of them.
    ///
    /// - Parameters:
    ///   - name: id, e-mail address, or an unambiguous beginning of the name; nil is the local owner.
    ///   - now: the clock.
    /// - Throws: `ManagementError.noLocalOwner` before `setUp`.
    public static func signIn(
        to store: Store, as name: String? = nil, clock now: @escaping @Sendable () -> Instant
    ) throws -> Office {
        try store.read { connection in
            guard let owner = try connection.users.localOwner() else { throw ManagementError.noLocalOwner }
            let user = try name.map { try Office.user(named: $0, among: try connection.users.all()) } ?? owner
            return Office(user: user, store: store, now: now)
        }
    }

    /// Does an operation that changes something: authorizes it, works, all in one transaction. The work may be run again
    /// after a conflict with others, and so begins anew each time.
    func perform<Result>(
        _ operation: Operation, in organizer: OrganizerNumber, _ work: (Work) throws -> Result
    ) throws -> Result {
        try perform(operation, in: organizer, at: nil, work)
    }

    private func perform<Result>(
        _ operation: Operation, in organizer: OrganizerNumber, at event: EventNumber?, _ work: (Work) throws -> Result
    ) throws -> Result {
        try transact(operation, in: organizer) { entry in
            try authorize(operation, in: organizer, at: event, entry.connection)
            return try work(entry)
        }
    }

    /// Does work that its caller authorizes; what belongs to no organizer is beyond every grant.
    func transact<Result>(
        _ operation: Operation, in organizer: OrganizerNumber?, _ work: (Work) throws -> Result
    ) throws -> Result {
        if organizer == nil { try demandNoGrant(for: operation) }
        let now = now()
        return try settled { connection, mark in
            let entry = Work(operation, by: user.id, in: organizer, at: now, mark: mark, connection)
            let result = try work(entry)
            try entry.trail.finish(for: organizer)
            return result
        }
    }

    /// Does an operation on an event: the organizer is the one that the store knows for it, whatever `event` says.
    func perform<Result>(
        _ operation: Operation, on event: Event, _ work: (Work) throws -> Result
    ) throws -> Result {
        try perform(operation, in: event.organizer, at: event.number) { entry in
            try demand(event, entry.connection)
            return try work(entry)
        }
    }

    /// Does an operation that only looks at an event.
    func look<Result>(
        _ operation: Operation, on event: Event, _ work: (any StoreConnection) throws -> Result
    ) throws -> Result {
        try look(operation, in: event.organizer, at: event.number) { connection in
            try demand(event, connection)
            return try work(connection)
        }
    }

    private func demand(_ event: Event, _ connection: any StoreConnection) throws {
        guard try connection.events.organizer(of: event.number) == event.organizer else {
            throw ManagementError.unknownEvent("\(event.number)", known: [])
        }
    }

    /// Does an operation on the store as a whole, which belongs to no organizer.
    func performAsLocalOwner<Result>(_ operation: Operation, _ work: (Work) throws -> Result) throws -> Result {
        try transact(operation, in: nil) { entry in
            try demandLocalOwner(entry.connection)
            return try work(entry)
        }
    }

    /// Looks at what belongs to the store as a whole, in one state of it.
    func lookAsLocalOwner<Result>(_ work: (any StoreConnection) throws -> Result) throws -> Result {
        guard grants.isEmpty else { throw ManagementError.localOwnerOnly }
        return try store.read { connection in
            try demandLocalOwner(connection)
            return try work(connection)
        }
    }

    func demandLocalOwner(_ connection: any StoreConnection) throws {
        guard try connection.users.localOwner()?.id == user.id else { throw ManagementError.localOwnerOnly }
    }

    /// Does an operation that only looks, in one state of the store.
    func look<Result>(
        _ operation: Operation, in organizer: OrganizerNumber, _ work: (any StoreConnection) throws -> Result
    ) throws -> Result {
        try look(operation, in: organizer, at: nil, work)
    }

    private func look<Result>(
        _ operation: Operation, in organizer: OrganizerNumber, at event: EventNumber?,
        _ work: (any StoreConnection) throws -> Result
    ) throws -> Result {
        try store.read { connection in
            try authorize(operation, in: organizer, at: event, connection)
            return try work(connection)
        }
    }

    /// Refuses what the user's role in the organizer does not allow, or a grant leaves out. To those who are no member at
    /// all, the organizer does not exist.
    ///
    /// - Parameter event: nil is the organizer as a whole.
    private func authorize(
        _ operation: Operation, in organizer: OrganizerNumber, at event: EventNumber?, _ connection: any StoreConnection
    ) throws {
        guard let role = try connection.users.role(of: user.id, in: organizer) else {
            throw ManagementError.unknownOrganizer("\(organizer)", known: [])
        }
        for grant in grants { try grant.authorize(operation, in: organizer, at: event) }
        guard role.grants(operation.right) else {
            throw ManagementError.forbidden(role: role, needs: Role.allCases.filter { $0.grants(operation.right) })
        }
    }
}
