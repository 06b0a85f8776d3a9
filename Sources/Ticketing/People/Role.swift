public import Languages

/// The role of an organizer's member, which determines the member's rights (Docs/Management.md, "People and roles").
public enum Role: String, LabelledValue {
    public static let subject = "role"

    case owner, manager, seller, gate, viewer

    /// A right that an operation requires. Each role grants a set of rights.
    public enum Right: Hashable, Sendable, CaseIterable {
        /// See events and guests, and look up tickets. This right does not include reading the tickets' tokens, because
        /// anybody who has a token can enter with it.
        case lookUp
        /// See the meals, allergies, accessibility needs and companions of guests. Also see the names of guests in the
        /// audit trail and in headcounts.
        case seeGuestDetails
        /// See orders, with their buyers and amounts.
        case readOrders
        /// Work at a gate.
        case scan
        /// Sell and issue tickets, accept payments, cancel unpaid orders, and read the tokens of tickets.
        case sell
        /// Change issued tickets: cancel, refund, block, re-issue and transfer them.
        case changeTickets
        /// Create, edit and publish events, ticket types, sub-events and guest lists, and record the replies of guests
        /// to their invitations.
        case manageEvents
        /// Read reports and the audit trail.
        case readReports
        /// Manage members, verification and payout.
        case administer
        /// Create a new organizer and become its owner. Every user has this right, even without a role.
        case createOrganizer
    }

    public func grants(_ right: Right) -> Bool { rights.contains(right) }

    private var rights: Set<Right> {
        switch self {
        case .owner: Set(Right.allCases)
        case .manager: Set(Right.allCases).subtracting([.administer])
        case .seller: [.createOrganizer, .lookUp, .seeGuestDetails, .readOrders, .sell]
        case .gate: [.createOrganizer, .lookUp, .seeGuestDetails, .scan]
        case .viewer: [.createOrganizer, .lookUp, .seeGuestDetails, .readOrders, .readReports]
        }
    }

    /// A short description of the rights, such as “read only”.
    public var summary: Sentence {
        switch self {
        case .owner: .label(.ownerRights)
        case .manager: .label(.managerRights)
        case .seller: .label(.sellerRights)
        case .gate: .label(.gateRights)
        case .viewer: .label(.viewerRights)
        }
    }
}
