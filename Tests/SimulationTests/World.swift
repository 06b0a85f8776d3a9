import EventFixture
import Gate
import Management
import SimulatedDisk
import Store
import TicketToken
import Ticketing

/// An invariant that did not hold in a simulation.
struct Violation: Error, CustomStringConvertible {
    let invariant: String
    let detail: String

    var description: String { "\(invariant): \(detail)" }
}

extension Violation {
    /// - Parameter number: the number of an invariant in Docs/Gate.md, “What always holds”.
    init(invariant number: Int, detail: String) {
        self.init(invariant: "invariant \(number) of Docs/Gate.md", detail: detail)
    }
}

/// One simulated evening, determined by one seed. Several programs on several devices run gates that share one store.
/// The store's disk and the devices' clocks may fail.
struct World {
    /// A gate, and the program that runs it on a device. The program has one connection for scans, and some programs
    /// have a second connection for totals.
    struct Station {
        let gateName: String
        let device: Int
        /// The sub-event of the gate; nil at an event without sub-events.
        let subEvent: SubEvent?
        var open: Program?
    }

    typealias Program = (gate: Gate, services: ManagementServices, store: Store, figures: Store)

    struct TicketSeen {
        let code: TicketCode
        let serial: Serial
        /// The ticket's tokens by issue number. If the main store could not report the token of an issue, that token is
        /// missing.
        var tokens: [Int: String]
        let rules: TicketRules
        /// The ticket's possible states at each sub-event. The key is the sub-event's number, or 0 at an event without
        /// sub-events.
        var states: [Int: TicketStates]
    }

    /// A request to a gate, and the answer that the gate showed.
    struct Delivery {
        let request: Request
        let serial: Serial
        /// The answer; nil if the gate could not decide.
        let answer: Answer?
        /// The time of the decision, as the gate reported it.
        let decidedAt: Instant
    }

    let evening: Evening
    let disk: SimulatedDisk
    let planted: PlantedFault?
    let interruption = Interruption()
    let clocks: SimulatedClocks
    var random: SeededGenerator
    var stations: [Station]
    let devices: [DeviceID]
    var tickets: [TicketSeen]
    /// The possible limits on the number of people inside; more than one if the outcome of a change of the limit is
    /// unknown.
    var limits: Set<Int?> = [nil]
    var deliveries: [Delivery] = []
    /// Earlier requests with an ID. The simulation can send them again as retries.
    var asked: [(station: Int, ask: Action.Ask)] = []
    /// Request IDs whose decisions are certainly stored.
    var decidedRequests: [(id: String, device: Int, ticket: Int)] = []
    var requests = 0
    /// Changes with an unknown outcome: one list for each step since the last admission, exit or undo that was
    /// certainly stored. If the sync of a commit fails, the commit stays in SQLite’s write-ahead log. The first program
    /// that opens the store after all programs have ended may find the commit there and apply it. A later commit
    /// overwrites the earlier commits in this log, so the program finds the changes of at most one step.
    var unsettled: [[(inout World) -> Void]] = [[]]
    var recordsBefore: [AdmissionRecord] = []
    private let tracing: Tracing

    /// Whether each step is printed. Printing a step takes longer than the step itself.
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
        let subEvents = evening.subEvents
        stations = [("North", 0), ("South", 0), ("North", 1)].enumerated().map { index, station in
            Station(
                gateName: station.0, device: station.1,
                subEvent: subEvents.isEmpty ? nil : subEvents[index % subEvents.count])
        }
        try planted?.plant(in: evening.store(on: disk))
        // The world has few tickets, so that each of them is scanned many times.
        tickets = evening.tickets.shuffled(using: &random).prefix(5).map { seed in
            let scopes = subEvents.isEmpty ? [0] : subEvents.map(\.number)
            return TicketSeen(
                code: seed.code, serial: seed.serial, tokens: [0: seed.token], rules: seed.rules,
                states: Dictionary(uniqueKeysWithValues: scopes.map { ($0, TicketStates(seed.rules)) }))
        }
    }

    func trace(_ what: @autoclosure () -> String) {
        if case .on = tracing { print("  \(what())") }
    }

    /// Runs one evening.
    ///
    /// - Throws: `Violation` if an invariant does not hold.
    mutating func run(actions: Int) throws {
        for _ in 0..<actions {
            let action = nextAction()
            try perform(action)
            if disk.isDown { try stop(Bool.random(using: &random) ? .powerFails : .killed) }
        }
        // In half of the runs, all connections are closed. Closing the last connection copies the log into the file.
        if Bool.random(using: &random) { for index in stations.indices { stations[index].open = nil } }
        disk.planNothing()
        try stop(.powerFails)
        try examineStore()
    }

    /// Ends all programs, and then checks the store's records. A program starts again when the simulation needs it.
    mutating func stop(_ how: Action.Stop) throws {
        trace("\(how)")
        disk.cutPower()
        for index in stations.indices { stations[index].open = nil }
        switch how {
        case .powerFails: try disk.start()
        case .killed: try disk.goOn()
        }
        settle()
        try examine()
    }

    /// The station's program, started if it is not running; nil if it can't start.
    mutating func program(at index: Int) throws -> Program? {
        if let open = stations[index].open { return open }
        let faults = disk.faults
        let station = stations[index]
        do {
            planted?.befall(disk)
            disk.enter(program: index)
            let store = try evening.store(on: disk)
            let used = planted?.prepare(store, interruption) ?? store
            let clocks = clocks
            let services = try ManagementServices.signIn(to: used) { Festival.start }
            let gate = try evening.gate(
                station.gateName, at: used, subEvent: station.subEvent?.number, device: devices[station.device]
            ) { clocks.now(of: station.device) }
            // Half of the programs have a second connection, as a gate has for the totals on its page.
            let hasFigures = Bool.random(using: &random)
            let figures = try hasFigures ? evening.store(on: disk) : store
            if hasFigures, planted?.closesDescriptor == true { disk.closeDescriptors(of: "store.sqlite") }
            stations[index].open = (gate, services, used, figures)
            return stations[index].open
        } catch let error as StoreError {
            guard disk.faults > faults || disk.isDown else {
                throw Violation(invariant: "a store opens", detail: "\(error)")
            }
            return nil
        }
    }

    /// Records a gate's answer, and checks that this answer was possible.
    mutating func saw(_ verdict: Verdict, to ask: Action.Ask, at index: Int, isTrouble: Bool) throws {
        let station = stations[index]
        let request = Request(
            device: devices[station.device], gate: station.gateName, id: ask.request, issue: ask.issue, act: ask.act,
            count: ask.count, at: clocks.now(of: station.device))
        let answer = Answer(planted?.displayed(verdict.outcome) ?? verdict.outcome)
        trace("\(station.gateName)\(station.device) \(ask): \(verdict.outcome)")
        if ask.isReused {
            guard answer == nil else {
                throw Violation(invariant: 3, detail: "a request ID of another ticket got \(answer as Any)")
            }
            return
        }
        guard answer != nil || isTrouble else {
            throw Violation(invariant: "a gate decides", detail: "undecided without a fault: \(verdict.outcome)")
        }
        deliveries.append(
            Delivery(
                request: request, serial: tickets[ask.ticket].serial, answer: answer,
                decidedAt: verdict.at))
        let subEvent = station.subEvent?.number ?? 0
        let rooms = rooms(excluding: ask.ticket, at: station.subEvent, request.at)
        tickets[ask.ticket].states[subEvent]?.saw(answer, to: request, in: rooms)
        keep(answer, to: ask) { $0.tickets[ask.ticket].states[subEvent]?.saw(nil, to: request, in: rooms) }
        guard tickets[ask.ticket].states[subEvent]?.isPossible == true else {
            throw Violation(
                invariant: "serial order",
                detail: "\(request): \(answer as Any) by \(tickets[ask.ticket].rules) with \(rooms)")
        }
        if let id = ask.request {
            asked.append((index, ask))
            if let answer, answer != .repeat { decidedRequests.append((id, station.device, ask.ticket)) }
        }
    }

    /// After an undecided answer, remembers that the commit of this step may later be found in the log. After a stored
    /// decision, forgets all such commits, because the decision's commit overwrites them in the log.
    private mutating func keep(_ answer: Answer?, to ask: Action.Ask, _ late: @escaping (inout World) -> Void) {
        switch answer {
        case nil: mayBeFound(late)
        case .admit, .exit, .void:
            // A retry writes nothing to the log, so it overwrites nothing there.
            if ask.request == nil || !asked.contains(where: { $0.ask.request == ask.request }) { unsettled = [[]] }
        case .repeat, .refuse: break
        }
    }

    /// Records that the outcome of this step is unknown.
    ///
    /// - Parameter late: applies the change to the model if its commit is later found in the log.
    mutating func mayBeFound(_ late: @escaping (inout World) -> Void) {
        unsettled[unsettled.count - 1].append(late)
    }

    /// Adds the possible effects of a restart to the model: at most one commit with an unknown outcome is found in the
    /// log.
    private mutating func settle() {
        let (before, limitsBefore) = (tickets, limits)
        var (after, limitsAfter) = (tickets, limits)
        for commit in unsettled where !commit.isEmpty {
            (tickets, limits) = (before, limitsBefore)
            for late in commit { late(&self) }
            for index in tickets.indices {
                after[index].states.merge(tickets[index].states) { $0.or($1) }
            }
            limitsAfter.formUnion(limits)
        }
        (tickets, limits, unsettled) = (after, limitsAfter, [[]])
    }
}

extension World {
    /// The possible limits on the number of people inside. Each limit comes with the smallest and the largest possible
    /// number of people who are inside with tickets other than `ticket`.
    private func rooms(excluding ticket: Int, at subEvent: SubEvent?, _ now: Instant) -> [Room] {
        let limits = subEvent?.details.capacity.map { [$0] } ?? limits
        guard limits.contains(where: { $0 != nil }) else { return [.endless] }
        var others = 0...0
        for index in tickets.indices where index != ticket {
            guard let inside = tickets[index].states[subEvent?.number ?? 0]?.inside(day: TicketRules.today(now)) else {
                continue
            }
            others = others.lowerBound + inside.lowerBound...others.upperBound + inside.upperBound
        }
        return limits.map { Room(limit: $0, others: others) }
    }
}

extension Answer {
    /// The answer for the outcome of a verdict. Nil if the outcome is undecided.
    init?(_ outcome: Verdict.Outcome) {
        switch outcome {
        case .admit: self = .admit
        case .exit: self = .exit
        case .void: self = .void
        case .repeat: self = .repeat
        case .refuse(let refusal): self = .refuse(refusal.name)
        case .undecided: return nil
        }
    }
}

/// The devices' clocks. Each clock goes wrong independently of the others.
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
