import Store
public import Ticketing

/// A household with its guests.
public struct InvitedHousehold: Sendable {
    public let household: Household
    /// The guests, sorted by number.
    public let guests: [InvitedGuest]

    /// The sub-events for which the invited guests of the household have different answers: the numbers of these
    /// sub-events in ascending order. A missing answer differs from every other answer. The number of companions does
    /// not matter.
    public var differingSubEvents: [Int] {
        var kinds: [Int: Set<InvitationReply.Kind>] = [:]
        for invitation in guests.flatMap(\.invitations) {
            kinds[invitation.subEvent, default: []].insert(invitation.reply.kind)
        }
        return kinds.filter { $0.value.count > 1 }.keys.sorted()
    }
}

extension GuestService {
    /// The households of an event with their guests, sorted by the household's name.
    ///
    /// - Parameters:
    ///   - name: Words to search for; nil for all households. A household matches if each of these words is the
    ///     beginning of a word in the household's name or in the name of one of its guests. Case and accents are
    ///     ignored.
    ///   - last: The number of a household. The result begins with the household that follows it; nil begins with the
    ///     first household.
    ///   - limit: The maximum number of households.
    /// - Throws: `HouseholdError.unknown` if there is no household with the number `last`.
    public func households(
        of event: Event, named name: String? = nil, after last: Int? = nil, limit: Int
    ) throws -> [InvitedHousehold] {
        try services.read(.showGuests, on: event) { connection in
            let last = try last.map { number in
                guard let household = try connection.guests.household(number, of: event.number) else {
                    throw HouseholdError.unknown(number)
                }
                return household
            }
            let found = try connection.guests.households(
                of: event.number, naming: name ?? "", after: last, limit: limit)
            let guests = try shown(
                GuestService.withInvitations(found.flatMap(\.guests), of: event.number, connection), of: event,
                connection)
            let byHousehold = Dictionary(grouping: guests, by: \.guest.household)
            return found.map { household, _ in
                InvitedHousehold(household: household, guests: byHousehold[household.number, default: []])
            }
        }
    }
}
