public import Ticketing

/// What a user hands on to a device or a program that acts as them: so much of what they may, and no more. Of an event
/// alone, nothing that belongs to its organizer as a whole.
public struct Grant: Hashable, Sendable {
    public let organizer: OrganizerNumber
    /// Nil is every event of the organizer.
    public let event: EventNumber?
    public let rights: Set<Role.Right>

    public init(organizer: OrganizerNumber, event: EventNumber?, rights: Set<Role.Right>) {
        self.organizer = organizer
        self.event = event
        self.rights = rights
    }

    /// - Throws: `ManagementError`: what is beyond it is unknown, what it leaves out is not granted.
    func authorize(_ operation: Operation, in organizer: OrganizerNumber, at event: EventNumber?) throws {
        guard organizer == self.organizer else {
            throw ManagementError.unknownOrganizer("\(organizer)", known: [])
        }
        if let own = self.event {
            // A duplicate is another event of the organizer.
            guard let event, operation != .duplicateEvent else { throw ManagementError.notGranted(operation) }
            guard event == own else { throw ManagementError.unknownEvent("\(event)", known: []) }
        }
        guard rights.contains(operation.right) else { throw ManagementError.notGranted(operation) }
    }
}

extension Office {
    /// The same office for somebody who may do less: what the user may and the grant has. What was narrowed before stays
    /// so, and what belongs to no organizer is out of reach.
    ///
    /// ```swift
    /// let gate = office.narrowed(to: Grant(organizer: event.organizer, event: event.number, rights: [.lookUp, .scan]))
    /// ```
    public func narrowed(to grant: Grant) -> Office {
        var office = self
        office.grants.append(grant)
        return office
    }

    /// - Throws: `ManagementError.notGranted` in an office that was narrowed.
    func demandNoGrant(for operation: Operation) throws {
        guard grants.isEmpty else { throw ManagementError.notGranted(operation) }
    }

    func isWithinGrants(_ organizer: OrganizerNumber) -> Bool { grants.allSatisfy { $0.organizer == organizer } }

    func isWithinGrants(_ event: Event) -> Bool {
        isWithinGrants(event.organizer) && grants.allSatisfy { $0.event == nil || $0.event == event.number }
    }
}
