public import Store
public import Ticketing

/// The operations of organizers, such as creating and publishing events and issuing tickets. Each operation is
/// authorized for one user, and runs in one transaction.
///
/// ```swift
/// let services = try ManagementServices.signIn(to: store, clock: now)
/// let organizer = try services.organizers.createOrganizer(OrganizerDetails(name: "Nile Nights"))
/// print(organizer.slug)
/// ```
public struct ManagementServices: Sendable {
    public let user: User
    var store: Store
    let now: @Sendable () -> Instant
    /// The grants that restrict the operations; empty if the user's roles alone decide.
    var grants: [Grant] = []
    /// The id of the only change that these services can make. Nil if they can make any number of changes, each with a
    /// new id.
    var change: ChangeID?
    /// The maximum number of people to whom one change may queue messages.
    var allowedRecipients = MessagePreview.confirmationLimit
    var noticePolicy: @Sendable () -> NoticePolicy = { .standard }
    /// Reads the price of one part of an SMS; nil if it is unknown (`pricing(_:ifSendingSMS:)`).
    var smsPrice: @Sendable () -> Money? = { nil }
    var sendsSMS: @Sendable () -> Bool = { true }

    /// Creates the local owner of a new store: the user who owns the data folder. Does nothing if the store already has
    /// a local owner.
    public static func setUp(_ store: Store, ownerName: String, at now: Instant) throws {
        var random = SystemRandomNumberGenerator()
        let owner = User(id: .random(using: &random), name: ownerName)
        try store.write { connection in
            guard try connection.users.addLocalOwner(owner, at: now) else { return }
            // No other user exists yet, so the owner is recorded as the user who added this account.
            let work = UnitOfWork(.addUser, by: owner.id, in: nil, at: now, mark: IdempotencyMark(nil), connection)
            try work.record(AuditSubject(.user, owner.id), after: ["name": owner.name])
            try work.auditBuffer.flush()
        }
    }

    /// Signs in the local owner or a named user. Needs no password, because the caller has access to the data folder
    /// and can therefore act as any user.
    ///
    /// - Parameters:
    ///   - name: the user's id, e-mail address, or an unambiguous prefix of the name; nil for the local owner.
    ///   - now: the clock.
    /// - Throws: `ManagementError.noLocalOwner` if the store has no local owner, because `setUp` was not called.
    public static func signIn(
        to store: Store, as name: String? = nil, clock now: @escaping @Sendable () -> Instant
    ) throws -> ManagementServices {
        try store.read { connection in
            guard let owner = try connection.users.localOwner() else { throw ManagementError.noLocalOwner }
            let user = try name.map { try UserService.user(named: $0, among: try connection.users.all()) } ?? owner
            return ManagementServices(user: user, store: store, now: now)
        }
    }

    /// A copy of these services that applies a policy to messages about sales. By default, services apply the standard
    /// policy.
    ///
    /// - Parameter policy: reads the policy. It is called in transactions that issue tickets, so it must be fast.
    public func applying(_ policy: @escaping @Sendable () -> NoticePolicy) -> ManagementServices {
        var services = self
        services.noticePolicy = policy
        return services
    }

    /// Authorizes and runs an operation that changes something, in one transaction. After a conflict with another
    /// transaction, the work runs again from the start.
    ///
    /// - Throws: `ManagementError.tooManyRecipients` if the work queues messages to more people than these services
    ///   allow. The transaction is then rolled back.
    func perform<Result>(
        _ operation: Operation, in organizer: OrganizerNumber, _ work: (UnitOfWork) throws -> Result
    ) throws -> Result {
        try perform(operation, in: organizer, at: nil, work)
    }

    private func perform<Result>(
        _ operation: Operation, in organizer: OrganizerNumber, at event: EventNumber?,
        _ work: (UnitOfWork) throws -> Result
    ) throws -> Result {
        var excess: ExcessMessages?
        do {
            return try transact(operation, in: organizer) { entry in
                excess = nil
                try authorize(operation, in: organizer, at: event, entry.connection)
                let result = try work(entry)
                excess = try entry.messages(toMoreThan: allowedRecipients, at: event, recipientCount)
                if let excess { throw ManagementError.tooManyRecipients(excess.change) }
                return result
            }
        } catch ManagementError.tooManyRecipients(let change) {
            // For a change that concerns very many people, the work stores only a description of them
            // (`AudienceQueue`). These people are counted here, after the transaction, so that gates do not wait.
            guard let excess, !excess.audiences.isEmpty else { throw ManagementError.tooManyRecipients(change) }
            let phones = try excess.phones + store.read { try $0.noticeAudiences.phones(in: excess.audiences) }
            throw ManagementError.tooManyRecipients(
                change.with(recipientCount(change.recipients.people, phones: phones)))
        }
    }

    /// Runs work in one transaction. The caller must check whether the user is allowed to do the work. An operation
    /// without an organizer is refused if grants restrict the user.
    func transact<Result>(
        _ operation: Operation, in organizer: OrganizerNumber?, _ work: (UnitOfWork) throws -> Result
    ) throws -> Result {
        if organizer == nil { try requireUnrestricted(for: operation) }
        let now = now()
        return try committedOnce { connection, mark in
            let entry = UnitOfWork(
                operation, by: user.id, in: organizer, at: now, mark: mark, throughGrant: !grants.isEmpty,
                noticePolicy: noticePolicy, connection)
            let result = try work(entry)
            try entry.auditBuffer.finish(for: organizer)
            return result
        }
    }

    /// Runs an operation on an event. The organizer in `event` must be the event's organizer in the store.
    func perform<Result>(
        _ operation: Operation, on event: Event, _ work: (UnitOfWork) throws -> Result
    ) throws -> Result {
        try perform(operation, in: event.organizer, at: event.number) { entry in
            try requireOrganizer(event, entry.connection)
            return try work(entry)
        }
    }

    func read<Result>(
        _ operation: Operation, on event: Event, _ work: (any StoreConnection) throws -> Result
    ) throws -> Result {
        try read(operation, in: event.organizer, at: event.number) { connection in
            try requireOrganizer(event, connection)
            return try work(connection)
        }
    }

    private func requireOrganizer(_ event: Event, _ connection: any StoreConnection) throws {
        guard try connection.events.organizer(of: event.number) == event.organizer else {
            throw ManagementError.unknownEvent("\(event.number)", known: [])
        }
    }

    /// Runs an operation on the store itself, without an organizer. Only the local owner may do this.
    func performAsLocalOwner<Result>(_ operation: Operation, _ work: (UnitOfWork) throws -> Result) throws -> Result {
        try transact(operation, in: nil) { entry in
            try requireLocalOwner(entry.connection)
            return try work(entry)
        }
    }

    /// Reads data of the store itself, in one snapshot. Only the local owner may do this.
    func readAsLocalOwner<Result>(_ work: (any StoreConnection) throws -> Result) throws -> Result {
        guard grants.isEmpty else { throw ManagementError.localOwnerOnly }
        return try store.read { connection in
            try requireLocalOwner(connection)
            return try work(connection)
        }
    }

    func requireLocalOwner(_ connection: any StoreConnection) throws {
        guard try connection.users.localOwner()?.id == user.id else { throw ManagementError.localOwnerOnly }
    }

    /// Runs a read-only operation in one snapshot of the store.
    func read<Result>(
        _ operation: Operation, in organizer: OrganizerNumber, _ work: (any StoreConnection) throws -> Result
    ) throws -> Result {
        try read(operation, in: organizer, at: nil, work)
    }

    private func read<Result>(
        _ operation: Operation, in organizer: OrganizerNumber, at event: EventNumber?,
        _ work: (any StoreConnection) throws -> Result
    ) throws -> Result {
        try store.read { connection in
            try authorize(operation, in: organizer, at: event, connection)
            return try work(connection)
        }
    }

    /// Checks, inside a transaction, that the user may also perform another operation for the organizer of the
    /// transaction.
    ///
    /// - Throws: `ManagementError.forbidden` or `notGranted`.
    func authorize(_ operation: Operation, in organizer: OrganizerNumber, _ work: UnitOfWork) throws {
        try authorize(operation, in: organizer, at: nil, work.connection)
    }

    /// Throws an error unless the user's role in the organizer and all grants allow the operation. For a user who is
    /// not a member, the error says that the organizer does not exist.
    ///
    /// - Parameter event: the event that the operation is on; nil for operations on the organizer itself.
    private func authorize(
        _ operation: Operation, in organizer: OrganizerNumber, at event: EventNumber?, _ connection: any StoreConnection
    ) throws {
        guard let role = try connection.users.role(of: user.id, in: organizer) else {
            throw ManagementError.unknownOrganizer("\(organizer)", known: [])
        }
        for grant in grants { try grant.authorize(operation, in: organizer, at: event) }
        guard role.grants(operation.requiredRight) else {
            throw ManagementError.forbidden(
                role: role, needs: Role.allCases.filter { $0.grants(operation.requiredRight) })
        }
    }
}
