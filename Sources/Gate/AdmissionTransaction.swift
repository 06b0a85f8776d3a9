import Foundation
import Languages
import Store
import TicketToken
import Ticketing

/// Decides requests to admit people, to let them out, or to undo an admission. Inside a transaction, it reads the
/// tickets from the store, applies the rules, updates the tickets' slots, and appends records to the device's chain in
/// the ledger. A gate uses one instance for all its transactions.
final class AdmissionTransaction {
    let gate: String
    let event: Event
    /// The sub-event that this gate serves, as last read from the store; nil at an event without sub-events.
    private(set) var servedSubEvent: SubEvent?
    /// Whether the served sub-event still existed when the current transaction began.
    private var subEventExists = true
    private let device: DeviceID
    private let `operator`: String?
    private let hasher: ChainHasher
    private let signer: ChainSigner?
    private let zone: TimeZone
    private let unlistedTickets: UnlistedTicketPolicy
    /// The event's ticket types that the current transaction has read.
    private var types: [TicketTypeNumber: TicketTypes.GateTicketType] = [:]
    /// How far the wall clock was behind the latest time in the device's chain when the gate last decided, in
    /// milliseconds.
    private(set) var clockBehind: Int64 = 0

    /// How to treat a ticket that is missing from the store although its MAC or signature is valid.
    enum UnlistedTicketPolicy {
        case refuse
        /// For a gate with a gate pack: trust the claims in the ticket's token, because a ticket can be sold or
        /// reissued after the pack was made.
        case trustToken
    }

    init(
        gate: String, event: Event, subEvent: SubEvent?, device: DeviceID, signer: ChainSigner?,
        operator: String?, unlistedTickets: UnlistedTicketPolicy = .refuse
    ) throws {
        self.gate = gate
        self.event = event
        servedSubEvent = subEvent
        self.device = device
        self.signer = signer
        self.operator = `operator`
        self.unlistedTickets = unlistedTickets
        hasher = try ChainHasher()
        zone = event.zone
    }

    /// The sub-event's number in the ledger, or 0 for the event itself.
    var subEvent: Int { servedSubEvent?.number ?? 0 }

    /// Decides the requests in order. If this method throws, the caller must roll back the transaction.
    ///
    /// - Returns: the verdicts, and the refusals whose records this transaction has not written.
    func decide(
        _ requests: [AdmissionRequest], _ unwritten: PendingRefusals, validityTime: Instant, at: Instant,
        _ connection: any StoreConnection
    ) throws -> (verdicts: [Verdict], unwritten: PendingRefusals) {
        types = [:]
        var appender = try LedgerAppender(
            device: device, hasher: hasher, signer: signer, unwritten: unwritten, connection)
        try refreshSubEvent(connection)
        clockBehind = try clockBehind(appender.clock, at: at, connection)
        try connection.tickets.lock(requests.map(\.subject.serial), of: event.number)
        let verdicts = try requests.map { request in
            try decide(request, validityTime: validityTime, at: at, &appender, connection)
        }
        return (verdicts, try appender.flushIfNeeded(gate: gate, of: event.number, at: at))
    }

    func write(_ unwritten: PendingRefusals, _ connection: any StoreConnection) throws {
        var appender = try LedgerAppender(
            device: device, hasher: hasher, signer: signer, unwritten: unwritten, connection)
        try appender.flush(gate: gate, of: event.number)
    }

    func latestSeen(_ connection: any StoreConnection) throws -> Instant? {
        try connection.acceptedClocks.latestSeen(by: device)
    }

    /// How far the wall clock is behind the latest time in the device's chain, in milliseconds. The result is 0 if the
    /// wall clock is not behind, or if a person confirmed the device's clock after that time was recorded.
    private func clockBehind(_ chain: HybridClock, at: Instant, _ connection: any StoreConnection) throws -> Int64 {
        guard chain.wallClock > at, let seen = try latestSeen(connection) else { return 0 }
        return max(0, seen.milliseconds - at.milliseconds)
    }

    /// Whether this device has recorded a decision for the request id.
    func hasRecord(_ request: String, _ connection: any StoreConnection) throws -> Bool {
        try connection.ledger.record(request: request, device: device) != nil
    }

    private func decide(
        _ request: AdmissionRequest, validityTime: Instant, at: Instant, _ appender: inout LedgerAppender,
        _ connection: any StoreConnection
    ) throws -> Verdict {
        guard var snapshot = try snapshot(of: request, at: at, connection) else {
            return Verdict(
                .refuse(.notListed), gate: gate, subEvent: servedSubEvent, at: at, validityTime: validityTime)
        }
        let rules = AdmissionRules(snapshot: snapshot, gate: gate, validityTime: validityTime, now: at, timeZone: zone)
        if request.mayBeRecorded, let id = request.id,
            let record = try connection.ledger.record(request: id, device: device)
        {
            try connection.ledger.ensureDurable(device)
            return try replayedVerdict(again: record, to: request, rules, at: at)
        }
        guard request.allowsDecision else {
            return Verdict(.undecided(Sentence(Verdict.Text.noDecision)), gate: gate, at: at)
        }
        if let change = try configurationError(snapshot, request.action, connection) {
            return Verdict(.undecided(change.sentence), gate: gate, at: at)
        }
        let decision: AdmissionRules.Decision
        switch request.action {
        case .enter: decision = rules.decide(.entry, count: request.count)
        case .leave: decision = rules.decide(.exit, count: request.count)
        case .undo(let reason): decision = try undoDecision(&snapshot, reason: reason, connection)
        }
        let first = snapshot.firstAdmission
        let before = snapshot.slots
        var record = record(request, snapshot, at: at)
        let outcome = try apply(decision, &snapshot, &record, request, at: at, &appender, connection)
        let occupied = if case .admit(let slots, _, _) = decision { slots } else { [Int]() }
        var verdict = verdict(outcome, snapshot, used: record.used, first: first, at: at, clock: validityTime)
        verdict.headcountChange = HeadcountChange(from: before, to: snapshot.slots, andIn: occupied)
        if case .refuse(.notInside) = outcome {
            // An undo is refused with `notInside` only if nobody is inside.
            let isExit = if case .leave = request.action { true } else { false }
            verdict.isAnybodyInside = isExit && snapshot.slots.contains(where: \.isInside)
        }
        return verdict
    }

    /// Updates the slots as the decision requires, and appends the record of the decision.
    private func apply(
        _ decision: AdmissionRules.Decision, _ snapshot: inout TicketSnapshot, _ record: inout AdmissionRecord,
        _ request: AdmissionRequest, at: Instant, _ appender: inout LedgerAppender, _ connection: any StoreConnection
    ) throws -> Verdict.Outcome {
        let before = snapshot.slots
        switch decision {
        case .admit(let slots, let again, let leaving):
            if !leaving.isEmpty { try vacateSlots(leaving, &snapshot, before: record, &appender, connection) }
            record.hybridClock = try appender.clock(at: at, after: snapshot.slots)
            try occupySlots(slots, snapshot, at: at, record.hybridClock, connection)
            record.decision = .admit
            record.slot = slots.first
            record.used = snapshot.inside + slots.count
            try appender.append(record)
            try updateOccupancy(from: before, to: snapshot.slots, andIn: slots, snapshot, connection)
            return .admit(again: again)
        case .exit(let slots):
            record.hybridClock = try appender.clock(at: at, after: snapshot.slots)
            try vacateSlots(slots, &snapshot, record.hybridClock, connection)
            record.decision = .exit
            record.slot = slots.first
            record.used = snapshot.inside
            try appender.append(record)
            try updateOccupancy(from: before, to: snapshot.slots, snapshot, connection)
            return .exit
        case .void(let admission, let reason, let slots):
            record.hybridClock = try appender.clock(at: at, after: snapshot.slots)
            try connection.slots.replace(slots, of: snapshot.ticketKey)
            snapshot.slots = slots
            record.decision = .void(reason)
            record.slot = admission.slot
            record.count = admission.count
            record.reverses = admission.id
            record.used = snapshot.inside
            try appender.append(record)
            try updateOccupancy(from: before, to: snapshot.slots, snapshot, connection)
            return .void
        case .repeat: return .repeat
        case .refuse(let refusal):
            record.decision = .refuse(refusal.name)
            if request.isRetryable {
                record.hybridClock = try appender.clock(at: at, after: snapshot.slots)
                try appender.append(record)
            } else {
                try appender.addRefusal(record)
            }
            return .refuse(refusal)
        }
    }

    /// Finds the admission to undo. From the ticket's records, computes which slots would be occupied without that
    /// admission.
    private func undoDecision(
        _ snapshot: inout TicketSnapshot, reason: String, _ connection: any StoreConnection
    ) throws -> AdmissionRules.Decision {
        let records = try connection.ledger.records(of: snapshot.claims.serial, event: event.number)
            .filter { $0.subEvent == subEvent }
        let history = TicketHistory(records)
        snapshot.slots = history.slots
        guard let last = history.undoableAdmission, let admission = records.first(where: { $0.id == last }) else {
            return .refuse(.notInside)
        }
        let rest = TicketHistory(records.filter { $0.id != last })
        // If people have left since the admission, the undo could leave their exit without an admission. The exit would
        // then be assigned to the next people who enter.
        guard rest.unmatchedExits <= history.unmatchedExits else { return .refuse(.leftSince) }
        return .void(admission, reason: reason, slots: rest.slots)
    }

    /// Reads the gate's sub-event again, because organizers can rename or remove it while the gate is open. The number
    /// of a removed sub-event is never reused.
    private func refreshSubEvent(_ connection: any StoreConnection) throws {
        guard let opened = servedSubEvent else { return }
        let current = try connection.subEvents.locked(opened.number, of: event.number)
        subEventExists = current != nil
        servedSubEvent = current ?? opened
    }

    /// The error if the event's sub-events have changed since the gate opened; nil if the gate can still decide. If the
    /// event had no sub-events before, the error concerns only entries, so that people who came in earlier can still
    /// leave.
    private func configurationError(
        _ snapshot: TicketSnapshot, _ action: AdmissionRequest.Action, _ connection: any StoreConnection
    ) throws -> GateError? {
        guard let servedSubEvent else {
            guard snapshot.eventHasSubEvents, case .enter = action else { return nil }
            return .subEventsAdded(known: try connection.subEvents.all(of: event.number).map(\.name))
        }
        return subEventExists ? nil : .subEventRemoved(servedSubEvent.name)
    }

    /// Reads everything that the rules need. Returns nil if a person looked up a ticket that does not exist.
    private func snapshot(
        of request: AdmissionRequest, at: Instant, _ connection: any StoreConnection
    ) throws -> TicketSnapshot? {
        let serial = request.subject.serial
        let known = try connection.tickets.withSlots(serial: serial, of: event.number, subEvent: subEvent)
        let claims: TicketClaims
        let showsLiveCode: Bool
        switch request.subject {
        case .verified(let ticket):
            claims = ticket.claims
            showsLiveCode = ticket.liveCode == .fresh
        case .lookedUp:
            guard let ticket = known?.ticket else { return nil }
            // The person who looked up the ticket decides whether it belongs to the people at the gate. So the gate
            // checks neither a token nor a live code.
            claims = TicketClaims(
                suite: event.suite, key: ticket.key, event: event.number, serial: serial, type: ticket.type,
                admits: ticket.admits, issue: ticket.issue, window: ticket.window)
            showsLiveCode = true
        }
        // An event without sub-events needs no query for invitations.
        let opened = try servedSubEvent == nil ? nil : connection.invitations.accesses(by: serial, of: event.number)
        let type = try type(known?.ticket.type ?? claims.type, connection)
        let ticket = type == nil ? known?.ticket : ticket(known?.ticket, claims)
        let isDaily = type?.type.details.reentry == .daily
        let limit = servedSubEvent?.details.capacity ?? type?.insideLimit
        let peopleInside = try limit.map { _ in
            // People with `daily` tickets (in today's slots) and people with other tickets are counted together,
            // because they share the limit.
            try connection.occupancy.inside(
                of: event.number, subEvent: subEvent, day: EventDay(at, in: zone).firstSlot)
        }
        return TicketSnapshot(
            claims: claims, showsLiveCode: showsLiveCode, ticket: ticket, type: type?.type,
            landmarks: try landmarks(of: type?.type, connection),
            gatePictures: try gatePictures(of: type?.type, connection), minimumAge: type?.minimumAge,
            slots: try known?.slots ?? slots(ofUnknown: ticket, connection), subEvent: subEvent,
            validSubEvents: opened, eventHasSubEvents: type?.eventHasSubEvents ?? false,
            firstSlotOfDay: isDaily ? EventDay(at, in: zone).firstSlot : 0,
            insideLimit: limit, insideCount: peopleInside,
            lastDoubleAdmission: known?.isDisputed == true ? try double(of: claims, connection) : nil)
    }

    private func double(of claims: TicketClaims, _ connection: any StoreConnection) throws -> DoubleAdmission? {
        try connection.conflicts.of(
            SubEventTicket(event: claims.event, serial: claims.serial, subEvent: subEvent)
        ).last
    }

    /// The recorded slots of a ticket that is itself missing from the store. A gate that trusts tokens can already have
    /// admitted people on such a ticket.
    private func slots(ofUnknown ticket: Ticket?, _ connection: any StoreConnection) throws -> [AdmissionSlot] {
        try ticket.map { try connection.slots.of($0.serial, event: $0.event, subEvent: subEvent) } ?? []
    }

    /// Returns the ticket from the store. If tokens are trusted, and the store's ticket is missing or older than the
    /// token, returns a ticket with the token's claims instead. At a sub-event, only the ticket in the store is used,
    /// because tokens do not contain sub-events.
    private func ticket(_ known: Ticket?, _ claims: TicketClaims) -> Ticket? {
        guard unlistedTickets == .trustToken, servedSubEvent == nil, known.map({ $0.issue < claims.issue }) ?? true
        else {
            return known
        }
        var ticket =
            known
            ?? Ticket(
                event: claims.event, serial: claims.serial, type: claims.type, admits: claims.admits, key: claims.key,
                window: claims.window, issuedAt: event.created)
        ticket.issue = claims.issue
        ticket.key = claims.key
        ticket.admits = claims.admits
        return ticket
    }

    private func type(_ number: TicketTypeNumber, _ connection: any StoreConnection) throws -> TicketTypes
        .GateTicketType?
    {
        if let known = types[number] { return known }
        let type = try connection.ticketTypes.forGate(number, of: event.number)
        types[number] = type
        return type
    }

    /// The primary key in the database rejects a slot that is already occupied.
    private func occupySlots(
        _ slots: [Int], _ snapshot: TicketSnapshot, at: Instant, _ clock: HybridClock, _ connection: any StoreConnection
    ) throws {
        let admission = Admission(at: at, gate: gate)
        for slot in slots {
            let occupy =
                snapshot.slots.contains { $0.number == slot } ? connection.slots.reoccupy : connection.slots.occupy
            guard try occupy(slot, snapshot.ticketKey, admission, clock) else {
                throw StoreError.concurrentChange(Sentence(Verdict.Text.slotOccupied, ["slot": "\(slot)"]))
            }
        }
    }

    private func vacateSlots(
        _ slots: [Int], _ snapshot: inout TicketSnapshot, _ clock: HybridClock, _ connection: any StoreConnection
    ) throws {
        for slot in slots {
            guard try connection.slots.vacate(slot, of: snapshot.ticketKey, clock: clock) else {
                throw StoreError.concurrentChange(Sentence(Verdict.Text.slotVacated, ["slot": "\(slot)"]))
            }
        }
        snapshot.slots = snapshot.slots.vacated(by: slots, clock)
    }

    /// Vacates the slots of people who are assumed to have left without a scan, and records their exit.
    private func vacateSlots(
        _ slots: [Int], _ snapshot: inout TicketSnapshot, before admission: AdmissionRecord,
        _ appender: inout LedgerAppender,
        _ connection: any StoreConnection
    ) throws {
        var exit = admission
        // Only the record of the admission gets the request id, not the record of the exit.
        exit.request = nil
        exit.direction = .exit
        exit.decision = .exit
        exit.slot = slots.first
        exit.count = slots.count
        exit.hybridClock = try appender.clock(at: admission.wallClock, after: snapshot.slots)
        try vacateSlots(slots, &snapshot, exit.hybridClock, connection)
        exit.used = snapshot.inside
        try appender.append(exit)
    }

    /// Updates the counter of people inside if the number of people inside is limited.
    private func updateOccupancy(
        from before: [AdmissionSlot], to after: [AdmissionSlot], andIn occupied: [Int] = [], _ snapshot: TicketSnapshot,
        _ connection: any StoreConnection
    ) throws {
        guard snapshot.insideLimit != nil else { return }
        var change: [Int: Int] = [:]
        for slot in before where slot.isInside { change[slot.day, default: 0] -= 1 }
        for slot in after where slot.isInside { change[slot.day, default: 0] += 1 }
        for slot in occupied { change[AdmissionSlot.day(of: slot), default: 0] += 1 }
        for (day, people) in change.sorted(by: { $0.key < $1.key }) where people != 0 {
            try connection.occupancy.add(people, to: event.number, subEvent: subEvent, day: day)
        }
    }

    /// Makes the record of a request before the request is decided. The decision is filled in later.
    private func record(_ request: AdmissionRequest, _ snapshot: TicketSnapshot, at: Instant) -> AdmissionRecord {
        let claims = snapshot.claims
        return AdmissionRecord(
            device: device, sequence: 0, event: claims.event,
            direction: request.direction, decision: .admit, gate: gate,
            wallClock: at,
            hybridClock: .zero
        ).with {
            $0.request = request.id
            $0.serial = claims.serial
            $0.issue = claims.issue
            $0.type = claims.type
            $0.subEvent = subEvent
            $0.count = request.count
            $0.used = snapshot.inside
            $0.allowed = snapshot.slotRule.allowed
            $0.reentry = snapshot.slotRule.reentry
            $0.operator = request.operator ?? `operator`
        }
    }
}
