import Management
import Ticketing

/// The sessions that end when a user signs out.
enum EndedSessions: Sendable {
    case one(WebSessionID)
    case all(of: UserID)
}
