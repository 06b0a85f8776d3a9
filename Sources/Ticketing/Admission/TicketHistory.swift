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
    /// Who took each of `places` last, and when that was.
    private var takers: [Int: AdmissionRecord.Moment] = [:]

    /// - Parameter records: of one event, serial and function, in any order. Refusals change nothing.
    public init(_ records: some Sequence<AdmissionRecord>) {
        let ordered = records.sorted { $0.moment < $1.moment }
        let reversed = Set(ordered.compactMap(\.reverses))
        for record in ordered {
            switch record.decision {
            case .admit where !reversed.contains(record.id): admit(record)
            case .exit: leave(record)
            case .admit, .refuse, .void, .merge: break
            }
        }
        places.sort { $0.number < $1.number }
    }

    /// The last admission that somebody is inside on: what an undo takes back.
    public var lastInside: RecordID? { places.filter(\.isInside).compactMap { takers[$0.number] }.max()?.id }

    private mutating func admit(_ record: AdmissionRecord) {
        let day = Place.day(of: record.place ?? 0)
        let rule = PlaceRule(
            reentry: record.reentry ?? .afterExit, allowed: record.allowed ?? Place.dayStride, day: day)
        let free = rule.free(places).prefix(record.count)
        // Who is in the way, before its own people are.
        let rivals = free.count < record.count ? Set(rule.closed(places).compactMap { takers[$0.number] }) : []
        for number in free { take(number, record) }
        guard free.count < record.count else { return }
        excess.append(
            Excess(admission: record.id, people: record.count - free.count, inTheWay: rivals.sorted().map(\.id)))
        // They are inside all the same, and will leave: beyond the ticket's own places.
        let taken = Set(places.map(\.number))
        for number in (day + rule.allowed..<day + Place.dayStride).lazy.filter({ !taken.contains($0) })
            .prefix(record.count - free.count)
        { take(number, record) }
    }

    private mutating func take(_ number: Int, _ record: AdmissionRecord) {
        let admission = Admission(at: record.about ?? record.wallClock, gate: record.gate)
        takers[number] = record.moment
        guard let index = places.firstIndex(where: { $0.number == number }) else {
            places.append(
                Place(
                    number: number, isInside: true, first: admission, last: admission, entries: 1,
                    clock: record.hybridClock))
            return
        }
        places[index].isInside = true
        places[index].last = admission
        places[index].entries += 1
        places[index].clock = record.hybridClock
    }

    private mutating func leave(_ record: AdmissionRecord) {
        let leaving = PlaceRule.leaving(places, day: Place.day(of: record.place ?? 0)).prefix(record.count)
        let unmet = record.count - leaving.count
        unmetExits += unmet
        for index in places.indices {
            let isLeft = leaving.contains(places[index].number)
            // Whoever comes in later comes after an exit that met nobody, too: else it would let them out again.
            guard isLeft || unmet > 0 else { continue }
            places[index].clock = record.hybridClock
            if isLeft { places[index].isInside = false }
        }
    }
}
