public import Store
public import TicketToken
public import Ticketing

/// The validator: scanned text, the clock and the ledger give a verdict (GATE).
///
/// An entry is recorded durably before its verdict is there. Not `Sendable`: one a thread.
///
/// ```swift
/// let gate = try Gate(name: "North", event: number, store: store, ring: ring, device: device) { clock() }
/// let verdict = gate.decide(Scan("240X0T6N86R68P58D8V5Y003G9R00R4C2NM26STK4M4XMSRMM3HXXDRX"))
/// print(verdict.outcome.name)
/// ```
public final class Gate {
    /// How many waiting scans one commit takes at most.
    public static let groupSize = 64
    /// How long a gate waits for the store: a verdict, or `undecided`, is there within five seconds, whatever a server does.
    public static let patience = Duration.seconds(4)
    /// The least time for scans that may have waited: a server that is well answers in less.
    private static let leastPatience = Duration.milliseconds(300)
    /// How long a gate that rests waits for the store: a scan may come meanwhile.
    private static let restingPatience = Duration.seconds(1)

    /// When a gate gives up the store for scans that may have waited, since the gate was busy. That time counts.
    ///
    /// - Parameter arrival: of the first of them, at the earliest.
    public static func deadline(since arrival: ContinuousClock.Instant) -> ContinuousClock.Instant {
        max(arrival + patience, .now + leastPatience)
    }

    /// The most bytes of a gate's name: a merge takes no longer one.
    public static let longestName = 100

    /// Whether a gate may have a name.
    public static func isName(_ text: String) -> Bool { faultOfName(text) == nil }

    /// Why a gate may not have a name: a sentence that names the character, where one is forbidden. Nil for a name that a
    /// gate may have: text that can be seen, without control characters and the like, of at most 100 bytes.
    public static func faultOfName(_ text: String) -> String? {
        guard text.utf8.count <= longestName else { return "a gate needs a name of at most \(longestName) bytes" }
        return NameFault.of(text).map { "the gate's name: \($0)" }
    }

    public let name: String
    public let event: Event
    /// The function whose gate this is; nil at an event without functions.
    public let function: EventFunction?
    /// Moves windows only, for rehearsals; nil is the clock.
    public let windowsAt: Instant?
    /// The keys of some active tickets of the event that the key ring lacks: the gate refuses those tickets. Nil where it
    /// lacks none, and at a gate on a pack.
    public let missingKeys: MissingKeys?
    private let desk: AdmissionDesk
    private var verifier: TokenVerifier
    private let store: Store
    private let now: () -> Instant
    private var unwritten = Unwritten()
    /// When the store is given up for what is being decided.
    private var deadline = ContinuousClock.now
    /// The pack that the gate works on, as it was read last; nil at a gate on the office's store.
    private var pack: Pack?

    /// Opens a gate of an event.
    ///
    /// - Parameters:
    ///   - function: the number of the function it serves; nil is the event itself, when it has none.
    ///   - device: whose chain the records go to.
    ///   - windowsAt: a rehearsal's time; the ledger's clock stays `now`.
    ///   - operator: who works here.
    ///   - deadline: when the store is given up; nil is in four seconds.
    /// - Throws: `GateError` for an unknown event or function, or where a function must be chosen; `StoreError`, also when the store knows other keys under the ring's numbers.
    public convenience init(
        name: String, event number: EventNumber, function: Int? = nil, store: Store, ring: KeyRing, device: DeviceID,
        windowsAt: Instant? = nil, operator: String? = nil, until deadline: ContinuousClock.Instant? = nil,
        clock now: @escaping () -> Instant
    ) throws {
        let deadline = deadline ?? .now + Gate.patience
        let offset = try store.offset(of: now, until: deadline)
        let (event, functions, missing) = try Gate.opening(store, until: deadline) { connection in
            try connection.knownKeys.remember(ring.checkValues)
            let missing = try Gate.demandKeys(ring, of: number, connection)
            if let offset { try connection.deviceClocks.measured(offset, of: device) }
            return (try connection.events.with(number: number), try connection.functions.all(of: number), missing)
        }
        guard let event else { throw GateError.unknownEvent(number) }
        try self.init(
            name: name, event: event, function: Gate.served(function, of: functions), store: store,
            verifier: TokenVerifier(ring), missingKeys: missing, device: device, signer: nil, pack: nil,
            windowsAt: windowsAt, operator: `operator`, clock: now)
    }

    /// Opens a gate on a pack, without the office's store and keys.
    ///
    /// - Parameters:
    ///   - pack: the store that `PackFile.open` opened.
    ///   - function: the number of the function it serves; nil is the pack's own.
    /// - Throws: as the other; `GateError.noPack`; `otherGate` and `otherFunction` for what the pack is not for.
    public convenience init(
        name: String, pack store: Store, function: Int? = nil, windowsAt: Instant? = nil, operator: String? = nil,
        clock now: @escaping () -> Instant
    ) throws {
        let found = try store.read { connection in
            try connection.packRows.current().map { pack in
                (
                    pack: pack, event: try connection.events.with(number: pack.event),
                    functions: try connection.functions.all(of: pack.event), keys: try connection.packRows.keys(),
                    signer: try connection.deviceKeys.signer(of: pack.device)
                )
            }
        }
        guard let found else { throw GateError.noPack }
        let pack = found.pack
        guard let event = found.event else { throw GateError.unknownEvent(pack.event) }
        guard pack.isFor(gate: name) else { throw GateError.otherGate(name, packed: pack.gates) }
        let served = try Gate.served(function ?? pack.function, of: found.functions)
        if let only = pack.function, served?.number != only {
            throw GateError.otherFunction(
                served?.name ?? name, packed: found.functions.first { $0.number == only }?.name ?? "\(only)")
        }
        try self.init(
            name: name, event: event, function: served, store: store, verifier: TokenVerifier(pack, found.keys),
            missingKeys: nil, device: pack.device, signer: found.signer, pack: pack, windowsAt: windowsAt,
            operator: `operator`,
            clock: now)
    }

    private init(
        name: String, event: Event, function: EventFunction?, store: Store, verifier: TokenVerifier,
        missingKeys: MissingKeys?, device: DeviceID, signer: ChainSigner?, pack: Pack?, windowsAt: Instant?,
        operator: String?, clock now: @escaping () -> Instant
    ) throws {
        self.function = function
        self.missingKeys = missingKeys
        self.name = name
        self.event = event
        self.windowsAt = windowsAt
        self.store = store
        self.now = now
        self.verifier = verifier
        self.pack = pack
        desk = try AdmissionDesk(
            gate: name, event: event, function: function, device: device, signer: signer,
            operator: `operator`,
            unknownTickets: pack.map { $0.proof == .list ? .notListed : .asTheirTokensSay } ?? .notListed)
    }

    /// Does what opening a gate changes, which may be done any number of times: if its answer is lost, the gate is not open.
    ///
    /// - Throws: `StoreError.unreachable` when the server does not commit in time.
    private static func opening<Result>(
        _ store: Store, until deadline: ContinuousClock.Instant, _ work: (any StoreConnection) throws -> Result
    ) throws -> Result {
        do {
            return try store.write(until: deadline, work)
        } catch StoreError.outcomeUnknown(let path) {
            throw StoreError.unreachable(path: path, detail: "it did not confirm a change within 5 s")
        }
    }

    /// Refuses a ring that verifies no ticket of the event because keys are missing from it. One whose keys were retired
    /// is as somebody wanted it.
    ///
    /// - Returns: the keys of some of its tickets that the ring lacks; nil where it lacks none.
    private static func demandKeys(
        _ ring: KeyRing, of event: EventNumber, _ connection: any StoreConnection
    ) throws -> MissingKeys? {
        let missing = try connection.knownKeys.missing(
            from: ring.checkValues, ringSigns: ring.signingKey != nil, of: event)
        guard !missing.isEmpty else { return nil }
        let verifies = try ring.keys.contains {
            try $0.state != .retired && connection.tickets.stands(signedBy: $0.number, of: event)
        }
        guard verifies else { throw GateError.keysMissing(missing) }
        return missing
    }

    /// The function that a gate is to serve: one, where there are any.
    private static func served(_ function: Int?, of functions: [EventFunction]) throws -> EventFunction? {
        let served = functions.first { $0.number == function }
        if let function, served == nil { throw GateError.unknownFunction(function, known: functions.map(\.name)) }
        guard functions.isEmpty || served != nil else { throw GateError.noFunction(known: functions.map(\.name)) }
        return served
    }

    /// How far the wall clock stood behind the device's own last records when the gate last decided, in milliseconds: it
    /// was set back. Order and chain go on as they were; windows, live codes and repeats go by the wall clock.
    public var clockBehind: Int64 { desk.clockBehind }

    /// Whether it works on a pack, and not on the office's store.
    public var isOnPack: Bool { pack != nil }

    /// The latest moment that the device's chain has seen, by its own clock or, up to five minutes ahead, by another's: a
    /// wall clock that stands before it is behind. What was accepted does not count. Nil before its first record.
    ///
    /// - Throws: `StoreError`.
    public func latestSeen() throws -> Instant? { try store.read(desk.latestSeen) }

    /// Decides one scan.
    public func decide(_ scan: Scan) -> Verdict { decide([scan])[0] }

    /// Decides scans that wait together, in order, in one commit. When the commit fails, none of them was admitted.
    ///
    /// - Parameter deadline: when the store is given up; nil is in four seconds. `deadline(since:)` gives it for scans that
    ///   have waited.
    public func decide(_ scans: [Scan], until deadline: ContinuousClock.Instant? = nil) -> [Verdict] {
        answer(scans, until: deadline) { AdmissionRequest.Act($0.direction) }
    }

    /// Takes back the last admission of a ticket here that somebody is inside on, and says why. Refused as `notInside`
    /// when nobody is, as `leftSince` when some of its people have left.
    ///
    /// - Parameters:
    ///   - scan: a token, or a ticket that was looked up; its direction and count mean nothing.
    ///   - deadline: as in `decide`.
    public func undo(_ scan: Scan, reason: String, until deadline: ContinuousClock.Instant? = nil) -> Verdict {
        answer([scan], until: deadline) { _ in .undo(reason: reason) }[0]
    }

    private func answer(
        _ scans: [Scan], until given: ContinuousClock.Instant?, _ act: (Scan) -> AdmissionRequest.Act
    ) -> [Verdict] {
        let at = now()
        guard pack == nil else { return answerByPack(scans, act, at: at) }
        deadline = given ?? .now + Gate.patience
        let readings = scans.map {
            read($0, to: act($0), at: at, isListed: { _ in false }) { id in
                try store.read(until: deadline) { try desk.hasDecided(id, $0) }
            }
        }
        return verdicts(readings, commit(readings.compactMap(\.request), at: at), at: at)
    }

    /// A pack is asked first whether it was refreshed and what its list has, in the transaction that decides.
    private func answerByPack(_ scans: [Scan], _ act: (Scan) -> AdmissionRequest.Act, at: Instant) -> [Verdict] {
        let before = unwritten
        var readings: [Reading] = []
        do {
            let decided = try store.write { connection in
                unwritten = before
                readings = []
                try takeRefresh(connection)
                readings = scans.map {
                    read($0, to: act($0), at: at, isListed: connection.listedTokens.contains) { id in
                        try desk.hasDecided(id, connection)
                    }
                }
                let requests = readings.compactMap(\.request)
                guard !requests.isEmpty else { return (verdicts: [Verdict](), unwritten: unwritten) }
                return try desk.decide(requests, unwritten, windowsAt: windowsAt ?? at, at: at, connection)
            }
            unwritten = decided.unwritten
            return verdicts(readings, decided.verdicts, at: at)
        } catch {
            guard !readings.isEmpty else {
                return scans.map { _ in Verdict(.undecided("\(error)"), gate: name, at: at) }
            }
            return verdicts(readings, answers(to: readings.compactMap(\.request), after: error, at: at), at: at)
        }
    }

    /// Puts the answers of the store between those that needed none.
    private func verdicts(_ readings: [Reading], _ answers: [Verdict], at: Instant) -> [Verdict] {
        var answers = answers.makeIterator()
        return readings.map { reading in
            switch reading {
            case .verdict(let verdict): return verdict
            case .request(_, let index, let layout):
                var verdict = answers.next() ?? Verdict(.undecided("no answer came back"), gate: name, at: at)
                verdict.repaired = layout
                verdict.reading = index
                return verdict
            }
        }
    }

    /// Whether something is to be written down when the gate rests: refusals, which must be within a second, and how
    /// many scans were no tickets of this event.
    public var hasUnwritten: Bool { !unwritten.isEmpty }

    /// How many scans that is.
    public var unwrittenCount: Int { unwritten.count }

    /// Writes it down. To be called when a gate rests: it gives up the store after a second. After an error, try again in
    /// some seconds at the earliest, since a scan may come meanwhile; the next commit writes it, too.
    ///
    /// - Throws: as `flush`.
    public func flushAtRest() throws { try flush(until: .now + Gate.restingPatience) }

    /// Writes it down. To be called when a gate closes.
    ///
    /// - Parameter deadline: when the store is given up; nil is in four seconds.
    /// - Throws: `StoreError`; it is kept for the next commit.
    public func flush(until deadline: ContinuousClock.Instant? = nil) throws {
        guard hasUnwritten else { return }
        let deadline = deadline ?? .now + Gate.patience
        do {
            try store.write(until: deadline) { try desk.write(unwritten, $0) }
        } catch StoreError.outcomeUnknown {
            unwritten.lostAnswer()
            try store.write(until: deadline) { try desk.write(unwritten, $0) }
        }
        unwritten = Unwritten()
    }

    /// What a scan turned out to be before the store is asked.
    private enum Reading {
        case request(AdmissionRequest, reading: Int, typedAs: KeyboardLayout?)
        case verdict(Verdict)

        var request: AdmissionRequest? {
            if case .request(let request, _, _) = self { request } else { nil }
        }
    }

    /// Keys and expiry may have come anew while the gate is open.
    private func takeRefresh(_ connection: any StoreConnection) throws {
        guard let pack, try connection.packRows.number() != pack.number,
            let current = try connection.packRows.current()
        else { return }
        verifier = try TokenVerifier(current, connection.packRows.keys())
        self.pack = current
    }

    private func read(
        _ scan: Scan, to act: AdmissionRequest.Act, at: Instant, isListed: (ListedDigest) throws -> Bool,
        hasDecided: (String) throws -> Bool
    ) -> Reading {
        do {
            if let pack, at >= pack.expires, case .enter = act {
                throw GateError.packExpired(pack.expires, in: event.zone)
            }
            if let serial = scan.serial {
                return .request(AdmissionRequest(scan, .lookedUp(serial), act: act), reading: 0, typedAs: nil)
            }
            // People must get out, whatever their phone shows: no live code is judged on the way.
            let moment: Instant? = if case .enter = act { at } else { nil }
            var (index, reading) = try reading(of: scan, at: moment, isListed: isListed)
            var isAgain = false
            if case .refused(.staleCode) = reading.verification, let id = scan.request, try hasDecided(id) {
                // It was asked while its code was good, and the answer was lost: that is told, and nothing decided.
                (index, reading) = try self.reading(of: scan, at: nil, isListed: isListed)
                isAgain = true
            }
            let refusal: Refusal
            switch reading.verification {
            case .verified(let ticket) where ticket.claims.event == event.number:
                let request = AdmissionRequest(scan, .verified(ticket), act: act)
                return .request(isAgain ? request.again : request, reading: index, typedAs: reading.layout)
            case .verified(let ticket): refusal = try wrongEvent(ticket.claims.event)
            case .refused(let refused): refusal = Refusal(refused, of: scan.readings[index])
            }
            unwritten.counts[refusal.name, default: 0] += 1
            var verdict = Verdict(.refuse(refusal), gate: name, at: at)
            verdict.repaired = reading.layout
            verdict.reading = index
            return .verdict(verdict)
        } catch {
            return .verdict(Verdict(.undecided("\(error)"), gate: name, at: at))
        }
    }

    /// The first of a scan's readings whose proof holds; without one, the first.
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
        if first.hasProof { return (0, first) }
        for (index, text) in scan.readings.enumerated().dropFirst() {
            let other = try read(text)
            if other.hasProof { return (index, other) }
        }
        return (0, first)
    }

    /// Another event's ticket is only counted: what this gate may say of it is the event's name, if the organizer is the
    /// same.
    private func wrongEvent(_ number: EventNumber) throws -> Refusal {
        let other = try store.read(until: deadline) { try $0.events.with(number: number) }
        guard let other, other.organizer == event.organizer else { return .wrongEvent(number, title: nil, start: nil) }
        return .wrongEvent(number, title: other.details.title, start: other.details.start)
    }

    private func commit(_ asked: [AdmissionRequest], at: Instant) -> [Verdict] {
        guard !asked.isEmpty else { return [] }
        var requests = store.losesAnswers ? asked.map(\.identified) : asked
        do {
            let decided: (verdicts: [Verdict], unwritten: Unwritten)
            do {
                decided = try store.write(until: deadline) {
                    try desk.decide(requests, unwritten, windowsAt: windowsAt ?? at, at: at, $0)
                }
            } catch StoreError.outcomeUnknown {
                unwritten.lostAnswer()
                requests = requests.map(\.delivered)
                decided = try settle(requests, at: at)
            }
            unwritten = decided.unwritten
            return decided.verdicts
        } catch {
            return answers(to: requests, after: error, at: at)
        }
    }

    /// What is answered when a commit failed.
    private func answers(to requests: [AdmissionRequest], after error: any Error, at: Instant) -> [Verdict] {
        guard let error = error as? StoreError, requests.count > 1, error.isAboutOneRow else {
            return requests.map { request in
                var verdict = Verdict(.undecided("\(error)"), gate: name, at: at)
                verdict.mayBeStored = request.mayBeStored
                return verdict
            }
        }
        // What spoils one ticket's decision must not spoil its neighbours'.
        return requests.flatMap { commit([$0], at: at) }
    }

    /// Asks again for what may have been decided, by the requests' ids: what was is answered as it was, the rest is
    /// decided now.
    private func settle(
        _ requests: [AdmissionRequest], at: Instant
    ) throws -> (verdicts: [Verdict], unwritten: Unwritten) {
        try store.write(until: deadline) { connection in
            var unwritten = unwritten
            let wasStored = try requests.contains { request in
                try request.id.map { try desk.hasDecided($0, connection) } ?? false
            }
            // The counters went with the records.
            if wasStored { unwritten.doubtfulCounts = [:] }
            return try desk.decide(requests, unwritten, windowsAt: windowsAt ?? at, at: at, connection)
        }
    }
}
