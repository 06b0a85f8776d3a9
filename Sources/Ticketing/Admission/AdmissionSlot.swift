/// A slot of a ticket at one sub-event, used at least once. Each person on a ticket has a slot.
public struct AdmissionSlot: Hashable, Sendable {
    /// The difference between the slot numbers of two consecutive days, for tickets that admit once a day. The slots of
    /// a day start at the day number times this value; the slots of other tickets start at 0.
    public static let dayStride = 1024

    public let number: Int
    public var isInside: Bool
    public let first: Admission
    public var last: Admission
    /// The number of admissions on this slot.
    public var entries: Int
    /// The hybrid clock of the last record that occupied or vacated the slot. A later decision about it has a later
    /// clock, even if a wall clock was set back.
    public var lastChange: HybridClock

    public init(
        number: Int, isInside: Bool, first: Admission, last: Admission, entries: Int, lastChange: HybridClock
    ) {
        self.number = number
        self.isInside = isInside
        self.first = first
        self.last = last
        self.entries = entries
        self.lastChange = lastChange
    }

    /// The first slot number of the slot's day.
    public var day: Int { AdmissionSlot.day(of: number) }

    public static func day(of number: Int) -> Int { number - number % dayStride }
}

/// The rules for occupying and vacating slots. Gates and the replay of a history use the same rules.
public struct AdmissionSlotRule: Sendable {
    public let reentry: Reentry
    /// The number of slots that the ticket has.
    public let allowed: Int
    /// The first slot number of the day; 0 for tickets that do not count by days.
    public let day: Int

    public init(reentry: Reentry, allowed: Int, day: Int = 0) {
        self.reentry = reentry
        self.allowed = max(0, min(allowed, AdmissionSlot.dayStride))
        self.day = day
    }

    /// The numbers of the free slots, in ascending order. With the rule `always`, the caller records an exit first,
    /// which frees slots.
    public func freeSlots(_ slots: some Collection<AdmissionSlot>) -> [Int] {
        // A fast path: most tickets are scanned once.
        guard !slots.isEmpty else { return Array(day..<day + allowed) }
        let closed = unavailableSlots(slots)
        let numbers = Set(closed.map(\.number))
        // An invitation may have been withdrawn, so that more people are inside than the ticket has slots.
        return Array((day..<day + allowed).lazy.filter { !numbers.contains($0) }.prefix(max(0, allowed - closed.count)))
    }

    /// The slots of the day that nobody may occupy now.
    func unavailableSlots(_ slots: some Collection<AdmissionSlot>) -> [AdmissionSlot] {
        slots.filter { $0.day == day && ($0.isInside || !mayReoccupy($0)) }
    }

    private func mayReoccupy(_ slot: AdmissionSlot) -> Bool {
        switch reentry {
        case .never, .daily: false
        case .afterExit, .always: true
        case .atMost(let times): slot.entries < times
        }
    }

    /// The numbers of the slots to vacate next: those of the given day first, then those of other days, the latest
    /// first.
    public static func slotsToVacate(_ slots: some Collection<AdmissionSlot>, day: Int) -> [Int] {
        let inside = Dictionary(grouping: slots.lazy.filter(\.isInside).map(\.number), by: AdmissionSlot.day)
        let days = inside.keys.sorted { $0 == day || ($1 != day && $0 > $1) }
        return days.flatMap { inside[$0, default: []].sorted() }
    }
}
