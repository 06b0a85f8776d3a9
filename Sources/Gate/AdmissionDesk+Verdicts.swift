import Store
import Ticketing

/// What the gate says of a decision, now and when its request comes again.
extension AdmissionDesk {
    func verdict(
        _ outcome: Verdict.Outcome, _ facts: TicketFacts, used: Int, first: Admission?, at: Instant,
        clock: Instant
    ) -> Verdict {
        Verdict(
            outcome, ticket: subject(facts), attention: facts.attention, used: facts.ticket.map { _ in used },
            allowed: facts.allowed, first: first, gate: gate, function: served, at: at, clock: clock)
    }

    /// The stored answer to a request that comes again.
    func answer(
        again record: AdmissionRecord, to request: AdmissionRequest, _ rules: AdmissionRules, at: Instant
    ) throws -> Verdict {
        let claims = rules.facts.claims
        guard
            record.event == claims.event, record.serial == claims.serial, record.direction == request.direction,
            record.gate == gate, record.function == function, record.asks(for: request)
        else {
            return Verdict(.undecided("\(GateError.requestReused(request.id ?? ""))"), gate: gate, at: at)
        }
        let facts = rules.facts
        // What had happened before that decision; the places also know what came after it.
        let earlier = facts.first.flatMap { $0.at < record.wallClock ? $0 : nil }
        let outcome: Verdict.Outcome
        switch record.decision {
        case .admit:
            let place = facts.places.first { $0.number == record.place }
            outcome = .admit(again: place.map { $0.first.at < record.wallClock } ?? false)
        case .exit: outcome = .exit
        case .void: outcome = .void
        case .refuse(let reason):
            guard let refusal = rules.refusal(named: reason, used: record.used) else {
                throw StoreError.unknownValue(reason, of: "refusal")
            }
            outcome = .refuse(refusal)
        case .merge: throw StoreError.unknownValue(record.decision.name, of: "decision on a scan")
        }
        return Verdict(
            outcome, ticket: subject(facts), attention: facts.attention, used: record.used, allowed: facts.allowed,
            first: earlier, gate: gate, function: served, at: record.wallClock, clock: rules.windowsAt)
    }

    private func subject(_ facts: TicketFacts) -> Verdict.Subject {
        Verdict.Subject(
            event: facts.claims.event, serial: facts.claims.serial,
            typeNumber: facts.ticket?.type ?? facts.claims.type, type: facts.type?.name,
            holder: facts.ticket?.holder, note: facts.ticket?.note)
    }
}

extension AdmissionRecord {
    /// Whether it decided the same: for as many people, or, of an undo, for the same reason.
    fileprivate func asks(for request: AdmissionRequest) -> Bool {
        switch (request.act, decision) {
        case (.undo(let reason), .void(let written)): reason == written
        case (.undo, _): true
        default: count == request.count
        }
    }
}
