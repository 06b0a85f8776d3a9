import Foundation
import Ticketing

/// The rules of admission, as a function of what is known: no clock of its own, no store (GATE, "Verdict").
struct AdmissionRules {
    /// How long after an admission the same code at the same gate is a slip of the hand, in milliseconds.
    static let repeatWindow: Int64 = 5000

    enum Decision: Equatable {
        /// `leaving` are the places whose people are taken to have left before.
        case admit(places: [Int], again: Bool, leaving: [Int])
        case exit(places: [Int])
        /// An admission is taken back; `places` are the ticket's without it.
        case void(AdmissionRecord, reason: String, places: [Place])
        case `repeat`
        case refuse(Refusal)
    }

    let facts: TicketFacts
    let gate: String
    /// Moves windows only: a rehearsal's clock.
    let windowsAt: Instant
    let now: Instant
    let timeZone: TimeZone

    func decide(_ direction: Direction, count: Int) -> Decision {
        switch direction {
        case .entry: entry(count)
        case .exit: exit(count)
        }
    }

    private func entry(_ count: Int) -> Decision {
        if let refusal = liveCodeRefusal ?? listRefusal ?? unpaidRefusal ?? windowRefusal ?? gateRefusal
            ?? functionRefusal ?? hoursRefusal
        {
            return .refuse(refusal)
        }
        let free = facts.rule.free(facts.places)
        if free.count >= count { return admission(to: free, count, leaving: []) }
        if free.isEmpty && isRepeat { return .repeat }
        guard let (leaving, free) = exchange(count) else {
            return .refuse(usedRefusal(facts.inside, left: min(free.count, facts.rule.allowed)))
        }
        return admission(to: free, count, leaving: leaving)
    }

    private func admission(to free: [Int], _ count: Int, leaving: [Int]) -> Decision {
        if let limit = facts.insideLimit, let crowd = facts.crowd, count > leaving.count,
            crowd + count - leaving.count > limit
        {
            return .refuse(.venueFull(inside: crowd, capacity: limit))
        }
        let places = Array(free.prefix(count))
        return .admit(
            places: places, again: places.contains { place in facts.places.contains { $0.number == place } },
            leaving: leaving)
    }

    /// Whose people are taken to have left when as many come in, and the places that are free then. Nil unless the
    /// ticket's people may come in whenever they come.
    private func exchange(_ count: Int) -> (leaving: [Int], free: [Int])? {
        let rule = facts.rule
        guard rule.reentry == .always, count <= rule.allowed else { return nil }
        let surplus = facts.inside + count - rule.allowed
        let leaving = Array(PlaceRule.leaving(facts.current, day: rule.day).prefix(surplus))
        return (leaving, rule.free(facts.places.left(by: leaving)))
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
        if let from = window.from, windowsAt < from { return .notYetValid(from: from, until: window.until) }
        if let until = window.until, windowsAt >= until { return .expired(until: until, from: window.from) }
        return nil
    }

    private var functionRefusal: Refusal? {
        guard let opened = facts.opened, !opened.contains(where: { $0.function == facts.function }) else { return nil }
        return .wrongGate(takes: opened.map(\.name))
    }

    private var hoursRefusal: Refusal? {
        guard let hours = facts.type?.details.hours, !hours.contains(WallTime(windowsAt, in: timeZone)) else {
            return nil
        }
        return .outsideHours(hours)
    }

    private func usedRefusal(_ used: Int, left: Int) -> Refusal {
        let first = facts.current.map(\.first).min { $0.at < $1.at }
        let last = facts.current.map(\.last).max { $0.at < $1.at }
        return .alreadyUsed(
            first: first, used: used, allowed: facts.allowed ?? 0, reentry: facts.rule.reentry, left: left,
            last: last == first ? nil : last)
    }

    /// The refusal of this name, with its particulars as they are known now: the stored answer to a request that comes
    /// again.
    func refusal(named name: String, used: Int) -> Refusal? {
        let window = facts.type?.details.window ?? facts.claims.window
        let candidates: [Refusal?] = [
            .staleCode(stepsOff: nil, present: facts.showsLiveCode), .notListed, listRefusal,
            facts.ticket.map { .revoked($0.status, since: $0.statusSince, note: $0.statusNote) },
            facts.ticket.map { .superseded(since: $0.reissued) },
            // It may be paid by now: then what it cost is what was due.
            facts.ticket?.sale.flatMap { $0.due ?? $0.price }.map { .unpaid(due: $0) },
            .notYetValid(from: window.from ?? windowsAt, until: window.until),
            .expired(until: window.until ?? windowsAt, from: window.from),
            facts.function == 0 || facts.opened == nil
                ? .wrongGate(takes: facts.type?.gates ?? [])
                : functionRefusal ?? .wrongGate(takes: facts.type?.gates ?? []),
            facts.type?.details.hours.map { .outsideHours($0) }, usedRefusal(used, left: 0), .notInside,
            .venueFull(inside: facts.crowd ?? 0, capacity: facts.insideLimit ?? 0), .leftSince,
        ]
        return candidates.compactMap(\.self).first { $0.name == name }
    }
}

extension [Place] {
    /// The same after the people of some of them have left.
    func left(by numbers: [Int], _ clock: HybridClock? = nil) -> [Place] {
        map { place in
            guard numbers.contains(place.number) else { return place }
            var place = place
            place.isInside = false
            if let clock { place.clock = clock }
            return place
        }
    }
}
