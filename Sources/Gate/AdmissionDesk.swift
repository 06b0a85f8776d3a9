import Foundation
import Store
import TicketToken
import Ticketing

/// Decides requests inside a transaction: looks up what the store knows, asks the rules, takes the places and appends
/// to the chain.
final class AdmissionDesk {
    let gate: String
    private let event: Event
    /// The function whose gate this is, as it was read last; nil at an event without functions.
    private(set) var served: EventFunction?
    /// Whether it was there when this transaction looked.
    private var isServed = true
    private let device: DeviceID
    private let `operator`: String?
    private let hasher: ChainHasher
    private let signer: ChainSigner?
    private let zone: TimeZone
    private let unknownTickets: UnknownTickets
    /// The event's types as this transaction has read them.
    private var types: [TicketTypeNumber: TicketTypes.AtGate] = [:]
    /// How far the wall clock stood behind the chain's own at the last decisions, in milliseconds.
    private(set) var clockBehind: Int64 = 0

    /// What becomes of a ticket that is proven, and that the store does not have.
    enum UnknownTickets {
        case notListed
        /// It was sold, or re-issued, since the pack was made: it is what its token says.
        case asTheirTokensSay
    }

    init(
        gate: String, event: Event, function: EventFunction?, device: DeviceID, signer: ChainSigner?,
        operator: String?, unknownTickets: UnknownTickets = .notListed
    ) throws {
        self.gate = gate
        self.event = event
        served = function
        self.device = device
        self.signer = signer
        self.operator = `operator`
        self.unknownTickets = unknownTickets
        hasher = try ChainHasher()
        zone = event.zone
    }

    /// As the ledger counts: 0 is the event itself.
    var function: Int { served?.number ?? 0 }

    /// Decides in order; when it throws, the transaction is to be undone. Returns the verdicts, and what is left to be
    /// written later.
    func decide(
        _ requests: [AdmissionRequest], _ unwritten: Unwritten, windowsAt: Instant, at: Instant,
        _ connection: any StoreConnection
    ) throws -> (verdicts: [Verdict], unwritten: Unwritten) {
        types = [:]
        var pen = try LedgerPen(device: device, hasher: hasher, signer: signer, unwritten: unwritten, connection)
        try lookAtFunction(connection)
        clockBehind = try clockBehind(pen.clock, at: at, connection)
        try connection.tickets.hold(requests.map(\.subject.serial), of: event.number)
        let verdicts = try requests.map { request in
            try decide(request, windowsAt: windowsAt, at: at, &pen, connection)
        }
        return (verdicts, try pen.finish(gate: gate, of: event.number, at: at))
    }

    /// Writes down what is left.
    func write(_ unwritten: Unwritten, _ connection: any StoreConnection) throws {
        var pen = try LedgerPen(device: device, hasher: hasher, signer: signer, unwritten: unwritten, connection)
        try pen.writeAll(gate: gate, of: event.number)
    }

    func latestSeen(_ connection: any StoreConnection) throws -> Instant? {
        try connection.acceptedClocks.latestSeen(by: device)
    }

    /// How far a clock stands behind what the device's chain has seen, in milliseconds, as far as that counts.
    private func clockBehind(_ chain: HybridClock, at: Instant, _ connection: any StoreConnection) throws -> Int64 {
        guard chain.wallClock > at, let seen = try latestSeen(connection) else { return 0 }
        return max(0, seen.milliseconds - at.milliseconds)
    }

    /// Whether this device has a record of the request.
    func hasDecided(_ request: String, _ connection: any StoreConnection) throws -> Bool {
        try connection.ledger.record(request: request, device: device) != nil
    }

    private func decide(
        _ request: AdmissionRequest, windowsAt: Instant, at: Instant, _ pen: inout LedgerPen,
        _ connection: any StoreConnection
    ) throws -> Verdict {
        guard var facts = try facts(of: request, at: at, connection) else {
            return Verdict(.refuse(.notListed), gate: gate, function: served, at: at, clock: windowsAt)
        }
        let rules = AdmissionRules(facts: facts, gate: gate, windowsAt: windowsAt, now: at, timeZone: zone)
        if request.mayBeKnown, let id = request.id,
            let record = try connection.ledger.record(request: id, device: device)
        {
            try connection.ledger.confirm(device)
            return try answer(again: record, to: request, rules, at: at)
        }
        guard request.mayBeDecided else {
            return Verdict(.undecided("the ledger has not got what it had decided"), gate: gate, at: at)
        }
        if let change = try change(facts, request.act, connection) {
            return Verdict(.undecided("\(change)"), gate: gate, at: at)
        }
        let outcome: Verdict.Outcome
        let decision: AdmissionRules.Decision
        switch request.act {
        case .enter: decision = rules.decide(.entry, count: request.count)
        case .leave: decision = rules.decide(.exit, count: request.count)
        case .undo(let reason): decision = try undoing(&facts, reason: reason, connection)
        }
        let first = facts.first
        let before = facts.places
        var record = record(request, facts, at: at)
        var taken: [Int] = []
        switch decision {
        case .admit(let places, let again, let leaving):
            outcome = .admit(again: again)
            if !leaving.isEmpty { try leave(leaving, &facts, before: record, &pen, connection) }
            record.hybridClock = try pen.clock(at: at, after: facts.places)
            try take(places, facts, at: at, record.hybridClock, connection)
            record.decision = .admit
            record.place = places.first
            record.used = facts.inside + places.count
            try pen.append(record)
            taken = places
            try count(from: before, to: facts.places, andIn: places, facts, connection)
        case .exit(let places):
            outcome = .exit
            record.hybridClock = try pen.clock(at: at, after: facts.places)
            try leave(places, &facts, record.hybridClock, connection)
            record.decision = .exit
            record.place = places.first
            record.used = facts.inside
            try pen.append(record)
            try count(from: before, to: facts.places, facts, connection)
        case .void(let admission, let reason, let places):
            outcome = .void
            record.hybridClock = try pen.clock(at: at, after: facts.places)
            try connection.places.replace(places, of: facts.ofTicket)
            facts.places = places
            record.decision = .void(reason)
            record.place = admission.place
            record.count = admission.count
            record.reverses = admission.id
            record.used = facts.inside
            try pen.append(record)
            try count(from: before, to: facts.places, facts, connection)
        case .repeat: outcome = .repeat
        case .refuse(let refusal):
            outcome = .refuse(refusal)
            record.decision = .refuse(refusal.name)
            if request.mayComeAgain {
                record.hybridClock = try pen.clock(at: at, after: facts.places)
                try pen.append(record)
            } else {
                try pen.note(record)
            }
        }
        var verdict = verdict(outcome, facts, used: record.used, first: first, at: at, clock: windowsAt)
        verdict.change = PlaceChange(from: before, to: facts.places, andIn: taken)
        return verdict
    }

    /// What an undo would do: the admission that it takes back, and the places without it. The places are then those that
    /// the records lead to: what was read together with the ticket may be older than its lock.
    private func undoing(
        _ facts: inout TicketFacts, reason: String, _ connection: any StoreConnection
    ) throws -> AdmissionRules.Decision {
        let records = try connection.ledger.records(of: facts.claims.serial, event: event.number)
            .filter { $0.function == function }
        let history = TicketHistory(records)
        facts.places = history.places
        guard let last = history.lastInside, let admission = records.first(where: { $0.id == last }) else {
            return .refuse(.notInside)
        }
        let rest = TicketHistory(records.filter { $0.id != last })
        // An exit whose people were never let in would let out those who come next.
        guard rest.unmetExits <= history.unmetExits else { return .refuse(.leftSince) }
        return .void(admission, reason: reason, places: rest.places)
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
        _ facts: TicketFacts, _ act: AdmissionRequest.Act, _ connection: any StoreConnection
    ) throws -> GateError? {
        guard let served else {
            guard facts.eventHasFunctions, case .enter = act else { return nil }
            return .functionsAdded(known: try connection.functions.all(of: event.number).map(\.name))
        }
        return isServed ? nil : .functionRemoved(served.name)
    }

    /// Nil for a ticket that was looked up and is not there.
    private func facts(
        of request: AdmissionRequest, at: Instant, _ connection: any StoreConnection
    ) throws -> TicketFacts? {
        let serial = request.subject.serial
        let known = try connection.tickets.withPlaces(serial: serial, of: event.number, function: function)
        let claims: TicketClaims
        let showsLiveCode: Bool
        switch request.subject {
        case .verified(let ticket):
            claims = ticket.claims
            showsLiveCode = ticket.liveCode == .fresh
        case .lookedUp:
            guard let ticket = known?.ticket else { return nil }
            // Whoever looked it up vouches for what a proof and a live code would show.
            claims = TicketClaims(
                suite: event.suite, key: ticket.key, event: event.number, serial: serial, type: ticket.type,
                admits: ticket.admits, issue: ticket.issue, window: ticket.window)
            showsLiveCode = true
        }
        // At an ordinary event a scan asks nothing more.
        let opened = try served == nil ? nil : connection.invitations.opened(by: serial, of: event.number)
        let type = try type(known?.ticket.type ?? claims.type, connection)
        let ticket = type == nil ? known?.ticket : ticket(known?.ticket, claims)
        let isDaily = type?.type.details.reentry == .daily
        let limit = served?.details.capacity ?? type?.insideLimit
        let crowd = try limit.map { _ in
            // Whatever this ticket counts by: who came in today on one that counts by days takes room, too.
            try connection.occupancy.inside(
                of: event.number, function: function, day: EventDay(at, in: zone).firstPlace)
        }
        return TicketFacts(
            claims: claims, showsLiveCode: showsLiveCode, ticket: ticket, type: type?.type,
            minimumAge: type?.minimumAge, places: try known?.places ?? places(ofUnknown: ticket, connection),
            function: function, opened: opened, eventHasFunctions: type?.eventHasFunctions ?? false,
            day: isDaily ? EventDay(at, in: zone).firstPlace : 0,
            insideLimit: limit, crowd: crowd,
            double: known?.isDisputed == true ? try double(of: claims, connection) : nil)
    }

    private func double(of claims: TicketClaims, _ connection: any StoreConnection) throws -> DoubleAdmission? {
        try connection.conflicts.of(
            TicketAtFunction(event: claims.event, serial: claims.serial, function: function)
        ).last
    }

    /// What only its token tells of may have come in, too.
    private func places(ofUnknown ticket: Ticket?, _ connection: any StoreConnection) throws -> [Place] {
        try ticket.map { try connection.places.of($0.serial, event: $0.event, function: function) } ?? []
    }

    /// A ticket as the store has it, or as a token says that is newer. What a guest's code opens, no token says.
    private func ticket(_ known: Ticket?, _ claims: TicketClaims) -> Ticket? {
        guard unknownTickets == .asTheirTokensSay, served == nil, known.map({ $0.issue < claims.issue }) ?? true else {
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

    private func type(_ number: TicketTypeNumber, _ connection: any StoreConnection) throws -> TicketTypes.AtGate? {
        if let known = types[number] { return known }
        let type = try connection.ticketTypes.atGate(number, of: event.number)
        types[number] = type
        return type
    }

    /// Takes places. Their key has the last word.
    private func take(
        _ places: [Int], _ facts: TicketFacts, at: Instant, _ clock: HybridClock, _ connection: any StoreConnection
    ) throws {
        let admission = Admission(at: at, gate: gate)
        for place in places {
            let take =
                facts.places.contains { $0.number == place } ? connection.places.takeAgain : connection.places.take
            guard try take(place, facts.ofTicket, admission, clock) else {
                throw StoreError.changedMeanwhile("place \(place) of the ticket was taken meanwhile")
            }
        }
    }

    /// Leaves places.
    private func leave(
        _ places: [Int], _ facts: inout TicketFacts, _ clock: HybridClock, _ connection: any StoreConnection
    ) throws {
        for place in places {
            guard try connection.places.leave(place, of: facts.ofTicket, clock: clock) else {
                throw StoreError.changedMeanwhile("place \(place) of the ticket was left meanwhile")
            }
        }
        facts.places = facts.places.left(by: places, clock)
    }

    /// Writes down the exit that an admission implies, and leaves its places.
    private func leave(
        _ places: [Int], _ facts: inout TicketFacts, before admission: AdmissionRecord, _ pen: inout LedgerPen,
        _ connection: any StoreConnection
    ) throws {
        var exit = admission
        // The request is the admission's.
        exit.request = nil
        exit.direction = .exit
        exit.decision = .exit
        exit.place = places.first
        exit.count = places.count
        exit.hybridClock = try pen.clock(at: admission.wallClock, after: facts.places)
        try leave(places, &facts, exit.hybridClock, connection)
        exit.used = facts.inside
        try pen.append(exit)
    }

    /// Moves the counter of people inside, where there is a limit.
    private func count(
        from before: [Place], to after: [Place], andIn taken: [Int] = [], _ facts: TicketFacts,
        _ connection: any StoreConnection
    ) throws {
        guard facts.insideLimit != nil else { return }
        var change: [Int: Int] = [:]
        for place in before where place.isInside { change[place.day, default: 0] -= 1 }
        for place in after where place.isInside { change[place.day, default: 0] += 1 }
        for place in taken { change[Place.day(of: place), default: 0] += 1 }
        for (day, people) in change.sorted(by: { $0.key < $1.key }) where people != 0 {
            try connection.occupancy.add(people, to: event.number, function: function, day: day)
        }
    }

    /// A record of a request, before it is decided.
    private func record(_ request: AdmissionRequest, _ facts: TicketFacts, at: Instant) -> AdmissionRecord {
        let claims = facts.claims
        return AdmissionRecord(
            device: device, sequence: 0, request: request.id, event: claims.event, serial: claims.serial,
            issue: claims.issue, type: claims.type, function: function, place: nil, count: request.count,
            used: facts.inside, allowed: facts.rule.allowed, reentry: facts.rule.reentry,
            direction: request.direction, decision: .admit, gate: gate, operator: request.operator ?? `operator`,
            wallClock: at,
            hybridClock: .zero)
    }
}
