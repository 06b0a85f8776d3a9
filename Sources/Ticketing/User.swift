/// Someone who acts: every operation of the office names one.
public struct User: Hashable, Sendable {
    public let id: UserID
    public var name: String

    public init(id: UserID, name: String) {
        self.id = id
        self.name = name
    }
}

/// The id of a user: random, not 0, unique in its store.
public struct UserID: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt32

    /// Nil for 0.
    public init?(rawValue: UInt32) {
        guard rawValue != 0 else { return nil }
        self.rawValue = rawValue
    }

    public static func random(using generator: inout some RandomNumberGenerator) -> UserID {
        while true {
            if let id = UserID(rawValue: generator.next()) { return id }
        }
    }
}
