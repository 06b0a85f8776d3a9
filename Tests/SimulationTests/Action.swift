import SimulatedDisk
import Ticketing

/// One step of a simulated evening. A station is a program that runs a gate.
enum Action {
    /// Concurrent scans at one station.
    case scan([Ask], station: Int)
    /// A scan of a text that is not a ticket.
    case garbage(station: Int)
    /// A check-in that staff noted on paper is imported into the ledger.
    case paper(ticket: Int, count: Int, station: Int)
    case cancel(ticket: Int, station: Int)
    case reissue(ticket: Int, station: Int)
    /// Changes the limit on the number of people inside the event; nil removes the limit.
    case limit(Int?, station: Int)
    /// The station's program ends. The next step that needs the program starts it again.
    case close(station: Int)
    /// The gate writes its pending records to the store.
    case flush(station: Int)
    case check(station: Int)
    /// Everything stops: the power fails, or all programs are killed.
    case stop(Stop)
    /// The disk fails at the step with this number, counted from now.
    case trouble(SimulatedDisk.Fault, steps: Int, SimulatedDisk.Stay)
    /// Cancels the planned failure of the disk.
    case noTrouble
    case wait(milliseconds: Int64)
    /// Moves a device's clock forwards or backwards by this time.
    case setClock(device: Int, milliseconds: Int64)

    enum Stop {
        case powerFails, killed
    }

    /// One request in a group of concurrent scans.
    struct Ask {
        let ticket: Int
        /// The issue number of the scanned token; nil if staff looked up the ticket.
        let issue: Int?
        let act: Request.Act
        let count: Int
        let request: String?
        /// Whether the request ID was used before, for another request.
        var isReused = false
    }
}

extension World {
    mutating func nextAction() -> Action {
        let station = Int.random(in: stations.indices, using: &random)
        switch Int.random(in: 0..<100, using: &random) {
        case ..<53: return .scan((0..<scanCount()).map { _ in ask(at: station) }, station: station)
        case ..<54: return .garbage(station: station)
        case ..<55: return .paper(ticket: anyTicket(), count: .random(in: 1...2, using: &random), station: station)
        case ..<57: return .limit([nil, 1, 2, 3, 4].randomElement(using: &random) ?? nil, station: station)
        case ..<58: return .cancel(ticket: anyTicket(), station: station)
        case ..<61: return .reissue(ticket: anyTicket(), station: station)
        case ..<65: return .close(station: station)
        case ..<66: return .flush(station: station)
        case ..<69: return .check(station: station)
        case ..<71: return .stop(Int.random(in: 0..<3, using: &random) == 0 ? .killed : .powerFails)
        case ..<77: return .trouble(.crash, steps: .random(in: 1...30, using: &random), .once)
        case ..<81:
            let fault = Bool.random(using: &random) ? SimulatedDisk.Fault.full : .error
            let stay = Bool.random(using: &random) ? SimulatedDisk.Stay.once : .forGood
            return .trouble(fault, steps: .random(in: 1...20, using: &random), stay)
        case ..<86: return .noTrouble
        case ..<93: return .wait(milliseconds: .random(in: 0...9000, using: &random))
        case ..<96: return .wait(milliseconds: .random(in: 3_600_000...72_000_000, using: &random))
        default:
            let far = Bool.random(using: &random)
            let change = Int64.random(in: far ? -90_000_000...90_000_000 : -8000...8000, using: &random)
            return .setClock(device: Int.random(in: 0..<devices.count, using: &random), milliseconds: change)
        }
    }

    private mutating func anyTicket() -> Int { Int.random(in: tickets.indices, using: &random) }

    private mutating func scanCount() -> Int {
        Int.random(in: 0..<4, using: &random) == 0 ? Int.random(in: 2...5, using: &random) : 1
    }

    /// A new scan, a retry, or a request with the ID of another request.
    private mutating func ask(at station: Int) -> Action.Ask {
        let before = asked.filter { $0.station == station }.map(\.ask)
        if let again = before.randomElement(using: &random), Int.random(in: 0..<4, using: &random) == 0 { return again }
        let ticket = anyTicket()
        let isLookedUp = Int.random(in: 0..<5, using: &random) == 0
        var ask = Action.Ask(
            ticket: ticket,
            issue: isLookedUp ? nil : tickets[ticket].tokens.keys.sorted().randomElement(using: &random),
            act: anyAct(), count: Int.random(in: 0..<5, using: &random) == 0 ? 2 : 1, request: newRequest())
        if let decided = decidedRequests.filter({ $0.device == stations[station].device }).randomElement(
            using: &random),
            Int.random(in: 0..<12, using: &random) == 0, decided.ticket != ticket
        {
            ask = Action.Ask(
                ticket: ticket, issue: ask.issue, act: ask.act, count: ask.count, request: decided.id, isReused: true)
        }
        return ask
    }

    private mutating func anyAct() -> Request.Act {
        switch Int.random(in: 0..<12, using: &random) {
        case ..<8: .enter
        case ..<11: .leave
        default: .undo(reason: Bool.random(using: &random) ? "slip" : "wrong person")
        }
    }

    private mutating func newRequest() -> String? {
        guard Int.random(in: 0..<3, using: &random) > 0 else { return nil }
        requests += 1
        return "r\(requests)"
    }
}
