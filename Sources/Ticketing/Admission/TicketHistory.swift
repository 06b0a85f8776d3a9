/// The state that follows from the records of one ticket at one sub-event: the ticket's slots, and the excess
/// admissions, which admitted more people than there were free slots. This state does not depend on the order in which
/// records arrive (Docs/Gate.md, invariant 8).
public struct TicketHistory: Sendable {
    /// An admission of more people than there were free slots.
    public struct Excess: Hashable, Sendable {
        public let admission: RecordID
        /// The number of people in the admission for whom there was no slot.
        public let people: Int
        /// The earlier admissions to the slots that were not free, in the order of their records; at most
        /// `maximumRivals`.
        public let rivals: [RecordID]
    }

    /// All slots, sorted by number.
    public private(set) var slots: [AdmissionSlot] = []
    /// The excess admissions, in the order of the records.
    public private(set) var excess: [Excess] = []
    /// The number of people whose exits were recorded although they were not inside.
    public private(set) var unmatchedExits = 0
    /// The latest admission that has at least one person still inside. An undo reverses this admission.
    public private(set) var undoableAdmission: RecordID?
    private static let maximumRivals = 64

    /// Computes the state from the records of a ticket.
    ///
    /// - Parameter records: the records of one event, serial and sub-event, in any order. Records of refusals have no
    ///   effect.
    public init(_ records: some Collection<AdmissionRecord>) {
        if records.count == 1, let only = records.first, case .admit = only.decision, only.reverses == nil,
            admitAlone(only)
        {
            return
        }
        let ordered = records.sorted { $0.moment < $1.moment }
        let reversed = Set(ordered.lazy.compactMap(\.reverses))
        var slotsByDay = SlotsByDay()
        for record in ordered {
            switch record.decision {
            case .admit where !reversed.contains(record.id): admit(record, &slotsByDay)
            case .exit:
                let day = AdmissionSlot.day(of: record.slot ?? 0)
                let unmet = slotsByDay.vacate(min(record.count, AdmissionSlot.dayStride), day: day, record.hybridClock)
                unmatchedExits = min(unmatchedExits, Int.max - AdmissionSlot.dayStride) + unmet
            case .admit, .refuse, .void, .merge: break
            }
        }
        slots = slotsByDay.all
        undoableAdmission = slotsByDay.latestInside?.id
    }

    /// Sets the state for a ticket with a single admission. Most tickets are scanned only once, so this fast path
    /// makes merges faster.
    ///
    /// - Returns: false if the ticket has too few slots. The state is then unchanged.
    private mutating func admitAlone(_ record: AdmissionRecord) -> Bool {
        let (rule, count) = TicketHistory.rule(of: record)
        guard count >= 1, count <= rule.allowed else { return false }
        slots = rule.freeSlots([]).prefix(count).map { AdmissionSlot($0, firstOccupiedBy: record) }
        undoableAdmission = record.id
        return true
    }

    /// The rule by which an admission occupies slots, and the number of people who came in.
    private static func rule(of record: AdmissionRecord) -> (rule: AdmissionSlotRule, count: Int) {
        let rule = AdmissionSlotRule(
            reentry: record.reentry ?? .afterExit, allowed: record.allowed ?? AdmissionSlot.dayStride,
            day: AdmissionSlot.day(of: record.slot ?? 0))
        return (rule, min(record.count, AdmissionSlot.dayStride))
    }

    private mutating func admit(_ record: AdmissionRecord, _ slotsByDay: inout SlotsByDay) {
        let (rule, count) = TicketHistory.rule(of: record)
        let day = rule.day
        let slots = slotsByDay.slots(day: day)
        let free = rule.freeSlots(slots).prefix(count)
        // Find the rivals before this admission occupies slots, so that it does not become its own rival.
        let rivals =
            free.count < count ? Set(rule.unavailableSlots(slots).compactMap { slotsByDay.lastAdmission(of: $0) }) : []
        for number in free { slotsByDay.occupy(number, record) }
        guard free.count < count else { return }
        excess.append(
            Excess(
                admission: record.id, people: count - free.count,
                rivals: rivals.sorted().prefix(TicketHistory.maximumRivals).map(\.id)))
        // The people without a slot are inside, too, and their exits are recorded later. They therefore occupy
        // additional slots, whose numbers follow those of the ticket's own slots.
        let beyond = (day + rule.allowed..<day + AdmissionSlot.dayStride).filter { !slotsByDay.isOccupied($0) }
        for number in beyond.prefix(count - free.count) { slotsByDay.occupy(number, record) }
    }
}
