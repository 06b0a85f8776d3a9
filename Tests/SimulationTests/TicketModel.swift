import Ticketing

/// A gate's answer to a request, without the details that the rules do not determine.
enum Answer: Hashable {
    case admit, exit, void, `repeat`
    case refuse(String)
}

struct Request: Hashable {
    let device: DeviceID
    let gate: String
    let id: String?
    /// The issue number of the scanned token, from 0. Nil if the ticket was looked up, not scanned.
    let issue: Int?
    let act: Act
    let count: Int
    let at: Instant

    enum Act: Hashable {
        case enter, leave
        case undo(reason: String)
        /// An imported check-in from paper. Staff admitted the people regardless of the rules.
        case tick
    }
}

/// The rules for the tickets of one type.
struct TicketRules: Hashable, Sendable {
    var seats = 1
    var reentry = Reentry.afterExit
    /// Hours for entry, in minutes since midnight in Kampala, where clocks never change.
    var hours: Range<Int>?

    /// The number of the day that contains this moment, if the ticket's seats are counted by day; otherwise 0. A ticket
    /// has one seat for each person that it admits. A day begins at four in the morning.
    func day(of now: Instant) -> Int { reentry == .daily ? TicketRules.today(now) : 0 }

    static func today(_ now: Instant) -> Int { Int(now.seconds - 3600) / 86_400 }

    func isOpen(at now: Instant) -> Bool {
        hours?.contains(Int((now.seconds + 3 * 3600) % 86_400) / 60) ?? true
    }
}

/// The limit on the number of people at the event or sub-event of a request. `others` has the smallest and the largest
/// possible number of people who are inside with other tickets.
struct Room: Hashable {
    let limit: Int?
    let others: ClosedRange<Int>

    static let endless = Room(limit: nil, others: 0...0)

    /// Whether it is possible that the gate admitted this number of additional people, and whether it is possible that
    /// the gate refused them.
    func admits(_ people: Int, withInside inside: Int) -> (maybe: Bool, maybeNot: Bool) {
        guard let limit, people > 0 else { return (true, false) }
        return (inside + others.lowerBound + people <= limit, inside + others.upperBound + people > limit)
    }
}

/// A model of one ticket at one sub-event of one store. It is a second implementation of the rules, independent of the
/// gate's code. Each value of this type is one possible state of the ticket. Its `log` has the arrivals and departures
/// so far, and every query computes its answer from the whole log.
struct TicketModel: Hashable {
    /// An arrival or a departure. A party is the people of one admission.
    private enum Line: Hashable {
        case came(party: Int, people: Int, day: Int, at: Instant, gate: String)
        case went(people: Int, day: Int)
    }

    fileprivate struct Seat {
        var party: Int?
        var times: Int
        var last: Instant
        var gate: String
    }

    private struct Key: Hashable {
        let device: DeviceID
        let id: String
    }

    private var log: [Line] = []
    private var parties = 0
    private var isCancelled = false
    private var issue = 0
    private var stored: [Key: Answer] = [:]

    func cancelled() -> TicketModel {
        var next = self
        next.isCancelled = true
        return next
    }

    func reissued() -> TicketModel {
        var next = self
        next.issue += 1
        return next
    }

    /// The number of people inside. It includes people on seats of this day, and on seats that are not counted by day.
    func inside(_ rules: TicketRules, day: Int) -> Int {
        let rows = play(rules).rows
        return [0, day].reduce(0) { $0 + rows[$1, default: []].count { $0?.party != nil } }
    }

    /// Each possible answer, with the ticket's state after that answer.
    func outcomes(of request: Request, _ rules: TicketRules, _ room: Room) -> [(answer: Answer, next: TicketModel)] {
        if let id = request.id, let known = stored[Key(device: request.device, id: id)] { return [(known, self)] }
        switch request.act {
        case .enter: return entry(request, rules, room)
        case .leave:
            let inside = play(rules).rows.values.joined().count { $0?.party != nil }
            guard inside >= request.count else { return [answering(.refuse("notInside"), request)] }
            return [answering(.exit, request, [.went(people: request.count, day: rules.day(of: request.at))])]
        case .undo: return [undo(request, rules)]
        case .tick: return [came(request, rules)]
        }
    }

    private func entry(_ request: Request, _ rules: TicketRules, _ room: Room) -> [(Answer, TicketModel)] {
        if isCancelled { return [answering(.refuse("revoked"), request)] }
        if let presented = request.issue, presented < issue { return [answering(.refuse("superseded"), request)] }
        guard rules.isOpen(at: request.at) else { return [answering(.refuse("outsideHours"), request)] }
        let rows = play(rules).rows
        let row = rows[rules.day(of: request.at)] ?? rules.empty
        let free = rules.free(row).count
        if free >= request.count { return coming(request, rules, room, leaving: 0) }
        let slips = free == 0 ? slips(rows, request) : [false]
        let repeats: [(Answer, TicketModel)] = slips.contains(true) ? [(.repeat, self)] : []
        guard slips.contains(false) else { return repeats }
        guard rules.reentry == .always, request.count <= rules.seats else {
            return repeats + [answering(.refuse("alreadyUsed"), request)]
        }
        let inside = row.count { $0?.party != nil }
        return repeats + coming(request, rules, room, leaving: inside + request.count - rules.seats)
    }

    private func coming(
        _ request: Request, _ rules: TicketRules, _ room: Room, leaving: Int
    ) -> [(Answer, TicketModel)] {
        let room = room.admits(request.count - leaving, withInside: inside(rules, day: TicketRules.today(request.at)))
        return (room.maybe ? [came(request, rules, leaving: leaving)] : [])
            + (room.maybeNot ? [answering(.refuse("venueFull"), request)] : [])
    }

    private func came(_ request: Request, _ rules: TicketRules, leaving: Int = 0) -> (Answer, TicketModel) {
        let day = rules.day(of: request.at)
        var came = answering(
            .admit, request,
            (leaving > 0 ? [.went(people: leaving, day: day)] : [])
                + [.came(party: parties, people: request.count, day: day, at: request.at, gate: request.gate)])
        came.next.parties += 1
        return came
    }

    /// Whether a request is an accidental repeat: a request at the gate of the last admission, less than five seconds
    /// after that admission. If several admissions have the same latest time, any of them may be the last one, so the
    /// result has an answer for each of them.
    private func slips(_ rows: [Int: [Seat?]], _ request: Request) -> [Bool] {
        let occupied = rows.values.joined().compactMap(\.self)
        let newest = occupied.map(\.last).max()
        return occupied.filter { $0.last == newest }.map { seat in
            seat.gate == request.gate
                && (0..<5000).contains(request.at.milliseconds - seat.last.milliseconds)
        }
    }

    /// Undoes the newest of the admissions from which somebody is still inside. The undo is refused if anybody from
    /// that admission has left.
    private func undo(_ request: Request, _ rules: TicketRules) -> (Answer, TicketModel) {
        let before = play(rules)
        guard let last = before.rows.values.joined().compactMap({ $0?.party }).max() else {
            return answering(.refuse("notInside"), request)
        }
        var undone = self
        undone.log.removeAll { if case .came(last, _, _, _, _) = $0 { true } else { false } }
        guard undone.play(rules).missing <= before.missing else { return answering(.refuse("leftSince"), request) }
        return undone.answering(.void, request)
    }

    private func answering(
        _ answer: Answer, _ request: Request, _ lines: [Line] = []
    ) -> (answer: Answer, next: TicketModel) {
        var next = self
        next.log += lines
        if let id = request.id { next.stored[Key(device: request.device, id: id)] = answer }
        return (answer, next)
    }

    /// The seats of each day, and the number of people who left without having entered.
    private func play(_ rules: TicketRules) -> (rows: [Int: [Seat?]], missing: Int) {
        var rows: [Int: [Seat?]] = [:]
        var missing = 0
        for line in log {
            switch line {
            case .came(let party, var people, let day, let at, let gate):
                var row = rows[day] ?? rules.empty
                for index in rules.free(row).prefix(people) {
                    row[index] = Seat(party: party, times: (row[index]?.times ?? 0) + 1, last: at, gate: gate)
                    people -= 1
                }
                // People for whom the ticket has no free seat get extra seats at the end of the row.
                row += Array(repeating: Seat(party: party, times: 1, last: at, gate: gate), count: people)
                rows[day] = row
            case .went(var people, let day):
                for day in [day] + rows.keys.filter({ $0 != day }).sorted(by: >) {
                    guard var row = rows[day] else { continue }
                    for index in row.indices where people > 0 && row[index]?.party != nil {
                        row[index]?.party = nil
                        people -= 1
                    }
                    rows[day] = row
                }
                missing += people
            }
        }
        return (rows, missing)
    }
}

extension TicketRules {
    fileprivate var empty: [TicketModel.Seat?] { Array(repeating: nil, count: seats) }

    /// The indices of the ticket's free seats. For each person on an extra seat, one of the ticket's seats does not
    /// count as free.
    fileprivate func free(_ row: [TicketModel.Seat?]) -> [Int] {
        let open = row.indices.prefix(seats).filter { mayOccupy(row[$0]) }
        return Array(open.prefix(max(0, seats - row.count { !mayOccupy($0) })))
    }

    private func mayOccupy(_ seat: TicketModel.Seat?) -> Bool {
        guard let seat else { return true }
        guard seat.party == nil else { return false }
        return switch reentry {
        case .never, .daily: false
        case .afterExit, .always: true
        case .atMost(let times): seat.times < times
        }
    }
}

/// All states that a ticket may have after the observed answers. An undecided request may or may not have changed the
/// state, so both states are possible. If no state is left, no order of decisions explains the answers.
struct TicketStates {
    let rules: TicketRules
    private(set) var possible: Set<TicketModel> = [TicketModel()]

    init(_ rules: TicketRules) { self.rules = rules }

    var isPossible: Bool { !possible.isEmpty }

    /// Keeps only the states that are possible after this answer to a request. If the request is undecided, it may have
    /// changed nothing, so all earlier states also stay possible.
    ///
    /// - Parameters:
    ///   - answer: the gate's answer; nil if the request is undecided.
    ///   - rooms: one value for each limit that may apply to the number of people inside.
    mutating func saw(_ answer: Answer?, to request: Request, in rooms: [Room]) {
        let following = possible.flatMap { state in
            rooms.flatMap { state.outcomes(of: request, rules, $0) }
        }
        .filter { answer == nil || $0.answer == answer }.map(\.next)
        possible = Set(following).union(answer == nil ? possible : [])
    }

    /// Applies a change that the main store made to the ticket.
    ///
    /// - Parameter isKnown: false if it is uncertain whether the main store made the change.
    mutating func changed(_ change: (TicketModel) -> TicketModel, isKnown: Bool) {
        let changed = Set(possible.map(change))
        possible = isKnown ? changed : possible.union(changed)
    }

    /// The states that are possible according to this value, together with those of `other`.
    func or(_ other: TicketStates) -> TicketStates {
        var both = self
        both.possible.formUnion(other.possible)
        return both
    }

    /// The smallest and largest possible number of people inside on a day.
    func inside(day: Int) -> ClosedRange<Int> {
        let counts = possible.map { $0.inside(rules, day: day) }
        return (counts.min() ?? 0)...(counts.max() ?? 0)
    }
}
