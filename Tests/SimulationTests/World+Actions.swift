import EventFixture
import Gate
import Management
import SimulatedDisk
import Store
import TicketToken
import Ticketing

extension World {
    mutating func perform(_ action: Action) throws {
        unsettled.append([])
        switch action {
        case .scan(let asks, let station): try scan(asks, at: station)
        case .garbage(let station):
            let verdict = try program(at: station)?.gate.decide(Scan("no ticket at all"))
            guard verdict.map({ $0.outcome.name == "refuse" }) ?? true else {
                throw Violation(invariant: 12, detail: "a text that is no ticket got \(verdict as Any)")
            }
        case .paper(let ticket, let count, let station): try enterPaper(ticket, count, at: station)
        case .cancel(let ticket, let station):
            try services(at: station, on: ticket, change: { $0.cancelled() }) { services, code, event, _ in
                _ = try services.tickets.cancel(code, of: event, note: nil)
                return nil
            }
        case .limit(let limit, let station):
            try services(at: station) { services, event, _ in
                _ = try services.events.edit(event) { $0.insideLimit = limit }
            } then: { world, isKnown in
                world.trace("limit \(limit as Any) \(isKnown)")
                world.limits = isKnown ? [limit] : world.limits.union([limit])
            }
        case .reissue(let ticket, let station):
            try services(at: station, on: ticket, change: { $0.reissued() }) { services, code, event, ring in
                let ticket = try services.tickets.reissue(code, of: event, signingWith: ring)
                return (Int(ticket.issue), try TicketSigner(ring).encodedToken(ofIssued: ticket.claims(of: event)))
            }
        case .close(let station):
            trace("close \(station)")
            stations[station].open = nil
        case .flush(let station):
            do { try program(at: station)?.gate.flush() } catch is StoreError {}
        case .check(let station): try checkStore(at: station)
        case .stop(let how): try stop(how)
        case .trouble(let fault, let steps, let stay):
            trace("trouble \(fault) \(steps) \(stay)")
            disk.count()
            disk.plan(fault, at: steps, staying: stay)
        case .noTrouble: disk.planNothing()
        case .wait(let milliseconds): clocks.pass(milliseconds: milliseconds)
        case .setClock(let device, let milliseconds):
            trace("clock \(device) \(milliseconds)")
            clocks.set(device, by: milliseconds)
        }
    }

    private mutating func scan(_ asks: [Action.Ask], at station: Int) throws {
        guard let gate = try program(at: station)?.gate else { return }
        var waiting = asks[...]
        while let first = waiting.first {
            let faults = disk.faults
            let together: ArraySlice<Action.Ask>
            let verdicts: [Verdict]
            if case .undo(let reason) = first.act {
                together = waiting.prefix(1)
                verdicts = [gate.undo(scan(first), reason: reason)]
            } else {
                together = waiting.prefix { if case .undo = $0.act { false } else { true } }
                if together.count == 1 { planInterruption(of: first, at: station) }
                verdicts = gate.decide(together.map(scan))
            }
            waiting = waiting.dropFirst(together.count)
            let isTrouble = disk.faults > faults || disk.isDown
            let interrupting = interruption.result()
            try sawInAnyOrder {
                guard let interrupting else { return }
                let ask = Action.Ask(ticket: first.ticket, issue: nil, act: .enter, count: first.count, request: nil)
                try $0.saw(interrupting, to: ask, at: $0.other(of: station), isTrouble: isTrouble)
            } _: { world in
                for (ask, verdict) in zip(together, verdicts) {
                    try world.saw(verdict, to: ask, at: station, isTrouble: isTrouble)
                }
            }
        }
    }

    /// The station of the other device at the same sub-event.
    private func other(of station: Int) -> Int { station == 2 ? 0 : 2 }

    /// If the planted fault needs overlapping decisions, makes the other device decide about the same ticket in the
    /// middle of this scan.
    private func planInterruption(of ask: Action.Ask, at station: Int) {
        // The fault has an effect only where the slots' primary key is the only protection. If there is a limit on the
        // people inside, or if the re-entry rule is “always”, a lock also makes one decision wait for the other. Daily
        // tickets have a slot for each day, so devices whose clocks are on different days use different slots.
        guard planted?.overlaps == true, ask.act == .enter, limits == [nil],
            stations[station].subEvent?.details.capacity == nil,
            ![.always, .daily].contains(tickets[ask.ticket].rules.reentry)
        else { return }
        let station = stations[other(of: station)]
        let (evening, path, device) = (evening, disk("store.sqlite"), devices[station.device])
        let (gate, subEvent) = (station.gateName, station.subEvent?.number)
        let now = clocks.now(of: station.device)
        let scan = Scan(
            lookedUp: tickets[ask.ticket].serial, requestID: nil, direction: .entry, count: ask.count)
        // The other device's gate is a separate program. The stations are the programs 0, 1, … on the simulated disk,
        // so this program has the next number.
        disk.enter(program: stations.count)
        interruption.plan {
            try evening.gate(
                gate, at: Store.open(sqlite: path, creating: true), subEvent: subEvent,
                device: device
            ) { now }.decide(scan)
        }
    }

    /// Updates the model with the answers to two concurrent scans. If the first order of the scans gives a
    /// violation, the other order is tried, because either scan may have been decided first.
    private mutating func sawInAnyOrder(
        _ one: (inout World) throws -> Void, _ other: (inout World) throws -> Void
    ) throws {
        var turned = self
        do {
            try one(&self)
            try other(&self)
        } catch is Violation {
            try other(&turned)
            try one(&turned)
            self = turned
        }
    }

    private func scan(_ ask: Action.Ask) -> Scan {
        let request = planted.map { $0.request(ask.request) } ?? ask.request
        let direction: Direction = ask.act == .leave ? .exit : .entry
        guard let token = ask.issue.flatMap({ tickets[ask.ticket].tokens[$0] }) else {
            return Scan(
                lookedUp: tickets[ask.ticket].serial, requestID: request, direction: direction, count: ask.count)
        }
        return Scan(token, requestID: request, direction: direction, count: ask.count)
    }

    /// Imports a paper list with a single line. This line gives no time of admission.
    private mutating func enterPaper(_ ticket: Int, _ count: Int, at station: Int) throws {
        let (seen, gateStation) = (tickets[ticket], stations[station])
        // The closures below are stored. They must not capture a station, because a captured station
        // would keep its program alive.
        let (gate, subEvent, device) = (gateStation.gateName, gateStation.subEvent?.number, gateStation.device)
        var sheet = PaperCheckIns(of: evening.event, gate: gate, at: Festival.start) { _, _ in nil }
        sheet.read("\(seen.code),,,\(count)", line: 1)
        let (paper, machine) = (sheet, devices[device])
        let request = Request(
            device: machine, gate: gate, id: "paper/\(seen.code)//\(count)/1/\(gate)", issue: nil,
            act: .tick, count: count, at: Festival.start)
        try services(at: station) { services, event, _ in
            try services.paperCheckIns.enterPaperCheckIns(paper, subEvent: subEvent, into: event, as: machine)
        } then: { world, isKnown in
            world.trace("paper \(ticket) \(count) at \(gate)\(device) \(isKnown)")
            world.tickets[ticket].states[subEvent ?? 0]?
                .saw(isKnown ? .admit : nil, to: request, in: [.endless])
            world.deliveries.append(
                Delivery(
                    request: request, serial: seen.serial, answer: isKnown ? .admit : nil, decidedAt: Festival.start))
        }
    }

    /// Changes a ticket at the main store, and updates the model. If the main store refuses the change, for example
    /// because the ticket is cancelled, the ticket and the model stay unchanged.
    private mutating func services(
        at station: Int, on ticket: Int, change: @escaping (TicketModel) -> TicketModel,
        _ work: (ManagementServices, TicketCode, Event, KeyRing) throws -> (issue: Int, token: String)?
    ) throws {
        let code = tickets[ticket].code
        let reissued = try services(at: station) {
            try work($0, code, $1, $2)
        } then: { world, isKnown in
            world.trace("main store: ticket \(ticket) \(isKnown)")
            for scope in world.tickets[ticket].states.keys {
                world.tickets[ticket].states[scope]?.changed(change, isKnown: isKnown)
            }
        }
        if let reissued = reissued ?? nil { tickets[ticket].tokens[reissued.issue] = reissued.token }
    }

    /// Runs a change at the main store, and applies the change to the model. If the change succeeds, the model counts
    /// it as made. If a disk fails during the change, the model counts it as possibly made.
    @discardableResult
    private mutating func services<Result>(
        at station: Int, _ work: (ManagementServices, Event, KeyRing) throws -> Result,
        then follow: @escaping (inout World, Bool) -> Void
    ) throws -> Result? {
        guard let services = try program(at: station)?.services else { return nil }
        let faults = disk.faults
        do {
            let result = try work(services, evening.event, evening.ring)
            follow(&self, true)
            return result
        } catch let error as StoreError {
            trace("main store: \(error)")
            guard disk.faults > faults || disk.isDown else {
                throw Violation(invariant: "management works", detail: "\(error)")
            }
            follow(&self, false)
            mayBeFound { follow(&$0, false) }
        } catch is ManagementError {}
        return nil
    }

    private mutating func checkStore(at station: Int) throws {
        // The check uses the program's second connection if the program has one.
        guard let store = try program(at: station)?.figures else { return }
        let faults = disk.faults
        do {
            let check = try store.check()
            guard check.isIntact else { throw Violation(invariant: 6, detail: "\(check)") }
        } catch let error as StoreError {
            guard disk.faults > faults || disk.isDown else {
                throw Violation(invariant: "the store check runs", detail: "\(error)")
            }
        }
    }
}
