import Store
import TicketToken
import Ticketing

/// What the store knows of a ticket that verified.
struct TicketFacts {
    let claims: TicketClaims
    let showsLiveCode: Bool
    let ticket: Ticket?
    let type: TicketType?
    /// The event's or the type's, whichever is larger.
    let minimumAge: EventDetails.MinimumAge?
    let places: [Place]
    /// The number of the function that is asked for; 0 is the event itself.
    let function: Int
    /// The functions that a guest's ticket opens; nil for one that is no guest's, which opens all.
    let opened: [Invitations.Opened]?
    let eventHasFunctions: Bool

    var inside: Int { places.count(where: \.isInside) }
    /// At a function: its invited guests and their companions, as far as the token admits them.
    var allowed: Int? {
        ticket.map { ticket in
            let admits = Int(ticket.admits.rawValue)
            guard let opened else { return admits }
            return min(admits, opened.first { $0.function == function }?.people ?? 0)
        }
    }
    /// How its places are given.
    var rule: PlaceRule { PlaceRule(reentry: .afterExit, allowed: allowed ?? 0) }
    var first: Admission? { places.map(\.first).min { $0.at < $1.at } }
    /// What to look at before its people pass.
    var attention: [Attention] {
        [minimumAge.map { .identity(minimumAge: $0.rawValue) }, ticket?.note.map { .note($0) }].compactMap(\.self)
    }
}

/// The rules of admission, as a function of what is known: no clock of its own, no store (GATE, "Verdict").
struct AdmissionRules {
    /// How long after an admission the same code at the same gate is a slip of the hand, in milliseconds.
    static let repeatWindow: Int64 = 5000

    enum Decision: Equatable {
        case admit(places: [Int], again: Bool)
        case exit(places: [Int])
        case `repeat`
        case refuse(Refusal)
    }

    let facts: TicketFacts
    let gate: String
    /// Moves windows only: a rehearsal's clock.
    let windowsAt: Instant
    let now: Instant

    func decide(_ direction: Direction, count: Int) -> Decision {
        switch direction {
        case .entry: entry(count)
        case .exit: exit(count)
        }
    }

    private func entry(_ count: Int) -> Decision {
        if let refusal = liveCodeRefusal ?? listRefusal ?? unpaidRefusal ?? windowRefusal ?? gateRefusal
            ?? functionRefusal
        {
            return .refuse(refusal)
        }
        let free = facts.rule.free(facts.places)
        guard free.count >= count else {
            return free.isEmpty && isRepeat ? .repeat : .refuse(usedRefusal(facts.inside))
        }
        let places = Array(free.prefix(count))
        return .admit(places: places, again: places.contains { place in facts.places.contains { $0.number == place } })
    }

    /// People must get out: never a window, a revocation or a list here.
    private func exit(_ count: Int) -> Decision {
        let inside = PlaceRule.leaving(facts.places, day: facts.rule.day)
        guard inside.count >= count else { return .refuse(.notInside) }
        return .exit(places: Array(inside.prefix(count)))
    }

    private var isRepeat: Bool {
        guard let last = facts.places.map(\.last).max(by: { $0.at < $1.at }), last.gate == gate else { return false }
        return (0..<AdmissionRules.repeatWindow).contains(now.milliseconds - last.at.milliseconds)
    }

    private var liveCodeRefusal: Refusal? {
        facts.type?.details.demandsLiveCode == true && !facts.showsLiveCode
            ? .staleCode(stepsOff: nil, present: false) : nil
    }

    private var listRefusal: Refusal? {
        guard let ticket = facts.ticket, facts.claims.issue <= ticket.issue else { return .notListed }
        // Another key of the ring signed it, and the office did not: it was never issued.
        if facts.claims.issue == ticket.issue, facts.claims.key != ticket.key { return .notListed }
        if ticket.status != .issued {
            return .revoked(ticket.status, since: ticket.statusSince, note: ticket.statusNote)
        }
        return facts.claims.issue < ticket.issue ? .superseded(since: ticket.reissued) : nil
    }

    private var unpaidRefusal: Refusal? { facts.ticket?.sale?.due.map { .unpaid(due: $0) } }

    private var gateRefusal: Refusal? {
        guard let type = facts.type, !type.isTaken(at: gate) else { return nil }
        return .wrongGate(takes: type.gates)
    }

    /// The type's rules replace the token's own window; no rule there is no limit (TOKEN §2).
    private var windowRefusal: Refusal? {
        let window = facts.type?.details.window ?? facts.claims.window
        if let from = window.from, windowsAt < from { return .notYetValid(from: from) }
        if let until = window.until, windowsAt >= until { return .expired(until: until) }
        return nil
    }

    private var functionRefusal: Refusal? {
        guard let opened = facts.opened, !opened.contains(where: { $0.function == facts.function }) else { return nil }
        return .wrongGate(takes: opened.map(\.name))
    }

    private func usedRefusal(_ used: Int) -> Refusal {
        .alreadyUsed(first: facts.first, used: used, allowed: facts.allowed ?? 0)
    }

    /// The refusal of this name, with its particulars as they are known now: the stored answer to a request that comes
    /// again.
    func refusal(named name: String, used: Int) -> Refusal? {
        let candidates: [Refusal?] = [
            .staleCode(stepsOff: nil, present: facts.showsLiveCode), .notListed, listRefusal,
            facts.ticket.map { .revoked($0.status, since: $0.statusSince, note: $0.statusNote) },
            facts.ticket.map { .superseded(since: $0.reissued) },
            // It may be paid by now: then what it cost is what was due.
            facts.ticket?.sale.flatMap { $0.due ?? $0.price }.map { .unpaid(due: $0) },
            .notYetValid(from: facts.type?.window.from ?? windowsAt),
            .expired(until: facts.type?.window.until ?? windowsAt),
            facts.function == 0 || facts.opened == nil
                ? .wrongGate(takes: facts.type?.gates ?? [])
                : functionRefusal ?? .wrongGate(takes: facts.type?.gates ?? []),
            usedRefusal(used), .notInside,
        ]
        return candidates.compactMap(\.self).first { $0.name == name }
    }
}
