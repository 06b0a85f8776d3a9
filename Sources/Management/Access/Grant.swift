public import Ticketing

/// The part of a user's rights that a device or an API client may use. A grant for one event does not include
/// operations that concern the organizer as a whole.
public struct Grant: Hashable, Sendable {
    public let organizer: OrganizerNumber
    /// The only event that the grant allows; nil if it allows every event of the organizer.
    public let event: EventNumber?
    /// The rights that somebody has chosen for the grant. A right to see or to change guests includes the right to see
    /// their details.
    public let rights: Set<Role.Right>
    /// Rights that the grant has in addition to the chosen rights. The grant of an API token always includes the right
    /// of the scope `read`; the grant of a device includes no additional right. The additional rights never include the
    /// right to see the details of guests, such as allergies.
    public let impliedRights: Set<Role.Right>

    public init(
        organizer: OrganizerNumber, event: EventNumber?, rights: Set<Role.Right>, impliedRights: Set<Role.Right> = []
    ) {
        self.organizer = organizer
        self.event = event
        let needingDetails: Set<Role.Right> = [
            Operation.showGuests.requiredRight, Operation.answerInvitation.requiredRight,
        ]
        self.rights = rights.isDisjoint(with: needingDetails) ? rights : rights.union([.seeGuestDetails])
        self.impliedRights = impliedRights
    }

    fileprivate var allRights: Set<Role.Right> { rights.union(impliedRights) }

    /// Checks that the grant allows an operation.
    ///
    /// - Throws: `ManagementError.unknownOrganizer` or `unknownEvent` if the grant is for another organizer or event;
    ///   `notGranted` if the grant does not include the right for the operation.
    func authorize(_ operation: Operation, in organizer: OrganizerNumber, at event: EventNumber?) throws {
        guard organizer == self.organizer else {
            throw ManagementError.unknownOrganizer("\(organizer)", known: [])
        }
        if let own = self.event {
            // A duplicate of the event would be a new event, and the grant does not include new events.
            guard let event, operation != .duplicateEvent else { throw ManagementError.notGranted(operation) }
            guard event == own else { throw ManagementError.unknownEvent("\(event)", known: []) }
        }
        guard allRights.contains(operation.requiredRight) else {
            throw ManagementError.notGranted(operation)
        }
    }
}

extension ManagementServices {
    /// A copy of these services that is restricted by this grant, in addition to any earlier grants. The copy allows
    /// only operations on the grant's organizer and events.
    ///
    /// ```swift
    /// let gate = services.narrowed(
    ///     to: Grant(organizer: event.organizer, event: event.number, rights: [.lookUp, .scan]))
    /// ```
    public func narrowed(to grant: Grant) -> ManagementServices {
        var services = self
        services.grants.append(grant)
        return services
    }

    /// Checks that no grant restricts these services.
    ///
    /// - Throws: `ManagementError.notGranted` if a grant restricts them.
    func requireUnrestricted(for operation: Operation) throws {
        guard grants.isEmpty else { throw ManagementError.notGranted(operation) }
    }

    /// The rights that the role has and that every grant includes.
    func rights(of role: Role) -> Set<Role.Right> {
        grants.reduce(Set(Role.Right.allCases.filter(role.grants))) { $0.intersection($1.allRights) }
    }

    func isWithinGrants(_ organizer: OrganizerNumber) -> Bool { grants.allSatisfy { $0.organizer == organizer } }

    func isWithinGrants(_ event: Event) -> Bool {
        isWithinGrants(event.organizer) && grants.allSatisfy { $0.event == nil || $0.event == event.number }
    }
}
