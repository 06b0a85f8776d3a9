import Store
public import Ticketing

/// How one function stands: who is invited, who said what, who came.
public struct FunctionAttendance: Sendable {
    public let function: EventFunction
    public let invited: Headcount
    public let attending: Headcount
    public let declined: Headcount
    public let unanswered: Headcount
    /// Of those who attend, by meal; nil has said none.
    public let meals: [(meal: String?, guests: Int)]
    /// Places that were ever taken at its gates.
    public let admitted: Int
    /// People inside now.
    public let inside: Int

    public struct Headcount: Hashable, Sendable {
        public let guests: Int
        /// With companions: those they said when they attend, all they may bring otherwise.
        public let people: Int
    }
}

extension Office {
    /// How each function of an event stands, by number.
    public func guestAttendance(of event: Event) throws -> [FunctionAttendance] {
        try look(.showAttendance, on: event) { connection in
            let counts = try connection.invitations.counts(of: event.number)
            let meals = try connection.invitations.meals(of: event.number)
            return try Office.places(of: event, connection).map { places in
                let number = places.function.number
                func headcount(_ kinds: Set<Answer.Kind>) -> FunctionAttendance.Headcount {
                    let some = counts.filter { $0.function == number && kinds.contains($0.answer) }
                    return FunctionAttendance.Headcount(
                        guests: some.map(\.guests).reduce(0, +), people: some.map(\.people).reduce(0, +))
                }
                return FunctionAttendance(
                    function: places.function, invited: headcount(Set(Answer.Kind.allCases)),
                    attending: headcount([.attending]), declined: headcount([.declined]),
                    unanswered: headcount([.none]),
                    meals: meals.filter { $0.function == number }.map { ($0.meal, $0.guests) },
                    admitted: places.admitted, inside: places.inside)
            }
        }
    }
}
