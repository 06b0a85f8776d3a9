import FileAccess
import Foundation
import Gate
import Languages
import Ticketing

/// The session of `gate run`. It passes the pressed keys to the state of the screen (`GateScreenState`), performs the
/// requests that the state returns, and draws the results.
final class GateSession {
    enum Sound { case bells, off }

    enum End {
        case key
        /// A signal ended the session; `SIGHUP` also means that the terminal was closed.
        case signal(Int32)
    }

    private static let maximumResults = 50
    private static let tickInterval = Duration.seconds(1)
    private static let figuresInterval = Duration.seconds(5)
    /// If pending refusals cannot be recorded, the session waits for this time and tries again.
    private static let flushRetryDelay = Duration.seconds(5)
    /// The timeout of a search or a rename. A scan that arrives meanwhile must still get its verdict within five
    /// seconds.
    private static let storeTimeout = Duration.seconds(2)
    /// If a poll returns within this time, the input was already waiting before the poll began.
    private static let immediatePollLimit = Duration.milliseconds(10)

    private let opening: GateFactory
    private let screen: FullScreenTerminal
    private let signals: ScreenSignals
    private let sound: Sound
    private let language: Language
    private let renderer: GateScreenRenderer
    private let reader: AttendanceFetcher
    private let monotonicClock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private var gate: Gate
    private var page: GateScreenState
    private var decoder = KeyDecoder()
    private var pasteDetector = PasteDetector()
    private var bells = BellSchedule()
    private var clock: ClockMonitor
    private var lastFetch = (counts: GateTotals(), at: Duration.zero)
    private var nextTick = Duration.zero
    private var nextFlush = Duration.zero
    private var lastInput = Duration.zero
    private var lastPoll: ContinuousClock.Instant
    /// The deadline for the verdicts on the current input. The gate waits for the store until this time.
    private var deadline: ContinuousClock.Instant
    private var end: End?

    init(
        _ opening: GateFactory, _ gate: Gate, direction: Direction, in language: Language,
        on screen: FullScreenTerminal,
        sound: Sound
    ) throws {
        self.opening = opening
        self.gate = gate
        self.screen = screen
        self.sound = sound
        start = monotonicClock.now
        (lastPoll, deadline) = (start, start)
        self.language = language
        renderer = GateScreenRenderer(zone: gate.event.zone, in: language)
        reader = AttendanceFetcher(try opening.makeIndependentDataSource(), subEvent: gate.subEvent)
        page = GateScreenState(
            gate, direction: direction, searching: TicketSearchFields(opening.pack), in: language)
        page.warnings[.keys] = gate.missingKeys.map {
            language.text(GateScreenSentence.keysMissing, ["warning": .sentence($0.warning)])
        }
        let figures = try reader.figures()
        page.update(figures, askedWith: page.counts)
        let (seen, made, now) = (try gate.latestSeen(), figures.pack?.made, Instant.now())
        // If the clock is earlier than the pack's creation, the clock is certainly behind.
        let isCertain = made.map { $0 > now } ?? false
        clock = ClockMonitor(
            now, monotonic: .zero, latestRecorded: [seen, made].compactMap(\.self).max(),
            remedy: isCertain ? nil : "eventpass gate clock accept \(gate.usesGatePack ? "PACK " : "")--reason TEXT",
            in: language)
        signals = try ScreenSignals()
    }

    /// The numbers of this gate's verdicts, in one line.
    var summary: String { page.counts.summary(in: language) }

    private var now: Duration { monotonicClock.now - start }

    /// Runs until the user or a signal ends the session. The terminal is always restored.
    func run() throws -> End {
        let outcome = Result { try work() }
        screen.close()
        // The pack's file is not complete until its last connection closes, so a running fetch must end first.
        if opening.pack != nil { reader.waitForResult() }
        try gate.flush()
        return try outcome.get()
    }

    private func work() throws -> End {
        try screen.open()
        while true {
            try show()
            try wait()
            if let end { return end }
        }
    }

    private func show() throws {
        page.pendingRefusals = gate.pendingRecordCount
        let bell: FullScreenTerminal.Bell = bells.ringCount(at: now) ? .rings : .silent
        try screen.draw(renderer.screen(page, screen.size, at: Instant.now()), ringing: bell)
    }

    /// Waits for pressed keys, signals or the next deadline, and handles them.
    private func wait() throws {
        var polled = [STDIN_FILENO, signals.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let began = monotonicClock.now
        let ready = poll(&polled, 2, milliseconds)
        guard ready >= 0 || errno == EINTR else { throw SystemError(.waitForTerminal) }
        let found = monotonicClock.now
        // Input that is available immediately may have arrived at any time since the last poll. So its deadline is
        // counted from that poll.
        deadline = Gate.deadline(since: ready > 0 && found < began + GateSession.immediatePollLimit ? lastPoll : found)
        lastPoll = found
        if ready > 0, polled[1].revents != 0 { try handle(signals.pending()) }
        if ready > 0, polled[0].revents != 0, end == nil {
            let bytes = screen.read()
            if bytes.isEmpty { end = .signal(SIGHUP) }
            lastInput = now
            if !decoder.isPasting, pasteDetector.isPaste(bytes, at: now) {
                decoder.beginPaste()
                page.clearLine()
            }
            try handle(decoder.decode(bytes))
        } else if let timeout = decoder.timeout, now >= lastInput + timeout {
            try handle(decoder.flush())
        }
        try page.advance(at: now).map { try perform($0) }
        if now >= nextTick { runPeriodicTasks() }
    }

    private var milliseconds: Int32 {
        let deadlines = [
            page.deadline, bells.deadline, nextTick, decoder.timeout.map { lastInput + $0 },
        ]
        let wait = max(.zero, (deadlines.compactMap(\.self).min() ?? nextTick) - now)
        return Int32((wait / .milliseconds(1)).rounded(.up))
    }

    /// Handles pressed keys. Scans that arrived together are decided together, in order.
    private func handle(_ keys: [Key]) throws {
        var scans: [Scan] = []
        for key in keys {
            guard let request = page.handle(key, at: now) else { continue }
            if case .scan(let bytes) = request {
                scans.append(Scan(bytes: bytes, direction: page.direction, count: page.peopleOnNextTicket))
                if scans.count == Gate.maximumBatchSize || page.peopleOnNextTicket > 1 { try decide(&scans) }
            } else {
                try decide(&scans)
                try perform(request)
            }
        }
        try decide(&scans)
    }

    private func decide(_ scans: inout [Scan]) throws {
        guard !scans.isEmpty else { return }
        try showDeciding()
        let verdicts = gate.decide(scans, until: deadline)
        page.show(verdicts, at: now)
        scans = []
        try announce(verdicts)
    }

    private func undo(_ ticket: SelectedTicket, reason: String) throws {
        try showDeciding()
        let verdict = gate.undo(Scan(lookedUp: ticket.serial), reason: reason, until: deadline)
        page.show(undone: verdict, reason: reason, at: now)
        try announce([verdict])
    }

    /// Removes the previous verdict from the screen at once, so that the next visitor does not mistake it for their own
    /// verdict while the store is slow.
    private func showDeciding() throws {
        page.showDeciding()
        try show()
    }

    private func announce(_ verdicts: [Verdict]) throws {
        // For several verdicts, the bell announces the most serious one.
        if sound == .bells, let worst = verdicts.map(\.outcome).max(by: { $0.ringCount < $1.ringCount }) {
            bells.schedule(worst, at: now)
        }
        try show()
    }

    private func perform(_ request: GateScreenState.Request) throws {
        switch request {
        case .scan(let bytes):
            var scans = [Scan(bytes: bytes, direction: page.direction, count: page.peopleOnNextTicket)]
            try decide(&scans)
        case .find(let text):
            showingErrors {
                page.show(
                    try TicketSearchResult(
                        text, in: opening.dataSource.limited(until: monotonicClock.now + GateSession.storeTimeout),
                        at: gate.subEvent, most: GateSession.maximumResults))
            }
        case .admit(let ticket):
            var scans = [Scan(lookedUp: ticket.serial, direction: page.direction, count: page.peopleOnNextTicket)]
            try decide(&scans)
        case .undo(let ticket, let reason): try undo(ticket, reason: reason)
        case .rename(let name): showingErrors { try rename(name) }
        case .suspend: try suspend()
        case .redraw: screen.invalidate()
        case .end: end = .key
        }
    }

    private func rename(_ lastInput: String) throws {
        let name = lastInput.trimmingCharacters(in: .whitespaces)
        if let fault = Gate.nameFault(name) { throw CommandFailure(.usage, fault) }
        let renamed = try opening.gate(named: name, until: monotonicClock.now + GateSession.storeTimeout)
        try gate.flushWhenIdle()
        gate = renamed
        page.gate = name
    }

    private func showingErrors(_ work: () throws -> Void) {
        do {
            try work()
        } catch {
            page.setMessage(CommandFailure.describing(error).message)
        }
    }

    private func suspend() throws {
        screen.close()
        signals.stop()
        // While the program was stopped, the shell received all input, so no scan has been waiting for this program.
        lastPoll = monotonicClock.now
        try screen.open()
    }

    private func handle(_ kinds: [ScreenSignals.Kind]) throws {
        for kind in kinds {
            switch kind {
            case .resized: screen.invalidate()
            case .stop: try suspend()
            case .continued:
                // The shell used the terminal while the program was stopped.
                screen.close()
                try screen.open()
            case .end(SIGINT): end = .key
            case .end(let number): end = .signal(number)
            }
        }
    }

    /// Runs the periodic tasks: recording pending refusals, updating the figures, and checking the clock.
    private func runPeriodicTasks() {
        nextTick = now + GateSession.tickInterval
        // After an error, the session waits before it tries again, because scans have priority. If a scan is recorded
        // in the meantime, the pending refusals are recorded with it.
        if !gate.hasPendingRecords || now >= nextFlush {
            updateWarning(.unrecordedRefusals) {
                nextFlush = now + GateSession.flushRetryDelay
                do { try gate.flushWhenIdle() } catch {
                    // If no refusals are pending, the failed task was only to store the number of undecided scans. This
                    // needs no warning, because the screen has already shown the error for each undecided scan.
                    guard gate.pendingRecordCount == 0 else { throw error }
                    return nil
                }
                nextFlush = now
                return nil
            }
        }
        updateWarning(.figures) {
            guard let figures = try reader.consumeResult() else { return page.warnings[.figures] }
            page.update(figures, askedWith: lastFetch.counts)
            return nil
        }
        if now >= lastFetch.at + GateSession.figuresInterval, reader.startFetching() { lastFetch = (page.counts, now) }
        let time = Instant.now()
        clock.update(time, monotonic: now)
        page.warnings[.clock] = clock.warning
        page.warnings[.early] = EarlyGate.warning(gate, at: time, in: language)
        page.warnings[.pack] = page.counts.event?.pack.flatMap { GatePackAge.warning($0, at: time, in: language) }
    }

    /// Runs a task. If the task fails, the screen shows a warning.
    private func updateWarning(_ warning: GateWarning, _ work: () throws -> String?) {
        do {
            page.warnings[warning] = try work()
        } catch {
            page.warnings[warning] = language.text(
                warning == .unrecordedRefusals ? GateScreenSentence.refusalsNotRecorded : .numbersOutdated,
                ["error": .text(CommandFailure.describing(error).message)])
        }
    }
}
