import Ticketing

/// How one decision at a gate changes two numbers of an event: the people who have ever come in, and the people inside.
/// A re-entry or an exit changes only the number of people inside.
public struct HeadcountChange: Hashable, Sendable {
    /// The change in the number of people who have ever come in.
    public let admitted: Int
    /// The change in the number of people inside.
    public let inside: Int

    init(admitted: Int = 0, inside: Int = 0) {
        self.admitted = admitted
        self.inside = inside
    }

    /// Computes the change that a decision makes to a ticket's slots.
    ///
    /// - Parameters:
    ///   - before: the slots before the decision.
    ///   - after: the slots after the decision, but without the effect of an admission: a slot in `occupied` is still
    ///     marked as free, or is missing if nobody has occupied it before.
    ///   - occupied: the numbers of the slots that an admission occupies; empty for any other decision.
    init(from before: [AdmissionSlot], to after: [AdmissionSlot], andIn occupied: [Int]) {
        let new = occupied.count { number in !before.contains { $0.number == number } }
        self.init(
            admitted: after.count - before.count + new,
            inside: after.count(where: \.isInside) - before.count(where: \.isInside) + occupied.count)
    }
}
