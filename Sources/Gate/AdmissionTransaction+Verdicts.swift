import Store
import Ticketing

extension AdmissionTransaction {
    func verdict(
        _ outcome: Verdict.Outcome, _ snapshot: TicketSnapshot, used: Int, first: Admission?, at: Instant,
        clock: Instant
    ) -> Verdict {
        Verdict(
            outcome, ticket: subject(snapshot), attention: snapshot.attention, gate: gate, subEvent: servedSubEvent,
            at: at,
            validityTime: clock
        ).with {
            $0.used = snapshot.ticket.map { _ in used }
            $0.allowed = snapshot.allowed
            $0.firstAdmission = first
        }
    }

    /// Makes the verdict on a request that is repeated with the same id. The decision is that of the recorded request.
    func replayedVerdict(
        again record: AdmissionRecord, to request: AdmissionRequest, _ rules: AdmissionRules, at: Instant
    ) throws -> Verdict {
        let claims = rules.snapshot.claims
        guard
            record.event == claims.event, record.serial == claims.serial, record.direction == request.direction,
            record.gate == gate, record.subEvent == subEvent, record.asks(for: request)
        else {
            return Verdict(.undecided(GateError.requestIDReused(request.id ?? "").sentence), gate: gate, at: at)
        }
        let snapshot = rules.snapshot
        // The verdict names the first admission on the ticket, unless that admission came after the recorded decision.
        let earlier = snapshot.firstAdmission.flatMap { $0.at < record.wallClock ? $0 : nil }
        let outcome: Verdict.Outcome
        switch record.decision {
        case .admit:
            let slot = snapshot.slots.first { $0.number == record.slot }
            outcome = .admit(again: slot.map { $0.first.at < record.wallClock } ?? false)
        case .exit: outcome = .exit
        case .void: outcome = .void
        case .refuse(let reason):
            guard let known = Refusal.Reason(rawValue: reason),
                let refusal = rules.refusal(for: known, used: record.used)
            else {
                throw StoreError.unknownValue(reason, of: "refusal")
            }
            outcome = .refuse(refusal)
        case .merge: throw StoreError.unknownValue(record.decision.name, of: "decision on a scan")
        }
        return Verdict(
            outcome, ticket: subject(snapshot), attention: snapshot.attention, gate: gate, subEvent: servedSubEvent,
            at: record.wallClock, validityTime: rules.validityTime
        ).with {
            $0.used = record.used
            $0.allowed = snapshot.allowed
            $0.firstAdmission = earlier
        }
    }

    private func subject(_ snapshot: TicketSnapshot) -> Verdict.TicketSummary {
        Verdict.TicketSummary(
            event: snapshot.claims.event, serial: snapshot.claims.serial,
            typeNumber: snapshot.ticket?.type ?? snapshot.claims.type, type: snapshot.type?.name,
            holder: snapshot.ticket?.holder, note: snapshot.ticket?.note)
    }
}

extension AdmissionRecord {
    /// Whether this record fits the request. The record and the request must have the same number of people. For an
    /// undo, they must have the same reason instead. The record of a refused undo has no reason, and fits every undo.
    fileprivate func asks(for request: AdmissionRequest) -> Bool {
        switch (request.action, decision) {
        case (.undo(let reason), .void(let written)): reason == written
        case (.undo, _): true
        default: count == request.count
        }
    }
}
