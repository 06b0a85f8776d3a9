/// A person with an account, such as an owner of an organizer or a member of gate staff. Every management operation is
/// recorded with the user who performed it.
public struct User: Hashable, Sendable {
    public let id: UserID
    public var name: String
    /// The e-mail address, which is unique in the store.
    public var email: EmailAddress?
    public var phone: PhoneNumber?
    public var birthDate: CalendarDay?

    public init(
        id: UserID, name: String, email: EmailAddress? = nil, phone: PhoneNumber? = nil, birthDate: CalendarDay? = nil
    ) {
        self.id = id
        self.name = name
        self.email = email
        self.phone = phone
        self.birthDate = birthDate
    }
}

/// The id of a user: random, not 0, unique in its store.
public struct UserID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: UInt32

    /// Makes an id from its raw value. Nil for 0.
    public init?(rawValue: UInt32) {
        guard rawValue != 0 else { return nil }
        self.rawValue = rawValue
    }

    public static func random(using generator: inout some RandomNumberGenerator) -> UserID {
        while true {
            if let id = UserID(rawValue: generator.next()) { return id }
        }
    }

    public var description: String { String(rawValue) }
}

/// A user who belongs to the team of an organizer, with the user's role.
public struct Member: Hashable, Sendable {
    public let user: User
    public var role: Role

    public init(user: User, role: Role) {
        self.user = user
        self.role = role
    }
}
