/// What a member of an organizer may do (MANAGEMENT, "People and roles").
public enum Role: String, Hashable, Sendable, CaseIterable {
    case owner, manager, seller, gate, viewer

    /// What an operation needs; each role grants a set of these.
    public enum Right: Hashable, Sendable, CaseIterable {
        /// See the event, and look up tickets, without what opens a gate, and guests.
        case lookUp
        /// See orders: who buys, and for how much.
        case readOrders
        /// Work at a gate.
        case scan
        /// Issue and sell, take payments, end what was not paid; have the tokens of tickets.
        case sell
        /// Change tickets that are out: cancel, refund, block, re-issue, transfer.
        case changeTickets
        /// Make, edit and publish events, types, functions and guest lists, and answer for guests.
        case manageEvents
        /// Read reports and the audit trail.
        case readReports
        /// Members, verification and payout.
        case administer
        /// Make an organizer of one's own, whose owner one becomes: no role is needed, in whichever organizer.
        case beginAnew
    }

    public func grants(_ right: Right) -> Bool {
        switch right {
        case .lookUp, .beginAnew: true
        case .scan: self == .owner || self == .manager || self == .gate
        case .sell: self == .owner || self == .manager || self == .seller
        case .readOrders: self != .gate
        case .changeTickets, .manageEvents: self == .owner || self == .manager
        case .readReports: self == .owner || self == .manager || self == .viewer
        case .administer: self == .owner
        }
    }
}
