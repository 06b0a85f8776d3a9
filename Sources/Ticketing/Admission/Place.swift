/// One place of a ticket at a function that was taken at least once.
public struct Place: Hashable, Sendable {
    /// How far the numbers of two days are apart, for tickets that admit once a day. A day's places begin at its number
    /// times this; those of other tickets at 0.
    public static let dayStride = 1024

    public let number: Int
    public var isInside: Bool
    public let first: Admission
    public var last: Admission
    /// How often it was taken.
    public var entries: Int
    /// Of the last record that took or left it. What is decided next about it comes later, whatever a wall clock says.
    public var clock: HybridClock

    public init(
        number: Int, isInside: Bool, first: Admission, last: Admission, entries: Int, clock: HybridClock
    ) {
        self.number = number
        self.isInside = isInside
        self.first = first
        self.last = last
        self.entries = entries
        self.clock = clock
    }

    /// Where the numbers of this place's day begin.
    public var day: Int { Place.day(of: number) }

    public static func day(of number: Int) -> Int { number - number % dayStride }
}

/// Which places people take and leave: the same at the gate and when a history is followed again.
public struct PlaceRule: Sendable {
    public let reentry: Reentry
    /// How many places the ticket has.
    public let allowed: Int
    /// Where the numbers of the day begin; 0 for tickets that do not count by days.
    public let day: Int

    public init(reentry: Reentry, allowed: Int, day: Int = 0) {
        self.reentry = reentry
        self.allowed = max(0, min(allowed, Place.dayStride))
        self.day = day
    }

    /// The free places, by number. `always` frees a place by an exit, which comes first.
    public func free(_ places: some Collection<Place>) -> [Int] {
        // Most tickets come once.
        guard !places.isEmpty else { return Array(day..<day + allowed) }
        let closed = closed(places)
        let numbers = Set(closed.map(\.number))
        // An invitation may have been taken back since: then more are inside than places are left.
        return Array((day..<day + allowed).lazy.filter { !numbers.contains($0) }.prefix(max(0, allowed - closed.count)))
    }

    /// The places of the day that nobody may take.
    func closed(_ places: some Collection<Place>) -> [Place] {
        places.filter { $0.day == day && ($0.isInside || !mayTakeAgain($0)) }
    }

    private func mayTakeAgain(_ place: Place) -> Bool {
        switch reentry {
        case .never, .daily: false
        case .afterExit, .always: true
        case .atMost(let times): place.entries < times
        }
    }

    /// The places that people leave next, each day's by number: this day's, then those of other days, the latest first.
    public static func leaving(_ places: some Collection<Place>, day: Int) -> [Int] {
        let inside = Dictionary(grouping: places.lazy.filter(\.isInside).map(\.number), by: Place.day)
        let days = inside.keys.sorted { $0 == day || ($1 != day && $0 > $1) }
        return days.flatMap { inside[$0, default: []].sorted() }
    }
}
