import Ticketing

/// How the numbers of an event move with one decision: an admission adds, an exit and an undo take away.
public struct PlaceChange: Hashable, Sendable {
    /// Places that were never taken before.
    public let admitted: Int
    /// People inside.
    public let inside: Int

    init(admitted: Int = 0, inside: Int = 0) {
        self.admitted = admitted
        self.inside = inside
    }

    /// - Parameter taken: places that are taken besides those of `after`.
    init(from before: [Place], to after: [Place], andIn taken: [Int]) {
        let new = taken.count { number in !before.contains { $0.number == number } }
        self.init(
            admitted: after.count - before.count + new,
            inside: after.count(where: \.isInside) - before.count(where: \.isInside) + taken.count)
    }
}
