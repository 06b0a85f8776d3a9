import Management
package import Ticketing

/// The sessions that end when a user signs out.
package enum EndedSessions: Sendable {
    case one(WebSessionID)
    case all(of: UserID)
}
