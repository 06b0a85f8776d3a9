/// What a member of an organizer may do (MANAGEMENT, "People and roles").
public enum Role: String, Hashable, Sendable, CaseIterable {
    case owner, manager, seller, gate, viewer

    /// What an operation needs; each role grants a set of these.
    public enum Right: Hashable, Sendable, CaseIterable {
        /// See the event, and look up tickets and guests.
        case lookUp
        /// Work at a gate.
        case scan
        /// Sell, issue, cancel and re-issue.
        case sell
        /// Make, edit and publish events, types, functions and guest lists.
        case manageEvents
        /// Read reports and the audit trail.
        case readReports
        /// Members, verification and payout.
        case administer
    }

    public func grants(_ right: Right) -> Bool {
        switch right {
        case .lookUp: true
        case .scan: self == .owner || self == .manager || self == .gate
        case .sell: self == .owner || self == .manager || self == .seller
        case .manageEvents: self == .owner || self == .manager
        case .readReports: self == .owner || self == .manager || self == .viewer
        case .administer: self == .owner
        }
    }
}
