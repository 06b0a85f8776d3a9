/// What follows from the records of one ticket at one function: the places, and the admissions for which there was none.
/// It is the same in whatever order the records arrive (GATE, invariant 8).
public struct TicketHistory: Sendable {
    /// An admission of more people than places were free.
    public struct Excess: Hashable, Sendable {
        public let admission: RecordID
        /// How many of its people had no place.
        public let people: Int
        /// The admissions that kept the places taken, in their order.
        public let inTheWay: [RecordID]
    }

    /// By number.
    public private(set) var places: [Place] = []
    /// In the order in which they came.
    public private(set) var excess: [Excess] = []
    /// People who were let out and were not inside.
    public private(set) var unmetExits = 0
    /// The last admission that somebody is inside on: what an undo takes back.
    public private(set) var lastInside: RecordID?
    /// How many of the admissions that kept places taken are named with one that found none.
    private static let mostInTheWay = 64

    /// - Parameter records: of one event, serial and function, in any order. Refusals change nothing.
    public init(_ records: some Sequence<AdmissionRecord>) {
        let ordered = records.sorted { $0.moment < $1.moment }
        let reversed = Set(ordered.compactMap(\.reverses))
        var seats = PlacesByDay()
        for record in ordered {
            switch record.decision {
            case .admit where !reversed.contains(record.id): admit(record, &seats)
            case .exit:
                let day = Place.day(of: record.place ?? 0)
                let unmet = seats.leave(min(record.count, Place.dayStride), day: day, record.hybridClock)
                unmetExits = min(unmetExits, Int.max - Place.dayStride) + unmet
            case .admit, .refuse, .void, .merge: break
            }
        }
        places = seats.all
        lastInside = seats.lastTaker?.id
    }

    private mutating func admit(_ record: AdmissionRecord, _ seats: inout PlacesByDay) {
        let day = Place.day(of: record.place ?? 0)
        let count = min(record.count, Place.dayStride)
        let rule = PlaceRule(
            reentry: record.reentry ?? .afterExit, allowed: record.allowed ?? Place.dayStride, day: day)
        let places = seats.of(day: day)
        let free = rule.free(places).prefix(count)
        // Who is in the way, before its own people are.
        let rivals = free.count < count ? Set(rule.closed(places).compactMap { seats.taker(of: $0) }) : []
        for number in free { seats.take(number, record) }
        guard free.count < count else { return }
        excess.append(
            Excess(
                admission: record.id, people: count - free.count,
                inTheWay: rivals.sorted().prefix(TicketHistory.mostInTheWay).map(\.id)))
        // They are inside all the same, and will leave: beyond the ticket's own places.
        let beyond = (day + rule.allowed..<day + Place.dayStride).filter { !seats.isTaken($0) }
        for number in beyond.prefix(count - free.count) { seats.take(number, record) }
    }
}
