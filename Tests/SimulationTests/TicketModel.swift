import Ticketing

/// What a gate answers, as far as the rules tell.
enum Answer: Hashable {
    case admit, exit, `repeat`
    case refuse(String)
}

/// One request as it was put to a gate.
struct Request: Hashable {
    let device: DeviceID
    let gate: String
    let id: String?
    /// Which of the ticket's tokens was shown: 0 is the first.
    let issue: Int
    let direction: Direction
    let count: Int
    let at: Instant
}

/// The rules for one ticket of one store, written down once more and apart from the gate's: what may be answered to a
/// request, and what is then. A value is one state that the store may be in.
struct TicketModel: Hashable {
    private struct Seat: Hashable {
        var isInside: Bool
        var last: Instant
        var gate: String
    }

    private struct Stored: Hashable {
        let answer: Answer
        let direction: Direction
        let count: Int
        let gate: String
    }

    private struct Key: Hashable {
        let device: DeviceID
        let id: String
    }

    private var seats: [Seat?]
    private var isCancelled = false
    private var issue = 0
    private var stored: [Key: Stored] = [:]

    init(admits: Int) { seats = Array(repeating: nil, count: admits) }

    var inside: Int { seats.count { $0?.isInside == true } }

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

    /// Each answer that may be given, with the state that it leads to.
    func outcomes(of request: Request) -> [(answer: Answer, next: TicketModel)] {
        if let id = request.id, let known = stored[Key(device: request.device, id: id)] {
            return [(known.answer, self)]
        }
        switch request.direction {
        case .exit:
            guard inside >= request.count else { return [recorded(.refuse("notInside"), request)] }
            return [recorded(.exit, request, moving: seats.indices.filter { seats[$0]?.isInside == true })]
        case .entry:
            if isCancelled { return [recorded(.refuse("revoked"), request)] }
            if request.issue < issue { return [recorded(.refuse("superseded"), request)] }
            let free = seats.indices.filter { seats[$0]?.isInside != true }
            if free.count >= request.count { return [recorded(.admit, request, moving: free)] }
            guard free.isEmpty else { return [recorded(.refuse("alreadyUsed"), request)] }
            return full(request)
        }
    }

    /// A slip of the hand is one at the gate of the last admission, less than five seconds later. Of two that were last in
    /// the same moment, either may count.
    private func full(_ request: Request) -> [(answer: Answer, next: TicketModel)] {
        let taken = seats.compactMap(\.self)
        let newest = taken.map(\.last).max()
        let slips = taken.filter { $0.last == newest }.map { seat in
            let since = request.at.milliseconds - seat.last.milliseconds
            return seat.gate == request.gate && since >= 0 && since < 5000
        }
        return (slips.contains(true) ? [(.repeat, self)] : [])
            + (slips.contains(false) ? [recorded(.refuse("alreadyUsed"), request)] : [])
    }

    private func recorded(
        _ answer: Answer, _ request: Request, moving candidates: [Int] = []
    ) -> (answer: Answer, next: TicketModel) {
        var next = self
        for seat in candidates.prefix(request.count) {
            if answer == .admit {
                next.seats[seat] = Seat(isInside: true, last: request.at, gate: request.gate)
            } else {
                next.seats[seat]?.isInside = false
            }
        }
        if let id = request.id {
            next.stored[Key(device: request.device, id: id)] = Stored(
                answer: answer, direction: request.direction, count: request.count, gate: request.gate)
        }
        return (answer, next)
    }
}

/// The states that a ticket may be in, after all that was seen of it. What was undecided leaves two: it was stored, or
/// not. When none is left, what was seen can't have been one after the other, whatever was lost.
struct TicketStates {
    private(set) var possible: Set<TicketModel>

    init(admits: Int) { possible = [TicketModel(admits: admits)] }

    var isPossible: Bool { !possible.isEmpty }

    /// - Parameter answer: nil for one that was undecided.
    mutating func saw(_ answer: Answer?, to request: Request) {
        let following = possible.flatMap { $0.outcomes(of: request) }
            .filter { answer == nil || $0.answer == answer }.map(\.next)
        possible = Set(following).union(answer == nil ? possible : [])
    }

    /// - Parameter isKnown: false when the office could not tell whether it had done so.
    mutating func changed(_ change: (TicketModel) -> TicketModel, isKnown: Bool) {
        let changed = Set(possible.map(change))
        possible = isKnown ? changed : possible.union(changed)
    }
}
