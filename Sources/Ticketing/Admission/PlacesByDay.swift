/// The places of one ticket while its history is followed: found by day and number, so that a record costs no more than a
/// day has places, however many days and records there are.
struct PlacesByDay {
    private struct Seat {
        var place: Place
        /// The admission that took it last.
        var taker: AdmissionRecord.Moment
    }

    private var days: [Int: [Int: Seat]] = [:]
    /// The days on whose places somebody is inside, and how many.
    private var inside: [Int: Int] = [:]
    /// Their order, the latest last.
    private var daysInside: [Int] = []
    /// Of the last exit that met nobody: all places that were there come after it.
    private var unmet = HybridClock.zero

    /// By number.
    var all: [Place] {
        days.values.flatMap(\.values).map { seat in
            var place = seat.place
            place.clock = max(place.clock, unmet)
            return place
        }.sorted { $0.number < $1.number }
    }

    func of(day: Int) -> [Place] { days[day].map { $0.values.map(\.place) } ?? [] }

    func taker(of place: Place) -> AdmissionRecord.Moment? { days[place.day]?[place.number]?.taker }

    func isTaken(_ number: Int) -> Bool { days[Place.day(of: number)]?[number] != nil }

    /// The last admission that somebody is inside on.
    var lastTaker: AdmissionRecord.Moment? {
        daysInside.compactMap { day in days[day]?.values.lazy.filter(\.place.isInside).map(\.taker).max() }.max()
    }

    mutating func take(_ number: Int, _ record: AdmissionRecord) {
        let day = Place.day(of: number)
        let admission = Admission(at: record.about ?? record.wallClock, gate: record.gate)
        let known = days[day]?[number]
        var place =
            known?.place
            ?? Place(
                number: number, isInside: true, first: admission, last: admission, entries: 0,
                clock: record.hybridClock)
        place.isInside = true
        place.last = admission
        place.entries += 1
        place.clock = record.hybridClock
        days[day, default: [:]][number] = Seat(place: place, taker: record.moment)
        if known?.place.isInside != true { count(1, on: day) }
    }

    /// Lets people out: of this day by number, then of others, the latest first.
    ///
    /// - Returns: how many were not inside.
    mutating func leave(_ people: Int, day: Int, _ clock: HybridClock) -> Int {
        var left = people
        left -= leave(left, on: day, clock)
        while left > 0, let latest = daysInside.last { left -= leave(left, on: latest, clock) }
        if left > 0 { unmet = clock }
        return left
    }

    private mutating func leave(_ people: Int, on day: Int, _ clock: HybridClock) -> Int {
        guard people > 0, inside[day] != nil, let seats = days[day] else { return 0 }
        let leaving = seats.values.lazy.filter(\.place.isInside).map(\.place.number).sorted().prefix(people)
        for number in leaving {
            days[day]?[number]?.place.isInside = false
            days[day]?[number]?.place.clock = clock
        }
        count(-leaving.count, on: day)
        return leaving.count
    }

    private mutating func count(_ people: Int, on day: Int) {
        let before = inside[day] ?? 0
        inside[day] = before + people == 0 ? nil : before + people
        guard (before == 0) != (before + people == 0) else { return }
        var (low, high) = (0, daysInside.count)
        while low < high {
            let middle = (low + high) / 2
            if daysInside[middle] < day { low = middle + 1 } else { high = middle }
        }
        if before == 0 { daysInside.insert(day, at: low) } else { daysInside.remove(at: low) }
    }
}
