public import Languages
public import Store
import TicketToken
public import Ticketing

/// Decides whether scanned tickets are valid, from the scanned text, the clock, and the ledger of earlier decisions
/// (Docs/Gate.md).
///
/// An entry is recorded durably before its verdict is returned. Not `Sendable`: create one gate for each thread.
///
/// ```swift
/// let gate = try Gate(
///     name: "North", event: number, store: store, ring: ring, device: device,
///     operation: Gate.Operation(clock: { clock() }))
/// let verdict = gate.decide(Scan("240X0T6N86R68P58D8V5Y003G9R00R4C2NM26STK4M4XMSRMM3HXXDRX"))
/// print(verdict.outcome.name)
/// ```
public final class Gate {
    /// The maximum number of queued scans in one commit.
    public static let maximumBatchSize = 64
    /// How long a gate waits for the store. Even if the database server does not answer, the gate returns a verdict
    /// within five seconds: `undecided`.
    public static let storeTimeout = Duration.seconds(4)
    /// The minimum time to wait for the store, even if the scans have already waited for a long time.
    private static let minimumTimeout = Duration.milliseconds(300)
    /// How long an idle gate waits for the store when it writes pending records. The timeout is short, because a scan
    /// can arrive during the wait.
    private static let idleTimeout = Duration.seconds(1)

    /// The deadline for deciding scans that have possibly waited while the gate was busy. It is `storeTimeout` after
    /// the arrival of the first scan, but at least `minimumTimeout` from now.
    ///
    /// - Parameter arrival: the earliest possible arrival time of the first scan.
    public static func deadline(since arrival: ContinuousClock.Instant) -> ContinuousClock.Instant {
        max(arrival + storeTimeout, .now + minimumTimeout)
    }

    /// The maximum length of a gate's name, in bytes. When the main store merges the ledgers of gates, it rejects
    /// records with longer names.
    public static let maximumNameLength = 100

    /// Whether the text is a valid name for a gate.
    public static func isValidName(_ text: String) -> Bool { nameFault(text) == nil }

    /// The reason why the text is not a valid name for a gate; nil if the text is valid. A valid name is a visible text
    /// of at most 100 bytes, without control characters.
    public static func nameFault(_ text: String) -> Sentence? {
        guard text.utf8.count <= maximumNameLength else {
            return Sentence(NameText.tooLong, ["limit": .number(maximumNameLength)])
        }
        return TextFault.of(text).map { Sentence(NameText.fault, ["fault": .sentence($0.sentence)]) }
    }

    enum NameText: String, SentenceKey {
        static let subject = "gateName"

        case tooLong = "give the gate a name of 1 to {limit} bytes"
        case fault = "the gate's name: {fault}"
    }

    public let name: String
    public let event: Event
    /// The sub-event that this gate serves; nil at an event without sub-events.
    public let subEvent: SubEvent?
    /// Whether the gate records nothing, because its store is for a rehearsal (`Store.rehearsing`). The gate decides as
    /// usual, but does not remember its own admissions.
    public var isRehearsal: Bool { store.isRehearsal }
    /// The time that is compared with validity windows in place of the clock's time; nil if the gate uses the clock.
    public let fixedTime: Instant?
    /// The keys that signed active tickets of the event but are missing from the key ring. The gate refuses the tickets
    /// that these keys signed. Nil if no key is missing, and at a gate that uses a gate pack.
    public let missingKeys: MissingKeys?
    let transaction: AdmissionTransaction
    private var verifier: TokenVerifier
    let store: Store
    private let now: () -> Instant
    var pendingRefusals = PendingRefusals()
    private var undecided = UndecidedCounts()
    /// The deadline for the current requests; not used with a gate pack, which is a local file.
    private(set) var deadline = ContinuousClock.now
    /// The gate pack that the gate uses, as last read; nil at a gate that uses the main store.
    private var pack: GatePack?

    /// The initializers in `Gate+Opening` read `scope` from the store, and then call this initializer.
    init(name: String, store: Store, scope: Scope, operation: Operation) throws {
        subEvent = scope.subEvent
        missingKeys = scope.missingKeys
        self.name = name
        event = scope.event
        fixedTime = operation.fixedTime
        self.store = store
        now = operation.clock
        verifier = scope.verifier
        pack = scope.pack
        transaction = try AdmissionTransaction(
            gate: name, event: scope.event, subEvent: scope.subEvent, device: scope.device, signer: scope.signer,
            operator: operation.operator,
            unlistedTickets: scope.pack.map { $0.verificationMethod == .list ? .refuse : .trustToken } ?? .refuse)
    }

    /// How far the wall clock was behind `latestSeen` when the gate last decided a scan, in milliseconds; more than 0
    /// if, for example, the clock was set back. The gate uses the wall clock to check validity windows and live codes,
    /// and to detect repeated scans.
    public var clockLag: Int64 { transaction.clockBehind }

    /// Whether the gate uses a gate pack instead of the main store.
    public var usesGatePack: Bool { pack != nil }

    /// The latest time recorded in the device's chain. A recorded time can come from another device that has scanned
    /// the same ticket. Such a time counts only if it was at most five minutes ahead of this device's clock. After a
    /// person has accepted the device's clock as correct (`gate clock accept`), the records made before the acceptance
    /// no longer count. Nil if no record counts.
    ///
    /// - Throws: `StoreError`.
    public func latestSeen() throws -> Instant? { try store.read(transaction.latestSeen) }

    /// Decides one scan.
    public func decide(_ scan: Scan) -> Verdict { decide([scan])[0] }

    /// Decides queued scans in order and in one commit. If the commit fails with an error that concerns only one
    /// ticket, each scan is decided again in a separate commit. An `admit` is returned only after its record was
    /// committed.
    ///
    /// - Parameter deadline: the time at which to stop waiting for the store; nil means four seconds from now. For
    ///   scans that have waited, use `deadline(since:)`.
    public func decide(_ scans: [Scan], until deadline: ContinuousClock.Instant? = nil) -> [Verdict] {
        answer(scans, until: deadline) { AdmissionRequest.Action($0.direction) }
    }

    /// Undoes one admission on the ticket: the latest one whose people have not all left. `reason` is recorded. The
    /// verdict is a refusal with `notInside` if nobody is inside, and a refusal with `leftSince` if the undo would
    /// leave a later exit without an admission.
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
        guard isRehearsal else { return answerScans(scans, until: given, act) }
        let limit: ContinuousClock.Instant = given ?? .now + Gate.storeTimeout
        // Each transaction of a rehearsal is rolled back. If two scans of a ticket shared a transaction, the second
        // scan would still find the admission by the first, and would be a repeat.
        let verdicts = scans.flatMap { answerScans([$0], until: limit, act) }
        // A rehearsal has nothing to record.
        pendingRefusals = PendingRefusals()
        undecided = UndecidedCounts()
        return verdicts.map { verdict in verdict.with { $0.isRehearsal = true } }
    }

    private func answerScans(
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
        let verdicts = verdicts(readings, commit(readings.compactMap(\.request), at: at), at: at)
        if fixedTime == nil { undecided.add(verdicts, at: at) }
        return verdicts
    }

    /// Decides scans at a gate that uses a gate pack. The transaction also looks up the scanned tokens in the gate
    /// pack's list.
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
                    requests, pendingRefusals, validityTime: fixedTime ?? at, at: at, connection)
            }
            pendingRefusals = decided.unwritten
            return verdicts(readings, decided.verdicts, at: at)
        } catch {
            guard !readings.isEmpty else {
                return scans.map { _ in Verdict.undecided(error, gate: name, at: at) }
            }
            return verdicts(readings, answers(to: readings.compactMap(\.request), after: error, at: at), at: at)
        }
    }

    /// Merges the store's answers with the verdicts that did not need the store, in the order of the scans.
    private func verdicts(_ readings: [ScanInterpretation], _ answers: [Verdict], at: Instant) -> [Verdict] {
        var answers = answers.makeIterator()
        return readings.map { reading in
            switch reading {
            case .verdict(let verdict): return verdict
            case .request(let request, let index, let layout):
                var verdict =
                    answers.next() ?? Verdict(.undecided(Sentence(Verdict.Text.noAnswer)), gate: name, at: at)
                verdict.repairedLayout = layout
                verdict.readingIndex = index
                // A gate pack can lack a ticket that the event has, because the ticket was sold later.
                if pack == nil, case .lookedUp = request.subject, case .refuse(.notListed) = verdict.outcome,
                    verdict.ticket == nil
                {
                    verdict.unknownCode = TicketCode(request.subject.serial)
                }
                return verdict
            }
        }
    }

    /// Whether the gate has something to write: refusals, counts of scans that were not tickets of this event, or
    /// counts of undecided scans. While the gate is idle, the caller must write the refusals within a second
    /// (`flushWhenIdle`). Always false in a rehearsal.
    public var hasPendingRecords: Bool { !pendingRefusals.isEmpty || !undecided.isEmpty }

    /// The number of refused scans that are not written to the store yet.
    public var pendingRecordCount: Int { pendingRefusals.count }

    /// Writes the pending records. Call this while the gate is idle. The call stops waiting for the store after a
    /// second. After an error, wait at least a few seconds before the next attempt, because an attempt delays the scans
    /// that arrive meanwhile.
    ///
    /// - Throws: the errors of `flush`.
    public func flushWhenIdle() throws {
        let deadline = ContinuousClock.now + Gate.idleTimeout
        try flush(until: deadline)
        guard !undecided.isEmpty else { return }
        try undecided.write(
            gate: name, subEvent: transaction.subEvent, event: event.number, to: store, until: deadline)
        undecided = UndecidedCounts()
    }

    /// The result of reading a scan: a request that is decided with the store, or a verdict for which the store is not
    /// needed.
    private enum ScanInterpretation {
        case request(AdmissionRequest, reading: Int, typedAs: KeyboardLayout?)
        case verdict(Verdict)

        var request: AdmissionRequest? {
            if case .request(let request, _, _) = self { request } else { nil }
        }
    }

    /// Reloads the keys and the expiry time if the gate pack was refreshed while the gate is open.
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
            // People can always leave, even without a live code, so an exit does not check the live code.
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
            return .verdict(Verdict.undecided(error, gate: name, at: at))
        }
    }

    /// Returns the first of the scan's possible texts with a valid MAC or signature. If no text is valid, returns the
    /// first text.
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

    /// The refusal of a ticket for another event. Such a scan is counted, but gets no record. The gate shows the title
    /// of the other event only if both events have the same organizer.
    private func wrongEvent(_ number: EventNumber) throws -> Refusal {
        let other = try store.read(until: deadline) { try $0.events.with(number: number) }
        guard let other, other.organizer == event.organizer else { return .wrongEvent(number, title: nil, start: nil) }
        return .wrongEvent(number, title: other.details.title, start: other.details.start)
    }
}
