import Store
import Ticketing

/// Collects new households, guests and invitations of an import in memory, and writes many of them together.
struct GuestBatch {
    private static let flushThreshold = 1000

    private let event: EventNumber
    private let guests: Guests
    private let invitations: Invitations
    private var newHouseholds: [(household: Household, foldedName: String)] = []
    private var newGuests: [(guest: Guest, foldedName: String)] = []
    private var newInvitations: [(guest: Int, subEvent: Int)] = []

    init(of event: EventNumber, _ connection: any StoreConnection) {
        self.event = event
        guests = connection.guests
        invitations = connection.invitations
    }

    mutating func add(_ household: Household, foldedName: String) { newHouseholds.append((household, foldedName)) }

    mutating func add(_ guest: Guest, foldedName: String, invitedTo subEvents: [Int]) throws {
        newGuests.append((guest, foldedName))
        newInvitations += subEvents.map { (guest.number, $0) }
        if newGuests.count == GuestBatch.flushThreshold { try write() }
    }

    mutating func write() throws {
        if !newHouseholds.isEmpty { try guests.insert(newHouseholds) }
        if !newGuests.isEmpty { try guests.insert(newGuests) }
        if !newInvitations.isEmpty { try invitations.insert(newInvitations, of: event) }
        newHouseholds.removeAll(keepingCapacity: true)
        newGuests.removeAll(keepingCapacity: true)
        newInvitations.removeAll(keepingCapacity: true)
    }
}
