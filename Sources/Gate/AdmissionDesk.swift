import Store
import TicketToken
import Ticketing

/// What the ledger is asked about one ticket of the gate's event that verified.
struct AdmissionRequest {
    /// Nil for a request that can't come again.
    let id: String?
    /// False while an id was made for this request alone, and never sent: then there is nothing to look up.
    let mayBeKnown: Bool
    let ticket: VerifiedTicket
    let direction: Direction
    let count: Int

    /// The same, with an id that nobody chose, when it has none: so that its answer can be found again.
    var identified: AdmissionRequest {
        guard id == nil else { return self }
        let made = "~" + String(UInt128.random(in: 0 ... .max), radix: 36)
        return AdmissionRequest(id: made, mayBeKnown: false, ticket: ticket, direction: direction, count: count)
    }

    /// The same, after it may have been decided.
    var delivered: AdmissionRequest {
        AdmissionRequest(id: id, mayBeKnown: true, ticket: ticket, direction: direction, count: count)
    }
}

/// Decides requests inside a transaction: looks up what the store knows, asks the rules, takes the places and appends
/// to the chain.
final class AdmissionDesk {
    private let gate: String
    private let event: Event
    /// The function whose gate this is, as it was read last; nil at an event without functions.
    private var served: EventFunction?
    /// Whether it was there when this transaction looked.
    private var isServed = true
    private let device: DeviceID
    private let `operator`: String?
    private let hasher: ChainHasher
    /// The event's types as this transaction has read them.
    private var types: [TicketTypeNumber: TicketTypes.AtGate] = [:]

    init(gate: String, event: Event, function: EventFunction?, device: DeviceID, operator: String?) throws {
        self.gate = gate
        self.event = event
        served = function
        self.device = device
        self.operator = `operator`
        hasher = try ChainHasher()
    }

    /// As the ledger counts: 0 is the event itself.
    private var function: Int { served?.number ?? 0 }

    /// Decides in order; when it throws, the transaction is to be undone.
    func decide(
        _ requests: [AdmissionRequest], windowsAt: Instant, at: Instant, _ connection: any StoreConnection
    ) throws -> [Verdict] {
        types = [:]
        var head = try connection.ledger.head(of: device)
        try lookAtFunction(connection)
        let before = head
        try connection.tickets.hold(requests.map(\.ticket.claims.serial), of: event.number)
        let verdicts = try requests.map { request in
            try decide(request, windowsAt: windowsAt, at: at, head: &head, connection)
        }
        if head != before { try connection.ledger.store(head) }
        return verdicts
    }

    /// Whether this device has a record of the request.
    func hasDecided(_ request: String, _ connection: any StoreConnection) throws -> Bool {
        try connection.ledger.record(request: request, device: device) != nil
    }

    private func decide(
        _ request: AdmissionRequest, windowsAt: Instant, at: Instant, head: inout AdmissionLedger.Head,
        _ connection: any StoreConnection
    ) throws -> Verdict {
        let facts = try facts(of: request, connection)
        let rules = AdmissionRules(facts: facts, gate: gate, windowsAt: windowsAt, now: at)
        if request.mayBeKnown, let id = request.id,
            let record = try connection.ledger.record(request: id, device: device)
        {
            return try answer(again: record, to: request, rules, at: at)
        }
        if let change = try change(facts, request.direction, connection) {
            return Verdict(.undecided("\(change)"), gate: gate, at: at)
        }
        let decision = rules.decide(request.direction, count: request.count)
        let clock = head.clock(at: at, after: facts.places)
        try apply(decision, to: facts, at: at, clock, connection)
        let verdict = verdict(decision, facts, at: at)
        if let record = record(of: decision, request, facts, used: verdict.used ?? 0, at: at, clock) {
            try connection.ledger.append(record, to: &head, hasher: hasher)
        }
        return verdict
    }

    /// Functions come and go while gates are open. The number is never another function's; the name may be new.
    private func lookAtFunction(_ connection: any StoreConnection) throws {
        guard let opened = served else { return }
        let current = try connection.functions.held(opened.number, of: event.number)
        isServed = current != nil
        served = current ?? opened
    }

    /// What has changed at the event so that this gate can't decide any more. Who came in before there were functions
    /// gets out all the same.
    private func change(
        _ facts: TicketFacts, _ direction: Direction, _ connection: any StoreConnection
    ) throws -> GateError? {
        guard let served else {
            guard facts.eventHasFunctions, direction == .entry else { return nil }
            return .functionsAdded(known: try connection.functions.all(of: event.number).map(\.name))
        }
        return isServed ? nil : .functionRemoved(served.name)
    }

    private func facts(of request: AdmissionRequest, _ connection: any StoreConnection) throws -> TicketFacts {
        let claims = request.ticket.claims
        let known = try connection.tickets.withPlaces(
            serial: claims.serial, of: claims.event, function: function)
        // At an ordinary event a scan asks nothing more.
        let opened = try served == nil ? nil : connection.invitations.opened(by: claims.serial, of: claims.event)
        let type = try type(known?.ticket.type ?? claims.type, connection)
        return TicketFacts(
            claims: claims, showsLiveCode: request.ticket.liveCode == .fresh, ticket: known?.ticket, type: type?.type,
            minimumAge: type?.minimumAge, places: known?.places ?? [], function: function, opened: opened,
            eventHasFunctions: type?.eventHasFunctions ?? false)
    }

    private func type(_ number: TicketTypeNumber, _ connection: any StoreConnection) throws -> TicketTypes.AtGate? {
        if let known = types[number] { return known }
        let type = try connection.ticketTypes.atGate(number, of: event.number)
        types[number] = type
        return type
    }

    /// Takes or leaves the places of a decision. The place's key has the last word.
    private func apply(
        _ decision: AdmissionRules.Decision, to facts: TicketFacts, at: Instant, _ clock: HybridClock,
        _ connection: any StoreConnection
    ) throws {
        let ticket = TicketAtFunction(
            event: facts.claims.event, serial: facts.claims.serial, function: facts.function)
        switch decision {
        case .admit(let places, _):
            let admission = Admission(at: at, gate: gate)
            for place in places {
                let take =
                    facts.places.contains { $0.number == place }
                    ? connection.places.takeAgain : connection.places.take
                guard try take(place, ticket, admission, clock) else {
                    throw StoreError.changedMeanwhile("place \(place) of the ticket was taken meanwhile")
                }
            }
        case .exit(let places):
            for place in places {
                guard try connection.places.leave(place, of: ticket, clock: clock) else {
                    throw StoreError.changedMeanwhile("place \(place) of the ticket was left meanwhile")
                }
            }
        case .repeat, .refuse: break
        }
    }

    private func record(
        of decision: AdmissionRules.Decision, _ request: AdmissionRequest, _ facts: TicketFacts, used: Int,
        at: Instant, _ clock: HybridClock
    ) -> AdmissionRecord? {
        let kind: AdmissionRecord.Decision
        var place: Int?
        switch decision {
        case .admit(let places, _):
            kind = .admit
            place = places.first
        case .exit(let places):
            kind = .exit
            place = places.first
        case .refuse(let refusal): kind = .refuse(refusal.name)
        case .repeat: return nil
        }
        let claims = request.ticket.claims
        return AdmissionRecord(
            device: device, sequence: 0, request: request.id, event: claims.event, serial: claims.serial,
            issue: claims.issue, type: claims.type, function: function, place: place,
            count: request.count, used: used, allowed: facts.rule.allowed, reentry: facts.rule.reentry,
            direction: LedgerDirection(request.direction), decision: kind, gate: gate, operator: `operator`,
            wallClock: at, hybridClock: clock)
    }

    /// The stored answer to a request that comes again.
    private func answer(
        again record: AdmissionRecord, to request: AdmissionRequest, _ rules: AdmissionRules, at: Instant
    ) throws -> Verdict {
        let claims = request.ticket.claims
        guard
            record.event == claims.event, record.serial == claims.serial,
            record.direction == LedgerDirection(request.direction),
            record.gate == gate, record.function == function, record.count == request.count
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
        case .refuse(let reason):
            guard let refusal = rules.refusal(named: reason, used: record.used) else {
                throw StoreError.unknownValue(reason, of: "refusal")
            }
            outcome = .refuse(refusal)
        case .void, .merge: throw StoreError.unknownValue(record.decision.name, of: "decision on a scan")
        }
        return Verdict(
            outcome, ticket: subject(facts), attention: facts.attention, used: record.used, allowed: facts.allowed,
            first: earlier, gate: gate, function: served, at: record.wallClock)
    }

    private func verdict(_ decision: AdmissionRules.Decision, _ facts: TicketFacts, at: Instant) -> Verdict {
        let outcome: Verdict.Outcome
        var used = facts.inside
        switch decision {
        case .admit(let places, let again):
            outcome = .admit(again: again)
            used += places.count
        case .exit(let places):
            outcome = .exit
            used -= places.count
        case .repeat: outcome = .repeat
        case .refuse(let refusal): outcome = .refuse(refusal)
        }
        return Verdict(
            outcome, ticket: subject(facts), attention: facts.attention, used: facts.ticket.map { _ in used },
            allowed: facts.allowed, first: facts.first, gate: gate, function: served, at: at)
    }

    private func subject(_ facts: TicketFacts) -> Verdict.Subject {
        Verdict.Subject(
            event: facts.claims.event, serial: facts.claims.serial,
            typeNumber: facts.ticket?.type ?? facts.claims.type, type: facts.type?.name,
            holder: facts.ticket?.holder, note: facts.ticket?.note)
    }
}
