import Store
public import Ticketing

/// Invitations, answers and admissions of one sub-event.
public struct SubEventAttendance: Sendable {
    public let subEvent: SubEvent
    public let invited: Headcount
    public let attending: Headcount
    /// The guests who answered “maybe”. They are not counted as attending.
    public let maybe: Headcount
    public let declined: Headcount
    public let unanswered: Headcount
    /// The number of people for each meal, as in the headcount (`SubEventHeadcount.meals`).
    public let meals: [MealCount]
    /// The number of slots that were ever used at the sub-event's gates.
    public let admitted: Int
    /// The number of people inside now.
    public let inside: Int

    public struct Headcount: Hashable, Sendable {
        public let guests: Int
        /// The number of guests and companions: for attending guests, the companions that they announced; for other
        /// guests, the companions that they are allowed to bring.
        public let people: Int
    }
}

extension GuestService {
    /// Invitations, answers and admissions of each sub-event, ordered by the sub-event's number.
    public func guestAttendance(of event: Event) throws -> [SubEventAttendance] {
        try services.read(.showAttendance, on: event) { connection in
            let counts = try connection.invitations.counts(of: event.number)
            let numbers = try connection.headcounts.numbers(of: event.number).subEvents
            return try ReportService.subEventTotals(of: event, connection).map { totals in
                let number = totals.subEvent.number
                func headcount(_ kinds: Set<InvitationReply.Kind>) -> SubEventAttendance.Headcount {
                    let some = counts.filter { $0.subEvent == number && kinds.contains($0.answer) }
                    return SubEventAttendance.Headcount(
                        guests: some.map(\.guests).reduce(0, +), people: some.map(\.people).reduce(0, +))
                }
                return SubEventAttendance(
                    subEvent: totals.subEvent, invited: headcount(Set(InvitationReply.Kind.allCases)),
                    attending: headcount([.attending]), maybe: headcount([.maybe]), declined: headcount([.declined]),
                    unanswered: headcount([.none]), meals: numbers.first { $0.number == number }?.meals ?? [],
                    admitted: totals.admitted, inside: totals.inside)
            }
        }
    }
}
