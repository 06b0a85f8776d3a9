import Languages
import Store
public import Ticketing

/// The details of a new user.
public struct UserDetails: Sendable {
    public var name: String
    public var email: EmailAddress?
    public var phone: PhoneNumber?
    public var birthDate: CalendarDay?

    public init(
        name: String, email: EmailAddress? = nil, phone: PhoneNumber? = nil, birthDate: CalendarDay? = nil
    ) {
        self.name = name
        self.email = email
        self.phone = phone
        self.birthDate = birthDate
    }

    /// The faults of all invalid fields.
    public func faults(at now: Instant) -> [FieldFault] {
        var faults = FieldFaults()
        faults.require(text: name, "name")
        let today = CalendarDay(now, in: .gmt)
        faults.require(birthDate.map { $0 <= today } ?? true, "birth-date", FaultSentence.dayInThePast)
        return faults.all
    }
}

/// User accounts, their passwords and sign-in links.
public struct UserService: Sendable {
    let services: ManagementServices

    /// Adds a user of this store. Only the local owner may do this.
    public func addUser(_ draft: UserDetails) throws -> User {
        let faults = draft.faults(at: services.now())
        guard faults.isEmpty else { throw ManagementError.invalid(faults) }
        return try services.performAsLocalOwner(.addUser) { work in
            var random = SystemRandomNumberGenerator()
            let user = User(
                id: .random(using: &random), name: draft.name, email: draft.email, phone: draft.phone,
                birthDate: draft.birthDate)
            guard try work.connection.users.insert(user, at: work.now) else {
                throw draft.email.map(ManagementError.emailTaken) ?? ManagementError.nameTaken(draft.name)
            }
            // The audit trail records only the name, so that the other personal details are stored in one place only.
            try work.record(AuditSubject(.user, user.id), after: ["name": user.name])
            return user
        }
    }

    /// The users of this store, ordered by name. Only the local owner may list them.
    public func users() throws -> [User] {
        try services.readAsLocalOwner { try $0.users.all() }
    }

    /// Finds a user by id, e-mail address, or an unambiguous prefix of the name.
    public func user(named name: String) throws -> User { try UserService.user(named: name, among: try users()) }

    static func user(named name: String, among users: [User]) throws -> User {
        let folded = name.lowercased()
        let exact = users.filter { $0.id.description == name || $0.email?.rawValue == folded || $0.name == name }
        if exact.count == 1 { return exact[0] }
        let candidates = users.filter { !folded.isEmpty && $0.name.lowercased().hasPrefix(folded) }
        guard let found = candidates.first else {
            throw ManagementError.unknownUser(name, known: users.map(\.name))
        }
        guard candidates.count == 1 else {
            throw ManagementError.ambiguous(
                .user, name, candidates: candidates.map { .verbatim("\($0.name) (\($0.id))") })
        }
        return found
    }
}
