import Store
import Ticketing

/// Builds the verdicts for new decisions and for requests that are repeated.
extension AdmissionTransaction {
    func verdict(
        _ outcome: Verdict.Outcome, _ facts: TicketSnapshot, used: Int, first: Admission?, at: Instant,
        clock: Instant
    ) -> Verdict {
        Verdict(
            outcome, ticket: subject(facts), attention: facts.attention, used: facts.ticket.map { _ in used },
            allowed: facts.allowed, firstAdmission: first, gate: gate, subEvent: servedSubEvent, at: at,
            validityTime: clock)
    }

    /// The verdict that was recorded for a request that is repeated with the same id.
    func replayedVerdict(
        again record: AdmissionRecord, to request: AdmissionRequest, _ rules: AdmissionRules, at: Instant
    ) throws -> Verdict {
        let claims = rules.facts.claims
        guard
            record.event == claims.event, record.serial == claims.serial, record.direction == request.direction,
            record.gate == gate, record.subEvent == subEvent, record.asks(for: request)
        else {
            return Verdict(.undecided("\(GateError.requestIDReused(request.id ?? ""))"), gate: gate, at: at)
        }
        let facts = rules.facts
        // Only what happened before that decision; the slots also record later admissions.
        let earlier = facts.firstAdmission.flatMap { $0.at < record.wallClock ? $0 : nil }
        let outcome: Verdict.Outcome
        switch record.decision {
        case .admit:
            let place = facts.places.first { $0.number == record.slot }
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
            firstAdmission: earlier, gate: gate, subEvent: servedSubEvent, at: record.wallClock,
            validityTime: rules.validityTime)
    }

    private func subject(_ facts: TicketSnapshot) -> Verdict.TicketSummary {
        Verdict.TicketSummary(
            event: facts.claims.event, serial: facts.claims.serial,
            typeNumber: facts.ticket?.type ?? facts.claims.type, type: facts.type?.name,
            holder: facts.ticket?.holder, note: facts.ticket?.note)
    }
}

extension AdmissionRecord {
    /// Whether this record was made for the same request: the same number of people or, for an undo, the same reason.
    fileprivate func asks(for request: AdmissionRequest) -> Bool {
        switch (request.action, decision) {
        case (.undo(let reason), .void(let written)): reason == written
        case (.undo, _): true
        default: count == request.count
        }
    }
}
