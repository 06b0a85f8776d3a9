import Management
package import Ticketing

/// The sessions that end when a user signs out or ends a session.
package enum EndedSessions: Sendable {
    case one(WebSessionID)
    /// All sessions of a user who signs out everywhere.
    case all(of: UserID)
}
