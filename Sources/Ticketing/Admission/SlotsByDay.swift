/// The slots of one ticket while `TicketHistory` applies the ticket's records in order. The slots are indexed by day
/// and number, so that applying a record takes time only for the slots of the days that it changes.
struct SlotsByDay {
    private struct OccupiedSlot {
        var slot: AdmissionSlot
        var lastAdmission: AdmissionRecord.Moment
    }

    private struct Day {
        var slots: [Int: OccupiedSlot] = [:]
        /// The number of slots in `slots` whose person is inside.
        var inside = 0
    }

    private var days: [Int: Day] = [:]
    /// The days with at least one slot whose person is inside, in ascending order.
    private var daysInside: [Int] = []
    /// The hybrid clock (`HybridClock`) of the last exit in which more people left than were inside. The surplus people
    /// had no slots, so their exit changed no slot. But the hybrid clock of each later decision must be later than this
    /// exit. So every slot in `all` gets a `lastChange` that is not earlier than the exit.
    private var unmet = HybridClock.zero

    /// All slots, sorted by number.
    var all: [AdmissionSlot] {
        days.values.flatMap(\.slots.values).map { occupied in
            var slot = occupied.slot
            slot.lastChange = max(slot.lastChange, unmet)
            return slot
        }.sorted { $0.number < $1.number }
    }

    func slots(day: Int) -> [AdmissionSlot] { days[day].map { $0.slots.values.map(\.slot) } ?? [] }

    func lastAdmission(of slot: AdmissionSlot) -> AdmissionRecord.Moment? {
        days[slot.day]?.slots[slot.number]?.lastAdmission
    }

    func isOccupied(_ number: Int) -> Bool { days[AdmissionSlot.day(of: number)]?.slots[number] != nil }

    /// The latest admission that has at least one person still inside.
    var latestInside: AdmissionRecord.Moment? {
        daysInside.compactMap { day in
            days[day]?.slots.values.lazy.filter(\.slot.isInside).map(\.lastAdmission).max()
        }.max()
    }

    mutating func occupy(_ number: Int, _ record: AdmissionRecord) {
        let day = AdmissionSlot.day(of: number)
        let known = days[day]?.slots[number]
        var slot = AdmissionSlot(number, firstOccupiedBy: record)
        if var occupied = known?.slot {
            occupied.isInside = true
            occupied.last = slot.last
            occupied.entries += 1
            occupied.lastChange = slot.lastChange
            slot = occupied
        }
        days[day, default: Day()].slots[number] = OccupiedSlot(slot: slot, lastAdmission: record.moment)
        if known?.slot.isInside != true { count(1, on: day) }
    }

    /// Vacates a slot for each of the given people: first the slots of the given day in the order of their numbers,
    /// then the slots of other days, beginning with the latest day.
    ///
    /// - Returns: the number of people for whom no slot was vacated, because too few people were inside.
    mutating func vacate(_ people: Int, day: Int, _ clock: HybridClock) -> Int {
        var left = people
        left -= vacate(left, on: day, clock)
        while left > 0, let latest = daysInside.last { left -= vacate(left, on: latest, clock) }
        if left > 0 { unmet = clock }
        return left
    }

    private mutating func vacate(_ people: Int, on day: Int, _ clock: HybridClock) -> Int {
        guard people > 0, let occupied = days[day], occupied.inside > 0 else { return 0 }
        let leaving = occupied.slots.values.lazy.filter(\.slot.isInside).map(\.slot.number).sorted().prefix(people)
        for number in leaving {
            days[day]?.slots[number]?.slot.isInside = false
            days[day]?.slots[number]?.slot.lastChange = clock
        }
        count(-leaving.count, on: day)
        return leaving.count
    }

    private mutating func count(_ people: Int, on day: Int) {
        let before = days[day]?.inside ?? 0
        days[day]?.inside = before + people
        guard (before == 0) != (before + people == 0) else { return }
        var (low, high) = (0, daysInside.count)
        while low < high {
            let middle = (low + high) / 2
            if daysInside[middle] < day { low = middle + 1 } else { high = middle }
        }
        if before == 0 { daysInside.insert(day, at: low) } else { daysInside.remove(at: low) }
    }
}
