import EventFixture
import Gate
import Management
import SimulatedDisk
import Store
import TicketToken
import Ticketing

/// What a run has found to be wrong.
struct Violation: Error, CustomStringConvertible {
    let invariant: String
    let detail: String

    var description: String { "\(invariant): \(detail)" }
}

/// One evening on one disk, decided by one seed: gates of several programs and devices at one store, the office, and a
/// disk and clocks that do their worst.
struct World {
    /// A program: one connection, at a gate, on a device.
    struct Station {
        let gateName: String
        let device: Int
        var open: (gate: Gate, office: Office, store: Store)?
    }

    struct TicketSeen {
        let code: TicketCode
        let serial: Serial
        /// By issue.
        var tokens: [String]
        var states: TicketStates
    }

    /// What was put to a gate, and what it showed.
    struct Delivery {
        let station: Int
        let ask: Deed.Ask
        let request: Request
        let serial: Serial
        /// Nil when it was undecided.
        let answer: Answer?
        /// When it was decided, as the gate said.
        let decidedAt: Instant
    }

    let evening: Evening
    let disk: SimulatedDisk
    let planted: PlantedFault?
    let clocks: SimulatedClocks
    var random: SeededGenerator
    var stations: [Station]
    let devices: [DeviceID]
    var tickets: [TicketSeen]
    var deliveries: [Delivery] = []
    /// What was asked with an id, for it to come again.
    var asked: [(station: Int, ask: Deed.Ask)] = []
    /// Ids that were used, and certainly stored.
    var decidedRequests: [(id: String, device: Int, ticket: Int)] = []
    var requests = 0
    var recordsBefore: [AdmissionRecord] = []
    private let tracing: Tracing

    /// Whether each deed is printed. That costs more than the deed.
    enum Tracing { case on, off }

    init(_ evening: Evening, seed: UInt64, planting planted: PlantedFault? = nil, tracing: Tracing = .off) throws {
        self.tracing = tracing
        self.evening = evening
        self.planted = planted
        random = SeededGenerator(seed: seed)
        disk = try evening.disk(seed: random.next())
        var other = SeededGenerator(seed: 7)
        devices = [evening.device, .random(using: &other)]
        clocks = SimulatedClocks(count: devices.count)
        stations = [
            Station(gateName: "North", device: 0), Station(gateName: "South", device: 0),
            Station(gateName: "North", device: 1),
        ]
        tickets = (evening.singles + [evening.party]).map {
            TicketSeen(code: $0.code, serial: $0.serial, tokens: [$0.token], states: TicketStates(admits: $0.admits))
        }
    }

    func note(_ what: @autoclosure () -> String) {
        if case .on = tracing { print("  \(what())") }
    }

    /// Lives through one evening.
    ///
    /// - Throws: `Violation`.
    mutating func run(deeds: Int) throws {
        for _ in 0..<deeds {
            let deed = nextDeed()
            try perform(deed)
            if disk.isDown { try stop(Bool.random(using: &random) ? .powerFails : .killed) }
        }
        // Who closes last brings the log into the file.
        if Bool.random(using: &random) { for index in stations.indices { stations[index].open = nil } }
        disk.planNothing()
        try stop(.powerFails)
        try examineStore()
    }

    /// All programs end at this moment; they are begun anew when they are needed.
    mutating func stop(_ how: Deed.Stop) throws {
        note("\(how)")
        disk.cutPower()
        for index in stations.indices { stations[index].open = nil }
        switch how {
        case .powerFails: try disk.start()
        case .killed: try disk.goOn()
        }
        try examine()
    }

    /// The station's program, begun when it is not running; nil when that is not to be had.
    mutating func program(at index: Int) throws -> (gate: Gate, office: Office, store: Store)? {
        if let open = stations[index].open { return open }
        let faults = disk.faults
        let station = stations[index]
        do {
            planted?.befall(disk)
            let store = try evening.store(on: disk)
            let used = try planted?.prepare(store) ?? store
            let clocks = clocks
            let office = try Office.signIn(to: used) { Festival.start }
            let gate = try evening.gate(station.gateName, at: used, device: devices[station.device]) {
                clocks.now(of: station.device)
            }
            stations[index].open = (gate, office, used)
            return stations[index].open
        } catch let error as StoreError {
            guard disk.faults > faults || disk.isDown else {
                throw Violation(invariant: "a store opens", detail: "\(error)")
            }
            return nil
        }
    }

    /// Notes what a gate answered, and whether it may have.
    mutating func saw(_ verdict: Verdict, to ask: Deed.Ask, at index: Int, isTrouble: Bool) throws {
        let station = stations[index]
        let request = Request(
            device: devices[station.device], gate: station.gateName, id: ask.request, issue: ask.issue,
            direction: ask.direction, count: ask.count, at: clocks.now(of: station.device))
        let answer = Answer(planted?.shown(verdict.outcome) ?? verdict.outcome)
        note("\(station.gateName)\(station.device) \(ask): \(verdict.outcome)")
        if ask.isReused {
            guard answer == nil else {
                throw Violation(invariant: "3", detail: "a request that was used for another ticket: \(answer as Any)")
            }
            return
        }
        guard answer != nil || isTrouble else {
            throw Violation(invariant: "a gate decides", detail: "undecided without trouble: \(verdict.outcome)")
        }
        deliveries.append(
            Delivery(
                station: index, ask: ask, request: request, serial: tickets[ask.ticket].serial, answer: answer,
                decidedAt: verdict.at))
        tickets[ask.ticket].states.saw(answer, to: request)
        guard tickets[ask.ticket].states.isPossible else {
            throw Violation(invariant: "one after the other", detail: "\(request): \(answer as Any)")
        }
        if let id = ask.request {
            asked.append((index, ask))
            if let answer, answer != .repeat { decidedRequests.append((id, station.device, ask.ticket)) }
        }
    }
}

extension Answer {
    /// Nil for what is undecided. Nothing is undone here.
    init?(_ outcome: Verdict.Outcome) {
        switch outcome {
        case .admit: self = .admit
        case .exit: self = .exit
        case .repeat: self = .repeat
        case .refuse(let refusal): self = .refuse(refusal.name)
        case .undecided, .void: return nil
        }
    }
}

/// The clocks of the devices, which go wrong apart from each other.
final class SimulatedClocks {
    private var times: [Instant]

    init(count: Int) { times = Array(repeating: Festival.start, count: count) }

    func now(of device: Int) -> Instant { times[device] }

    func pass(milliseconds: Int64) {
        for device in times.indices { set(device, by: milliseconds) }
    }

    func set(_ device: Int, by milliseconds: Int64) {
        times[device] = Instant(milliseconds: times[device].milliseconds + milliseconds)
    }
}
