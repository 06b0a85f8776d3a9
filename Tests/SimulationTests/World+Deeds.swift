import EventFixture
import Gate
import Management
import SimulatedDisk
import Store
import TicketToken
import Ticketing

extension World {
    mutating func perform(_ deed: Deed) throws {
        switch deed {
        case .scan(let asks, let station): try scan(asks, at: station)
        case .garbage(let station):
            let verdict = try program(at: station)?.gate.decide(Scan("no ticket at all"))
            guard verdict.map({ $0.outcome.name == "refuse" }) ?? true else {
                throw Violation(invariant: "12", detail: "garbage: \(verdict as Any)")
            }
        case .cancel(let ticket, let station):
            try office(at: station, on: ticket, change: { $0.cancelled() }) { office, code, event, _ in
                _ = try office.cancel(code, of: event, note: nil)
                return nil
            }
        case .reissue(let ticket, let station):
            try office(at: station, on: ticket, change: { $0.reissued() }) { office, code, event, ring in
                try TicketSigner(ring).text(
                    ofIssued: office.reissue(code, of: event, signingWith: ring).claims(of: event))
            }
        case .close(let station):
            note("close \(station)")
            stations[station].open = nil
        case .flush(let station):
            do { try program(at: station)?.gate.flush() } catch is StoreError {}
        case .check(let station): try look(at: station)
        case .stop(let how): try stop(how)
        case .trouble(let fault, let steps, let stay):
            note("trouble \(fault) \(steps) \(stay)")
            disk.count()
            disk.plan(fault, at: steps, staying: stay)
        case .noTrouble: disk.planNothing()
        case .wait(let milliseconds): clocks.pass(milliseconds: milliseconds)
        case .setClock(let device, let milliseconds):
            note("clock \(device) \(milliseconds)")
            clocks.set(device, by: milliseconds)
        }
    }

    private mutating func scan(_ asks: [Deed.Ask], at station: Int) throws {
        guard let gate = try program(at: station)?.gate else { return }
        let faults = disk.faults
        let scans = asks.map { ask in
            Scan(
                tickets[ask.ticket].tokens[ask.issue], request: planted.map { $0.request(ask.request) } ?? ask.request,
                direction: ask.direction, count: ask.count)
        }
        let verdicts = gate.decide(scans)
        for (ask, verdict) in zip(asks, verdicts) {
            try saw(verdict, to: ask, at: station, isTrouble: disk.faults > faults || disk.isDown)
        }
    }

    /// What the office does to a ticket, and what that makes of it. A ticket that does not stand any more is left alone.
    private mutating func office(
        at station: Int, on ticket: Int, change: (TicketModel) -> TicketModel,
        _ work: (Office, TicketCode, Event, KeyRing) throws -> String?
    ) throws {
        guard let office = try program(at: station)?.office else { return }
        let faults = disk.faults
        do {
            let token = try work(office, tickets[ticket].code, evening.event, evening.ring)
            note("office: ticket \(ticket)")
            tickets[ticket].states.changed(change, isKnown: true)
            if let token { tickets[ticket].tokens.append(token) }
        } catch let error as StoreError {
            note("office: ticket \(ticket) \(error)")
            guard disk.faults > faults || disk.isDown else {
                throw Violation(invariant: "the office works", detail: "\(error)")
            }
            tickets[ticket].states.changed(change, isKnown: false)
        } catch is ManagementError {}
    }

    private mutating func look(at station: Int) throws {
        guard let store = try program(at: station)?.store else { return }
        let faults = disk.faults
        do {
            let check = try store.check()
            guard check.isWhole else { throw Violation(invariant: "6", detail: "\(check)") }
        } catch let error as StoreError {
            guard disk.faults > faults || disk.isDown else {
                throw Violation(invariant: "a look at the whole store", detail: "\(error)")
            }
        }
    }
}
