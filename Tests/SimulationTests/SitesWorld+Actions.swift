import EventFixture
import Gate
import Management
import SimulatedDisk
import Store
import TicketToken
import Ticketing

extension Verdict.Outcome {
    /// The outcome's name, followed by the reason if the outcome is a refusal.
    var nameWithReason: String { if case .refuse(let refusal) = self { "refuse \(refusal.name)" } else { name } }
}

extension SitesWorld {
    mutating func perform(_ action: SitesAction) throws {
        if case .scan = action {} else { trace("\(action)") }
        switch action {
        case .scan(let asks, let site): try scan(asks, at: site)
        case .cancel(let ticket):
            try services(on: ticket) { _ = try $0.tickets.cancel($1, of: $2, note: nil) }
        case .reissue(let ticket):
            let ring = outset.evening.ring
            try services(on: ticket) { _ = try $0.tickets.reissue($1, of: $2, signingWith: ring) }
        case .sell: try sell()
        case .makePack(let trouble): try makePack(trouble)
        case .refresh(let site): try refresh(site)
        case .merge(let source, let target): try merge(from: source, into: target)
        case .copy(let site): try copy(site)
        case .mergeCopy(let copy, let site): try merge(copies[copy], into: site)
        case .clone(let index):
            let copy = copies[index]
            let disk = try SitesOutset.disk(copy.image, as: SitesOutset.pack, seed: random.next())
            add(sites[copy.site].device, on: disk, copy.contents)
        case .restore(let index): try restore(copies[index])
        case .close(let site): sites[site].open = nil
        case .readStatistics(let site): try readStatistics(site)
        case .flush(let site):
            guard let gate = try session(at: site)?.gate else { return }
            do { try gate.flush() } catch is StoreError {}
            sites[site].isInDoubt = true
        case .check(let site): try checkStore(at: site)
        case .cutPower(let site): sites[site].disk.cutPower()
        case .trouble(let fault, let steps, let stay, let site):
            sites[site].disk.count()
            sites[site].disk.plan(fault, at: steps, staying: stay)
        case .noTrouble: for site in sites { site.disk.planNothing() }
        case .wait(let milliseconds): for site in sites { site.clock.go(on: milliseconds) }
        case .setClock(let site, let milliseconds): sites[site].clock.go(on: milliseconds)
        }
    }

    /// Scans tickets at a site, and checks that each answer follows from the records known at that site.
    private mutating func scan(_ asks: [SitesAction.Ask], at index: Int) throws {
        guard let gate = try session(at: index)?.gate else { return }
        let watch = Watch(sites[index].disk)
        let site = sites[index]
        let conflicts = conflicts(at: index)
        var expectation = Expectation(site, tickets)
        let verdicts = gate.decide(
            asks.map { ask in
                Scan(
                    tickets[ask.ticket].tokens[ask.issue], requestID: ask.request, direction: ask.direction,
                    count: ask.count)
            })
        for (ask, verdict) in zip(asks, verdicts) {
            let answer = verdict.outcome.nameWithReason
            trace("\(site.name) \(ask): \(verdict.outcome)")
            if ask.request != nil, !site.asked.contains(ask) { sites[index].asked.append(ask) }
            if case .undecided = verdict.outcome {
                guard watch.isTroubled else {
                    throw Violation(invariant: "a gate decides", detail: "\(site.name): \(verdict.outcome)")
                }
                sites[index].promises.undecided[expectation.mark(ask), default: 0] += 1
                continue
            }
            let possible = expectation.answers(to: ask)
            guard possible.contains(answer) else {
                throw Violation(
                    invariant: "answers follow from the records known at the site",
                    detail: "\(site.name) \(ask): \(answer), expected \(possible)")
            }
            expectation.follow(ask, verdict, &sites[index].promises)
            try showsConflicts(verdict, of: ask.ticket, at: index, conflicts)
        }
        try readOn(index, after: watch)
    }

    /// Reads the effect of a step on a site's file. If a disk failed during the step, the effect is not read now, but
    /// before the next step at the site.
    mutating func readOn(_ index: Int, after watch: Watch) throws {
        sites[index].isInDoubt = true
        if !watch.isTroubled { _ = try session(at: index) }
    }

    /// Changes a ticket at the main store. If the main store refuses the change, for example because the ticket is
    /// cancelled, the ticket stays unchanged.
    private mutating func services(
        on ticket: Int, _ work: (ManagementServices, TicketCode, Event) throws -> Void
    ) throws {
        guard let services = try session(at: 0)?.services else { return }
        let watch = Watch(sites[0].disk)
        let before = sites[0].contents.tickets[ticket]
        do {
            try work(services, tickets[ticket].code, outset.evening.event)
        } catch let error as StoreError {
            try isTrouble(error, watch)
        } catch is ManagementError {}
        try readOn(0, after: watch)
        if sites[0].contents.tickets[ticket] != before { trace("ticket \(ticket) changed") }
    }

    func isTrouble(_ error: some Error, _ watch: Watch) throws {
        trace("\(error)")
        guard watch.isTroubled else { throw Violation(invariant: "no error without a fault", detail: "\(error)") }
    }

    private mutating func sell() throws {
        guard tickets.count < 7, let services = try session(at: 0)?.services else { return }
        let watch = Watch(sites[0].disk)
        do {
            _ = try services.tickets.issue(
                .unnamed(1), type: outset.evening.regular, of: outset.evening.event,
                signingWith: outset.evening.ring)
        } catch let error as StoreError { try isTrouble(error, watch) } catch SalesError.eventOver {}
        try readOn(0, after: watch)
    }

    /// Reads the state of the main store's tickets, and checks that no earlier change of a ticket is lost or undone.
    mutating func readTickets() throws {
        guard let services = sites[0].open?.services else { return }
        let signer = TicketSigner(outset.evening.ring)
        try services.tickets.forEachTicket(of: outset.evening.event) { ticket in
            if !tickets.contains(where: { $0.code == ticket.code }) {
                tickets.append(
                    TicketSeen(
                        code: ticket.code, serial: ticket.code.serial, admits: Int(ticket.admits.rawValue), tokens: []))
            }
            guard let index = tickets.firstIndex(where: { $0.code == ticket.code }) else { return }
            let found = SiteTicket(isCancelled: ticket.status != .issued, issue: Int(ticket.issue))
            let before = sites[0].contents.tickets[index] ?? SiteTicket()
            guard found.issue >= before.issue, found.isCancelled || !before.isCancelled else {
                throw Violation(invariant: 11, detail: "ticket \(index) was \(before), now \(found)")
            }
            sites[0].contents.tickets[index] = found
            guard tickets[index].tokens.count <= found.issue else { return }
            tickets[index].tokens.append(try signer.encodedToken(ofIssued: ticket.claims(of: outset.evening.event)))
        }
    }

    private mutating func checkStore(at index: Int) throws {
        guard let store = try session(at: index)?.store else { return }
        let watch = Watch(sites[index].disk)
        do {
            try requireIntact(store, sites[index].name)
        } catch let error as StoreError { try isTrouble(error, watch) }
    }
}

/// The answers that a gate is allowed to give to consecutive scans, according to the records known at its site.
struct Expectation {
    private let site: SitesWorld.Site
    private let tickets: [SitesWorld.TicketSeen]
    private var seats: [Int: SiteSeats] = [:]
    /// The decisions on this group of scans. The key is the request ID.
    private var decided: [String: String] = [:]

    init(_ site: SitesWorld.Site, _ tickets: [SitesWorld.TicketSeen]) {
        self.site = site
        self.tickets = tickets
    }

    mutating func answers(to ask: SitesAction.Ask) -> Set<String> {
        guard let ticket = site.contents.tickets[ask.ticket], ask.issue <= ticket.issue else {
            return ["refuse notListed"]
        }
        if let request = ask.request {
            if let known = decided[request] { return [known] }
            if let known = site.contents.ledger.decision(on: request, of: site.device) {
                return [known.decision.nameWithReason]
            }
        }
        return seats(of: ask.ticket).answers(to: ask, ticket, at: site.name, site.now)
    }

    private mutating func seats(of ticket: Int) -> SiteSeats {
        if let known = seats[ticket] { return known }
        let found = SiteSeats(
            admits: tickets[ticket].admits, site.contents.ledger.entries(of: tickets[ticket].serial))
        seats[ticket] = found
        return found
    }

    func mark(_ ask: SitesAction.Ask) -> Promises.Mark {
        Promises.Mark(
            request: ask.request, serial: tickets[ask.ticket].serial, gate: site.name, direction: ask.direction,
            count: ask.count)
    }

    /// Records an answer, and the record that the site's ledger must contain because of that answer.
    mutating func follow(_ ask: SitesAction.Ask, _ verdict: Verdict, _ promises: inout Promises) {
        // A token that fails verification changes only a counter, and an accidental repeat changes nothing.
        guard verdict.ticket != nil, verdict.outcome != .repeat else { return }
        if let request = ask.request {
            guard decided[request] == nil, site.contents.ledger.decision(on: request, of: site.device) == nil else {
                return
            }
            decided[request] = verdict.outcome.nameWithReason
        }
        let record = Promises.Decided(mark: mark(ask), decision: verdict.outcome.nameWithReason, at: verdict.at)
        guard case .refuse = verdict.outcome else {
            promises.owed[record, default: 0] += 1
            var seats = seats(of: ask.ticket)
            if ask.direction == .exit {
                seats.leave(ask.count)
            } else {
                seats.enter(ask.count, Admission(at: verdict.at, gate: site.name))
            }
            self.seats[ask.ticket] = seats
            return
        }
        if ask.request == nil {
            promises.waiting[record, default: 0] += 1
        } else {
            promises.owed[record, default: 0] += 1
        }
    }
}
