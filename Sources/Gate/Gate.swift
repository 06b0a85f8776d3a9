public import Store
public import TicketToken
public import Ticketing

/// Validates scanned codes: decides each scan from its text, the clock and the ledger (GATE).
///
/// An entry is recorded durably before its verdict is returned. Not `Sendable`: create one gate for each thread.
///
/// ```swift
/// let gate = try Gate(name: "North", event: number, store: store, ring: ring, device: device) { clock() }
/// let verdict = gate.decide(Scan("240X0T6N86R68P58D8V5Y003G9R00R4C2NM26STK4M4XMSRMM3HXXDRX"))
/// print(verdict.outcome.name)
/// ```
public final class Gate {
    /// The maximum number of queued scans in one commit.
    public static let maximumBatchSize = 64
    /// How long a gate waits for the store. The gate returns a verdict, or `undecided`, within five seconds even if the
    /// database server does not answer.
    public static let storeTimeout = Duration.seconds(4)
    /// The minimum time to wait for the store, even if the scans have waited long. A healthy server answers sooner.
    private static let minimumTimeout = Duration.milliseconds(300)
    /// How long an idle gate waits for the store. The time is short, because a scan may arrive meanwhile.
    private static let idleTimeout = Duration.seconds(1)

    /// The deadline for the store to answer scans that may have waited while the gate was busy. It includes the time
    /// that they have waited.
    ///
    /// - Parameter arrival: the earliest time at which the first of the scans can have arrived.
    public static func deadline(since arrival: ContinuousClock.Instant) -> ContinuousClock.Instant {
        max(arrival + storeTimeout, .now + minimumTimeout)
    }

    /// The maximum length of a gate's name in bytes; a merge accepts no longer names.
    public static let maximumNameLength = 100

    /// Whether the text is a valid name for a gate.
    public static func isValidName(_ text: String) -> Bool { nameFault(text) == nil }

    /// Why the text is not a valid name for a gate; nil if it is valid. The sentence names a forbidden character. A
    /// valid name is visible text of at most 100 bytes without control characters.
    public static func nameFault(_ text: String) -> String? {
        guard text.utf8.count <= maximumNameLength else {
            return "give the gate a name of 1 to \(maximumNameLength) bytes"
        }
        return TextFault.of(text).map { "the gate's name: \($0)" }
    }

    public let name: String
    public let event: Event
    /// The sub-event that this gate serves; nil at an event without sub-events.
    public let subEvent: SubEvent?
    /// The time at which a rehearsal judges validity windows; nil at a real gate, which uses the clock.
    public let rehearsalTime: Instant?
    /// Keys that signed active tickets of the event and are missing from the key ring; the gate refuses those tickets.
    /// Nil if no key is missing, and at a gate that uses a gate pack.
    public let missingKeys: MissingKeys?
    private let transaction: AdmissionTransaction
    private var verifier: TokenVerifier
    private let store: Store
    private let now: () -> Instant
    private var pendingRefusals = PendingRefusals()
    /// The deadline for the current requests.
    private var deadline = ContinuousClock.now
    /// The gate pack that the gate uses, as last read; nil at a gate that uses the main store.
    private var pack: GatePack?

    /// Opens a gate of an event on the main store.
    ///
    /// - Parameters:
    ///   - subEvent: the number of the sub-event that the gate serves; nil for an event without sub-events.
    ///   - device: the device whose chain gets the records.
    ///   - operation: by whom and at what times the gate is operated.
    ///   - deadline: when to stop waiting for the store; nil means in four seconds.
    /// - Throws: `GateError` for an unknown event or sub-event, or if a sub-event must be chosen; `StoreError`, also if
    ///   the store has recorded other keys under the numbers of the ring's keys.
    public convenience init(
        name: String, event number: EventNumber, subEvent: Int? = nil, store: Store, ring: KeyRing, device: DeviceID,
        operation: Operation, until deadline: ContinuousClock.Instant? = nil
    ) throws {
        let deadline = deadline ?? .now + Gate.storeTimeout
        let offset = try store.offset(of: operation.clock, until: deadline)
        let (event, subEvents, missing) = try Gate.performOpening(store, until: deadline) { connection in
            try connection.knownKeys.record(ring.checkValues)
            let missing = try Gate.requireKeys(ring, of: number, connection)
            if let offset { try connection.deviceClocks.recordMeasurement(offset, of: device) }
            return (try connection.events.with(number: number), try connection.subEvents.all(of: number), missing)
        }
        guard let event else { throw GateError.unknownEvent(number) }
        try self.init(
            name: name, store: store,
            scope: Scope(
                event: event, subEvent: Gate.servedSubEvent(subEvent, of: subEvents), verifier: TokenVerifier(ring),
                missingKeys: missing, device: device),
            operation: operation)
    }

    /// Opens a gate on a gate pack, without the main store and its keys.
    ///
    /// - Parameters:
    ///   - pack: the store that `GatePackFile.open` returned.
    ///   - subEvent: the number of the sub-event that the gate serves; nil uses that of the gate pack.
    /// - Throws: the errors of the other initializer; `GateError.notAGatePack`; `wrongGate` or `wrongSubEvent` if the
    ///   gate pack is for another gate or sub-event.
    public convenience init(
        name: String, pack store: Store, subEvent: Int? = nil, operation: Operation
    ) throws {
        let found = try store.read { connection in
            try connection.gatePackRecord.current().map { pack in
                (
                    pack: pack, event: try connection.events.with(number: pack.event),
                    subEvents: try connection.subEvents.all(of: pack.event), keys: try connection.gatePackRecord.keys(),
                    signer: try connection.deviceKeys.signer(of: pack.device)
                )
            }
        }
        guard let found else { throw GateError.notAGatePack }
        let pack = found.pack
        guard let event = found.event else { throw GateError.unknownEvent(pack.event) }
        guard pack.isFor(gate: name) else { throw GateError.wrongGate(name, packed: pack.gates) }
        let served = try Gate.servedSubEvent(subEvent ?? pack.subEvent, of: found.subEvents)
        if let only = pack.subEvent, served?.number != only {
            throw GateError.wrongSubEvent(
                served?.name ?? name, packed: found.subEvents.first { $0.number == only }?.name ?? "\(only)")
        }
        try self.init(
            name: name, store: store,
            scope: Scope(
                event: event, subEvent: served, verifier: TokenVerifier(pack, found.keys), device: pack.device,
                signer: found.signer, pack: pack),
            operation: operation)
    }

    /// Who operates a gate, and the times by which it decides.
    public struct Operation {
        /// The name of the person who operates the gate.
        public let `operator`: String?
        /// The time at which a rehearsal judges validity windows; nil at a real gate. The ledger still uses `clock`.
        public let rehearsalTime: Instant?
        /// The wall clock.
        public let clock: () -> Instant

        public init(operator: String? = nil, rehearsalTime: Instant? = nil, clock: @escaping () -> Instant) {
            self.operator = `operator`
            self.rehearsalTime = rehearsalTime
            self.clock = clock
        }
    }

    /// The event that a gate serves, as read when the gate opens, and the objects that verify tokens and sign records.
    private struct Scope {
        let event: Event
        let subEvent: SubEvent?
        let verifier: TokenVerifier
        var missingKeys: MissingKeys?
        let device: DeviceID
        var signer: ChainSigner?
        var pack: GatePack?
    }

    private init(name: String, store: Store, scope: Scope, operation: Operation) throws {
        subEvent = scope.subEvent
        missingKeys = scope.missingKeys
        self.name = name
        event = scope.event
        rehearsalTime = operation.rehearsalTime
        self.store = store
        now = operation.clock
        verifier = scope.verifier
        pack = scope.pack
        transaction = try AdmissionTransaction(
            gate: name, event: scope.event, subEvent: scope.subEvent, device: scope.device, signer: scope.signer,
            operator: operation.operator,
            unlistedTickets: scope.pack.map { $0.verificationMethod == .list ? .refuse : .trustToken } ?? .refuse)
    }

    /// Runs the transaction that opens a gate. It can be repeated safely; if its outcome is unknown, the gate is not
    /// open.
    ///
    /// - Throws: `StoreError.unreachable` if the server does not commit in time.
    private static func performOpening<Result>(
        _ store: Store, until deadline: ContinuousClock.Instant, _ work: (any StoreConnection) throws -> Result
    ) throws -> Result {
        do {
            return try store.write(until: deadline, work)
        } catch StoreError.outcomeUnknown(let path) {
            throw StoreError.unreachable(path: path, detail: "it did not confirm a change within 5 seconds")
        }
    }

    /// Throws if the key ring can verify none of the event's tickets because keys are missing. Retired keys are not
    /// missing: somebody retired them on purpose.
    ///
    /// - Returns: keys that signed tickets of the event and are missing from the ring; nil if none are.
    private static func requireKeys(
        _ ring: KeyRing, of event: EventNumber, _ connection: any StoreConnection
    ) throws -> MissingKeys? {
        let missing = try connection.knownKeys.missing(
            from: ring.checkValues, ringSigns: ring.signingKey != nil, of: event)
        guard !missing.isEmpty else { return nil }
        let verifies = try ring.keys.contains {
            try $0.state != .retired && connection.tickets.hasActive(signedBy: $0.number, of: event)
        }
        guard verifies else { throw GateError.keysMissing(missing) }
        return missing
    }

    /// The sub-event that a gate serves. At an event with sub-events, one must be chosen.
    private static func servedSubEvent(_ subEvent: Int?, of subEvents: [SubEvent]) throws -> SubEvent? {
        let served = subEvents.first { $0.number == subEvent }
        if let subEvent, served == nil { throw GateError.unknownSubEvent(subEvent, known: subEvents.map(\.name)) }
        guard subEvents.isEmpty || served != nil else { throw GateError.subEventRequired(known: subEvents.map(\.name)) }
        return served
    }

    /// How far the wall clock was behind the device's last records when the gate last decided, in milliseconds. It is
    /// more than 0 after the clock was set back. The order of records does not depend on it; validity windows, live
    /// codes and repeats use the wall clock.
    public var clockLag: Int64 { transaction.clockBehind }

    /// Whether the gate uses a gate pack instead of the main store.
    public var usesGatePack: Bool { pack != nil }

    /// The latest time recorded in the device's chain by its own clock or, up to five minutes ahead, by another
    /// device's. A wall clock before this time is behind. Times that a person has accepted do not count. Nil before the
    /// first record.
    ///
    /// - Throws: `StoreError`.
    public func latestSeen() throws -> Instant? { try store.read(transaction.latestSeen) }

    /// Decides one scan.
    public func decide(_ scan: Scan) -> Verdict { decide([scan])[0] }

    /// Decides queued scans in order and in one commit. After an error that concerns only one ticket, each scan gets a
    /// separate commit. An `admit` is returned only after its record was committed.
    ///
    /// - Parameter deadline: when to stop waiting for the store; nil means in four seconds. For scans that have waited,
    ///   use `deadline(since:)`.
    public func decide(_ scans: [Scan], until deadline: ContinuousClock.Instant? = nil) -> [Verdict] {
        answer(scans, until: deadline) { AdmissionRequest.Action($0.direction) }
    }

    /// Undoes the ticket's last admission for which somebody is still inside, for a reason. The verdict is a refusal
    /// with `notInside` if nobody is inside, and with `leftSince` if some of the ticket's people have left.
    ///
    /// - Parameters:
    ///   - scan: a token, or a ticket that was looked up; its direction and count are ignored.
    ///   - deadline: as in `decide`.
    public func undo(_ scan: Scan, reason: String, until deadline: ContinuousClock.Instant? = nil) -> Verdict {
        answer([scan], until: deadline) { _ in .undo(reason: reason) }[0]
    }

    private func answer(
        _ scans: [Scan], until given: ContinuousClock.Instant?, _ act: (Scan) -> AdmissionRequest.Action
    ) -> [Verdict] {
        let at = now()
        guard pack == nil else { return decideWithGatePack(scans, act, at: at) }
        deadline = given ?? .now + Gate.storeTimeout
        let readings = scans.map {
            read($0, to: act($0), at: at, isListed: { _ in false }) { id in
                try store.read(until: deadline) { try transaction.hasRecord(id, $0) }
            }
        }
        return verdicts(readings, commit(readings.compactMap(\.request), at: at), at: at)
    }

    /// With a gate pack, the deciding transaction first checks for a refresh and looks up the listed tokens.
    private func decideWithGatePack(_ scans: [Scan], _ act: (Scan) -> AdmissionRequest.Action, at: Instant) -> [Verdict]
    {
        let before = pendingRefusals
        var readings: [ScanInterpretation] = []
        do {
            let decided = try store.write { connection in
                pendingRefusals = before
                readings = []
                try reloadGatePackIfRefreshed(connection)
                readings = scans.map {
                    read($0, to: act($0), at: at, isListed: connection.listedTokens.contains) { id in
                        try transaction.hasRecord(id, connection)
                    }
                }
                let requests = readings.compactMap(\.request)
                guard !requests.isEmpty else { return (verdicts: [Verdict](), unwritten: pendingRefusals) }
                return try transaction.decide(
                    requests, pendingRefusals, validityTime: rehearsalTime ?? at, at: at, connection)
            }
            pendingRefusals = decided.unwritten
            return verdicts(readings, decided.verdicts, at: at)
        } catch {
            guard !readings.isEmpty else {
                return scans.map { _ in Verdict(.undecided("\(error)"), gate: name, at: at) }
            }
            return verdicts(readings, answers(to: readings.compactMap(\.request), after: error, at: at), at: at)
        }
    }

    /// Merges the store's answers with the verdicts that did not need the store.
    private func verdicts(_ readings: [ScanInterpretation], _ answers: [Verdict], at: Instant) -> [Verdict] {
        var answers = answers.makeIterator()
        return readings.map { reading in
            switch reading {
            case .verdict(let verdict): return verdict
            case .request(_, let index, let layout):
                var verdict = answers.next() ?? Verdict(.undecided("no answer came back"), gate: name, at: at)
                verdict.repairedLayout = layout
                verdict.readingIndex = index
                return verdict
            }
        }
    }

    /// Whether records are waiting to be written: refusals, which an idle gate must write within a second, and counts
    /// of scans that were not tickets of this event.
    public var hasPendingRecords: Bool { !pendingRefusals.isEmpty }

    /// The number of scans that the pending records represent.
    public var pendingRecordCount: Int { pendingRefusals.count }

    /// Writes the pending records. Call it while the gate is idle; it stops waiting for the store after a second. After
    /// an error, wait at least some seconds before the next attempt, because each attempt delays a scan that arrives
    /// meanwhile. The next decision's commit writes the records as well.
    ///
    /// - Throws: as `flush`.
    public func flushWhenIdle() throws { try flush(until: .now + Gate.idleTimeout) }

    /// Writes the pending records. Call it when the gate closes.
    ///
    /// - Parameter deadline: when to stop waiting for the store; nil means in four seconds.
    /// - Throws: `StoreError`; the records are then kept for the next commit.
    public func flush(until deadline: ContinuousClock.Instant? = nil) throws {
        guard hasPendingRecords else { return }
        let deadline = deadline ?? .now + Gate.storeTimeout
        do {
            try store.write(until: deadline) { try transaction.write(pendingRefusals, $0) }
        } catch StoreError.outcomeUnknown {
            pendingRefusals.markOutcomeUnknown()
            try store.write(until: deadline) { try transaction.write(pendingRefusals, $0) }
        }
        pendingRefusals = PendingRefusals()
    }

    /// The result of reading a scan, before the store is asked.
    private enum ScanInterpretation {
        case request(AdmissionRequest, reading: Int, typedAs: KeyboardLayout?)
        case verdict(Verdict)

        var request: AdmissionRequest? {
            if case .request(let request, _, _) = self { request } else { nil }
        }
    }

    /// Reloads keys and expiry if the gate pack was refreshed while the gate is open.
    private func reloadGatePackIfRefreshed(_ connection: any StoreConnection) throws {
        guard let pack, try connection.gatePackRecord.number() != pack.number,
            let current = try connection.gatePackRecord.current()
        else { return }
        verifier = try TokenVerifier(current, connection.gatePackRecord.keys())
        self.pack = current
    }

    private func read(
        _ scan: Scan, to act: AdmissionRequest.Action, at: Instant, isListed: (ListedDigest) throws -> Bool,
        hasDecided: (String) throws -> Bool
    ) -> ScanInterpretation {
        do {
            if let pack, at >= pack.expires, case .enter = act {
                throw GateError.gatePackExpired(pack.expires, in: event.zone)
            }
            if let serial = scan.serial {
                return .request(AdmissionRequest(scan, .lookedUp(serial), action: act), reading: 0, typedAs: nil)
            }
            // People can always leave, even without a live code, so an exit does not check one.
            let moment: Instant? = if case .enter = act { at } else { nil }
            var (index, reading) = try reading(of: scan, at: moment, isListed: isListed)
            var isAgain = false
            if case .refused(.staleCode) = reading.verification, let id = scan.requestID, try hasDecided(id) {
                // The request was first sent while its live code was valid, and the answer was lost. Return the
                // recorded decision and decide nothing new.
                (index, reading) = try self.reading(of: scan, at: nil, isListed: isListed)
                isAgain = true
            }
            let refusal: Refusal
            switch reading.verification {
            case .verified(let ticket) where ticket.claims.event == event.number:
                let request = AdmissionRequest(scan, .verified(ticket), action: act)
                return .request(isAgain ? request.replayOnly : request, reading: index, typedAs: reading.layout)
            case .verified(let ticket): refusal = try wrongEvent(ticket.claims.event)
            case .refused(let refused): refusal = Refusal(refused, of: scan.readings[index])
            }
            pendingRefusals.counts[refusal.name, default: 0] += 1
            var verdict = Verdict(.refuse(refusal), gate: name, at: at)
            verdict.repairedLayout = reading.layout
            verdict.readingIndex = index
            return .verdict(verdict)
        } catch {
            return .verdict(Verdict(.undecided("\(error)"), gate: name, at: at))
        }
    }

    /// The first of a scan's readings with a valid MAC or signature, or else the first reading.
    private func reading(
        of scan: Scan, at moment: Instant?, isListed: (ListedDigest) throws -> Bool
    ) throws -> (index: Int, ScannedText.Reading) {
        let (suite, number) = (event.suite, event.number)
        func read(_ text: [UInt8]) throws -> ScannedText.Reading {
            try ScannedText(text).read { text in
                try verifier.verify(
                    bytes: text, at: moment, suiteOf: { $0 == number ? suite : nil }, isListed: isListed)
            }
        }
        let first = try read(scan.readings[0])
        if first.isAuthentic { return (0, first) }
        for (index, text) in scan.readings.enumerated().dropFirst() {
            let other = try read(text)
            if other.isAuthentic { return (index, other) }
        }
        return (0, first)
    }

    /// A ticket for another event is only counted. The gate may show that event's title only if the organizer is the
    /// same.
    private func wrongEvent(_ number: EventNumber) throws -> Refusal {
        let other = try store.read(until: deadline) { try $0.events.with(number: number) }
        guard let other, other.organizer == event.organizer else { return .wrongEvent(number, title: nil, start: nil) }
        return .wrongEvent(number, title: other.details.title, start: other.details.start)
    }

    private func commit(_ asked: [AdmissionRequest], at: Instant) -> [Verdict] {
        guard !asked.isEmpty else { return [] }
        var requests = store.mayLoseCommitOutcome ? asked.map(\.withGeneratedID) : asked
        do {
            let decided: (verdicts: [Verdict], unwritten: PendingRefusals)
            do {
                decided = try store.write(until: deadline) {
                    try transaction.decide(requests, pendingRefusals, validityTime: rehearsalTime ?? at, at: at, $0)
                }
            } catch StoreError.outcomeUnknown {
                pendingRefusals.markOutcomeUnknown()
                requests = requests.map(\.afterLostAnswer)
                decided = try retryAfterLostCommit(requests, at: at)
            }
            pendingRefusals = decided.unwritten
            return decided.verdicts
        } catch {
            return answers(to: requests, after: error, at: at)
        }
    }

    /// The verdicts for requests whose commit failed.
    private func answers(to requests: [AdmissionRequest], after error: any Error, at: Instant) -> [Verdict] {
        guard let error = error as? StoreError, requests.count > 1, error.affectsSingleRow else {
            return requests.map { request in
                var verdict = Verdict(.undecided("\(error)"), gate: name, at: at)
                verdict.mayBeStored = request.hasUnknownOutcome
                return verdict
            }
        }
        // An error about one ticket must not affect the decisions on others.
        return requests.flatMap { commit([$0], at: at) }
    }

    /// Repeats requests whose commit has an unknown outcome. Decisions found by their request ids are returned as
    /// recorded; the other requests are decided now.
    private func retryAfterLostCommit(
        _ requests: [AdmissionRequest], at: Instant
    ) throws -> (verdicts: [Verdict], unwritten: PendingRefusals) {
        try store.write(until: deadline) { connection in
            var unwritten = pendingRefusals
            let wasStored = try requests.contains { request in
                try request.id.map { try transaction.hasRecord($0, connection) } ?? false
            }
            // The counters were committed together with the records.
            if wasStored { unwritten.uncertainCounts = [:] }
            return try transaction.decide(requests, unwritten, validityTime: rehearsalTime ?? at, at: at, connection)
        }
    }
}
