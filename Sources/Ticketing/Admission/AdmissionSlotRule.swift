/// The rules for occupying and vacating slots. Gates use these rules at each scan, and `TicketHistory` uses them to
/// compute slots from records.
public struct AdmissionSlotRule: Sendable {
    public let reentry: Reentry
    /// The number of slots that the ticket has.
    public let allowed: Int
    /// The first slot number of the day; 0 for tickets without separate slots for each day.
    public let day: Int

    public init(reentry: Reentry, allowed: Int, day: Int = 0) {
        self.reentry = reentry
        self.allowed = max(0, min(allowed, AdmissionSlot.dayStride))
        self.day = day
    }

    /// The numbers of the free slots, in ascending order. Occupied slots are never among them, even if the re-entry
    /// rule is `always`: a gate that needs more slots for such a ticket first records an exit, which frees slots.
    public func freeSlots(_ slots: some Collection<AdmissionSlot>) -> [Int] {
        // A fast path: most tickets are scanned once and have no used slots before that scan.
        guard !slots.isEmpty else { return Array(day..<day + allowed) }
        let closed = unavailableSlots(slots)
        let numbers = Set(closed.map(\.number))
        // If an invitation was withdrawn, more people may be inside than the ticket has slots. No slot is free then.
        return Array((day..<day + allowed).lazy.filter { !numbers.contains($0) }.prefix(max(0, allowed - closed.count)))
    }

    /// The slots of the day `day` that are not free. A slot is not free if its person is inside, or if the re-entry
    /// rule forbids another entry on the slot.
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

    /// The numbers of the occupied slots, in the order in which exits vacate them. The slots of the given day come
    /// first. The slots of other days follow, beginning with the latest day.
    public static func slotsToVacate(_ slots: some Collection<AdmissionSlot>, day: Int) -> [Int] {
        let inside = Dictionary(grouping: slots.lazy.filter(\.isInside).map(\.number), by: AdmissionSlot.day)
        let days = inside.keys.sorted { $0 == day || ($1 != day && $0 > $1) }
        return days.flatMap { inside[$0, default: []].sorted() }
    }
}
